package import FeedDomain

/// A namespace for the requests and the state of the conversation scene, which shows a post, its
/// ancestors and its replies.
package enum ConversationScene {
  package enum SceneRequest: Equatable, Sendable {
    /// A request of the conversation scene: show a post's conversation, first as stored, then as
    /// fetched from the service.
    case open(Post.ID)
    /// A request of the conversation scene: show a conversation beside a timeline as the selection
    /// moves. A post that the service reports as gone stays stored, since a faulty service could
    /// otherwise delete many posts.
    case glance(Post.ID)
    case refresh, undo, close
    /// A request of the conversation scene: fetch the replies to a post that are missing in the
    /// service's answer.
    case goOn(below: Post.ID)
    /// A request of the conversation scene: fetch the replies that the post's own server knows and
    /// the account's service lacks.
    case fetchMissingReplies
    case sort(ReplyOrder)
    case toggle(Post.ID, Post.UserPostMarks)
    case delete(Post.ID)
  }

  package enum ReplyOrder: CaseIterable, Equatable, Sendable {
    /// An order of replies: each below the post it answers.
    case thread
    /// An order of replies: the oldest first, whatever they answer.
    case time
    /// An order of replies: those with most likes first, whatever they answer.
    case likes
  }

  package struct SceneState: Equatable, Sendable {
    package let account: Account
    /// The conversation's facts without its posts, such as the ids of posts with omitted replies;
    /// nil until the conversation is read.
    package private(set) var tree: Conversation?
    package var nodes = PostRows<Conversation.ConversationNode>()
    /// True if the service no longer has the post whose conversation is shown.
    package var isGone = false
    package var fetch = SceneFetchState.idle
    package var order = ReplyOrder.thread
    /// The host of the opened post's own server, if replies that only that server knows can be
    /// fetched; nil if they cannot, or once they were fetched.
    package var ownServer: String?

    package init(account: Account) { self.account = account }

    package init(_ conversation: Conversation, account: Account) {
      self.init(account: account)
      tree = conversation.replacingNodes([])
      nodes = PostRows(conversation.nodes)
    }

    package var conversation: Conversation? {
      isGone ? nil : tree?.replacingNodes(nodes.visibleRows).sortingReplies(by: order)
    }

    /// True if the user has hidden all posts of the conversation.
    package var isHidden: Bool { nodes.visibleRows.isEmpty && !nodes.confirmed.isEmpty }

    var confirmed: Conversation? { tree?.replacingNodes(nodes.confirmed) }

    @MainActor mutating func replaceConversation(
      _ conversation: Conversation, through actions: any PendingChangeApplying
    ) {
      tree = conversation.replacingNodes([])
      nodes.replaceRows(with: conversation.nodes, through: actions)
      isGone = false
    }
  }
}

extension Conversation {
  /// Returns the conversation with the posts below the opened one sorted; unless sorted by thread,
  /// they have no depth.
  func sortingReplies(by order: ConversationScene.ReplyOrder) -> Conversation {
    guard order != .thread, let place = nodes.firstIndex(where: { $0.post.id == focus }) else {
      return self
    }
    let replies = nodes[(place + 1)...].map { ConversationNode($0.post, depth: 0) }
    let sorted = replies.enumerated().sorted { one, other in
      let (left, right) = (one.element.post, other.element.post)
      let (likes, others) = (left.counts.likes ?? 0, right.counts.likes ?? 0)
      if order == .likes, likes != others { return likes > others }
      if order == .time, left.createdAt != right.createdAt {
        return left.createdAt < right.createdAt
      }
      return one.offset < other.offset
    }
    return replacingNodes(nodes[...place] + sorted.map(\.element))
  }
}

/// An interactor of the conversation scene: shows the stored part of a conversation at once, then
/// fetches the rest.
@MainActor
package final class ConversationInteractor: Interacting {
  private let session: AccountSession
  private let actions: UserActionPerformer
  private let presenter: any Presenting<ConversationScene.SceneState>
  private var focus: Post.ID?
  /// True if the user opened the conversation, rather than selecting its post in a timeline.
  private var isAsked = false
  private var state: ConversationScene.SceneState
  private lazy var fetching = SceneFetcher(session.world) { [weak self] asking in
    self?.updateState { $0.fetch = asking == .idle ? .idle : .waiting(asking) }
  }
  /// The runner that requests the conversation again after a delay: when the service has had time
  /// to collect more replies, or when its rate limit ends.
  private let waiting = SceneFetcher()
  /// The number of repeated requests for a conversation while the service collected replies.
  private var repeatedConversationRequests = 0
  /// True if replies that the service's answer for the conversation lacks were fetched one by one.
  private var hasGrown = false
  /// The conversation as the opened post's own server knows it; nil until it was fetched.
  private var completion: Conversation?
  /// True if the user asked for missing replies while another request of the scene was running;
  /// they are fetched after it.
  private var awaitsMissingReplies = false

  package init(
    _ session: AccountSession, actions: UserActionPerformer,
    presenter: any Presenting<ConversationScene.SceneState>
  ) {
    self.session = session
    self.actions = actions
    self.presenter = presenter
    state = ConversationScene.SceneState(account: session.account)
    actions.addActionReportListener(self) { $0.handleActionReport($1) }
  }

  package func handle(_ request: ConversationScene.SceneRequest) async {
    switch request {
    case .open(let post): await openConversation(of: post, asked: true)
    case .glance(let post): await openConversation(of: post, asked: false)
    case .refresh:
      endConversationPrefetching()
      repeatedConversationRequests = 0
      fetching.cancelStalledRequests()
      fetchConversation()
    case .goOn(let post):
      endConversationPrefetching()
      fetchOmittedReplies(below: post)
    case .fetchMissingReplies: fetchRepliesOfOriginalServer()
    case .sort(let order): updateState { $0.order = order }
    case .toggle(let id, let action): actions.toggleMark(action, on: state.nodes.post(id))
    case .delete(let id): actions.deletePost(state.nodes.post(id))
    case .undo: actions.undoLastAction()
    case .close:
      cancelConversationRequests()
      focus = nil
    }
  }

  package func repeatRequestsAfterSignIn() async { fetchConversation() }
}

extension ConversationInteractor {
  private func handleActionReport(_ event: ActionReport) {
    guard focus != nil else { return }
    updateState {
      $0.nodes.applyActionReport(event, through: actions)
      if case .delivered(.delete, _) = event, $0.nodes.confirmed.isEmpty { $0.isGone = true }
    }
    presenter.performReportEffects(event, of: session.account)
    switch event {
    case .changedElsewhere: Task { await reloadStoredPosts() }
    // The user's own reply is inserted into the tree.
    case .delivered(.publish(let draft), _):
      guard let answered = draft.replyTo, state.nodes.post(answered) != nil else { return }
      if hasGrown { fetchReplies(to: answered) } else { fetchConversation() }
    default: break
    }
  }

  private func updateState(_ change: (inout ConversationScene.SceneState) -> Void) {
    let before = state
    change(&state)
    if state != before { presenter.present(state) }
  }
}

extension ConversationInteractor {
  private func openConversation(of post: Post.ID, asked: Bool) async {
    cancelConversationRequests()
    let turn = fetching.generation
    isAsked = asked
    focus = post
    let order = state.order
    state = ConversationScene.SceneState(account: session.account)
    state.order = order
    (hasGrown, completion) = (false, nil)
    let held = await storedConversation(post)
    guard turn == fetching.generation else { return }
    if let held { showConversation(held) }
    if asked { return fetchConversation() }
    guard await session.mayHaveNewReplies(of: post, holding: held), turn == fetching.generation
    else {
      return
    }
    // If the user selects another post during the pause, nothing is requested.
    runActionAfterPause(for: session.requestTimes.prefetchDelay(at: session.world.now)) {
      [session, weak self] in
      session.requestTimes.recordPrefetch(at: session.world.now)
      self?.fetchConversation()
    }
  }

  /// Records that the user opened the conversation, after which its requests are no prefetches; the
  /// first time, cancels the prefetches under way.
  private func endConversationPrefetching() {
    if !isAsked { cancelConversationRequests() }
    isAsked = true
  }

  private func reloadStoredPosts() async {
    guard let focus else { return }
    let turn = fetching.generation
    guard let held = await storedConversation(focus), turn == fetching.generation else { return }
    updateState {
      $0.nodes.replacePostVersions(held.nodes.map(\.post))
      $0.nodes.applyPendingChanges(through: actions)
    }
  }

  private func storedConversation(_ post: Post.ID) async -> Conversation? {
    do throws(StoreError) {
      return try await session.stores.feeds.storedConversation(
        of: post, account: session.account.id)
    } catch {
      session.logStoreError(error, doing: "read a conversation")
      return nil
    }
  }

  private func cancelConversationRequests() {
    waiting.cancelRequest()
    repeatedConversationRequests = 0
    awaitsMissingReplies = false
    fetching.cancelRequest()
  }

  private func fetchConversation() {
    guard let focus else { return }
    requestConversation(about: focus, gone: { await self.removeStoredPost(focus) }) { told in
      guard self.hasGrown, let before = self.state.confirmed else {
        return self.showConversation(told)
      }
      // Replies that were fetched one by one may be missing in the answer: they are kept, and
      // fetched again.
      let kept = told.keepingOmittedReplies(from: before)
      self.showConversation(kept)
      self.hasGrown = kept != told
      let places = kept.nodes.map(\.post.id).filter {
        told.postsWithMissingReplies.contains($0) && !kept.postsWithMissingReplies.contains($0)
      }
      self.refetchReplies(below: places.prefix(Self.mostPlaces))
    }
  }

  /// Maximum number of posts whose replies are fetched again, one by one, with a conversation.
  private static let mostPlaces = 10

  private func refetchReplies(below posts: ArraySlice<Post.ID>) {
    guard let post = posts.first else { return }
    requestConversation(about: post, gone: {}) {
      self.addFetchedReplies(from: $0)
      self.refetchReplies(below: posts.dropFirst())
    }
  }

  private func fetchOmittedReplies(below post: Post.ID) {
    guard state.confirmed?.postsWithMissingReplies.contains(post) == true else { return }
    fetchReplies(to: post)
  }

  private func fetchReplies(to post: Post.ID) {
    // A post that is deleted or no longer visible has no replies.
    let gone = Conversation(focus: post, nodes: [])
    requestConversation(
      about: post, gone: { self.addFetchedReplies(from: gone) }, then: addFetchedReplies)
  }

  private func addFetchedReplies(from answers: Conversation) {
    guard let confirmed = state.confirmed else { return }
    hasGrown = true
    showConversation(
      confirmed.extendedWithReplies(from: answers).keepingOmittedReplies(from: confirmed))
  }

  private func requestConversation(
    about post: Post.ID, gone: @escaping @MainActor () async -> Void,
    then take: @escaping @MainActor (Conversation) -> Void
  ) {
    guard !fetching.isRunning else { return }
    waiting.cancelRequest()
    fetching.runRequest {
      [self, purpose = isAsked ? RequestPriority.userRequest : .preview] () async throws(FeedError)
      in
      let told = try await session.fetchConversationReusingStoredPost(of: post, purpose)
      guard !Task.isCancelled else { throw .cancelled }
      return (await storeConversation(told), told.retryDelay)
    } then: { [self] answer in
      switch answer {
      case .success(let (conversation, pause)):
        take(conversation)
        if post == focus, let pause { repeatConversationRequest(after: pause) }
      case .failure(.signedOut): presenter.perform(.askToSignIn(session.account))
      case .failure(.notFound): await gone()
      // The user did not ask for the conversation, so the stored posts suffice.
      case .failure(.rateLimited) where !isAsked: break
      case .failure(let error):
        updateState { $0.fetch = .failed(error) }
        guard case .rateLimited(let until) = error else { return }
        waiting.runActionAfterRateLimit(until: until, in: session.world) { [weak self] in
          self?.requestConversation(about: post, gone: gone, then: take)
        }
      }
      if awaitsMissingReplies { fetchRepliesOfOriginalServer() }
    }
  }

  /// Maximum number of repeated requests for a conversation while the service collects replies.
  private static let maximumRepeatedRequests = 4

  /// Fetches the conversation again after a delay, if the user opened it and the limit of repeated
  /// requests is not reached.
  private func repeatConversationRequest(after pause: Duration) {
    guard isAsked, repeatedConversationRequests < Self.maximumRepeatedRequests, !fetching.isRunning
    else { return }
    repeatedConversationRequests += 1
    runActionAfterPause(for: pause) { [weak self] in self?.fetchConversation() }
  }

  private func runActionAfterPause(for pause: Duration, then go: @escaping @MainActor () -> Void) {
    waiting.runDelayedActionAsRequest(for: pause, in: session.world, then: go)
  }

  /// Deletes a post from the store that the service no longer has, if the user opened its
  /// conversation.
  private func removeStoredPost(_ post: Post.ID) async {
    guard !session.isOver else { return }
    updateState { $0.isGone = true }
    guard isAsked else { return }
    do throws(StoreError) {
      let changes = try await session.stores.feeds.removePost(post, account: session.account.id)
      if !changes.isEmpty { actions.notifyScenesOfServiceChanges(changes) }
    } catch {
      session.logStoreError(error, doing: "remove a deleted post")
    }
  }

  private func storeConversation(_ conversation: Conversation) async -> Conversation {
    guard !session.isOver else { return conversation }
    do throws(StoreError) {
      return try await session.storeConversation(conversation)
    } catch {
      // If storing fails, the conversation is still shown, but not after the next start.
      session.logStoreError(error, doing: "keep a conversation")
      return conversation.replacingPosts(
        await session.postsMergedWithStored(conversation.nodes.map(\.post), fetchedAs: .elsewhere))
    }
  }

  private func showConversation(_ conversation: Conversation) {
    let whole = completion.map { conversation.addingMissingPosts(from: $0) } ?? conversation
    updateState {
      $0.replaceConversation(whole, through: actions)
      $0.ownServer = completion == nil ? postIDAtOriginalServer(in: $0)?.host : nil
    }
  }

  /// Returns the id of the opened post at its own server; nil if that server cannot be asked.
  private func postIDAtOriginalServer(in state: ConversationScene.SceneState)
    -> AccountlessEntityID?
  {
    guard let servers = session.connection.publicServers, isAsked, let focus,
      let post = state.nodes.post(focus)
    else { return nil }
    return servers.idAtOriginalServer(of: post)
  }

  /// Fetches the replies that the opened post's own server knows, without an account, and adds them
  /// to the conversation; after the running request, if there is one.
  private func fetchRepliesOfOriginalServer() {
    awaitsMissingReplies = fetching.isRunning
    guard !awaitsMissingReplies else { return }
    guard let original = postIDAtOriginalServer(in: state),
      let servers = session.connection.publicServers
    else {
      return presenter.perform(.say(.noMissingReplies))
    }
    let host = original.host
    fetching.runRequest { () async throws(FeedError) in
      try await servers.conversation(of: Post.ID(original.marked))
    } then: { [self] answer in
      awaitsMissingReplies = false
      switch answer {
      case .success(let told):
        let before = state.confirmed?.nodes.count ?? 0
        completion = told
        if let confirmed = state.confirmed { showConversation(confirmed) }
        let added = state.confirmed?.nodes.filter { AccountlessEntityID($0.post.id) != nil } ?? []
        // The replies are stored, so that their photos and profiles can be opened.
        await storeReplies(added.map(\.post))
        presenter.perform(
          .say(.missingReplies((state.confirmed?.nodes.count ?? 0) - before, from: host)))
      case .failure(let error): presenter.perform(.say(.missingRepliesFailed(error, at: host)))
      }
    }
  }

  private func storeReplies(_ posts: [Post]) async {
    guard !session.isOver, !posts.isEmpty else { return }
    do throws(StoreError) {
      try await session.storePosts(posts)
    } catch {
      session.logStoreError(error, doing: "keep replies of another server")
    }
  }
}
