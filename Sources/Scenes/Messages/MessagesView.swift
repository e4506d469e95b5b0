import FeedDomain
import PhotoDisplay
import Preferences
import Terminal
import UseCases
import Words

/// A list of what people say to the reader directly.
@MainActor final class MessagesView: ListScene {
  weak var stage: (any Stage)?
  private let options: DisplayOptions
  private let requests: SceneRequests<Messages.Request>
  private var viewModel = MessagesViewModel()
  package var pane = ListPane<MessageRow, Never>(gap: 1)

  init(
    interactor: any Interacting<Messages.Request>, options: DisplayOptions = DisplayOptions()
  ) {
    requests = SceneRequests(to: interactor)
    self.options = options
  }

  var header: Header {
    Header(
      viewModel.title, failure: viewModel.rows.isEmpty ? "" : viewModel.failure,
      activity: viewModel.rows.isEmpty ? "" : viewModel.activity, aside: viewModel.aside)
  }

  var hints: [Command] {
    pane.selected == nil
      ? [.back, .compose, .refresh, .help]
      : [.back, .open, .reply, .profile, .compose, .refresh, .help]
  }

  func isMoving(at now: Timestamp) -> Bool {
    options.isAnimated && (!viewModel.activity.isEmpty || viewModel.notice?.isBusy == true)
  }

  func opened() { requests.once(.open) }

  func closed() {
    requests(.close)
    requests.cancel()
  }

  func draw(on canvas: inout Canvas, in rect: CellRect, _ drawing: Drawing) {
    let theme = drawing.theme
    if let notice = viewModel.notice {
      return notice.draw(on: &canvas, in: rect, drawing, options)
    }
    pane.fit(rect.size, look: .init(theme: theme)) { [options] in
      Self.block(of: $0, columns: $1, theme, isPlain: options.isPlain)
    }
    pane.draw(on: &canvas, in: rect, mark: drawing.isFront ? .init(theme, options) : nil)
  }

  func obey(_ command: Command) -> Bool {
    switch command {
    case .refresh:
      pane.leaveEnd()
      requests(.refresh)
    case .compose: stage?.go(to: .compose(.post))
    default: return pane.selected.map { obey(command, on: $0) } ?? false
    }
    return true
  }

  func opens(_ row: MessageRow) -> Bool { row.last != nil }

  func moved() {
    stage?.redraw()
    // Near the end, the next are fetched before they are missed.
    if viewModel.hasMore, pane.comesNearEnd() { requests(.more) }
  }
}

extension MessagesView: Displaying {
  func display(_ viewModel: MessagesViewModel) {
    self.viewModel = viewModel
    pane.show(viewModel.rows)
    obey(viewModel.cues)
    stage?.redraw()
  }
}

extension MessagesView {
  private func obey(_ command: Command, on row: MessageRow) -> Bool {
    switch command {
    case .open:
      guard let last = row.last else { return false }
      if row.isUnread { requests(.read(row.id)) }
      stage?.go(to: .conversation(last))
    case .reply:
      guard let last = row.last else { return false }
      stage?.go(to: .compose(.reply(to: last)))
    case .profile:
      guard let partner = row.partner else { return false }
      stage?.go(to: .profile(partner))
    default: return false
    }
    return true
  }

  private static func block(
    of row: MessageRow, columns: Int, _ theme: Theme, isPlain: Bool
  ) -> Block<Never> {
    var heading = Line()
    if row.isUnread { heading.append(isPlain ? "* " : "● ", theme.style(.busy)) }
    let time = Line(row.time.isEmpty ? "" : "  " + row.time, theme.style(.faint))
    let room = max(4, min(columns, 90) - time.columns - heading.columns)
    heading.append(Line(row.people, theme.style(.author)).cut(columns: room))
    heading.append(time)
    let words = Line(row.words, theme.style(row.isUnread ? .text : .faint))
    return Block(lines: [heading, words.cut(columns: min(columns, 90))])
  }
}
