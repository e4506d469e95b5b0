import FeedDomain
import Preferences
import Terminal
import Words

/// What else is said about a post, a row each.
struct MoreForm {
  /// Something that can be said.
  enum Row: Equatable {
    case language
    case moment
    case quotePolicy
    /// Something else that the service lets one say.
    case remark(FormRow)
  }

  /// What can be said about this one; there may be nothing.
  let rows: [Row]
  /// Which of it takes the keys.
  private var place = 0
  /// Which was drawn first.
  private var first = 0
  /// The language it is in, and when it is posted, as they were typed.
  private var language: TextField
  private var moment: TextField
  private var quotePolicy: QuotePolicy?
  private var extraFields: [InputField: FormField]
  private let moments: MomentText

  /// What is said about a draft so far.
  init(_ draft: Draft, _ rows: [Row], _ moments: MomentText) {
    self.rows = rows
    self.moments = moments
    language = TextField(draft.language ?? "")
    moment = TextField(draft.postsAt.map(moments.text) ?? "")
    quotePolicy = draft.quotePolicy
    let fields = rows.compactMap { row -> (InputField, FormField)? in
      guard case .remark(var asked) = row else { return nil }
      asked.answer = draft.extraFields[asked.field] ?? ""
      return (asked.field, FormField(asked, moments))
    }
    extraFields = Dictionary(fields) { first, _ in first }
  }

  /// What takes the keys.
  var row: Row { rows[place] }

  /// The draft with this said about it.
  func said(about draft: Draft) -> Draft {
    draft.written(in: language.text).quotable(by: quotePolicy).posted(
      at: moments.moment(moment.text)
    )
    .remarked(draft.extraFields.merging(extraFields.mapValues(\.said)) { $1 })
  }

  /// Whether something was typed for when it is posted that is no moment.
  var isMomentUnclear: Bool {
    !moment.text.allSatisfy(\.isWhitespace) && moments.moment(moment.text) == nil
  }

  /// What can be said about a draft; when it is posted was decided for one that is there.
  static func rows(for draft: Draft, within limits: DraftLimits, _ wording: Wording) -> [Row] {
    let offered: [(Row, Bool)] = [
      (.language, limits.canSetLanguage || draft.language != nil),
      // What was said can be taken back, whatever the service thinks of it by now.
      (.moment, limits.canSchedule && draft.editing == nil || draft.postsAt != nil),
      (.quotePolicy, limits.canSetQuotePolicy),
    ]
    let extraFields = limits.extraFields(for: draft).map { field in
      Row.remark(FormRow(field, wording.question(field), wording))
    }
    return offered.filter(\.1).map(\.0) + extraFields
  }
}

extension MoreForm {
  /// Begins with the first row.
  mutating func open() { place = 0 }

  /// Answers a key.
  mutating func handle(_ key: Key) -> ComposeEffect {
    switch (key.code, key.modifiers) {
    case (.escape, _), (.character("o"), .alt): return .closed
    case (.enter, []) where place == rows.count - 1: return .closed
    case (.enter, []), (.tab, []), (.down, _): move(to: place + 1)
    case (.tab, .shift), (.up, _): move(to: place - 1)
    default: return handleInRow(key)
    }
    return .seen
  }

  /// Takes what was pasted.
  mutating func paste(_ text: String) -> ComposeEffect {
    switch row {
    case .language: language.insert(text.firstLine)
    case .moment: moment.insert(text.firstLine)
    case .quotePolicy: return .seen
    case .remark(let asked): extraFields[asked.field]?.paste(text)
    }
    return .changed
  }

  /// Goes to what was drawn that far down.
  mutating func point(at row: Int) { move(to: first + row) }

  private mutating func move(to wanted: Int) { place = max(0, min(rows.count - 1, wanted)) }

  private mutating func handleInRow(_ key: Key) -> ComposeEffect {
    switch (row, key.code) {
    case (.language, _): language.handle(key) ? .changed : .ignored
    case (.moment, _): moment.handle(key) ? .changed : .ignored
    case (.quotePolicy, .left): chooseQuoters(by: -1)
    case (.quotePolicy, .right), (.quotePolicy, .character(" ")): chooseQuoters(by: 1)
    case (.quotePolicy, _): .ignored
    case (.remark(let asked), _):
      extraFields[asked.field]?.handle(key) == true ? .changed : .ignored
    }
  }

  private mutating func chooseQuoters(by step: Int) -> ComposeEffect {
    // Whoever is set at the service comes first: nothing is said about it then.
    let choices: [QuotePolicy?] = [nil] + QuotePolicy.allCases
    let place = choices.firstIndex(of: quotePolicy) ?? 0
    quotePolicy = choices[(place + step + choices.count) % choices.count]
    return .changed
  }
}

extension MoreForm {
  /// What is said, as the line below the page tells it.
  func told(_ labels: ComposeViewModel.MoreLabels) -> [SafeText] {
    let language = self.language.text.firstLine
    let time = moments.moment(moment.text).map { SafeText(sanitizing: moments.text(of: $0)) }
    // What matters most comes first: not all has room everywhere.
    return (time.map { [labels.at + " " + $0] } ?? [])
      + (language.isEmpty ? [] : [SafeText(sanitizing: language)])
      + (quotePolicy.flatMap { labels.quotersSaid[$0] }.map { [$0] } ?? [])
      + rows.compactMap { row in
        if case .remark(let asked) = row { extraFields[asked.field]?.told } else { nil }
      }
  }

  /// Draws what is said, a row each.
  mutating func draw(
    _ labels: ComposeViewModel.MoreLabels, on canvas: inout Canvas, in rect: CellRect,
    _ drawing: Drawing
  ) {
    let names = rows.map(labels.name)
    let widest = names.map { TextWidth.columns(of: $0) }.max() ?? 0
    let start = min(widest + 1, rect.size.columns / 2)
    first = max(0, place - rect.size.rows + 1)
    for (row, place) in zip(rect.rows, rows.indices.dropFirst(first)) {
      let isChosen = place == self.place
      canvas.write(
        Line(names[place], drawing.theme.style(isChosen ? .strong : .faint))
          .cut(columns: start - 1), at: CellPosition(row: row, column: rect.origin.column),
        within: rect)
      let field = CellRect(
        row: row, column: rect.origin.column + start, rows: 1, columns: rect.size.columns - start)
      draw(rows[place], labels, field, on: &canvas, drawing, isChosen: isChosen)
    }
  }

  private mutating func draw(
    _ row: Row, _ labels: ComposeViewModel.MoreLabels, _ rect: CellRect,
    on canvas: inout Canvas, _ drawing: Drawing, isChosen: Bool
  ) {
    let theme = drawing.theme
    switch row {
    case .language, .moment:
      let text = row == .language ? language : moment
      var field = rect
      field.size.columns = min(row == .language ? 8 : 17, rect.size.columns)
      text.draw(
        on: &canvas, in: field, theme.style(.field), isFocused: drawing.isFront && isChosen)
      let hint = labels.hint(of: row, isEmpty: text.text.isEmpty)
      let column = field.columns.upperBound + 1
      guard column + TextWidth.columns(of: hint) <= rect.columns.upperBound else { return }
      canvas.write(
        Line(hint, theme.style(.faint)),
        at: CellPosition(row: rect.origin.row, column: column), within: rect)
    case .remark(let asked):
      extraFields[asked.field]?.draw(
        on: &canvas, in: rect, theme, isChosen: drawing.isFront && isChosen)
    case .quotePolicy:
      let words = quotePolicy.flatMap { labels.quoterNames[$0] } ?? labels.usual
      var line = Line(isChosen ? "‹ " : "  ", theme.style(.strong))
      line.append(words, theme.style(isChosen ? .strong : .text))
      if isChosen { line.append(" ›", theme.style(.strong)) }
      canvas.write(line.cut(columns: rect.size.columns), at: rect.origin, within: rect)
    }
  }
}
