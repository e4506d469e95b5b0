import FeedDomain
import PhotoDisplay
import Preferences
import Terminal
import UseCases
import Words

@MainActor
struct ConversationPresenter {
  let wording: Wording
  let keys: KeyMap
  /// True if the conversation is a preview in the pane beside a stream.
  var isBeside = false

  func viewModel(of state: ConversationScene.SceneState) -> ConversationViewModel {
    let conversation = state.conversation
    let rows = conversation.map { self.conversationRows(of: $0, state) } ?? []
    return ConversationViewModel(
      title: wording.conversation,
      count: conversation.map { conversationCountAndOrderText(of: $0, state.order) } ?? "",
      activity: wording.fetchProgressOrRetryText(
        state.fetch.fetchProgress, wording.loading, key: refreshKey),
      failure: state.fetch.failure.map { wording.notUpToDateMessage($0) } ?? "", rows: rows,
      notice: rows.isEmpty ? emptySceneMessage(of: state) : nil, order: state.order,
      missingRepliesOffer: missingRepliesOffer(in: state))
  }

  /// Returns the text that offers to fetch missing replies from the server of the post's author;
  /// nil if they cannot be fetched, once they were fetched, and in a preview.
  private func missingRepliesOffer(in state: ConversationScene.SceneState) -> SafeText? {
    guard !isBeside, let host = state.ownServer else { return nil }
    return wording.say(
      "{key} fetches missing replies from {server}",
      ["key": keys.keyName(for: .moreReplies) ?? "", "server": host])
  }

  /// The name of the key that reloads the conversation; empty in a preview, which gets no keys.
  private var refreshKey: String { isBeside ? "" : keys.keyName(for: .refresh) ?? "" }

  private func conversationRows(
    of conversation: Conversation, _ state: ConversationScene.SceneState
  ) -> [ConversationRow] {
    // Omitted replies get a row at their position.
    let places = conversation.nodes.flatMap { node in
      let post = (node: node, isCut: false)
      return conversation.postsWithMissingReplies.contains(node.post.id)
        ? [post, (node: node, isCut: true)] : [post]
    }
    let branches = ReplyBranchLines.replyBranchLines(
      depths: places.map { $0.node.depth + ($0.isCut ? 1 : 0) })
    return zip(places, branches).map { place, branch in
      let post = place.node.post
      guard !place.isCut else {
        return ConversationRow(
          id: .cut(below: post.id),
          words: wording.say(
            "replies not loaded · {key} loads them", ["key": keys.keyName(for: .open) ?? ""]),
          isFocus: false, branch: branch)
      }
      let isFocus = post.id == conversation.focus
      var item = PostItem(post, of: state.account, state.nodes.undelivered)
      item.isWhole = isFocus
      item.isFromOwnServer =
        AccountlessEntityID(post.id) != nil && AccountlessEntityID(conversation.focus) == nil
      return ConversationRow(
        id: .post(post.id), post: item,
        isFocus: isFocus,
        placeholder: isFocus && isBeside
          ? selectedPostPlaceholder(of: place.node, in: conversation) : nil,
        branch: branch)
    }
  }

  private func selectedPostPlaceholder(
    of node: Conversation.ConversationNode, in conversation: Conversation
  ) -> ConversationRow.SelectedPostPlaceholder {
    let below = conversation.nodes.drop { $0.post.id != node.post.id }.dropFirst().first
    return ConversationRow.SelectedPostPlaceholder(
      hasOthers: conversation.nodes.count > 1,
      isUnanswered: (below?.depth ?? 0) <= node.depth
        && !conversation.postsWithMissingReplies.contains(node.post.id))
  }

  private func replyOrderText(of order: ConversationScene.ReplyOrder) -> SafeText? {
    switch order {
    case .thread: nil
    case .time: wording.say("by time")
    case .likes: wording.say("by likes")
    }
  }

  private func conversationCountAndOrderText(
    of conversation: Conversation, _ order: ConversationScene.ReplyOrder
  ) -> SafeText {
    guard conversation.nodes.count > (isBeside ? 1 : 0) else { return "" }
    return [
      wording.postCountText(conversation.nodes.count),
      conversation.hasMore ? wording.moreElsewhere : nil,
      replyOrderText(of: order),
    ].compactMap(\.self).joined(separator: " · ")
  }

  private func emptySceneMessage(of state: ConversationScene.SceneState) -> EmptySceneMessage {
    if state.isGone {
      return EmptySceneMessage(sentence: wording.say("This post no longer exists."))
    }
    if state.isHidden {
      return EmptySceneMessage(
        sentence: wording.say("You have hidden this conversation."),
        nextStep: wording.say(
          "{key} lists what is hidden.", ["key": keys.keyName(for: .mute) ?? ""]))
    }
    guard let failure = state.fetch.failure else {
      return EmptySceneMessage(
        asking: wording.say("Fetching the conversation"), state.fetch.fetchProgress, wording,
        key: refreshKey)
    }
    return EmptySceneMessage(
      sentence: wording.nothingToShowMessage(failure),
      nextStep: isBeside ? "" : wording.retryHint(key: refreshKey))
  }
}

// MARK: - View model

struct ConversationViewModel: Equatable {
  var title: SafeText = ""
  /// The text in the conversation scene's header with the number of posts and the order of replies;
  /// empty until the conversation is loaded.
  var count: SafeText = ""
  var activity: SafeText = ""
  var failure: SafeText = ""
  /// The rows of the conversation: posts in reading order, and gaps where replies are not loaded.
  var rows: [ConversationRow] = []
  var notice: EmptySceneMessage?
  var order = ConversationScene.ReplyOrder.thread
  /// The text that offers to fetch missing replies from the server of the post's author; nil if
  /// there is no such offer.
  var missingRepliesOffer: SafeText?
}

struct ConversationRow: PostRow {
  enum ConversationRowID: Hashable {
    case post(Post.ID)
    case cut(below: Post.ID)
  }

  let id: ConversationRowID
  /// The post in a row of the conversation scene; nil for a gap.
  package var post: PostItem?
  /// The text of a gap in the conversation scene; empty for a post.
  var words: SafeText = ""
  /// True if the row of the conversation scene has the post for which the conversation was opened.
  let isFocus: Bool
  /// The placeholder drawn in this row of the conversation instead of the post, which the stream
  /// beside shows already; nil if the post itself is drawn.
  var placeholder: SelectedPostPlaceholder?
  let branch: ReplyBranchLines

  /// A placeholder for the selected post in the conversation beside a stream, since the stream
  /// shows the post already.
  struct SelectedPostPlaceholder: Equatable {
    /// True if the conversation beside the stream has more posts than the selected one.
    let hasOthers: Bool
    /// True if the selected post has no replies, so that the conversation's free space shows the
    /// author and the post's pictures.
    let isUnanswered: Bool
  }
}

/// A branch of the reply tree in one row of a conversation: the lines drawn left of the post.
struct ReplyBranchLines: Equatable {
  /// The flags of a branch of the reply tree for the outer levels, outermost first: true if the
  /// level's vertical line passes the post on its left.
  let trunks: [Bool]
  /// True if a later reply in the conversation answers the same post as this one; nil for the first
  /// post of a conversation.
  let hasSibling: Bool?
  /// The flags of a branch of the reply tree for all levels, outermost first: true if the level's
  /// vertical line continues below the post.
  let continuesBelow: [Bool]

  private static let mostLevels = 64

  /// Returns the lines drawn left of each post of a conversation, as branches of the reply tree,
  /// given the posts' depths in reading order.
  static func replyBranchLines(depths: [Int]) -> [ReplyBranchLines] {
    var branches: [ReplyBranchLines] = []
    // For each level of the tree, true if a post of that level follows below.
    var isOpen: [Bool] = []
    var below: [Bool] = []
    for depth in depths.reversed() {
      let depth = max(0, depth)
      if isOpen.count <= depth {
        isOpen += Array(repeating: false, count: depth + 1 - isOpen.count)
      }
      // More levels than fit on any screen are left out: in a very deep tree, each row would
      // otherwise store all levels above it.
      let trunks = depth > 1 ? Array(isOpen[max(1, depth - mostLevels)..<depth]) : []
      let hasSibling = depth > 0 ? isOpen[depth] : nil
      branches.append(
        ReplyBranchLines(trunks: trunks, hasSibling: hasSibling, continuesBelow: below))
      isOpen.removeSubrange((depth + 1)...)
      isOpen[depth] = true
      below = depth > 0 ? trunks + [true] : []
    }
    return branches.reversed()
  }
}

// MARK: - View

/// A scene that shows a post with its replies, on the whole screen or as a preview beside a stream.
@MainActor
final class ConversationView: PostListScene {
  weak var navigator: (any Navigator)?
  let posts: PostViewModelFactory
  let world: any World

  package var pane = ListPane<ConversationRow, PostAction>()
  var displayStates = PostDisplayStates()
  let photoOpening = DelayedPhotoOpening()
  /// The view model that the conversation scene shows; its rows are held by the list pane instead.
  private var viewModel = ConversationViewModel()
  /// The id of the opened post's row, to which the conversation scene has yet to scroll; nil
  /// afterwards.
  private var unseenFocus: ConversationRow.ID?
  private let post: Post.ID
  private let opening: ConversationScene.SceneRequest
  private let request: SceneRequestSender<ConversationScene.SceneRequest>

  init(
    of post: Post.ID, opening: ConversationScene.SceneRequest,
    interactor: any Interacting<ConversationScene.SceneRequest>, posts: PostViewModelFactory,
    world: any World
  ) {
    self.post = post
    self.opening = opening
    request = SceneRequestSender(to: interactor)
    self.posts = posts
    self.world = world
  }

  var header: SceneHeader {
    var activity = viewModel.activity
    if !activity.isEmpty {
      let frame = Int(truncatingIfNeeded: world.now.milliseconds / 100)
      activity = Spinner.spinnerSign(frame: frame, posts.options) + " " + activity
    }
    return SceneHeader(
      viewModel.title, failure: viewModel.failure, activity: activity, aside: viewModel.count)
  }

  var hints: [Command] {
    guard let row = pane.selected else { return [.back, .refresh, .help] }
    guard let item = row.post else { return [.back, .open, .refresh, .help] }
    var own = posts.abilities.keyHintCommands(for: item, at: world.now)
    let others: [Command] = (pane.items.count > 2 ? [.view] : []) + priorityCommands
    // The opened post's own conversation is shown already.
    if item.post.id == post { own.removeAll { $0 == .open } }
    return [.back] + own.prefix(5) + [.refresh, .help] + own.dropFirst(5) + others
  }

  /// The commands whose keys have precedence in the conversation scene: fetching missing replies,
  /// if offered, and opening a selected post that was read without an account.
  var priorityCommands: [Command] {
    (viewModel.missingRepliesOffer == nil ? [] : [.moreReplies])
      + (pane.selected?.post?.linkToPostReadWithoutAccount == nil ? [] : [.actAs])
  }

  var hintWords: [Command: SafeText] {
    var words: [Command: SafeText] = [.view: posts.wording.say("sort replies")]
    if pane.selected?.post?.linkToPostReadWithoutAccount != nil {
      words[.actAs] = posts.wording.openWithAccount
    }
    return words
  }

  var properties: SceneProperties {
    SceneProperties(isReady: !pane.items.isEmpty || viewModel.notice != nil)
  }

  func isAnimating(at now: Timestamp) -> Bool {
    guard posts.options.isAnimated else { return false }
    return displayStates.isMoving || !viewModel.activity.isEmpty || viewModel.notice?.isBusy == true
  }

  func drawScene(on canvas: inout Canvas, in whole: CellRect, _ drawing: DrawingParameters) {
    endLikeFlashes(at: drawing.now)
    let rect = drawAuthorOfSelectedPost(on: &canvas, in: whole, drawing)
    let room = PhotoBoxLayout(drawing.pictures, pane: rect.size, posts.options)
    pane.footer =
      viewModel.missingRepliesOffer.map { [Line($0, drawing.theme.style(.faint))] } ?? []
    let layout = ConversationLayout(
      posts: posts, theme: drawing.theme, now: drawing.now, pane: rect.size, room: room)
    pane.setSizeAndLayoutFunction(
      rect.size, look: .init(theme: drawing.theme, ageStep: drawing.ageStep, pictures: room)
    ) {
      layout.laidOutRow($0, columns: $1)
    }
    scrollToOpenedPost()
    if pane.items.isEmpty {
      guard let notice = viewModel.notice else { return }
      return notice.drawEmptySceneMessage(on: &canvas, in: rect, drawing, posts.options)
    }
    let mark = ListPane<ConversationRow, PostAction>.SelectedItemAppearance(
      drawing.theme, posts.options)
    pane.drawItems(
      on: &canvas, in: rect, mark: drawing.isFront ? mark : nil,
      pictures: PictureBoxPainter(drawing, posts))
  }

  /// Draws the card of the selected post's author at the bottom of a conversation beside a stream,
  /// and returns the area above the card; the whole area if no card is drawn.
  private func drawAuthorOfSelectedPost(
    on canvas: inout Canvas, in rect: CellRect, _ drawing: DrawingParameters
  ) -> CellRect {
    // For a post without replies no card is shown, since the post's heading has the author.
    guard case .glance = opening, !posts.options.isPlain,
      pane.items.last?.post?.post.id != post,
      let author = pane.items.first(where: { $0.post?.post.id == post })?.post?.post.author
    else { return rect }
    return AuthorCard(posts: posts, author: author).drawAuthorCard(on: &canvas, in: rect, drawing)
  }

  func sceneDidAppear() { request.sendOpeningRequestOnce(opening) }

  func sceneDidClose() { request(.close) }

  func handleCommand(_ command: Command) -> Bool {
    switch command {
    case .refresh: request(.refresh)
    case .undo: request(.undo)
    case .moreReplies where viewModel.missingRepliesOffer != nil: request(.fetchMissingReplies)
    case .view: request(.sort(viewModel.order.next))
    default:
      if navigateIfPossible(by: command) { return true }
      guard let row = pane.selected else { return false }
      if let item = row.post { return performCommand(command, on: item) }
      guard command == .open, case .cut(let post) = row.id else { return false }
      request(.goOn(below: post))
    }
    return true
  }

  func isWholeRowClickTarget(_ row: ConversationRow) -> Bool { row.post == nil }

  func toggleMark(_ action: Post.UserPostMarks, on post: Post.ID) { request(.toggle(post, action)) }

  func requestPostDeletion(_ post: Post.ID) { request(.delete(post)) }

  private func scrollToOpenedPost() {
    guard let focus = unseenFocus else { return }
    unseenFocus = nil
    pane.selectItem(focus, onRow: pane.room.rows / 3)
    pane.scrollToSelection()
  }
}

extension ConversationView: Displaying {
  func display(_ viewModel: ConversationViewModel) {
    if pane.items.isEmpty { unseenFocus = viewModel.rows.first(where: \.isFocus)?.id }
    showRowsIfChanged(viewModel.rows)
    self.viewModel = viewModel
    self.viewModel.rows = []
    navigator?.requestRedraw()
  }
}

extension ConversationScene.ReplyOrder {
  fileprivate var next: Self {
    switch self {
    case .thread: .time
    case .time: .likes
    case .likes: .thread
    }
  }
}

extension ConversationView {
  func screenReaderContents(at now: Timestamp) -> ScreenReaderContents {
    var words = screenReaderContentsOfPosts(
      at: now, notice: pane.items.isEmpty ? viewModel.notice : nil,
      isBusy: !viewModel.activity.isEmpty)
    let order: CatchUpOrder =
      switch viewModel.order {
      case .thread: .threads
      case .time: .time
      case .likes: .likes
      }
    words.modes = [posts.wording.name(of: order).withCapitalLetter]
    return words
  }
}
