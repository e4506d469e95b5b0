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

  var hints: [Command] {
    let row = pane.selected
    return (row?.opening == nil ? [] : [.open]) + (row?.editing == nil ? [] : [.edit])
      + (row?.removed == nil ? [] : [.delete])
      + (row?.reacting == nil ? [] : [.react])
      + [Command.like, .keepTab].filter { row?.deeds[$0] != nil }
      + [.back, .refresh, .help]
  }

  var withheld: [Command] {
    Command.aboutPosts.filter { command in
      switch command {
      case .delete: pane.selected?.removed == nil
      case .react: pane.selected?.reacting == nil
      default: pane.selected?.deeds[command] == nil
      }
    }
  }

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
    let hasCurves = options.hasSigns && !options.isPlain
    pane.fit(rect.size, look: .init(theme: theme)) {
      Self.block(of: $0, columns: $1, theme, hasCurves: hasCurves)
    }
    pane.draw(on: &canvas, in: rect, mark: drawing.isFront ? .init(theme, options) : nil)
  }

  func opens(_ row: ListingRow) -> Bool { row.opening != nil }

  func obey(_ command: Command) -> Bool {
    let row = pane.selected
    switch command {
    case .refresh: requests(.refresh)
    case .undo: requests(.undo)
    case .open:
      switch row?.opening {
      case .route(let route): stage?.go(to: route)
      case .link(let link): stage?.open(link)
      case .toggle(let item): requests(.toggle(item))
      case nil: return false
      }
    case .openLink, .browse, .copyLink:
      guard case .link(let link)? = row?.opening else { return false }
      command == .copyLink
        ? stage?.copy(SafeText(sanitizing: link.address)) : stage?.browse(link)
    case .edit:
      guard let route = row?.editing else { return false }
      stage?.go(to: route)
    case .react:
      guard let route = row?.reacting else { return false }
      stage?.go(to: route)
    case .like, .keepTab:
      guard let kind = row?.deeds[command], let item = row?.item else { return false }
      requests(.perform(kind, item))
    case .delete:
      guard let item = row?.removed else { return false }
      requests(.remove(item))
    default: return false
    }
    return true
  }
}

extension ListingView: Displaying {
  func display(_ viewModel: ListingViewModel) {
    self.viewModel = viewModel
    pane.show(viewModel.rows)
    obey(viewModel.cues)
    stage?.redraw()
  }
}

extension ListingView {
  private static func block(
    of row: ListingRow, columns: Int, _ theme: Theme, hasCurves: Bool
  ) -> Block<Never> {
    let columns = max(1, min(columns, PostLayout.widest))
    let curve: SafeText = hasCurves ? SparkLine.text(of: row.curve) : ""
    let aside = Line(row.aside.isEmpty ? "" : "  " + row.aside, theme.style(.faint))
    var heading = Line(row.heading, theme.style(.author))
      .cut(columns: max(4, columns - aside.columns))
    heading.append(aside)
    if !curve.isEmpty { heading.append("  " + curve, theme.style(.busy)) }
    let lines = row.paragraphs.flatMap { TextWrapping.wrap(theme.line($0), columns: columns) }
    return Block(lines: [heading.cut(columns: columns)] + lines)
  }
}
