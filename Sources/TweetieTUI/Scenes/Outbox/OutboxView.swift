import FeedDomain
import Terminal

/// The list of what waits to be sent.
@MainActor final class OutboxView: Scene {
  weak var stage: (any Stage)?
  private let interactor: any OutboxInteracting
  private let options: DisplayOptions
  private let requests = SceneRequests()
  private var isOpen = false
  private var viewModel: OutboxViewModel?
  private var pane = ListPane<OutboxRow, Void>(gap: 1)

  init(interactor: any OutboxInteracting, options: DisplayOptions = DisplayOptions()) {
    self.interactor = interactor
    self.options = options
  }

  var header: Header {
    guard let viewModel else { return Header() }
    return Header(
      left: [Span(viewModel.title, .barStrong)], right: [Span(viewModel.count, .barFaint)])
  }

  var hints: [Command] { [.back] + (pane.selected?.commands ?? []) + [.help] }

  func opened() {
    if !isOpen { send(.open) }
    isOpen = true
  }

  func closed() { send(.close) }

  func draw(on canvas: inout Canvas, in rect: CellRect, _ drawing: Drawing) {
    let theme = drawing.theme
    if let notice = viewModel?.notice {
      NoticeBox(theme: theme).draw(
        notice.sentence, next: notice.next, sign: nil, on: &canvas, in: rect)
      return
    }
    pane.fit(rect.size, look: .init(theme: theme)) { Self.block(of: $0, columns: $1, theme) }
    pane.draw(on: &canvas, in: rect, mark: drawing.isFront ? .init(theme, options) : nil)
  }

  func handle(_ event: SceneEvent) -> Bool {
    switch event {
    case .command(let command): return handle(command)
    case .mouse(let mouse, let count): return handle(mouse, count: count)
    case .key, .paste, .edited: return false
    }
  }
}

extension OutboxView: OutboxDisplaying {
  func display(_ viewModel: OutboxViewModel) {
    self.viewModel = viewModel
    pane.show(viewModel.rows)
    stage?.redraw()
  }

  func say(_ message: Message) { stage?.say(message) }
}

extension OutboxView {
  private static func block(of row: OutboxRow, columns: Int, _ theme: Theme) -> Block<Void> {
    let columns = min(columns, 90)
    var lines = [Line(row.title, theme.style(.author)).cut(columns: columns)]
    if !row.excerpt.isEmpty {
      lines.append(Line(row.excerpt, theme.style(.text)).cut(columns: columns))
    }
    lines += TextWrapping.wrap(Line(row.state, theme.style(row.role)), columns: columns)
    return Block(lines: lines)
  }

  private func handle(_ command: Command) -> Bool {
    if pane.move(command) {
      stage?.redraw()
      return true
    }
    guard let row = pane.selected else { return false }
    switch command {
    case .open:
      // What can be edited is opened for it.
      return row.commands.contains(.edit) ? handle(.edit) : false
    case .send, .edit, .withdraw:
      guard row.commands.contains(command) else { return true }
      act(command, on: row)
    default: return false
    }
    return true
  }

  private func act(_ command: Command, on row: OutboxRow) {
    switch command {
    case .send: send(.send(row.id))
    case .edit: stage?.go(to: .compose(.edit(row.id)))
    default: send(.withdraw(row.id))
    }
  }

  private func handle(_ mouse: MouseEvent, count: Int) -> Bool {
    switch mouse.action {
    case .wheelDown: pane.scroll(by: 3)
    case .wheelUp: pane.scroll(by: -3)
    case .press(1):
      guard pane.hit(at: mouse.position) != nil else { return false }
      pane.select(at: mouse.position.row)
      if count > 1 { return handle(.open) }
    default: return false
    }
    stage?.redraw()
    return true
  }

  private func send(_ request: OutboxReading.Request) {
    requests.make { [interactor] in await interactor.handle(request) }
  }
}
