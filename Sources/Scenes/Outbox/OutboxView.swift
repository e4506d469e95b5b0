import FeedDomain
import Preferences
import Terminal
import UseCases

/// The list of what waits to be sent, and of drafts.
@MainActor final class OutboxView: ListScene {
  weak var stage: (any Stage)?
  private let options: DisplayOptions
  private let send: SceneRequests<OutboxReading.Request>
  /// The draft that was asked once to be thrown away.
  private var mayDiscard: OutboxRow.ID?
  private var viewModel: OutboxViewModel?
  package var pane = ListPane<OutboxRow, Never>(gap: 1)

  init(
    interactor: any Interacting<OutboxReading.Request>, options: DisplayOptions = DisplayOptions()
  ) {
    send = SceneRequests(to: interactor)
    self.options = options
  }

  var header: Header {
    guard let viewModel else { return Header() }
    return Header(viewModel.title, aside: viewModel.count)
  }

  var hints: [Command] { [.back] + (pane.selected?.commands ?? []) + [.help] }

  /// At a draft there is nothing to take back, but something to throw away.
  var hintWords: [Command: SafeText] {
    guard case .draft = pane.selected?.id, let viewModel else { return [:] }
    return [.withdraw: viewModel.discard]
  }

  /// Back from writing, there may be another draft, or one less.
  func opened() { send(.open) }

  func closed() { send(.close) }

  func draw(on canvas: inout Canvas, in rect: CellRect, _ drawing: Drawing) {
    let theme = drawing.theme
    if let notice = viewModel?.notice {
      return notice.draw(on: &canvas, in: rect, drawing, options)
    }
    pane.fit(rect.size, look: .init(theme: theme)) { Self.block(of: $0, columns: $1, theme) }
    pane.draw(on: &canvas, in: rect, mark: drawing.isFront ? .init(theme, options) : nil)
  }
}

extension OutboxView: Displaying {
  func display(_ viewModel: OutboxViewModel) {
    self.viewModel = viewModel
    pane.show(viewModel.rows)
    for case .say(let message) in viewModel.cues { stage?.say(message) }
    stage?.redraw()
  }
}

extension OutboxView {
  private static func block(of row: OutboxRow, columns: Int, _ theme: Theme) -> Block<Never> {
    let columns = min(columns, 90)
    var lines = [Line(row.title, theme.style(.author)).cut(columns: columns)]
    if !row.excerpt.isEmpty {
      lines.append(Line(row.excerpt, theme.style(.text)).cut(columns: columns))
    }
    lines += TextWrapping.wrap(Line(row.state, theme.style(row.role)), columns: columns)
    return Block(lines: lines)
  }

  func handle(_ event: SceneEvent) -> Bool {
    // It is meant only when the same key comes twice in a row.
    if event != .command(.withdraw) { mayDiscard = nil }
    return handleInList(event)
  }

  func obey(_ command: Command) -> Bool {
    // What can be done with nothing is nothing; the scene says that it is empty.
    guard let row = pane.selected else { return command == .send || command == .withdraw }
    switch command {
    case .open:
      // What can be edited is opened for it.
      return row.commands.contains(.edit) ? obey(.edit) : false
    case .send, .edit, .withdraw:
      guard row.commands.contains(command) else { return true }
      act(command, on: row)
    default: return false
    }
    return true
  }

  private func act(_ command: Command, on row: OutboxRow) {
    switch (command, row.id) {
    case (.send, .item(let id)): send(.send(id))
    case (.edit, .item(let id)): stage?.go(to: .compose(.edit(id)))
    case (_, .item(let id)): send(.withdraw(id))
    case (.edit, .draft(let id)): stage?.go(to: .compose(.draft(id)))
    case (_, .draft(let id)): discard(id, of: row)
    }
  }

  private func discard(_ draft: Draft.ID, of row: OutboxRow) {
    if mayDiscard == row.id {
      mayDiscard = nil
      send(.discard(draft))
    } else {
      mayDiscard = row.id
      if let viewModel { stage?.say(Message(text: viewModel.discardAsks, tone: .plain)) }
    }
  }
}
