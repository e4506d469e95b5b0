import FeedDomain
import Preferences
import Terminal
import UseCases
import Words

/// What happened to the reader, one thing below the other.
@MainActor final class NoticesView: PostListScene {
  weak var stage: (any Stage)?
  let posts: PostPresentation
  let world: any World
  private let requests: SceneRequests<Notices.Request>
  var states = PostStates()
  private var viewModel: NoticesViewModel?
  private var strip = TabStrip()
  package var pane = ListPane<NoticeRow, PostAction>(gap: 1)

  init(interactor: any Interacting<Notices.Request>, posts: PostPresentation, world: any World) {
    requests = SceneRequests(to: interactor)
    self.posts = posts
    self.world = world
  }

  var header: Header {
    guard let viewModel else { return Header() }
    return Header(
      viewModel.title,
      failure: viewModel.rows.isEmpty || !viewModel.silence.isEmpty
        ? viewModel.silence : viewModel.failure,
      activity: viewModel.activity, aside: viewModel.count)
  }

  /// Its parts stand in the blank row.
  var hasAir: Bool { viewModel?.tabs.isEmpty ?? true }

  var hints: [Command] {
    let tabs: [Command] =
      (viewModel?.tabs.isEmpty == false ? [.nextStream] : [])
      + (viewModel?.together == nil ? [] : [.everything])
    guard let row = pane.selected else { return [.back] + tabs + [.refresh, .help] }
    guard let item = row.post else {
      return [.back, .open] + (row.asking == nil ? [] : [.accept, .reject]) + tabs
        + [.refresh, .help]
    }
    let own = posts.abilities.hints(for: item, at: world.now)
    return [.back] + own.prefix(4) + tabs + [.refresh, .help] + own.dropFirst(4)
  }

  var claims: [Command] { [.reject] + (viewModel?.together == nil ? [] : [.everything]) }

  var isReady: Bool { viewModel != nil }

  func isMoving(at now: Timestamp) -> Bool {
    posts.options.isAnimated && (states.isMoving || viewModel?.notice?.isBusy == true)
  }

  func opened() { requests.once(.open) }

  /// Out of sight nothing is read, so that it stays new.
  func seen(_ isInSight: Bool) { request(isInSight ? .open : .close) }

  var column: (content: DeckColumn.Content, name: SafeText)? {
    viewModel.map { (.notices, $0.title) }
  }

  func closed() {
    request(.close)
    requests.cancel()
  }

  func draw(on canvas: inout Canvas, in whole: CellRect, _ drawing: Drawing) {
    lowerThumbs(at: drawing.now)
    let theme = drawing.theme
    let rect = strip.draw(
      viewModel?.tabs.map(\.name) ?? [], current: viewModel?.current ?? 0, on: &canvas, in: whole,
      theme, isPlain: posts.options.isPlain)
    if let notice = viewModel?.notice {
      return notice.draw(on: &canvas, in: rect, drawing, posts.options)
    }
    let layout = NoticesLayout(posts: posts, theme: theme, now: drawing.now)
    pane.fit(rect.size, look: .init(theme: theme, second: drawing.second)) {
      layout.block($0, columns: $1)
    }
    pane.draw(
      on: &canvas, in: rect, mark: drawing.isFront ? .init(theme, posts.options) : nil)
  }
}

extension NoticesView: Displaying {
  func display(_ viewModel: NoticesViewModel) {
    // Another part begins at its top, as do those of others.
    if viewModel.current != self.viewModel?.current
      || viewModel.together != self.viewModel?.together
    {
      pane.show([])
      pane.leaveEnd()
    }
    show(viewModel.rows, insteadOf: pane.items.isEmpty ? [] : self.viewModel?.rows ?? [])
    self.viewModel = viewModel
    viewModel.cues.forEach(obey)
    stage?.redraw()
  }
}

extension NoticesView {
  func toggle(_ action: Post.OwnActions, on post: Post.ID) { request(.toggle(post, action)) }

  func delete(_ post: Post.ID) { request(.delete(post)) }
}

// MARK: - Its parts

extension NoticesView {
  func handle(_ event: SceneEvent) -> Bool {
    guard case .mouse(let mouse, let count) = event else { return handleInList(event) }
    if case .press(1) = mouse.action, let tab = strip.tab(at: mouse.position) {
      look(at: tab)
      return true
    }
    let room = CellRect(row: strip.rows, column: 0, rows: 0, columns: 0)
    return handleInList(.mouse(mouse.moved(into: room), count: count))
  }

  var spots: [Spot] { strip.spots + spotsInList.map { $0.moved(down: strip.rows) } }

  func reach(_ place: CellPosition, copying: Bool) {
    guard let tab = strip.tab(at: place) else {
      return reachInList(
        CellPosition(row: place.row - strip.rows, column: place.column), copying: copying)
    }
    look(at: tab)
  }

  private func look(at number: Int) {
    guard let tabs = viewModel?.tabs, tabs.indices.contains(number) else { return }
    request(.look(at: tabs[number].tab))
  }
}

extension NoticesView {
  func obey(_ command: Command) -> Bool {
    if let tab = command.tab(after: viewModel?.current ?? 0, of: viewModel?.tabs.count ?? 0) {
      look(at: tab)
      return true
    }
    switch command {
    case .refresh: request(.refresh)
    case .undo: request(.undo)
    // It leads here.
    case .notifications: break
    case .everything:
      guard let together = viewModel?.together else { return false }
      request(.gather(!together))
    default:
      if go(by: command) { return true }
      guard let row = pane.selected else {
        return command == .accept || command == .reject ? say(posts.wording.nobodyAsks) : false
      }
      return handle(command, on: row)
    }
    return true
  }

  private func handle(_ command: Command, on row: NoticeRow) -> Bool {
    switch command {
    case .open:
      if let page = row.page {
        stage?.open(page)
        return true
      }
      guard let route = row.route else { return false }
      go(to: route, from: row)
    case .accept, .reject:
      guard let asking = row.asking else { return say(posts.wording.nobodyAsks) }
      request(.admit(asking, command == .accept))
    case .profile where posts.abilities.people != nil:
      // Who did it, not who wrote what it was done to.
      guard let person = row.person ?? row.post?.post.author.id else { return false }
      go(to: .profile(person), from: row)
    default:
      guard let item = row.post else { return false }
      return perform(command, on: item)
    }
    return true
  }

  /// Goes there as the account whose notice it is.
  private func go(to route: Route, from row: NoticeRow) {
    stage?.go(to: row.owner.map { .at($0.account, route) } ?? route)
  }

  private func say(_ words: SafeText) -> Bool {
    say(Message(text: words, tone: .plain))
    return true
  }

  func opens(_ row: NoticeRow) -> Bool { row.route != nil || row.page != nil }

  func moved() {
    stage?.redraw()
    // Near the end, older ones are fetched before they are missed.
    if viewModel?.hasMore == true, pane.comesNearEnd() { request(.more) }
  }

  private func request(_ request: Notices.Request) {
    if request == .refresh { pane.leaveEnd() }
    requests(request)
  }
}
