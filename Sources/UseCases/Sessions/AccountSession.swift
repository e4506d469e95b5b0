package import FeedDomain

/// A session of a signed-in account, which holds the account's connection to the service and its
/// stores.
@MainActor
package final class AccountSession {
  package private(set) var signedIn: SignedInAccount
  package private(set) var connection: ServiceConnection
  private var token = AccountTokenState.good
  /// The account's open timelines, the front one last; the photo scene steps through the photos of
  /// the front one.
  package private(set) var openFeeds: [Feed] = []
  /// The fetched photo details, cached since some services allow few requests.
  var photoDetails = PhotoDetailsCache()
  /// The list of the user's own new posts that the stored home timeline does not contain yet.
  var freshPosts = NewOwnPosts()
  var requestTimes = LatestRequestTimes()
  var coverage = LiveUpdateCompleteness()
  package let userActivity: UserActivity
  var ownEmoji = CustomEmojiState.notRequested
  var chosenTabs = ChosenStreamTabs()
  /// The streams of the user's lists of people, with the time at which they were fetched; nil if
  /// they were not fetched since the start.
  var fetchedLists: (streams: [AccountStreamTab], at: Timestamp)?
  /// True if the user created, renamed or deleted a list of people since the last fetch of lists.
  package private(set) var hasChangedUserLists = false
  /// The session's closure that is called after the newest entries of a timeline were fetched.
  var onTimelineRefresh: () -> Void = {}
  /// The session's closure that is called when the user refreshes a timeline.
  var onUserRefresh: () -> Void = {}
  /// The writing of the last drafts, posts and reading positions of closed scenes, which ends
  /// before the stores are closed.
  let lastWrites = RunningWorkCounter()
  /// The listeners for the ids of stored posts that must be drawn again.
  private var storeListeners = EventListeners<Set<Post.ID>>()
  package private(set) lazy var podcasts = PodcastQueue(
    account: account.id, store: stores.episodes, world: world, log: log,
    gateway: { [weak self] in self?.connection.podcasts })
  package let stores: SessionStores
  package let world: any World
  package let log: any Log

  private enum AccountTokenState {
    case good
    /// A state of the account's token: the service rejected it in a background request.
    case refused
    case over
  }

  /// A group of the stores that a session uses; a store is nil if its data is not stored.
  package struct SessionStores: Sendable {
    package let feeds: any FeedStore
    package let outbox: any Outbox
    package let drafts: any DraftStore
    package let credentials: any CredentialStore
    package let photos: (any PhotoCache)?
    package let pictures: (any PicturePreparing)?
    package var draftPictures: (any DraftPictureStore)?
    package var bookmarkTags: (any BookmarkTagStore)?
    package var personAlertEndTimes: (any PersonAlertEndTimeStore)?
    package let tabs: (any TabAndDeckColumnStore)?
    package let notifications: (any NotificationStore)?
    package let searches: (any SearchHistory)?
    package let mutes: (any MuteStore)?
    package let readStates: (any ReadStateStore)?
    package var rules: (any FilterRuleStore)?
    package var episodes: (any PodcastQueueStore)?

    package init(
      feeds: any FeedStore, outbox: any Outbox, drafts: any DraftStore,
      credentials: any CredentialStore, photos: (any PhotoCache)? = nil,
      pictures: (any PicturePreparing)? = nil, tabs: (any TabAndDeckColumnStore)? = nil,
      notifications: (any NotificationStore)? = nil, searches: (any SearchHistory)? = nil,
      mutes: (any MuteStore)? = nil, readStates: (any ReadStateStore)? = nil,
      rules: (any FilterRuleStore)? = nil, episodes: (any PodcastQueueStore)? = nil
    ) {
      self.readStates = readStates
      self.feeds = feeds
      self.outbox = outbox
      self.drafts = drafts
      self.credentials = credentials
      self.photos = photos
      self.pictures = pictures
      self.tabs = tabs
      self.notifications = notifications
      self.searches = searches
      self.mutes = mutes
      self.rules = rules
      self.episodes = episodes
    }

    /// Returns true for a stream that consists of unread entries alone: the service's own one, or a
    /// saved search for them.
    package func isStreamOfUnreadEntries(_ feed: Feed) -> Bool {
      feed == .unread || rules?.isSavedSearchForUnread(feed) == true
    }
  }

  package init(
    _ signedIn: SignedInAccount, connection: ServiceConnection, stores: SessionStores,
    world: any World,
    log: any Log, userActivity: UserActivity? = nil
  ) {
    self.signedIn = signedIn
    self.connection = connection.connectionAddingDerivedFeeds(
      from: stores.feeds, tags: stores.bookmarkTags, in: world)
    self.stores = stores
    self.world = world
    self.log = log
    self.userActivity = userActivity ?? UserActivity(world)
  }

  package var account: Account { signedIn.account }

  /// True if the account was signed out, so that none of its data may be written.
  package var isOver: Bool { token == .over }

  /// True if a background request found the token to be rejected.
  package var isRefused: Bool { token == .refused }

  package func replaceToken(of signedIn: SignedInAccount, connection: ServiceConnection) {
    self.signedIn = signedIn
    self.connection = connection.connectionAddingDerivedFeeds(
      from: stores.feeds, tags: stores.bookmarkTags, in: world)
    if !isOver { token = .good }
  }

  /// Records that the token was rejected, so that the next opened timeline shows the error.
  func recordTokenRejection() {
    if !isOver { token = .refused }
  }

  /// Removes the timeline `old` from the account's list of open timelines, and adds `feed` at the
  /// end; each is nil if none was closed or opened.
  func recordOpenFeed(_ feed: Feed?, insteadOf old: Feed?) {
    if let old, let place = openFeeds.lastIndex(of: old) { openFeeds.remove(at: place) }
    if let feed { openFeeds.append(feed) }
  }

  /// Adds a listener, held weakly, for the ids of stored posts that must be drawn again.
  func addStoredPostsListener<Listener: AnyObject>(
    _ listener: Listener, _ hear: @escaping @MainActor (Listener, Set<Post.ID>) -> Void
  ) {
    storeListeners.addListener(listener, hear)
  }

  /// Notifies the listeners of the stored posts in a change set, which must be drawn again.
  func notifyScenesOfStoredPosts(in changes: StoreChangeSet) {
    if !changes.posts.isEmpty { storeListeners.callListeners(changes.posts) }
  }

  var drafts: AccountDraftStorage { AccountDraftStorage(session: self) }

  /// Deletes stored data that the service's terms no longer permit to keep.
  func deleteExpiredData() async throws(StoreError) {
    guard let life = connection.retentionLimit, !isOver else { return }
    try await stores.deleteExpiredData(olderThan: life, of: account.id, now: world.now)
  }

  /// Logs a store error, except at the program's end.
  func logStoreError(_ error: StoreError, doing step: String, on channel: LogChannel = .storage) {
    guard error != .closed else { return }
    log.writeLogLine(channel, .error, "could not \(step): \(error)")
  }

  /// Marks the session as over, so that none of the account's data is written any more, and stops
  /// its downloads. Called before the data is erased.
  package func markSessionOver() {
    token = .over
    podcasts.stopDownloadsForGood()
  }
}

extension AccountSession {
  /// Returns posts from the service that are stored already, or could not be stored, merged with
  /// their stored versions.
  func postsMergedWithStored(_ posts: [Post], fetchedAs kind: Post.PostFetchSource) async -> [Post]
  {
    let stored = await storedPosts(posts.map(\.id))
    return posts.map { $0.mergedPost(with: stored[$0.id], fetchedAs: kind) }
  }

  /// Reads the posts with these ids from the session's store, as far as they are stored. Logs a
  /// failure, and returns none then.
  func storedPosts(_ ids: [Post.ID]) async -> [Post.ID: Post] {
    do throws(StoreError) {
      return try await stores.feeds.storedPosts(ids, account: account.id)
    } catch {
      logStoreError(error, doing: "read posts")
      return [:]
    }
  }

  /// Stores posts that were fetched for something other than a timeline, such as a conversation or
  /// profile, and notifies listeners. Returns the posts merged with their stored versions.
  @discardableResult
  func storePosts(
    _ posts: [Post], fetchedAs kind: Post.PostFetchSource = .elsewhere
  ) async throws(StoreError) -> [Post] {
    let (stored, changes) = try await stores.feeds.storePosts(
      posts, fetchedAs: kind, account: account.id, now: world.now)
    notifyScenesOfStoredPosts(in: changes)
    return stored
  }

  /// Returns a post from the store; nil without an id, or if the post is not stored.
  func readStoredPost(_ post: Post.ID?) async throws(StoreError) -> Post? {
    guard let post else { return nil }
    return try await stores.feeds.storedPost(post, account: account.id)
  }

  /// Returns a post from the store; nil without an id, if the post is not stored, or after an error
  /// of the store, which is written to the log.
  func storedPost(_ post: Post.ID?) async -> Post? {
    do throws(StoreError) {
      return try await readStoredPost(post)
    } catch {
      logStoreError(error, doing: "read a post")
      return nil
    }
  }

  /// Returns the answered post, by which a draft's visibility is limited; nil if the draft is no
  /// reply or has no wide visibility, or the post is not stored.
  func answeredPostLimitingVisibility(of draft: Draft) async throws(StoreError) -> Post? {
    guard draft.isWide, let answered = draft.replyTo else { return nil }
    return try await stores.feeds.storedPost(answered, account: account.id)
  }
}

extension AccountSession {
  /// Returns true if fetching may add replies to a stored conversation; false if it is complete.
  func mayHaveNewReplies(of post: Post.ID, holding held: Conversation?) async -> Bool {
    guard let held, let focus = held.nodes.first(where: { $0.post.id == post })?.post else {
      return true
    }
    if focus.counts.replies == 0, held.nodes.first?.post.reply == nil { return false }
    do throws(StoreError) {
      return try await !stores.feeds.areAllRepliesFetched(of: post, account: account.id)
    } catch {
      logStoreError(error, doing: "read a stored conversation")
      return true
    }
  }

  /// Fetches a post's conversation. The post itself comes from the store if it was fetched
  /// recently, or if the user only selects it in a timeline.
  func fetchConversationReusingStoredPost(
    of post: Post.ID, _ purpose: RequestPriority
  ) async throws(FeedError) -> Conversation {
    let gateway = connection.feeds
    let isNew = purpose == .preview || requestTimes.wasPostFetchedRecently(post, at: world.now)
    let told = isNew ? await storedPost(post) : nil
    return try await purpose.runActionWithPriority { () async throws(FeedError) in
      guard let told else { return try await gateway.conversation(of: post) }
      return try await gateway.conversation(of: post, knownPost: told)
    }
  }

  /// Stores a conversation, and records of which of its posts all replies are fetched; returns the
  /// conversation with its posts merged with the stored ones.
  func storeConversation(_ conversation: Conversation) async throws(StoreError) -> Conversation {
    let kept = try await storePosts(conversation.nodes.map(\.post))
    requestTimes.recordPostFetches(of: conversation.nodes.map(\.post.id), at: world.now)
    try await stores.feeds.markAllRepliesFetched(
      of: conversation.postIDsWithAllReplies, account: account.id)
    return conversation.replacingPosts(kept)
  }
}

extension Conversation {
  /// The ids of the posts whose replies this conversation contains completely: the opened post and,
  /// unless the conversation has further pages, the posts below it without missing replies.
  fileprivate var postIDsWithAllReplies: [Post.ID] {
    guard let start = nodes.firstIndex(where: { $0.post.id == focus }) else { return [] }
    let below = hasMore ? [] : nodes[(start + 1)...].prefix { $0.depth > nodes[start].depth }
    return [focus] + below.map(\.post.id).filter { !postsWithMissingReplies.contains($0) }
  }
}

extension AccountSession {
  /// The account's tabs: those that the user chose, or the service's default.
  package var tabs: [AccountStreamTab] { chosenTabs.tabs ?? connection.streams }

  /// The streams that the service offers: the default tabs, and those lists of the user that were
  /// created since the account was opened.
  package var offeredStreams: [AccountStreamTab] {
    guard let fetched = fetchedLists?.streams else { return connection.streams }
    let known = Set(connection.streams.compactMap(\.list))
    // A list may have another name by now.
    let present = Dictionary(fetched.compactMap { tab in tab.list.map { ($0, tab) } }) { $1 }
    return connection.streams.map { tab in tab.list.flatMap { present[$0] } ?? tab }
      + fetched.filter { $0.list.map(known.contains) == false }
  }

  /// The age from which the user's lists of people are fetched again without being asked for.
  private static let listLifetime = Duration.seconds(120)

  /// Fetches the user's lists of people, to offer those that were created meanwhile. Unless
  /// `refetching`, lists that were fetched a moment ago and not changed since are not fetched
  /// again. Returns true if the lists were fetched.
  package func fetchUserLists(refetching: Bool = false) async -> Bool {
    let now = world.now
    if !refetching, !hasChangedUserLists, let last = fetchedLists?.at, last <= now,
      now.elapsedTime(since: last) < Self.listLifetime
    {
      return false
    }
    do throws(FeedError) {
      let lists: [Feed]
      if let gateway = connection.optionalInformationGateway(for: .lists) {
        lists = try await gateway.userListsMarkingThose(with: nil).map {
          .list(id: $0.id, name: $0.title)
        }
      } else {
        guard let upkeep = connection.upkeep else { return false }
        lists = try await upkeep.fetchAndStoreListStreams()
      }
      fetchedLists = (lists.map { .feed($0) }, now)
      hasChangedUserLists = false
      return true
    } catch {
      // The known lists can still be chosen.
      log.writeLogLine(.network, .info, "could not fetch lists: \(error)")
      return false
    }
  }

  /// Records that the user's lists of people must be fetched again, if a delivered change created,
  /// renamed or deleted one of them; ignores other changes.
  func requireUserListFetch(_ change: PendingChange) {
    guard case .serviceAction(let act) = change,
      [.makeList, .renameList, .dropList].contains(act.kind)
    else { return }
    hasChangedUserLists = true
  }

  /// Returns the tabs with one added or removed; nil if the last tab would be removed.
  func tabs(toggling tab: AccountStreamTab) -> [AccountStreamTab]? {
    chosenTabs.togglingTab(tab, in: tabs)
  }

  func setChosenTabs(_ tabs: [AccountStreamTab]) {
    chosenTabs.setChosenTabs(tabs, rememberingPlacesIn: self.tabs)
  }

  func loadChosenTabs() async throws(StoreError) {
    guard chosenTabs.tabs == nil, let store = stores.tabs else { return }
    let tabs = try await store.tabs(account: account.id) ?? []
    // The user may have changed the tabs while the stored ones were read.
    if chosenTabs.tabs == nil, !tabs.isEmpty { setChosenTabs(tabs) }
  }

  func storeTabs(_ tabs: [AccountStreamTab]) async throws(StoreError) {
    guard !isOver else { return }
    try await stores.tabs?.setTabs(tabs, account: account.id)
  }
}

/// A record of the tabs chosen by the user, with the former positions of removed tabs.
struct ChosenStreamTabs {
  /// The tabs that the user chose, from the left; nil for the service's default tabs.
  private(set) var tabs: [AccountStreamTab]?
  private var formerPlaces: [AccountStreamTab: Int] = [:]

  mutating func setChosenTabs(
    _ chosen: [AccountStreamTab], rememberingPlacesIn tabs: [AccountStreamTab]
  ) {
    for (place, tab) in tabs.enumerated() where !chosen.contains(tab) { formerPlaces[tab] = place }
    self.tabs = chosen
  }

  /// Returns the tabs without a tab, or with the tab added at its former position, else at the end;
  /// nil if the last tab would be removed.
  func togglingTab(_ tab: AccountStreamTab, in tabs: [AccountStreamTab]) -> [AccountStreamTab]? {
    var tabs = tabs
    guard tabs.contains(tab) else {
      tabs.insert(tab, at: min(formerPlaces[tab] ?? tabs.count, tabs.count))
      return tabs
    }
    return tabs.count > 1 ? tabs.filter { $0 != tab } : nil
  }
}

extension AccountSession.SessionStores {
  /// Deletes an account's stored data older than a duration.
  package func deleteExpiredData(
    olderThan life: Duration, of account: Account.ID, now: Timestamp
  ) async throws(StoreError) {
    let moment = now.timeAdvanced(by: .zero - life)
    try await feeds.deleteRowsOfStaleFeeds(fetchedBefore: moment, account: account)
    // Not awaited, since deleting files is slow, and nothing else shows them.
    Task { [photos] in await photos?.deletePhotos(storedBefore: moment, for: account) }
  }
}

extension AccountSession.SessionStores {
  package func bookmarkTags(of account: Account.ID) async throws(StoreError) -> BookmarkTagIndex {
    try await bookmarkTags?.bookmarkTags(of: account) ?? BookmarkTagIndex()
  }

  /// Returns a search with its bookmark tags looked up among the user's.
  package func queryResolvingBookmarkTags(
    of query: SearchQuery, account: Account.ID
  ) async throws(StoreError) -> SearchQuery {
    guard query.namesBookmarkTags else { return query }
    return query.resolvingBookmarkTags(in: try await bookmarkTags(of: account))
  }
}

extension FeedStore {
  /// Erases stored data of another person who used the account's name, as before a server was
  /// reset. Drafts and unsent changes stay.
  package func eraseDataOfOtherPerson(
    than account: Account, known credentials: any CredentialStore
  ) async throws(StoreError) {
    guard let held = try credentials.storedAccounts().first(where: { $0.account.id == account.id }),
      held.account.person != account.person
    else { return }
    try await eraseAllData(of: account.id)
  }
}

extension AccountSession {
  /// Returns the ids of the web feeds, as people, whose stored settings ask for the text of the
  /// entry's page.
  func webFeedsShowingFullText() async -> Set<Person.ID> {
    guard let gateway = connection.subscriptions else { return [] }
    // Stored settings are used, so that no request is sent.
    let feeds = await gateway.subscriptions(in: .home).filter(\.settings.showsFullText)
    return Set(feeds.map { Person.ID($0.id.rawValue) })
  }
}
