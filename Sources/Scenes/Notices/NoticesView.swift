import FeedDomain
import PhotoDisplay
import Preferences
import Terminal
import Words

/// What happened to the reader, one thing below the other.
@MainActor final class NoticesView: PostListScene {
  weak var stage: (any Stage)?
  let posts: PostPresentation
  let world: any World
  private let requests: SceneRequests<Notices.Request>
  var states = PostStates()
  private var viewModel: NoticesViewModel?
  package var pane = ListPane<NoticeRow, PostAction>(gap: 1)

  init(interactor: any Interacting<Notices.Request>, posts: PostPresentation, world: any World) {
    requests = SceneRequests(to: interactor)
    self.posts = posts
    self.world = world
  }

  var header: Header {
    guard let viewModel else { return Header() }
    return Header(
      viewModel.title, failure: viewModel.rows.isEmpty ? "" : viewModel.failure,
      activity: viewModel.activity, aside: viewModel.count)
  }

  var hints: [Command] {
    guard let row = pane.selected else { return [.back, .refresh, .help] }
    guard let item = row.post else {
      return [.back, .open] + (row.asking == nil ? [] : [.accept, .reject]) + [.refresh, .help]
    }
    let own = posts.abilities.hints(for: item, at: world.now)
    return [.back] + own.prefix(5) + [.refresh, .help] + own.dropFirst(5)
  }

  var claims: [Command] { [.reject] }

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

  func draw(on canvas: inout Canvas, in rect: CellRect, _ drawing: Drawing) {
    lowerThumbs(at: drawing.now)
    let theme = drawing.theme
    if let notice = viewModel?.notice {
      return notice.draw(on: &canvas, in: rect, drawing, posts.options)
    }
    let room = PictureRoom(drawing.pictures, pane: rect.size, posts.options)
    let layout = NoticesLayout(posts: posts, theme: theme, now: drawing.now, room: room)
    pane.fit(rect.size, look: .init(theme: theme, second: drawing.second, pictures: room)) {
      layout.block($0, columns: $1)
    }
    pane.draw(
      on: &canvas, in: rect, mark: drawing.isFront ? .init(theme, posts.options) : nil,
      pictures: PictureBox(drawing, posts))
  }
}

extension NoticesView: Displaying {
  func display(_ viewModel: NoticesViewModel) {
    show(viewModel.rows, insteadOf: self.viewModel?.rows ?? [])
    self.viewModel = viewModel
    viewModel.cues.forEach(obey)
    stage?.redraw()
  }
}

extension NoticesView {
  func toggle(_ action: Post.OwnActions, on post: Post.ID) { request(.toggle(post, action)) }

  func delete(_ post: Post.ID) { request(.delete(post)) }
}

extension NoticesView {
  func obey(_ command: Command) -> Bool {
    switch command {
    case .refresh: request(.refresh)
    case .undo: request(.undo)
    // It leads here.
    case .notifications: break
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
      guard let route = row.route else { return false }
      stage?.go(to: route)
    case .accept, .reject:
      guard let asking = row.asking else { return say(posts.wording.nobodyAsks) }
      request(.admit(asking, command == .accept))
    case .profile where posts.abilities.people != nil:
      // Who did it, not who wrote what it was done to.
      guard let person = row.person ?? row.post?.post.author.id else { return false }
      stage?.go(to: .profile(person))
    default:
      guard let item = row.post else { return false }
      return perform(command, on: item)
    }
    return true
  }

  private func say(_ words: SafeText) -> Bool {
    say(Message(text: words, tone: .plain))
    return true
  }

  func opens(_ row: NoticeRow) -> Bool { row.route != nil }

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
