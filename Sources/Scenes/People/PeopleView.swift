import FeedDomain
import PhotoDisplay
import Preferences
import Terminal
import UseCases

/// A list of people.
@MainActor final class PeopleView: ListScene {
  weak var stage: (any Stage)?
  private let list: PeopleList
  private let options: DisplayOptions
  private let requests: SceneRequests<People.Request>
  private var viewModel = PeopleViewModel()
  package var pane = ListPane<PersonRow, Never>(gap: 1)

  init(
    of list: PeopleList, interactor: any Interacting<People.Request>,
    options: DisplayOptions = DisplayOptions()
  ) {
    self.list = list
    requests = SceneRequests(to: interactor)
    self.options = options
  }

  var header: Header {
    guard !viewModel.rows.isEmpty else { return Header(viewModel.title) }
    return Header(viewModel.title, failure: viewModel.failure, aside: viewModel.count)
  }

  var hints: [Command] {
    pane.selected == nil ? [.back, .refresh, .help] : [.back, .open, .refresh, .help]
  }

  func isMoving(at now: Timestamp) -> Bool { options.isAnimated && !viewModel.activity.isEmpty }

  func opened() { requests.once(.open(list)) }

  func closed() {
    send(.close)
    requests.cancel()
  }

  func draw(on canvas: inout Canvas, in rect: CellRect, _ drawing: Drawing) {
    let theme = drawing.theme
    if let notice = viewModel.notice {
      return notice.draw(on: &canvas, in: rect, drawing, options)
    }
    let sign = Spinner.sign(frame: drawing.frame, options)
    pane.footer =
      viewModel.activity.isEmpty
      ? [] : [theme.line([Span(sign + " ", .busy), Span(viewModel.activity, .faint)])]
    pane.fit(rect.size, look: .init(theme: theme)) { Self.block(of: $0, columns: $1, theme) }
    pane.draw(
      on: &canvas, in: rect, mark: drawing.isFront ? .init(theme, options) : nil)
  }
}

extension PeopleView: Displaying {
  func display(_ viewModel: PeopleViewModel) {
    self.viewModel = viewModel
    pane.show(viewModel.rows)
    stage?.redraw()
  }
}

extension PeopleView {
  private static func block(of row: PersonRow, columns: Int, _ theme: Theme) -> Block<Never> {
    var heading = Line(row.name, theme.style(.author)).cut(columns: columns)
    if heading.columns + 6 < columns {
      heading.pad(2)
      heading.append(
        Line(row.handle, theme.style(.handle)).cut(columns: columns - heading.columns))
    }
    let bio = Line(row.bio, theme.style(.faint)).cut(columns: min(columns, 90))
    return Block(lines: row.bio.isEmpty ? [heading] : [heading, bio])
  }

  func obey(_ command: Command) -> Bool {
    switch command {
    case .open, .profile:
      guard let person = pane.selected else { return false }
      stage?.go(to: .profile(person.id))
    case .refresh: send(.refresh)
    default: return false
    }
    return true
  }

  func opens(_ row: PersonRow) -> Bool { true }

  func moved() {
    stage?.redraw()
    // Near the end, the next people are fetched before they are missed.
    if viewModel.hasMore, pane.comesNearEnd() { send(.more) }
  }

  private func send(_ request: People.Request) {
    if request == .refresh { pane.leaveEnd() }
    requests(request)
  }
}
