import FeedDomain
import Terminal

/// A field for what is not to be read about, and below it what a post is about and what is muted
/// already.
@MainActor final class MutesView: Scene {
  weak var stage: (any Stage)?
  private let interactor: any MutingInteracting
  private let post: Post.ID?
  private let options: DisplayOptions
  private let requests = SceneRequests()
  private var viewModel: MutesViewModel?
  private var field = TextField()
  private var list = ChoiceList.belowField
  /// Where it was drawn, for the mouse.
  private var origin = CellPosition(row: 0, column: 0)

  /// Choosing among what the post is about, where there is one.
  init(
    about post: Post.ID?, interactor: any MutingInteracting,
    options: DisplayOptions = DisplayOptions()
  ) {
    self.post = post
    self.interactor = interactor
    self.options = options
  }

  var header: Header { Header() }
  var hints: [Command] { [] }
  var takesText: Bool { true }
  var isOverlay: Bool { true }

  func opened() { send(.open(about: post)) }

  func closed() { requests.cancel() }

  func draw(on canvas: inout Canvas, in rect: CellRect, _ drawing: Drawing) {
    guard let viewModel else { return }
    let (theme, labels) = (drawing.theme, viewModel.labels)
    origin = rect.origin
    let box = OverlayBox(
      in: rect, rows: max(11, min(viewModel.rows.count + 6, 18)), columns: 64, options: options)
    box.clear(on: &canvas, theme)
    let inner = box.inner
    let hasHints = inner.size.rows >= 6
    drawField(labels, on: &canvas, in: inner, theme)
    let rect = CellRect(
      row: inner.origin.row + 3, column: inner.origin.column,
      rows: max(0, inner.size.rows - (hasHints ? 5 : 3)), columns: inner.size.columns)
    list.draw(viewModel.rows.count, on: &canvas, in: rect) { place, isChosen in
      let row = viewModel.rows[place]
      return Line(
        choice: row.name, row.state, endStyle: theme.style(row.isMuted ? .good : .faint),
        isChosen: isChosen, columns: rect.size.columns, theme)
    }
    guard hasHints else { return }
    let isMuted = list.chosen.map { viewModel.rows[$0].isMuted } ?? false
    let hints = [
      Hint(Key(.enter), word: isMuted ? labels.unmute : labels.mute),
      Hint(Key(.up), Key(.down), word: labels.choose), Hint(Key(.escape), word: labels.leave),
    ]
    box.write(hints, on: &canvas, theme)
  }

  func handle(_ event: SceneEvent) -> Bool {
    switch event {
    case .key(let key): return handle(key)
    case .paste(let text):
      field.insert(text.firstLine)
      list.choose(nil)
      stage?.redraw()
      return true
    case .mouse(let mouse, _): return point(mouse)
    case .command, .edited: return false
    }
  }
}

extension MutesView: MutesDisplaying {
  func display(_ viewModel: MutesViewModel) {
    // What a post is about is what is meant most often, unless something is typed already.
    if self.viewModel == nil, post != nil, field.text.isEmpty, !viewModel.rows.isEmpty {
      list.choose(0)
    }
    self.viewModel = viewModel
    if let place = list.chosen, !viewModel.rows.indices.contains(place) { list.choose(nil) }
    stage?.redraw()
  }

  func take(_ mute: Mute) {
    field = TextField()
    list.choose(viewModel?.rows.firstIndex { $0.mute == mute })
    stage?.redraw()
  }

  func say(_ message: Message) { stage?.say(message) }
}

extension MutesView {
  private func drawField(
    _ labels: MutesViewModel.Labels, on canvas: inout Canvas, in rect: CellRect, _ theme: Theme
  ) {
    var prompt = Line(labels.title, theme.style(.author))
    prompt.append("  ", theme.style(.text))
    canvas.write(prompt, at: rect.origin, within: rect)
    let box = CellRect(
      row: rect.origin.row, column: rect.origin.column + prompt.columns, rows: 1,
      columns: max(1, rect.size.columns - prompt.columns))
    field.draw(on: &canvas, in: box, theme.style(.field), isFocused: list.chosen == nil)
    canvas.write(
      Line(labels.help, theme.style(.faint)).cut(columns: box.size.columns),
      at: CellPosition(row: box.origin.row + 1, column: box.origin.column), within: rect)
  }

  private func handle(_ key: Key) -> Bool {
    switch (key.code, key.modifiers) {
    case (.escape, _): stage?.go(to: .back)
    case (.enter, _): enter()
    case (.down, _), (.tab, []): list.step(by: 1, of: rows.count)
    case (.up, _), (.tab, .shift): list.step(by: -1, of: rows.count)
    default:
      guard field.handle(key) else { return false }
      list.choose(nil)
    }
    stage?.redraw()
    return true
  }

  private var rows: [MuteRow] { viewModel?.rows ?? [] }

  private func enter() {
    send(list.chosen.map { .toggle(rows[$0].mute) } ?? .add(field.text))
  }

  private func point(_ mouse: MouseEvent) -> Bool {
    switch mouse.action {
    case .wheelDown: list.go(by: 1, of: rows.count)
    case .wheelUp: list.go(by: -1, of: rows.count)
    case .press(1):
      guard let row = list.row(at: mouse.position.row + origin.row, of: rows.count) else {
        return true
      }
      list.choose(row)
      send(.toggle(rows[row].mute))
    default: break
    }
    stage?.redraw()
    return true
  }

  private func send(_ request: Muting.Request) {
    requests.make { [interactor] in await interactor.handle(request) }
  }
}
