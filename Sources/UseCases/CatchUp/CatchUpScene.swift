package import FeedDomain

/// A namespace for the requests and the state of the catch-up scene, which shows the posts since
/// the user's last visit.
package enum CatchUpScene {
  package enum SceneRequest: Equatable, Sendable {
    /// A request of the catch-up scene: fetch the missing posts of the stream, then show them.
    case open
    /// A request of the catch-up scene: stop fetching, and show the posts fetched so far.
    case begin
    /// A request of the catch-up scene: repeat a failed fetch.
    case refresh
    /// A request of the catch-up scene: show all posts of the last day, read or unread.
    case lookBack
    case arrange(CatchUpOrder)
    /// A request of the catch-up scene: show the folded posts of a thread after its first post.
    case unfold(Post.ID)
    /// A request of the catch-up scene: mark stream entries as read.
    case seen([FeedEntry.ID])
    /// A request of the catch-up scene: mark all entries since the last visit as read.
    case markAllSinceLastVisit
    case toggle(Post.ID, Post.UserPostMarks)
    case delete(Post.ID)
    case undo
    case close
  }

  package struct SceneState: Equatable, Sendable {
    package let account: Account
    package let feed: Feed
    package var span = MissedPostsSpan.unread
    package var order = CatchUpOrder.people
    /// The stream rows that the catch-up scene shows, with the user's pending changes applied.
    package var rows = PostRows<FeedRow>()
    /// The missed posts in groups, as the catch-up scene shows them; nil until they are read.
    package var digest: CatchUpDigest?
    /// True if the catch-up lacks some missed posts, which were not fetched or exceed limits.
    package var isCut = false
    /// The number of unread posts that the catch-up shows.
    package var unreadCount = 0
    /// The number of posts fetched so far for the catch-up; nil while none are being fetched.
    package var fetchedCount: Int?
    package var fetch = SceneFetchState.idle
    /// The accounts whose home streams are caught up together; empty for a stream of one account.
    package var members: [AccountGroupMember] = []

    package init(account: Account, feed: Feed) { (self.account, self.feed) = (account, feed) }
  }
}

/// An interactor of the catch-up scene: fetches missing posts, then reads from the store alone, so
/// that catching up works offline.
@MainActor
package final class CatchUpInteractor: Interacting {
  private static let day = Duration.seconds(86_400)

  private let session: AccountSession
  private let feed: Feed
  private let actions: UserActionPerformer
  /// The group of accounts whose home streams are caught up together; nil for a stream of one
  /// account.
  private let accountGroup: AccountGroup?
  private let groupActions = AccountGroupReportForwarder()
  private let presenter: any Presenting<CatchUpScene.SceneState>
  private var state: CatchUpScene.SceneState
  private var isOpen = false
  /// True if the user has chosen a sort order in the catch-up scene, which takes precedence over
  /// the stored one.
  private var isOrderChosen = false
  /// The ids of the first posts of those threads that the user has unfolded in the catch-up.
  private var unfolded: Set<Post.ID> = []
  /// The ids of the people who write least in the home stream, whose posts the catch-up shows in
  /// one group; nil until they are found.
  private var quietPeople: Set<Person.ID>?
  private var unread = UnreadCatchUpEntries()
  private lazy var fetching = SceneFetcher(session.world) { [weak self] asking in
    self?.updateState { $0.fetch = SceneFetchState(asking) }
  }
  private let record = ReadEntriesWriter()

  package init(
    _ session: AccountSession, feed: Feed, actions: UserActionPerformer,
    accountGroup: AccountGroup? = nil,
    presenter: any Presenting<CatchUpScene.SceneState>
  ) {
    self.accountGroup = feed == .everything ? accountGroup : nil
    (self.session, self.feed) = (session, feed)
    (self.actions, self.presenter) = (actions, presenter)
    state = CatchUpScene.SceneState(account: session.account, feed: feed)
    actions.addActionReportListener(self) { $0.handleActionReport($1) }
  }

  package func handle(_ request: CatchUpScene.SceneRequest) async {
    switch request {
    case .open:
      isOpen = true
      state.span = .unread
      listenToGroupReports()
      record.setReadingMarkSynchronizer(ReadingMarkSynchronizer(session, of: feed))
      await loadSortOrder()
      await showMissedPosts(fetching: true)
    case .begin:
      fetching.cancelRequest()
      await showMissedPosts(fetching: false)
    case .refresh: await showMissedPosts(fetching: true)
    case .lookBack:
      let day = MissedPostsSpan.since(session.world.now.timeAdvanced(by: .zero - Self.day))
      await showMissedPosts(fetching: false, span: day)
    case .arrange(let order):
      isOrderChosen = true
      updateState {
        $0.order = order
        if $0.digest != nil { groupMissedPosts(in: &$0) }
      }
      await storeSortOrder(order)
    case .unfold(let post):
      unfolded.insert(post)
      if state.digest != nil { updateState { groupMissedPosts(in: &$0) } }
    case .seen(let entries): markEntriesRead(entries)
    case .markAllSinceLastVisit: markAllMissedRead()
    case .toggle(let id, let action): acting.toggleMark(action, on: state.rows.post(id))
    case .delete(let id): acting.deletePost(state.rows.post(id))
    case .undo: acting.undoLastAction()
    case .close:
      isOpen = false
      fetching.cancelRequest()
      await record.finishWritingAndSendReadingMark()
    }
  }

  package func repeatRequestsAfterSignIn() async { await showMissedPosts(fetching: true) }

  private func updateState(_ change: (inout CatchUpScene.SceneState) -> Void) {
    let before = state
    change(&state)
    if isOpen, state != before { presenter.present(state) }
  }
}

// MARK: - Order

extension CatchUpInteractor {
  private func loadSortOrder() async {
    do throws(StoreError) {
      let last = try await session.stores.feeds.catchUpOrder(account: session.account.id)
      if let last, !isOrderChosen { state.order = last }
    } catch {
      session.logStoreError(error, doing: "read the order of catch-up")
    }
  }

  /// Finds the people who write least, by the stored posts of the home stream. The rows `missed`
  /// are used instead if they are as many as would be read.
  private func findQuietPeople(missed: [FeedRow]) async {
    guard quietPeople == nil, feed == .home || feed == .everything else { return }
    do throws(StoreError) {
      let rows =
        missed.count >= HomeDigest.mostRows
        ? missed
        : try await location.missedRows(
          HomeDigest.spanForFindingQuietPeople(until: session.world.now), limit: HomeDigest.mostRows
        )
      quietPeople = HomeDigest(rows, reader: session.account.person).quietPeople
    } catch {
      session.logStoreError(error, doing: "read who writes least")
    }
  }

  private func storeSortOrder(_ order: CatchUpOrder) async {
    do throws(StoreError) {
      try await session.stores.feeds.setCatchUpOrder(order, account: session.account.id)
    } catch {
      // If storing fails, the order still applies until the scene is closed.
      session.logStoreError(error, doing: "save the order of catch-up")
    }
  }
}

// MARK: - Actions

extension CatchUpInteractor {
  private var acting: any PostActionPerforming { accountGroup ?? actions }

  private var location: SingleOrMergedStreamStorage {
    SingleOrMergedStreamStorage(feed, of: session, with: accountGroup)
  }

  private func listenToGroupReports() {
    guard let accountGroup else { return }
    accountGroup.reloadGroupMembers()
    updateState { $0.members = accountGroup.members }
    groupActions.listenToActionReports(to: accountGroup.runningAccounts) {
      [weak self] event, account in
      guard let self else { return }
      if event == .signedOut, account != session.account.id { return }
      // The form of a text that was taken back opens as the account of the event.
      applyActionReport(event, of: self.accountGroup?.account(withID: account))
    }
  }

  /// Applies an action report of the active account to the catch-up scene; ignored for an account
  /// group, which passes on the reports of all its accounts.
  private func handleActionReport(_ event: ActionReport) {
    if accountGroup == nil { applyActionReport(event) }
  }

  /// Applies an action report to the catch-up scene; `owner` is nil for the active account.
  private func applyActionReport(_ event: ActionReport, of owner: Account? = nil) {
    guard isOpen, !fetching.isRunning else { return }
    let before = state.rows
    updateState {
      $0.rows.applyActionReport(event, through: acting)
      replaceChangedDigestPosts(&$0, insteadOf: before)
    }
    presenter.performReportEffects(event, of: owner ?? session.account)
  }

  /// Updates the changed posts in the catch-up's digest; a post keeps its position, even in the
  /// order of likes.
  private func replaceChangedDigestPosts(
    _ state: inout CatchUpScene.SceneState, insteadOf before: PostRows<FeedRow>
  ) {
    guard state.rows != before else { return }
    let (old, new) = (before.visibleRows, state.rows.visibleRows)
    guard old.count == new.count else { return groupMissedPosts(in: &state) }
    var changed: [Post] = []
    for index in new.indices where new[index] != old[index] {
      guard let post = new[index].heldPost, post.id == old[index].heldPost?.id else {
        return groupMissedPosts(in: &state)
      }
      changed.append(post)
    }
    state.digest?.replacePosts(changed)
  }
}

// MARK: - Reading

extension CatchUpInteractor {
  /// Shows the missed posts of a span of time in the catch-up scene, as stored; nil keeps the span.
  /// If `isWanted` and there are gaps among unread posts, fetches the missing posts first.
  private func showMissedPosts(fetching isWanted: Bool, span newSpan: MissedPostsSpan? = nil) async
  {
    guard isOpen, !fetching.isRunning else { return }
    let span = newSpan ?? state.span
    let turn = fetching.generation
    // Posts seen a moment ago must not be shown as unseen.
    await record.waitUntilReadEntriesWritten()
    do throws(StoreError) {
      let rows = try await location.missedRows(span, limit: CatchUpFetcher.mostRows)
      guard turn == fetching.generation, isOpen else { return }
      if isWanted, span == .unread, rows.contains(where: { $0.gap != nil }) {
        return fetchMissingPosts()
      }
      await findQuietPeople(missed: rows)
      guard turn == fetching.generation, isOpen else { return }
      unread = UnreadCatchUpEntries(span == .unread ? rows.compactMap(\.entry?.id) : [])
      updateState {
        $0.span = span
        $0.rows.replaceRows(with: rows, through: acting)
        groupMissedPosts(in: &$0)
        $0.fetchedCount = nil
      }
    } catch {
      presenter.perform(.say(.storeFailed(error)))
    }
  }

  private func fetchMissingPosts() {
    updateState { $0.fetchedCount = 0 }
    let streams = accountGroup?.runningAccounts.map { ($0.session, Feed.home) } ?? [(session, feed)]
    fetching.runRequest { [self] () async throws(FetchFailure) -> FailedCatchUpFetch? in
      var before = 0
      var failure: FailedCatchUpFetch?
      for (session, feed) in streams {
        let closing = CatchUpFetcher(session, feed) { [weak self, before] count in
          self?.fetching.restartStallTimer()
          self?.updateState { $0.fetchedCount = before + count }
        }
        // If one service fails, the other services are still asked.
        do throws(FetchFailure) {
          before += try await closing.fetchMissingPosts()
        } catch {
          failure = failure ?? FailedCatchUpFetch(account: session.account.id, error: error)
        }
        guard !Task.isCancelled else { throw .cancelledOrSignedOut }
      }
      return failure
    } then: { [self] answer in
      // Other scenes that show the stream show the fetched posts as well.
      actions.notifyScenesOfServiceChanges(StoreChangeSet(feeds: [feed]))
      await showMissedPosts(fetching: false)
      guard case .success(let failure?) = answer else { return }
      switch failure.error {
      // The scene asks to sign in with the active account only.
      case .service where failure.error.isTokenRejection && failure.account == session.account.id:
        presenter.perform(.askToSignIn(session.account))
      case .service(let error): updateState { $0.fetch = .failed(error) }
      case .store(let error): presenter.perform(.say(.storeFailed(error)))
      case .refreshPostponed, .unfinished, .cancelledOrSignedOut: break
      }
    }
  }

  /// Groups the rows in the catch-up scene's state into a new digest, in which threads that the
  /// user unfolded are shown in full.
  private func groupMissedPosts(in state: inout CatchUpScene.SceneState) {
    let shown = state.rows.visibleRows
    let digest = CatchUpDigest(
      of: shown, for: session.account, as: state.members.map(\.account), by: state.order,
      showing: unfolded, quiet: quietPeople ?? [])
    unread.restrictUnreadCount(to: shown)
    // The user's own posts count as read.
    markEntriesRead(digest.ownEntries, in: &state)
    state.digest = digest
    state.unreadCount = unread.count
    state.isCut =
      state.rows.confirmed.contains { $0.gap != nil }
      || state.rows.confirmed.count == CatchUpFetcher.mostRows
  }

  private func markEntriesRead(_ entries: [FeedEntry.ID]) {
    updateState { markEntriesRead(entries, in: &$0) }
  }

  private func markEntriesRead(_ entries: [FeedEntry.ID], in state: inout CatchUpScene.SceneState) {
    let fresh = unread.markEntriesRead(entries)
    guard isOpen, !fresh.isEmpty else { return }
    storeReadEntries { [location] () async throws(StoreError) in
      try await location.markEntriesSeen(fresh)
    }
    state.unreadCount = unread.count
  }

  /// Marks all missed posts as read, including those in gaps.
  private func markAllMissedRead() {
    guard isOpen, let newest = state.rows.confirmed.lazy.compactMap(\.entry).first?.id else {
      return
    }
    let before = unread
    unread = UnreadCatchUpEntries()
    updateState { $0.unreadCount = 0 }
    storeReadEntries { [location] () async throws(StoreError) in
      try await location.advanceLastReadEntry(newest)
    } then: { [weak self] error in
      guard let self else { return }
      guard error != nil else { return presenter.perform(.say(.allMissedRead)) }
      // The entries are still unread in the store.
      unread = before
      updateState { $0.unreadCount = before.count }
    }
  }

  /// Stores which entries were read, and passes the error, nil if there is none, to a closure.
  private func storeReadEntries(
    _ write: @escaping @MainActor () async throws(StoreError) -> Void,
    then take: @escaping @MainActor (StoreError?) -> Void = { _ in }
  ) {
    guard !session.isOver else { return }
    record.writeReadEntries(write) { [presenter] error in
      take(error)
      if let error { presenter.perform(.say(.storeFailed(error))) }
    }
  }
}

/// A failed fetch of missing posts for a catch-up, with the account whose service failed first.
private struct FailedCatchUpFetch: Sendable {
  let account: Account.ID
  let error: FetchFailure
}

/// A set of the unread entries of a catch-up. A post counts once, even with several entries.
struct UnreadCatchUpEntries {
  /// The ids of all unread entries of the catch-up, including those without a shown row.
  private var unreadIDs: Set<FeedEntry.ID>
  private var posts: [FeedEntry.ID: Post.ID] = [:]
  private var entries: [Post.ID: Int] = [:]

  init(_ entries: [FeedEntry.ID] = []) { unreadIDs = Set(entries) }

  /// The number of unread posts among the shown rows of the catch-up.
  var count: Int { entries.count }

  /// Limits the count of unread posts to the posts in the given rows of the catch-up.
  mutating func restrictUnreadCount(to rows: [FeedRow]) {
    (posts, entries) = ([:], [:])
    posts.reserveCapacity(unreadIDs.count)
    entries.reserveCapacity(unreadIDs.count)
    for case .entry(let entry) in rows where unreadIDs.contains(entry.id) {
      posts[entry.id] = entry.post.id
      entries[entry.post.id, default: 0] += 1
    }
  }

  /// Marks entries of the catch-up as read, and returns the ids of those that were unread before.
  mutating func markEntriesRead(_ seen: [FeedEntry.ID]) -> [FeedEntry.ID] {
    let fresh = seen.filter { unreadIDs.remove($0) != nil }
    for post in fresh.compactMap({ posts.removeValue(forKey: $0) }) {
      let rest = entries[post, default: 1] - 1
      entries[post] = rest > 0 ? rest : nil
    }
    return fresh
  }
}

/// A writer that marks entries of a stream as read in the store, and then moves the service's
/// reading mark.
@MainActor
final class ReadEntriesWriter {
  private var markSynchronizer: ReadingMarkSynchronizer?
  /// The task of the last writing of read entries to the store; finished when all entries are on
  /// disk.
  private var keeping: Task<Void, Never>?

  /// Sets the synchronizer that sends the service's reading mark each time the catch-up scene has
  /// stored read entries; nil if the service stores no mark.
  func setReadingMarkSynchronizer(_ mark: ReadingMarkSynchronizer?) { self.markSynchronizer = mark }

  /// Starts the writing of read entries to the store at once, so that other scenes find them there;
  /// the service's reading mark follows. `take` is called with the error of the write, nil if there
  /// is none.
  func writeReadEntries(
    _ write: @escaping @MainActor () async throws(StoreError) -> Void,
    then take: @escaping @MainActor (StoreError?) -> Void
  ) {
    keeping = Task.immediate { [keeping, markSynchronizer] in
      do throws(StoreError) {
        try await write()
        markSynchronizer?.scheduleReadingMarkSending()
        take(nil)
      } catch {
        take(error)
      }
      await keeping?.value
    }
  }

  func waitUntilReadEntriesWritten() async { await keeping?.value }

  /// Waits until all read entries are on disk, then sends the waiting reading mark.
  func finishWritingAndSendReadingMark() async {
    await keeping?.value
    markSynchronizer?.sendScheduledReadingMarkNow()
    markSynchronizer = nil
  }
}
