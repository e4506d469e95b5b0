import FeedDomain
import Preferences
import Terminal

/// Where a poll is put together: its answers, one a row, and how it is held.
struct PollForm {
  /// The answers, and one to type the next into.
  private(set) var choices: [TextField]
  /// Which of them takes the keys.
  private(set) var place = 0
  private var allowsSeveral: Bool
  /// How long it is open.
  private var lasts: Duration
  private let limits: PollLimits
  /// Which answer was drawn first.
  private var first = 0

  /// A new poll, or one that was begun.
  init(_ poll: Draft.Poll?, within limits: PollLimits) {
    self.limits = limits
    choices = (poll?.choices ?? []).map { TextField($0) }
    allowsSeveral = poll?.allowsSeveral ?? false
    lasts = poll?.lasts ?? limits.usualLength
    while choices.count < 2 { choices.append(TextField()) }
  }

  /// The poll as far as it was typed; nil where nothing was.
  var poll: Draft.Poll? {
    Draft.Poll(typed: choices.map(\.text), allowsSeveral: allowsSeveral, lasts: lasts)
  }

  /// The same without what is blank; nil where nothing was typed.
  var tidied: PollForm? { poll.map { PollForm($0, within: limits) } }
}

extension PollForm {
  /// Answers a key.
  mutating func handle(_ key: Key) -> ComposeEffect {
    switch (key.code, key.modifiers) {
    case (.escape, _), (.character("p"), .alt): return .closed
    case (.enter, []): goOn()
    case (.down, _), (.tab, []): move(to: place + 1)
    case (.up, _), (.tab, .shift): move(to: place - 1)
    case (.character("d"), .control): remove()
    case (.character("s"), .alt): allowsSeveral.toggle()
    case (.character("t"), .alt): lengthen()
    default: return choices[place].handle(key) ? .changed : .ignored
    }
    return .changed
  }

  /// Puts text into the answer that takes the keys.
  mutating func insert(_ text: String) { choices[place].insert(text) }

  /// Goes to the answer that was drawn that far down.
  mutating func point(at row: Int) { move(to: first + row) }

  private mutating func move(to wanted: Int) { place = max(0, min(choices.count - 1, wanted)) }

  /// Goes on to the next answer, which is made where there is none and this one says something.
  private mutating func goOn() {
    let isLast = place == choices.count - 1
    if isLast, choices.count < limits.choices, !choices[place].text.allSatisfy(\.isWhitespace) {
      choices.append(TextField())
    }
    move(to: place + 1)
  }

  /// Takes out the answer that takes the keys; two are always there.
  private mutating func remove() {
    choices.remove(at: place)
    while choices.count < 2 { choices.append(TextField()) }
    move(to: place)
  }

  /// Has it open for longer, or again for the shortest time.
  private mutating func lengthen() {
    let lengths = limits.lengths
    lasts = lengths.first { $0 > lasts } ?? lengths[0]
  }
}

extension PollForm {
  /// How many rows it would like: one an answer, and one for how it is held.
  var rows: Int { choices.count + 1 }

  /// Draws it; the answer that takes the keys is in sight however few rows there are.
  mutating func draw(
    _ labels: ComposeViewModel.PollLabels, on canvas: inout Canvas, in rect: CellRect,
    _ drawing: Drawing, isPlain: Bool, isFocused: Bool
  ) {
    let rows = max(1, rect.size.rows - (rect.size.rows > choices.count ? 1 : 0))
    first = isFocused ? max(0, place - rows + 1) : 0
    for (row, place) in zip(rect.rows.prefix(rows), choices.indices.dropFirst(first)) {
      draw(place, rect.line(row), on: &canvas, drawing, isPlain: isPlain, isFocused: isFocused)
    }
    guard rect.size.rows > rows else { return }
    let style = drawing.theme.style(.faint)
    var line = Line()
    line.pad(4)
    line.append(allowsSeveral ? labels.several : labels.one, style)
    if let length = labels.lengths[lasts] { line.append(" · " + length, style) }
    canvas.write(
      line.cut(columns: rect.size.columns),
      at: CellPosition(row: rect.rows.upperBound - 1, column: rect.origin.column), within: rect)
  }

  private func draw(
    _ place: Int, _ rect: CellRect, on canvas: inout Canvas, _ drawing: Drawing, isPlain: Bool,
    isFocused: Bool
  ) {
    let theme = drawing.theme
    let isChosen = isFocused && place == self.place
    var line = Line(isChosen ? "› " : "  ", theme.style(.strong))
    line.append(isPlain ? "- " : "○ ", theme.style(isChosen ? .strong : .faint))
    let limitExceeded = limits.limitExceeded(of: choices[place].text)
    let end = Line(limitExceeded > 0 ? " -\(limitExceeded)" : "", theme.style(.bad))
    guard isFocused else {
      line.append(SafeText(sanitizing: choices[place].text), theme.style(.text))
      line = line.cut(columns: rect.size.columns - end.columns)
      line.append(end)
      return canvas.write(line, at: rect.origin, within: rect)
    }
    canvas.write(line, at: rect.origin, within: rect)
    var field = rect
    field.origin.column += line.columns
    field.size.columns = max(1, rect.size.columns - line.columns - 5)
    choices[place].draw(
      on: &canvas, in: field, theme.style(.field), isFocused: drawing.isFront && isChosen)
    canvas.write(
      end, at: CellPosition(row: rect.origin.row, column: field.columns.upperBound), within: rect)
  }
}
