package import FeedDomain

/// The posts of a stream that its reader missed.
package enum CatchUp {
  package enum Request: Equatable, Sendable {
    /// Fetch what is missing of the stream, then show what was missed.
    case open
    /// Stop fetching, and show the posts that have come.
    case begin
    /// Fetch again what could not be fetched.
    case refresh
    /// Show the posts of the last day, read or not.
    case lookBack
    case arrange(CatchUpOrder)
    /// Show the posts that are folded away behind a post.
    case unfold(Post.ID)
    /// Mark entries as read.
    case seen([FeedEntry.ID])
    /// Mark all entries as read.
    case allSeen
    case toggle(Post.ID, Post.OwnActions)
    case delete(Post.ID)
    case undo
    case close
  }

  package struct State: Equatable, Sendable {
    package let account: Account
    package let feed: Feed
    package var span = MissedSpan.unread
    package var order = CatchUpOrder.people
    /// The rows of the stream that were missed.
    package var rows = LivePosts<FeedRow>()
    /// The posts of the rows in groups; nil until the store was read.
    package var digest: CatchUpDigest?
    /// Whether there are posts in between that were not fetched, or are too many.
    package var isCut = false
    /// The number of posts that are still to be read.
    package var left = 0
    /// The number of posts that were fetched so far; nil while none are being fetched.
    package var fetched: Int?
    package var fetch = FetchState.idle
    /// The accounts whose homes are read together; empty if one account is read alone.
    package var members: [Member] = []

    package init(account: Account, feed: Feed) { (self.account, self.feed) = (account, feed) }
  }
}

/// Fetches what is missing, and then reads everything from the store alone, so that catching up goes
/// on without a connection.
@MainActor package final class CatchUpInteractor: Interacting {
  private static let day = Duration.seconds(86_400)

  private let session: Session
  private let feed: Feed
  private let actions: PendingActions
  /// The accounts that are read together; nil if one account is read alone.
  private let accountGroup: AccountGroup?
  private let groupActions = AccountGroupActions()
  private let presenter: any Presenting<CatchUp.State>
  private var state: CatchUp.State
  private var isOpen = false
  /// Whether the person has chosen an order, which the stored one must not replace.
  private var isOrderChosen = false
  /// The posts behind which nothing is folded any more.
  private var unfolded: Set<Post.ID> = []
  private var unread = UnreadPosts()
  private lazy var fetching = FetchTask(session.world) { [weak self] asking in
    self?.update { $0.fetch = FetchState(asking) }
  }
  private let record = ReadingRecord()

  package init(
    _ session: Session, feed: Feed, actions: PendingActions, accountGroup: AccountGroup? = nil,
    presenter: any Presenting<CatchUp.State>
  ) {
    self.accountGroup = feed == .everything ? accountGroup : nil
    (self.session, self.feed) = (session, feed)
    (self.actions, self.presenter) = (actions, presenter)
    state = CatchUp.State(account: session.account, feed: feed)
    actions.tell(self) { $0.receive($1) }
  }

  package func handle(_ request: CatchUp.Request) async {
    switch request {
    case .open:
      isOpen = true
      state.span = .unread
      listenToGroup()
      record.begin(ReadingMark(session, of: feed))
      await recallOrder()
      await begin(fetching: true)
    case .begin:
      fetching.stop()
      await begin(fetching: false)
    case .refresh: await begin(fetching: true)
    case .lookBack:
      let day = MissedSpan.since(session.world.now.advanced(by: .zero - Self.day))
      await begin(fetching: false, span: day)
    case .arrange(let order):
      isOrderChosen = true
      update {
        $0.order = order
        if $0.digest != nil { arrange(&$0) }
      }
      await keep(order)
    case .unfold(let post):
      unfolded.insert(post)
      if state.digest != nil { update { arrange(&$0) } }
    case .seen(let entries): see(entries)
    case .allSeen: seeAll()
    case .toggle(let id, let action):
      let post = state.rows.post(id)
      if let accountGroup {
        accountGroup.toggle(action, on: post)
      } else {
        actions.toggle(action, on: post, in: session)
      }
    case .delete(let id):
      let post = state.rows.post(id)
      if let accountGroup {
        accountGroup.delete(post)
      } else {
        actions.delete(post, in: session)
      }
    case .undo: if let accountGroup { accountGroup.undo() } else { actions.undo() }
    case .close:
      isOpen = false
      fetching.stop()
      await record.end()
    }
  }

  package func resume() async { await begin(fetching: true) }

  private func update(_ change: (inout CatchUp.State) -> Void) {
    let before = state
    change(&state)
    if isOpen, state != before { presenter.present(state) }
  }
}

// MARK: - Order

extension CatchUpInteractor {
  /// Goes on in the order of the last time.
  private func recallOrder() async {
    do throws(StoreError) {
      let last = try await session.shelf.feeds.catchUpOrder(account: session.account.id)
      if let last, !isOrderChosen { state.order = last }
    } catch {
      session.note(error, doing: "read in which order one catches up")
    }
  }

  private func keep(_ order: CatchUpOrder) async {
    do throws(StoreError) {
      try await session.shelf.feeds.setCatchUpOrder(order, account: session.account.id)
    } catch {
      // The order holds until the scene is closed all the same.
      session.note(error, doing: "keep in which order one catches up")
    }
  }
}

// MARK: - Actions

extension CatchUpInteractor {
  private var overlay: any Overlaying { accountGroup ?? actions }

  private var location: StreamLocation {
    StreamLocation(feed, of: session, with: accountGroup)
  }

  private func listenToGroup() {
    guard let accountGroup else { return }
    accountGroup.gather()
    update { $0.members = accountGroup.members }
    groupActions.listen(to: accountGroup.desks) { [weak self] event, account in
      guard let self else { return }
      if event == .signedOut, account != session.account.id { return }
      apply(event)
    }
  }

  /// Receives the events of the active account; a group reports those of all its accounts itself.
  private func receive(_ event: ActionEvent) {
    if accountGroup == nil { apply(event) }
  }

  private func apply(_ event: ActionEvent) {
    guard isOpen, !fetching.isRunning else { return }
    let before = state.rows
    update {
      $0.rows.receive(event, through: overlay)
      adopt(&$0, insteadOf: before)
    }
    presenter.perform(event, of: session.account)
  }

  /// Has the digest show the rows as they look now: a post that only looks different stays where it
  /// is, even in the order of likes.
  private func adopt(_ state: inout CatchUp.State, insteadOf before: LivePosts<FeedRow>) {
    guard state.rows != before else { return }
    let (old, new) = (before.shown, state.rows.shown)
    guard old.count == new.count, zip(old, new).allSatisfy({ $0.heldPost?.id == $1.heldPost?.id })
    else { return arrange(&state) }
    let changed = zip(old, new).lazy.filter { $0 != $1 }.compactMap { $1.heldPost }
    state.digest?.replace(changed)
  }
}

// MARK: - Reading

extension CatchUpInteractor {
  /// Reads what was missed; what is missing of it is fetched first if that is wanted.
  private func begin(fetching isWanted: Bool, span newSpan: MissedSpan? = nil) async {
    guard isOpen, !fetching.isRunning else { return }
    let span = newSpan ?? state.span
    let turn = fetching.turn
    // What was seen a moment ago is not missed any more.
    await record.isKept()
    do throws(StoreError) {
      let rows = try await location.missed(span, limit: GapClosing.mostRows)
      guard turn == fetching.turn, isOpen else { return }
      if isWanted, span == .unread, rows.contains(where: { $0.gap != nil }) {
        return closeGaps()
      }
      unread = UnreadPosts(span == .unread ? rows.compactMap(\.entry?.id) : [])
      update {
        $0.span = span
        $0.rows.adopt(rows, through: overlay)
        arrange(&$0)
        $0.fetched = nil
      }
    } catch {
      presenter.perform(.say(.storeFailed(error)))
    }
  }

  private func closeGaps() {
    update { $0.fetched = 0 }
    let streams = accountGroup?.desks.map { ($0.session, Feed.home) } ?? [(session, feed)]
    fetching.run { [self] () async throws(FetchFailure) in
      var before = 0
      var failure: FetchFailure?
      for (session, feed) in streams {
        let closing = GapClosing(session, feed) { [weak self, before] count in
          self?.fetching.sign()
          self?.update { $0.fetched = before + count }
        }
        // Where one service fails, the others go on.
        do throws(FetchFailure) {
          before += try await closing.run()
        } catch {
          failure = failure ?? error
        }
        guard !Task.isCancelled else { throw .overtaken }
      }
      if let failure { throw failure }
    } then: { [self] answer in
      // Whoever shows the stream shows what came.
      actions.tellOfOthers(ChangeSet(feeds: [feed]))
      await begin(fetching: false)
      guard case .failure(let failure) = answer else { return }
      switch failure {
      case .service(.signedOut), .service(.invalidCredentials):
        presenter.perform(.askToSignIn(session.account))
      case .service(let error): update { $0.fetch = .failed(error) }
      case .store(let error): presenter.perform(.say(.storeFailed(error)))
      case .heldBack, .unfinished, .overtaken: break
      }
    }
  }

  /// Puts the known posts in order, with the unfolded ones.
  private func arrange(_ state: inout CatchUp.State) {
    let shown = state.rows.shown
    let digest = CatchUpDigest(
      of: shown, for: session.account, as: state.members.map(\.account), by: state.order,
      showing: unfolded)
    unread.show(shown)
    // The reader's own posts need no reading.
    see(digest.own, in: &state)
    state.digest = digest
    state.left = unread.count
    state.isCut =
      state.rows.confirmed.contains { $0.gap != nil }
      || state.rows.confirmed.count == GapClosing.mostRows
  }

  private func see(_ entries: [FeedEntry.ID]) { update { see(entries, in: &$0) } }

  private func see(_ entries: [FeedEntry.ID], in state: inout CatchUp.State) {
    let fresh = unread.see(entries)
    guard isOpen, !fresh.isEmpty else { return }
    keep { [location] () async throws(StoreError) in try await location.setSeen(fresh) }
    state.left = unread.count
  }

  /// Marks everything as read; what is missing in between is left out.
  private func seeAll() {
    guard isOpen, let newest = state.rows.confirmed.lazy.compactMap(\.entry).first?.id else {
      return
    }
    unread = UnreadPosts()
    keep { [location] () async throws(StoreError) in try await location.setLastRead(newest) }
    update { $0.left = 0 }
  }

  private func keep(_ write: @escaping @MainActor () async throws(StoreError) -> Void) {
    guard !session.isOver else { return }
    record.keep(write) { [presenter] in presenter.perform(.say(.storeFailed($0))) }
  }
}

/// The entries that are still to be read. A post counts once, by however many entries it came.
struct UnreadPosts {
  /// The entries that were not seen, shown or not.
  private var left: Set<FeedEntry.ID>
  private var posts: [FeedEntry.ID: Post.ID] = [:]
  private var entries: [Post.ID: Int] = [:]

  init(_ entries: [FeedEntry.ID] = []) { left = Set(entries) }

  /// The number of posts among the rows that are shown.
  var count: Int { entries.count }

  /// Counts the posts of rows from now on, and no others.
  mutating func show(_ rows: [FeedRow]) {
    (posts, entries) = ([:], [:])
    for case .entry(let entry) in rows where left.contains(entry.id) {
      posts[entry.id] = entry.post.id
      entries[entry.post.id, default: 0] += 1
    }
  }

  /// Marks entries as seen, and returns those that were not seen before.
  mutating func see(_ seen: [FeedEntry.ID]) -> [FeedEntry.ID] {
    let fresh = seen.filter { left.remove($0) != nil }
    for post in fresh.compactMap({ posts.removeValue(forKey: $0) }) {
      let rest = entries[post, default: 1] - 1
      entries[post] = rest > 0 ? rest : nil
    }
    return fresh
  }
}

/// Writes what was read to the store, one write after the other, and has the service learn how far.
@MainActor final class ReadingRecord {
  private var mark: ReadingMark?
  /// Ends when everything is written.
  private var keeping: Task<Void, Never>?

  /// Begins with a stream. mark is nil if no service is told how far it is read.
  func begin(_ mark: ReadingMark?) { self.mark = mark }

  /// Starts a write at once: whoever reads the stream next finds it there.
  func keep(
    _ write: @escaping @MainActor () async throws(StoreError) -> Void,
    failed: @escaping @MainActor (StoreError) -> Void
  ) {
    keeping = Task.immediate { [keeping, mark] in
      do throws(StoreError) {
        try await write()
        mark?.advance()
      } catch {
        failed(error)
      }
      await keeping?.value
    }
  }

  /// Returns once everything is written.
  func isKept() async { await keeping?.value }

  /// Ends with the stream; returns once everything is written.
  func end() async {
    await keeping?.value
    mark?.end()
    mark = nil
  }
}
