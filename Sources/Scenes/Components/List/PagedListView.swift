import FeedDomain
import PhotoDisplay
import Preferences
import Terminal
import UseCases
import Words

/// The view model of a list that is fetched page by page.
struct PagedListViewModel<Row: Identifiable & Equatable>: Equatable {
  var title: SafeText = ""
  /// The right side of the header while nothing failed, such as the number of rows.
  var aside: SafeText = ""
  var rows: [Row] = []
  /// Whether the service has another page.
  var hasMore = false
  /// The progress of fetching; empty if nothing is fetched.
  var activity: SafeText = ""
  /// The last error, and what to do about it; empty if none.
  var failure: SafeText = ""
  /// Shown in the middle while the list has no rows.
  var notice: StreamNotice?
}

extension PagedListViewModel: Sendable where Row: Sendable {}

extension PagedListViewModel {
  /// Puts how fetching stands into words.
  ///
  /// - Parameters:
  ///   - fetchingWords: the activity while a page is fetched.
  ///   - emptyNotice: shown in the middle when the service has answered that the list is empty.
  init<Element>(
    title: SafeText, aside: SafeText, _ list: PagedList<Element>, rows: [Row],
    fetchingWords: SafeText, emptyNotice: StreamNotice?, _ wording: Wording, keys: KeyMap
  ) {
    let key = keys.name(for: .refresh) ?? ""
    (self.title, self.aside, self.rows, hasMore) = (title, aside, rows, list.hasMore)
    let asking = list.fetch.asking
    activity = wording.activity(asking, fetchingWords, key: key)
    let sentence = list.fetch.failure.map { wording.sentence(for: $0) }
    let remedy = wording.triesAgain(key: key)
    failure = sentence.map { $0 + " " + remedy } ?? ""
    guard rows.isEmpty else { return }
    if let sentence {
      notice = StreamNotice(sentence: sentence, next: remedy)
    } else if asking != .nothing || !list.isLoaded {
      notice = StreamNotice(asking: fetchingWords, asking, wording, key: key)
    } else {
      notice = emptyNotice
    }
  }
}

/// One kind of paged list: its words, its rows and its keys.
@MainActor protocol PagedListContent {
  associatedtype State: Sendable
  associatedtype Request: PagedRequest
  associatedtype Row: Identifiable & Equatable

  /// The request with which the scene opens.
  var openRequest: Request { get }
  /// Whether the progress of fetching stands below the rows rather than in the header.
  var showsActivityBelow: Bool { get }
  /// Puts a state into words.
  func viewModel(of state: State) -> PagedListViewModel<Row>
  /// The commands of the bottom line. row is nil if the list is empty.
  func hints(for row: Row?) -> [Command]
  /// Handles a command about the selected row, or about none if the list is empty; returns false if
  /// the command means nothing here.
  func handle(_ command: Command, on row: Row?, _ scene: PagedListView<Self>) -> Bool
  /// Whether a row can be opened.
  func opens(_ row: Row) -> Bool
  /// Lays out a row.
  func block(of row: Row, columns: Int, _ theme: Theme, _ options: DisplayOptions) -> Block<Never>
}

extension PagedListContent {
  var showsActivityBelow: Bool { false }
  func opens(_ row: Row) -> Bool { true }
}

/// A scene that is a paged list.
@MainActor final class PagedListView<Content: PagedListContent>: ListScene {
  weak var stage: (any Stage)?
  let send: SceneRequests<Content.Request>
  var pane = ListPane<Content.Row, Never>(gap: 1)
  private let content: Content
  private let options: DisplayOptions
  private var viewModel = PagedListViewModel<Content.Row>()

  init(
    _ content: Content, interactor: any Interacting<Content.Request>,
    options: DisplayOptions = DisplayOptions()
  ) {
    (self.content, self.options) = (content, options)
    send = SceneRequests(to: interactor)
  }

  var header: Header {
    guard !viewModel.rows.isEmpty else { return Header(viewModel.title) }
    return Header(
      viewModel.title, failure: viewModel.failure,
      activity: content.showsActivityBelow ? "" : viewModel.activity, aside: viewModel.aside)
  }

  var hints: [Command] { content.hints(for: pane.selected) }

  func isMoving(at now: Timestamp) -> Bool {
    options.isAnimated && (!viewModel.activity.isEmpty || viewModel.notice?.isBusy == true)
  }

  func opened() { send.once(content.openRequest) }

  func closed() {
    send(.close)
    send.cancel()
  }

  func draw(on canvas: inout Canvas, in rect: CellRect, _ drawing: Drawing) {
    let theme = drawing.theme
    if let notice = viewModel.notice {
      return notice.draw(on: &canvas, in: rect, drawing, options)
    }
    if content.showsActivityBelow {
      let sign = Spinner.sign(frame: drawing.frame, options)
      pane.footer =
        viewModel.activity.isEmpty
        ? [] : [theme.line([Span(sign + " ", .busy), Span(viewModel.activity, .faint)])]
    }
    pane.fit(rect.size, look: .init(theme: theme)) { [content, options] in
      content.block(of: $0, columns: $1, theme, options)
    }
    pane.draw(on: &canvas, in: rect, mark: drawing.isFront ? .init(theme, options) : nil)
  }

  func obey(_ command: Command) -> Bool {
    guard command == .refresh else { return content.handle(command, on: pane.selected, self) }
    pane.leaveEnd()
    send(.refresh)
    return true
  }

  func opens(_ row: Content.Row) -> Bool { content.opens(row) }

  func moved() {
    stage?.redraw()
    // Near the end, the next page is fetched before its rows are missed.
    if viewModel.hasMore, pane.comesNearEnd() { send(.more) }
  }
}

extension PagedListView: Displaying {
  func display(_ viewModel: PagedListViewModel<Content.Row>) {
    self.viewModel = viewModel
    pane.show(viewModel.rows)
    stage?.redraw()
  }

  func perform(_ effect: Effect) { stage?.perform(effect) }
}
