import FeedDomain
import PhotoDisplay
import Preferences
import Terminal

/// A list of what a service tells besides posts, people and notices.
@MainActor final class ListingView: ListScene {
  weak var stage: (any Stage)?
  private let subject: Listing.Subject
  private let options: DisplayOptions
  private let requests: SceneRequests<Listing.Request>
  private var viewModel = ListingViewModel()
  package var pane = ListPane<ListingRow, Never>(gap: 1)

  init(
    of subject: Listing.Subject, interactor: any Interacting<Listing.Request>,
    options: DisplayOptions = DisplayOptions()
  ) {
    self.subject = subject
    requests = SceneRequests(to: interactor)
    self.options = options
  }

  var header: Header {
    let isEmpty = viewModel.rows.isEmpty
    return Header(
      viewModel.title, failure: isEmpty ? "" : viewModel.failure,
      activity: isEmpty ? "" : viewModel.activity)
  }

  var hints: [Command] { [.back, .refresh, .help] }

  func isMoving(at now: Timestamp) -> Bool {
    options.isAnimated && (!viewModel.activity.isEmpty || viewModel.notice?.isBusy == true)
  }

  func opened() { requests.once(.open(subject)) }

  func closed() {
    requests(.close)
    requests.cancel()
  }

  func draw(on canvas: inout Canvas, in rect: CellRect, _ drawing: Drawing) {
    let theme = drawing.theme
    if let notice = viewModel.notice {
      return notice.draw(on: &canvas, in: rect, drawing, options)
    }
    pane.fit(rect.size, look: .init(theme: theme)) { Self.block(of: $0, columns: $1, theme) }
    pane.draw(on: &canvas, in: rect, mark: drawing.isFront ? .init(theme, options) : nil)
  }

  func obey(_ command: Command) -> Bool {
    guard command == .refresh else { return false }
    requests(.refresh)
    return true
  }
}

extension ListingView: Displaying {
  func display(_ viewModel: ListingViewModel) {
    self.viewModel = viewModel
    pane.show(viewModel.rows)
    for cue in viewModel.cues {
      switch cue {
      case .say(let message): stage?.say(message)
      case .askToSignIn(let account): stage?.go(to: .signIn(again: account))
      case .follow, .flash: break
      }
    }
    stage?.redraw()
  }
}

extension ListingView {
  private static func block(
    of row: ListingRow, columns: Int, _ theme: Theme
  ) -> Block<Never> {
    let columns = max(1, min(columns, PostLayout.widest))
    let aside = Line(row.aside.isEmpty ? "" : "  " + row.aside, theme.style(.faint))
    var heading = Line(row.heading, theme.style(.author))
      .cut(columns: max(4, columns - aside.columns))
    heading.append(aside)
    let lines = row.paragraphs.flatMap { TextWrapping.wrap(theme.line($0), columns: columns) }
    return Block(lines: [heading.cut(columns: columns)] + lines)
  }
}
