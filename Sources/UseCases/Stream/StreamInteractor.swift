internal import FeedDomain

/// An interactor of the stream scene: shows stored posts at once, then fetches new ones. Requests
/// of the scene return without waiting for the network; fetches update the state when they end.
@MainActor
package final class StreamInteractor: Interacting {
  /// The number of stream rows read at first above the selected one; twice as many are read below.
  /// More rows are read as the user scrolls.
  private static let firstReach = 12
  /// Maximum number of stream rows kept in memory above and below the selected one.
  private static let keptRowCounts = (above: 150, below: 250)

  let session: AccountSession
  let actions: UserActionPerformer
  let presenter: any Presenting<StreamScene.SceneState>
  /// The account's notifications, whose unread count the stream scene shows; nil if it shows none.
  let notifications: AccountNotifications?
  private let locationProvider: UserLocationProvider?
  /// The group of running accounts whose home streams the scene can show as the common stream; nil
  /// if the scene has no group.
  let group: AccountGroup?
  private let groupActions = AccountGroupReportForwarder()
  /// True if the stream scene is a deck column after the first, whose tab the next start ignores.
  let isBeside: Bool

  var state: StreamScene.SceneState
  /// The open stream, on which requests act; the state shows it once its rows are read. Nil before
  /// the first stream is opened, while the user's location is determined, and after the scene has
  /// ended.
  private(set) var feed: Feed?
  /// The number that grows when the stream scene opens or closes a stream, by which answers for an
  /// earlier stream are recognised and dropped.
  private(set) var generation = 0
  /// The stored status of the open stream: reading position, time of the last fetch, cursors.
  private var feedStatus = FeedStatus()
  /// The ids of the user's own new posts that are shown in the stream but not stored in it yet.
  private var unstoredEntries: Set<FeedEntry.ID> = []
  /// True if the store has more rows of the stream below those in memory.
  private(set) var hasStoredRowsBelow = false
  /// True while the place scene is open, in which the user chooses the place of a nearby stream.
  private var awaitsPlace = false
  private var locationTask: Task<Void, Never>?
  private var placeNameTask: Task<Void, Never>?
  private let rowReadQueue = SerialQueue()

  /// The task that fetches the full texts of new entries in the background; nil if none is running.
  var fullTextFetch: Task<Void, Never>?
  /// Maximum number of entries from the top of the stream whose full texts are fetched in the
  /// background.
  static let entriesWithFullText = 200
  /// True if the last refresh of the stream failed; the next success sends pending changes.
  var isDisconnected = false
  /// True if the service was still assembling the stream at the last fetch.
  var isGathering = false
  var isGatheringTold = false
  /// True if the next refresh fetches the newest page even if no posts are new, since shown posts
  /// may have changed at the service.
  var needsLatestPage = false
  /// The streams whose new posts the service pushes over a live connection.
  private var liveFeeds: Set<Feed> = []
  /// True if the next refresh compares reading marks instead of fetching notifications.
  var comparesMarksNext = false
  /// The requests of the stream scene, other than refreshes, that the service refused for lack of a
  /// valid token; they are repeated after signing in.
  var refusedRequests: [StreamScene.SceneRequest] = []
  /// The progress of a refresh of many sources, such as web feeds; nil while none is under way.
  var progress: WebFeedFetchProgress? {
    didSet { if progress != oldValue { updateStreamFetchState() } }
  }
  /// The time before which no older posts are requested, after a failure; nil for none.
  var olderNotBefore: Timestamp?
  /// The ids of the topmost entries of the common stream, where a first-time user stays while
  /// services answer; nil once the user has moved or all services have answered.
  var topEntries: Set<FeedEntry.ID>?

  let schedule: RefreshSchedule
  lazy var tasks = StreamTasks(world: session.world) { [weak self] in self?.updateStreamFetchState()
  }
  /// The number of unread entries of the whole open stream; nil while unknown, and for streams
  /// without read states.
  var unreadEntries: Int?
  /// The choice for each web feed whether entries that the user has moved past are marked as read;
  /// web feeds without a setting of their own are missing.
  var marksPassed: [Person.ID: Bool] = [:]
  lazy var counting = LatestValueWriter<Void> { [weak self] in await self?.updateUnreadCounts() }
  lazy var positions = ReadingPositionWriter(session, with: group) { [weak self] seen in
    await self?.updateStatusAfterPositionStored(seen)
  } failed: { [weak self] error in
    if self?.feed != nil { self?.presenter.perform(.say(.storeFailed(error))) }
  }

  package init(
    _ session: AccountSession, actions: UserActionPerformer,
    presenter: any Presenting<StreamScene.SceneState>,
    pacing: StreamOptions = StreamOptions(), locationProvider: UserLocationProvider? = nil,
    notifications: AccountNotifications? = nil, group: AccountGroup? = nil, isBeside: Bool = false
  ) {
    (self.session, self.actions, self.presenter) = (session, actions, presenter)
    (self.notifications, self.locationProvider) = (notifications, locationProvider)
    (self.group, self.isBeside) = (group, isBeside)
    state = StreamScene.SceneState(account: session.account)
    schedule = RefreshSchedule(session, pacing)
    schedule.onRefreshDue = { [weak self] in self?.refreshAutomatically() }
    actions.addActionReportListener(self) { interactor, news in
      // The common stream listens to each account.
      guard interactor.openAccountGroup == nil else { return }
      interactor.applyActionReport(news, of: interactor.session.account)
    }
    locationProvider?.addPlaceChoiceListener(self) { $0.openStreamOfChosenLocation($1) }
    notifications?.addNotificationsListener(self) { $0.updateNotificationCount() }
    actions.addReadStateListener(self) { $0.counting.submitValueToWrite(()) }
  }

  package func handle(_ request: StreamScene.SceneRequest) async {
    switch request {
    case .open(let feed): await openStream(feed)
    case .openNearby: await openNearbyStream()
    case .changePlace: awaitsPlace = true
    case .refresh:
      schedule.resetRetryDelaysForUserRefresh()
      positions.markSynchronizer?.makeReadingMarkComparisonDue()
      olderNotBefore = nil
      tasks.cancelStalledRequests()
      for session in sessions { session.onUserRefresh() }
      await removeReadRows()
      fetchNewPosts()
    case .more(let edge): await loadMoreRows(edge)
    case .fill(let gap, let edge): fillGap(gap, from: edge)
    case .jump(let target): await jump(to: target)
    case .passed(let entries): await markPassedEntriesRead(entries)
    case .opened(let entry): await markOpenedEntryRead(entry)
    case .toggleRead(let entry): await toggleReadState(entry)
    case .countUnread(let range): await askBeforeMarkingRead(of: range)
    case .markRead(let range): await markRangeRead(range)
    case .toggleUnreadOnly: await toggleShowsUnreadOnly()
    case .arrange(let layout): await setTimelineLayout(layout)
    case .unfold(let first): updateState { $0.unfolded.insert(first) }
    case .showTabs: presentTabs()
    case .resumeAfterCatchUp: await resumeAfterCatchUp()
    case .toggleTab: await toggleStreamTab()
    case .followTag(let isFollowed): setTagFollowed(isFollowed)
    case .fetchAhead(let screen): startOrCancelStreamOfflineCopy(for: screen)
    case .toggle(let id, let action): acting.toggleMark(action, on: state.posts.post(id))
    case .delete(let id): acting.deletePost(state.posts.post(id))
    case .actAsNextAccount(let entry): await switchToNextActingAccount(entry)
    case .undo: acting.undoLastAction()
    case .remember(let position, let seen): recordReadingPosition(position, seen: seen)
    case .pause: schedule.pauseRefreshes()
    case .resume: schedule.resumeRefreshes()
    case .close: await session.lastWrites.runCountedWork { await closeStream() }
    }
  }

  package func repeatRequestsAfterSignIn() async {
    let requests = refusedRequests
    refusedRequests = []
    for request in requests { await handle(request) }
    await handle(.refresh)
  }

  func updateState(_ change: (inout StreamScene.SceneState) -> Void) {
    var next = state
    change(&next)
    guard next != state else { return }
    state = next
    presenter.present(state)
  }

  /// The account group whose common stream is open; nil for a stream of one account.
  var openAccountGroup: AccountGroup? { feed == .everything ? group : nil }

  /// The performer of actions on the stream's posts: the active account, or the account group in
  /// the common stream.
  private var acting: any PostActionPerforming { openAccountGroup ?? actions }
}

// MARK: - Opening

extension StreamInteractor {
  /// Switches the stream scene to a stream, and shows its stored rows around the reading position;
  /// for nil, to the stream that was open last, or else to the first.
  private func openStream(_ wanted: Feed?, isUserLocationUnknown: Bool = false) async {
    let turn = cancelStreamRequestsReturningGeneration()
    // The last position may not be stored yet.
    await positions.waitUntilPositionStored()
    positions.sendMarkAndStopSynchronizing()
    do throws(StoreError) {
      try await session.loadChosenTabs()
      let last =
        wanted == nil
        ? try await session.stores.feeds.lastOpenedFeed(account: session.account.id) : nil
      let feed = wanted ?? last ?? firstStream
      guard turn == self.generation else { return }
      if feed == .everything, group?.hasSeveralAccounts != true {
        return await leaveSingleAccountCommonStream()
      }
      setOpenFeedAndListenToGroup(feed)
      positions.startSynchronizingReadingMark(in: feed)
      try await session.deleteExpiredData()
      var window = try await rowsAroundReadingPosition(of: feed)
      if window.status.showsUnreadOnly || session.stores.isStreamOfUnreadEntries(feed) {
        // What was read since the stream was opened last is hidden, too.
        try await streamStorage(of: feed).setShowsUnreadOnly(true)
        window = try await rowsAroundReadingPosition(of: feed)
      }
      guard turn == self.generation else { return }
      showStoredRows(window, of: feed, isUserLocationUnknown: isUserLocationUnknown)
      findNearbyPlaceName()
      if wanted != nil { await storeTabForNextStart(feed) }
    } catch {
      guard turn == self.generation else { return }
      if feed == nil { setOpenFeedAndListenToGroup(wanted ?? firstStream) }
      updateState { prepareStateForOpenedStream(&$0) }
      presenter.perform(.say(.storeFailed(error)))
      fetchNewPosts()
    }
  }

  private func rowsAroundReadingPosition(of feed: Feed) async throws(StoreError) -> FeedWindow {
    try await streamStorage(of: feed).feedWindow(
      around: .readingPosition, above: Self.firstReach, below: 2 * Self.firstReach)
  }

  /// Opens the stream that was open before, or the first tab, instead of the common stream, which
  /// needs a second account.
  private func leaveSingleAccountCommonStream() async {
    let other = feed == .everything ? nil : feed
    await openStream(other ?? firstStream)
    presenter.perform(.say(.needsSecondAccount))
  }

  private func closeStream() async {
    _ = cancelStreamRequestsReturningGeneration()
    tasks.offlineCopyTask.cancelOfflineCopy()
    fullTextFetch?.cancel()
    setOpenFeedAndListenToGroup(nil)
    state.isNearby = false
    await positions.waitUntilPositionStored()
    positions.sendMarkAndStopSynchronizing()
  }

  private var firstStream: Feed {
    session.tabs.lazy.compactMap(\.feed).first { $0 != .everything } ?? .home
  }

  /// Cancels all requests of the open stream; returns the new `generation`, by which their late
  /// results are recognised and dropped.
  private func cancelStreamRequestsReturningGeneration() -> Int {
    locationTask?.cancel()
    placeNameTask?.cancel()
    (locationTask, placeNameTask) = (nil, nil)
    generation += 1
    let turn = generation
    progress = nil
    tasks.cancelAllTasks()
    schedule.cancelPlannedRefresh()
    return turn
  }

  /// Makes a feed the open one, nil for none; in the common stream, reloads the group's accounts
  /// and listens to their action reports.
  private func setOpenFeedAndListenToGroup(_ feed: Feed?) {
    session.recordOpenFeed(feed, insteadOf: self.feed)
    self.feed = feed
    guard let openAccountGroup else { return }
    openAccountGroup.reloadGroupMembers()
    listenToActionReports(of: openAccountGroup)
  }

  func streamStorage(of feed: Feed) -> SingleOrMergedStreamStorage {
    SingleOrMergedStreamStorage(feed, of: session, with: group)
  }

  /// Stores which tab the open stream is, so that the next start opens that tab.
  private func storeTabForNextStart(_ feed: Feed) async {
    guard !session.isOver, !isBeside, session.tabs.contains(where: { $0.tabShowsFeed(feed) })
    else { return }
    do throws(StoreError) {
      try await session.stores.feeds.setLastOpenedFeed(feed, account: session.account.id)
    } catch {
      presenter.perform(.say(.storeFailed(error)))
    }
  }

  /// Counts the opening of a stream in the state of the stream scene and, unless the same stream
  /// was open, removes the rows and the status.
  private func prepareStateForOpenedStream(_ state: inout StreamScene.SceneState) {
    state.openings += 1
    state.isNearby = if case .nearby? = feed { true } else { false }
    let isSame = state.feed == feed
    adoptFeedAndTabs(&state)
    guard !isSame else { return }
    state.posts.removeAllRows()
    state.unfolded = []
    (state.hasMoreAbove, state.hasMoreBelow) = (false, false)
    (state.status, state.problem) = (StreamScene.StreamUnreadStatus(), nil)
    (state.hasReadStates, unreadEntries, marksPassed) = (hasReadStates, nil, [:])
    (state.failedAccounts, state.brokenSubscriptions) = ([], [])
    (feedStatus, unstoredEntries, hasStoredRowsBelow) = (FeedStatus(), [], false)
    isGatheringTold = false
  }

  private func adoptFeedAndTabs(_ state: inout StreamScene.SceneState) {
    (state.feed, state.tabs) = (feed, session.tabs)
    state.placeName = if case .nearby(let place)? = feed { place.name } else { "" }
  }

  private func showStoredRows(_ window: FeedWindow, of feed: Feed, isUserLocationUnknown: Bool) {
    isGathering = false
    positions.currentPosition = window.status.readingPosition
    updateState { state in
      prepareStateForOpenedStream(&state)
      if isUserLocationUnknown { state.isNearby = true }
      state.members = openAccountGroup?.members ?? []
      state.layout =
        window.status.layout ?? feed.defaultTimelineLayout(at: session.account.service)
      replaceStreamRows(window, of: feed, in: &state)
    }
    if let place = positions.currentPosition { presenter.perform(.select(place)) }
    topEntries =
      openAccountGroup != nil && positions.currentPosition == nil
      ? Set([state.posts.confirmed.first?.entry?.id].compactMap(\.self)) : nil
    showFailedAccounts()
    if let fetchedAt = window.status.fetchedAt, !window.rows.isEmpty, !session.isRefused,
      schedule.isFetchFresh(fetchedAt)
    {
      schedule.planRefreshAfterSuccess(at: fetchedAt, isLive: isLive)
    } else {
      fetchNewPosts()
    }
  }
}

// MARK: - Nearby streams

extension StreamInteractor {
  /// Opens the stream of photos near the user, once the location is known.
  private func openNearbyStream() async {
    guard let locationProvider else { return }
    if let place = locationProvider.place { return await openStream(.nearby(place)) }
    let turn = cancelStreamRequestsReturningGeneration()
    await positions.waitUntilPositionStored()
    guard turn == self.generation else { return }
    setOpenFeedAndListenToGroup(nil)
    positions.currentPosition = nil
    updateState {
      prepareStateForOpenedStream(&$0)
      $0.isNearby = true
    }
    locationTask = Task {
      let place = await locationProvider.findPlaceFromAnySource()
      guard !Task.isCancelled, turn == self.generation else { return }
      locationTask = nil
      updateStreamFetchState()
      if let place { await openStream(.nearby(place)) } else { await openTrendingInsteadOfNearby() }
    }
    updateStreamFetchState()
  }

  private func openTrendingInsteadOfNearby() async {
    await openStream(.trending, isUserLocationUnknown: true)
  }

  /// Finds the name of the place of a nearby stream without one, and shows the name.
  private func findNearbyPlaceName() {
    guard case .nearby(let place)? = feed, place.name.isEmpty, let locationProvider else { return }
    let turn = generation
    placeNameTask = Task {
      guard let name = await locationProvider.fetchPlaceName(of: place), !Task.isCancelled,
        turn == self.generation
      else { return }
      let feed = Feed.nearby(place.replacingName(name))
      setOpenFeedAndListenToGroup(feed)
      updateState { adoptFeedAndTabs(&$0) }
      await storeTabForNextStart(feed)
    }
  }

  /// Opens the stream of the place that the user chose in the place scene, if the choice was made
  /// for this stream scene.
  private func openStreamOfChosenLocation(_ choice: UserLocationProvider.PlaceOrTrendingChoice) {
    guard state.isNearby || awaitsPlace else { return }
    awaitsPlace = false
    let turn = generation
    Task {
      guard turn == self.generation else { return }
      switch choice {
      case .place(let place): await openStream(.nearby(place))
      case .trending: await openTrendingInsteadOfNearby()
      }
    }
  }
}

// MARK: - Rows

extension StreamInteractor {
  /// The rows in memory as the service confirmed them, without own posts that the store lacks.
  var storedRows: [FeedRow] {
    let rows = state.posts.confirmed
    return unstoredEntries.isEmpty
      ? rows : rows.filter { $0.entry.map { !unstoredEntries.contains($0.id) } ?? true }
  }

  /// The service's cursor for posts older than all stored rows; nil if there are no older posts, or
  /// if the stream hides them, since they count as read.
  var olderCursor: Cursor? {
    feedStatus.showsUnreadOnly && !hasReadStates ? nil : feedStatus.older
  }

  var hasNothing: Bool { feedStatus.fetchedAt == nil && storedRows.isEmpty }

  func gap(_ id: TimelineGap.ID) -> TimelineGap? {
    state.posts.confirmed.lazy.compactMap(\.gap).first { $0.id == id }
  }

  /// Returns the id of an entry, or of the topmost stored one if the entry is not stored yet.
  private func storedOrTopmostEntryID(for entry: FeedEntry.ID) -> FeedEntry.ID {
    unstoredEntries.contains(entry) ? storedRows.first?.entry?.id ?? entry : entry
  }

  /// Reads the rows around an entry, or around the user's position, from the store again, without
  /// scrolling the stream.
  func reloadRows(around entry: FeedEntry.ID? = nil) async {
    await reloadRowsFromStore { interactor in
      let fallback = interactor.storedRows.first?.entry?.id
      return (entry ?? interactor.positions.currentPosition?.entry ?? fallback).map { .entry($0) }
        ?? .top
    } selecting: { _ in
      nil
    }
  }

  /// Replaces the stream's rows by those around the target of a jump, and selects the target.
  func jump(to target: StreamScene.JumpTarget) async {
    if target == .previousUnread { return await selectNextUnreadEntry(.up) }
    if target == .firstUnread, hasReadStates { return await selectNextUnreadEntry(.down) }
    let lastRead = feedStatus.lastRead
    let isUnread = unreadCount(in: state) > 0
    await reloadRowsFromStore { _ in
      switch target {
      case .top: .top
      case .bottom: .bottom
      case .firstUnread, .previousUnread: isUnread ? lastRead.map { .entry($0) } ?? .top : .top
      }
    } selecting: { window in
      let entries = window.rows.compactMap(\.entry)
      let goal: FeedEntry? =
        switch target {
        case .top: entries.first
        case .bottom: entries.last
        case .firstUnread, .previousUnread:
          isUnread
            ? entries.prefix { $0.id != lastRead }.last { !self.isOwnEntry($0) } ?? entries.first
            : entries.first
        }
      return goal.map { ReadingPosition(entry: $0.id, row: 0) }
    }
  }

  func reloadRowsFromStore(
    around anchor: @escaping @MainActor (StreamInteractor) -> FeedWindowAnchor,
    selecting place: @escaping @MainActor (FeedWindow) -> ReadingPosition?
  ) async {
    let turn = generation
    // Reads run one after another, so that an older result does not replace a newer one.
    await rowReadQueue.enqueueWork { [self] in
      guard let feed, turn == self.generation else { return }
      do throws(StoreError) {
        let window = try await streamStorage(of: feed).feedWindow(
          around: anchor(self), above: Self.keptRowCounts.above, below: Self.keptRowCounts.below)
        guard turn == self.generation else { return }
        updateState { replaceStreamRows(window, of: feed, in: &$0) }
        guard let place = place(window) else { return }
        positions.currentPosition = place
        presenter.perform(.select(place))
      } catch {
        guard turn == self.generation else { return }
        presenter.perform(.say(.storeFailed(error)))
      }
    }.value
  }

  /// Replaces the stream's rows by those read from the store. In the home stream, the user's new
  /// posts that are not stored yet are added.
  private func replaceStreamRows(
    _ window: FeedWindow, of feed: Feed, in state: inout StreamScene.SceneState
  ) {
    let own = feed == .home && !window.hasMoreAbove ? session.freshPosts : NewOwnPosts()
    var rows = window.rows
    unstoredEntries = []
    if !own.isEmpty {
      rows = own.insertingNewOwnPosts(into: rows, now: session.world.now)
      unstoredEntries = Set(own.entries.map(\.id))
        .subtracting(window.rows.compactMap(\.entry?.id))
    }
    hasStoredRowsBelow = window.hasMoreBelow
    state.posts.replaceRows(with: rows, through: acting)
    state.hasMoreAbove = window.hasMoreAbove
    adoptFeedStatus(window.status, in: &state)
  }

  /// Reads the status of the open stream from the store again; the rows are unchanged.
  func reloadFeedStatus() async {
    guard let feed else { return }
    let turn = generation
    do throws(StoreError) {
      let status = try await streamStorage(of: feed).feedStatus()
      guard turn == self.generation else { return }
      updateState { adoptFeedStatus(status, in: &$0) }
    } catch {
      guard turn == self.generation else { return }
      presenter.perform(.say(.storeFailed(error)))
    }
  }

  private func adoptFeedStatus(_ status: FeedStatus, in state: inout StreamScene.SceneState) {
    feedStatus = status
    state.hasMoreBelow = hasStoredRowsBelow || olderCursor != nil
    // After a successful fetch the earlier error is not shown any more.
    if status.fetchedAt != state.status.fetchedAt { state.problem = nil }
    let unread = unreadCount(in: state)
    state.status.unread = unread
    state.status.awaySince = schedule.pacing.catchUpAbsenceStart(
      status, unread: unread, now: session.world.now)
    state.status.isUncounted = status.hasUnreadGap
    state.status.notifications = notifications?.unread ?? 0
    state.status.fetchedAt = status.fetchedAt
    state.status.isEmpty =
      status.fetchedAt != nil && state.posts.confirmed.isEmpty && !status.showsUnreadOnly
    state.showsUnreadOnly = status.showsUnreadOnly
    if hasReadStates { counting.submitValueToWrite(()) }
  }

  /// Returns the number of unread entries: all of the stream if the service has a read state for
  /// each entry, otherwise those above the user's position, without the user's own.
  func unreadCount(in state: StreamScene.SceneState) -> Int {
    if let unreadEntries { return unreadEntries }
    if hasReadStates { return feedStatus.unread }
    // Called for each step of the selection, so the usual case of no unread entries is quick.
    guard feedStatus.unread > 0 else { return 0 }
    var own = 0
    for case .entry(let entry) in state.posts.confirmed where !unstoredEntries.contains(entry.id) {
      if entry.id == feedStatus.lastRead { return max(0, feedStatus.unread - own) }
      if isOwnEntry(entry) { own += 1 }
    }
    return feedStatus.unread
  }

  private func isOwnEntry(_ entry: FeedEntry) -> Bool {
    openAccountGroup?.isByReceivingAccount(entry)
      ?? (entry.senderID == session.account.person)
  }

  private func updateStreamFetchState() {
    updateState {
      let activity =
        locationTask == nil ? tasks.displayedFetchState(isFirst: hasNothing) : .locating
      $0.activity =
        switch (activity, progress) {
        case (.opening, let progress?), (.refreshing, let progress?): .collecting(progress)
        default: activity
        }
    }
  }

  private func updateNotificationCount() {
    guard feed != nil else { return }
    updateState { adoptFeedStatus(feedStatus, in: &$0) }
  }
}

// MARK: - The user's position

extension StreamInteractor {
  private func recordReadingPosition(_ position: ReadingPosition, seen: FeedEntry.ID) {
    guard let feed else { return }
    let position = ReadingPosition(
      entry: storedOrTopmostEntryID(for: position.entry), row: position.row)
    if topEntries?.contains(position.entry) == false { topEntries = nil }
    positions.recordStreamPosition(position, seen: storedOrTopmostEntryID(for: seen), in: feed)
    fetchOlderPostsOfEndingHomes(below: position.entry)
  }

  /// Updates the unread count of the stream after a reading position was stored; `seen` is the
  /// newest entry read.
  private func updateStatusAfterPositionStored(_ seen: FeedEntry.ID) async {
    guard feedStatus.unread > 0 || feedStatus.lastRead == nil else { return }
    let first = storedRows.lazy.compactMap(\.entry?.id).first {
      $0 == seen || $0 == self.feedStatus.lastRead
    }
    if first == seen, seen != feedStatus.lastRead {
      positions.markSynchronizer?.scheduleReadingMarkSending()
    }
    await reloadFeedStatus()
  }

  private func resumeAfterCatchUp() async {
    let before = feedStatus.lastRead
    await reloadFeedStatus()
    if feedStatus.lastRead != before { await jump(to: .firstUnread) }
  }
}

// MARK: - Live updates and actions

extension StreamInteractor {
  /// True if the service pushes new posts of the stream over a live connection.
  var isLive: Bool { feed.map(liveFeeds.contains) ?? false }

  package func listenToLiveUpdates(to updates: LiveUpdateListener) {
    updates.addLiveUpdateListener(self) { $0.applyLiveUpdateReport($1) }
  }

  /// Updates the stream scene after a report of live updates, without scrolling the stream.
  func applyLiveUpdateReport(_ update: LiveUpdateListener.LiveUpdateReportToScenes) {
    guard feed != nil, !session.isOver else {
      if case .liveFeedsChanged(let feeds) = update { liveFeeds = feeds }
      return
    }
    switch update {
    case .liveFeedsChanged(let feeds):
      let wasLive = isLive
      liveFeeds = feeds
      if wasLive, !isLive { schedule.restoreIntervalWithoutLiveUpdates() }
    case .newer(let feed):
      let isHome = openAccountGroup != nil && feed == .home
      if feed == self.feed || isHome {
        schedule.scheduleRefreshSoon(minimumSpacing: LiveUpdateCompleteness.minimumRequestSpacing)
      }
    case .entriesStored(let feed):
      if feed == self.feed { schedule.planRefreshAfterLiveUpdate() }
    // With changed filters, shown rows may be folded differently, although no post is new.
    case .listChanged(.wordFilters):
      needsLatestPage = true
      schedule.scheduleRefreshSoon(minimumSpacing: LiveUpdateCompleteness.minimumRequestSpacing)
    case .listChanged: break
    case .gap: schedule.scheduleRefreshSoon()
    }
  }

  /// Listens to the action reports of all accounts in the common stream.
  func listenToActionReports(of group: AccountGroup) {
    groupActions.listenToActionReports(to: group.runningAccounts) { [weak self] news, account in
      guard let self, let together = self.openAccountGroup else { return }
      let isOthers = account != session.account.id
      switch news {
      // For these events only the active account's listener acts, so that they are handled once.
      case .changedElsewhere where isOthers, .signedOut where isOthers: break
      // The form of a text that was taken back opens as the account of the event.
      default: applyActionReport(news, of: together.account(withID: account) ?? session.account)
      }
    }
  }

  /// Applies an action report of an account to the stream scene.
  func applyActionReport(_ news: ActionReport, of owner: Account) {
    guard let feed else { return }
    // Pending changes are sent once a request succeeds again.
    if news == .signedOut { isDisconnected = true }
    updateState { $0.posts.applyActionReport(news, through: acting) }
    presenter.performReportEffects(news, of: owner)
    switch news {
    case .changed(let changes) where changes.feeds.contains(feed): Task { await reloadRows() }
    case .delivered(.publish(let draft), let outcome) where owner.id == session.account.id:
      showPublishedPost(draft, outcome)
    case .delivered(.delete(let id), _):
      session.freshPosts.removeNewOwnPosts([id.withoutAccount])
      Task { await reloadRows() }
    case .changedElsewhere:
      Task {
        await reloadRows()
        if hasNothing { fetchNewPosts() }
      }
    default: break
    }
  }

  /// Shows the user's new post at once in an open home stream; refreshes any other stream, and
  /// after a reply or an edit.
  private func showPublishedPost(_ draft: Draft, _ outcome: ChangeOutcome) {
    guard case .post(let post) = outcome, draft.replyTo == nil, draft.editing == nil else {
      return refreshAutomatically()
    }
    session.freshPosts.addNewOwnPost(post.asOwn)
    // A running refresh may have been answered before the post was published.
    guard feed == .home else { return refreshAutomatically() }
    let turn = generation
    Task {
      await reloadRows()
      if turn == self.generation { presenter.perform(.showRowsAbove) }
    }
  }

  /// Switches to the next account that sees a stream entry, for acting on its post, and says which
  /// account that is.
  private func switchToNextActingAccount(_ id: FeedEntry.ID) async {
    guard let openAccountGroup,
      let entry = storedRows.lazy.compactMap(\.entry).first(where: { $0.id == id })
    else { return }
    presenter.perform(.say(.actsAs(openAccountGroup.switchToNextActingAccount(entry))))
    await reloadRows()
  }
}

// MARK: - Tabs and layouts

extension StreamInteractor {
  private func presentTabs() {
    guard feed != nil || state.isNearby else { return }
    // The photo scene steps through the stream with the focus.
    session.recordOpenFeed(feed, insteadOf: feed)
    updateState { adoptFeedAndTabs(&$0) }
  }

  private func toggleStreamTab() async {
    guard let feed, !session.isOver else { return }
    let tab = session.tabs.first { $0.tabShowsFeed(feed) } ?? .feed(feed)
    guard let tabs = session.tabs(toggling: tab) else { return presenter.perform(.say(.lastTab)) }
    session.setChosenTabs(tabs)
    updateState { adoptFeedAndTabs(&$0) }
    presenter.perform(.say(.tab(feed, isShown: tabs.contains(tab))))
    if openAccountGroup != nil, tabs.contains(tab) { await storeTabForNextStart(feed) }
    do throws(StoreError) { try await session.storeTabs(tabs) } catch {
      presenter.perform(.say(.storeFailed(error)))
    }
  }

  private func setTagFollowed(_ isFollowed: Bool) {
    guard case .tag(let tag)? = feed, !session.isOver else { return }
    let change = PendingChange.serviceAction(ServiceAction(.followTag, tag, isDone: isFollowed))
    guard session.connection.abilities.supportsChange(change) else { return }
    actions.performChange(change)
  }

  private func setTimelineLayout(_ layout: TimelineLayout) async {
    guard let feed else { return }
    updateState { $0.layout = layout }
    guard !session.isOver else { return }
    do throws(StoreError) {
      try await streamStorage(of: feed).storeScreenLayout(layout)
    } catch {
      guard feed == self.feed else { return }
      presenter.perform(.say(.storeFailed(error)))
    }
  }
}
