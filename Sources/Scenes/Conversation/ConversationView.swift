import FeedDomain
import PhotoDisplay
import Preferences
import Terminal
import UseCases

/// Draws a conversation, alone or beside a stream, and turns keys into requests.
@MainActor final class ConversationView: PostListScene {
  weak var stage: (any Stage)?
  let posts: PostPresentation
  let world: any World

  package var pane = ListPane<ConversationRow, PostAction>()
  var states = PostStates()
  private var viewModel = ConversationViewModel()
  /// The post in question, until it has been brought into view.
  private var unseenFocus: ConversationRow.ID?
  private let post: Post.ID
  private let opening: ConversationReading.Request
  private let request: SceneRequests<ConversationReading.Request>

  /// The scene of the conversation around a post, and what it asks for first.
  init(
    of post: Post.ID, opening: ConversationReading.Request,
    interactor: any Interacting<ConversationReading.Request>, posts: PostPresentation,
    world: any World
  ) {
    self.post = post
    self.opening = opening
    request = SceneRequests(to: interactor)
    self.posts = posts
    self.world = world
  }

  var header: Header {
    var activity = viewModel.activity
    if !activity.isEmpty {
      let frame = Int(truncatingIfNeeded: world.now.milliseconds / 100)
      activity = Spinner.sign(frame: frame, posts.options) + " " + activity
    }
    return Header(
      viewModel.title, failure: viewModel.failure, activity: activity, aside: viewModel.count)
  }

  var hints: [Command] {
    guard let row = pane.selected else { return [.back, .refresh, .help] }
    guard let item = row.post else { return [.back, .open, .refresh, .help] }
    var own = posts.abilities.hints(for: item, at: world.now)
    // The conversation of the post in question is what is shown.
    if item.post.id == post { own.removeAll { $0 == .open } }
    return [.back] + own.prefix(5) + [.refresh, .help] + own.dropFirst(5)
  }

  var isReady: Bool { !pane.items.isEmpty || viewModel.notice != nil }

  func isMoving(at now: Timestamp) -> Bool {
    guard posts.options.isAnimated else { return false }
    return states.isMoving || !viewModel.activity.isEmpty || viewModel.notice?.isBusy == true
  }

  func draw(on canvas: inout Canvas, in rect: CellRect, _ drawing: Drawing) {
    lowerThumbs(at: drawing.now)
    let room = PictureRoom(drawing.pictures, pane: rect.size, posts.options)
    let layout = ConversationLayout(
      posts: posts, theme: drawing.theme, now: drawing.now, pane: rect.size, room: room)
    pane.fit(rect.size, look: .init(theme: drawing.theme, second: drawing.second, pictures: room)) {
      layout.block($0, columns: $1)
    }
    showFocus()
    if pane.items.isEmpty {
      guard let notice = viewModel.notice else { return }
      return notice.draw(on: &canvas, in: rect, drawing, posts.options)
    }
    let mark = ListPane<ConversationRow, PostAction>.Mark(drawing.theme, posts.options)
    pane.draw(
      on: &canvas, in: rect, mark: drawing.isFront ? mark : nil,
      pictures: PictureBox(drawing, posts))
  }

  func opened() { request.once(opening) }

  func closed() { request(.close) }
}

extension ConversationView: Displaying {
  func display(_ viewModel: ConversationViewModel) {
    if pane.items.isEmpty { unseenFocus = viewModel.rows.first(where: \.isFocus)?.id }
    show(viewModel.rows, insteadOf: self.viewModel.rows)
    self.viewModel = viewModel
    viewModel.cues.forEach(obey)
    stage?.redraw()
  }
}

extension ConversationView {
  func obey(_ command: Command) -> Bool {
    switch command {
    case .refresh: request(.refresh)
    case .undo: request(.undo)
    default:
      if go(by: command) { return true }
      guard let row = pane.selected else { return false }
      if let item = row.post { return perform(command, on: item) }
      guard command == .open, case .cut(let post) = row.id else { return false }
      request(.goOn(below: post))
    }
    return true
  }

  func opens(_ row: ConversationRow) -> Bool { row.post == nil }

  func toggle(_ action: Post.OwnActions, on post: Post.ID) { request(.toggle(post, action)) }

  func delete(_ post: Post.ID) { request(.delete(post)) }
}

extension ConversationView {
  /// Brings the post in question into view, with a third of the room above it for what it answers.
  private func showFocus() {
    guard let focus = unseenFocus else { return }
    unseenFocus = nil
    pane.place(focus, row: pane.room.rows / 3)
    pane.showSelection()
  }
}
