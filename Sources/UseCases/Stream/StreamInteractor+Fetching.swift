internal import FeedDomain

extension StreamInteractor {
  /// The number of rows below the selected one in which the common stream looks for home streams
  /// that need older posts.
  private static let sight = 30
  /// The duration after a failure during which no older posts of a stream are requested.
  private static let pauseAfterFailure = Duration.seconds(5)

  /// Fetches the new posts of the open stream, unless a refresh is under way.
  func fetchNewPosts(for purpose: RequestPriority = .userRequest) {
    schedule.cancelPlannedRefresh()
    if let openAccountGroup { return fetchNewPosts(openAccountGroup, for: purpose) }
    // After an incomplete answer, new posts may be anywhere in the stream, so the newest page is
    // fetched.
    let asksForLatest = isGathering || needsLatestPage
    needsLatestPage = false
    startStreamTaskUnlessUnderWay(.refresh, for: .refresh) { fetch throws(FetchFailure) in
      do throws(FetchFailure) {
        try await purpose.runActionWithPriority { () async throws(FetchFailure) in
          if asksForLatest {
            try await fetch.fetchLatestPage()
          } else {
            try await fetch.fetchNewerEntries()
          }
        }
      } catch {
        guard purpose == .automatic, case .service(.rateLimited(let end)) = error else {
          throw error
        }
        throw .refreshPostponed(until: end)
      }
    }
  }

  /// Refreshes the open stream as planned; while a refresh is under way, plans another one.
  func refreshAutomatically() {
    if tasks.isTaskUnderWay(.refresh) {
      schedule.scheduleRefreshSoon()
    } else {
      fetchNewPosts(for: .automatic)
    }
  }

  /// Adds rows above or below the shown rows: stored ones, or below the last stored row those that
  /// the service has.
  func loadMoreRows(_ edge: StreamScene.StreamRowsEdge) async {
    if edge == .above ? state.hasMoreAbove : hasStoredRowsBelow {
      return await reloadRows(around: entryIDNearEdge(edge))
    }
    guard edge == .below, let cursor = olderCursor, mayAskForOlder else { return }
    startStreamTaskUnlessUnderWay(
      .older, of: cursor, for: .more(.below), near: entryIDNearEdge(.below)
    ) {
      fetch throws(FetchFailure) in try await fetch.fetchOlderPages(cursor.withoutAccount)
    }
  }

  /// Fetches missing posts of a gap, beginning at the edge that the selection reached first.
  func fillGap(_ id: TimelineGap.ID, from edge: StreamScene.StreamRowsEdge) {
    guard let gap = gap(id) else { return }
    let neighbour = edge == .below ? gap.entryBelow : entryIDAboveGap(id)
    startStreamTaskUnlessUnderWay(
      .gap(id), of: id, for: .fill(id, from: edge),
      near: neighbour ?? positions.currentPosition?.entry
    ) {
      fetch throws(FetchFailure) in
      if id.withoutAccount == TimelineGap.end {
        try await fetch.fetchOlderPages(gap.older)
      } else {
        try await fetch.fillGapByOnePage(gap.asOwn, fromBelow: edge == .below)
      }
    }
  }

  /// Fetches older posts of home streams that end just below the common stream's selected row.
  func fetchOlderPostsOfEndingHomes(below entry: FeedEntry.ID) {
    guard openAccountGroup != nil, mayAskForOlder else { return }
    let below = storedRows.drop { $0.entry?.id != entry }.prefix(Self.sight)
    for case .gap(let gap) in below where gap.id.withoutAccount == TimelineGap.end {
      fillGap(gap.id, from: .above)
    }
  }

  private var mayAskForOlder: Bool { olderNotBefore.map { $0 <= session.world.now } ?? true }

  /// Starts the fetch of the open stream and its conversations for offline reading; during that
  /// fetch, cancels it.
  func startOrCancelStreamOfflineCopy(for screen: PhotoSize?) {
    guard !tasks.offlineCopyTask.isRunning else { return tasks.offlineCopyTask.cancelOfflineCopy() }
    guard let feed, !session.isOver else { return }
    let plan = OfflineCopyPlan(
      [openAccountGroup == nil ? feed : .home], hasThreads: true, screen: screen)
    tasks.offlineCopyTask.startOfflineCopy(sessions, plan) { [weak self] copy, isOver in
      guard let self, self.feed != nil, !session.isOver else { return }
      let isFirst = state.offlineCopy == nil
      updateState { $0.offlineCopy = isOver ? nil : copy }
      if isOver {
        presenter.perform(.say(.offlineCopyEnded(copy)))
        // Other scenes that show the stream show the fetched posts as well.
        actions.notifyScenesOfServiceChanges(StoreChangeSet(feeds: [feed]))
      } else if isFirst {
        presenter.perform(.say(.offlineCopyStarted))
      }
    }
  }

  /// The sessions whose posts the open stream shows: all members' in the common stream.
  var sessions: [AccountSession] { openAccountGroup?.runningAccounts.map(\.session) ?? [session] }
}

// MARK: - The common stream

extension StreamInteractor {
  /// Fetches the new posts of all home streams in the common stream, each with its own backoff.
  private func fetchNewPosts(_ group: AccountGroup, for purpose: RequestPriority) {
    group.reloadGroupMembers()
    listenToActionReports(of: group)
    updateState { $0.members = group.members }
    let now = session.world.now
    for runningAccount in group.runningAccounts {
      let account = runningAccount.session.account.id
      guard purpose == .userRequest || group.fetchFailures.mayFetchAutomatically(account, at: now)
      else {
        continue
      }
      // Posts that were pushed live are stored already.
      guard
        purpose == .userRequest
          || !runningAccount.session.coverage.wasCompletenessConfirmedRecently(
            .feed(.home), at: now)
      else {
        continue
      }
      startStreamTaskUnlessUnderWay(.home(account), of: account.scoped(to: account), for: .refresh)
      {
        fetch throws(FetchFailure) in
        try await purpose.runActionWithPriority { () async throws(FetchFailure) in
          try await fetch.fetchNewerEntries()
        }
      }
    }
    // If no home stream is fetched now, as after failures, the next refresh is planned at once.
    if !tasks.isRefreshing { schedule.planRefreshAfterSuccess(at: now, isLive: false) }
  }

  private func recordAccountFetchEnd(
    of account: Account.ID, _ failure: FetchFailure?, in group: AccountGroup
  ) {
    switch failure {
    case .service(let error):
      group.fetchFailures.recordFetchFailure(of: account, error, in: session.world)
    case .refreshPostponed(let end):
      group.fetchFailures.recordFetchFailure(
        of: account, .rateLimited(until: end), in: session.world)
    case .store(let error): presenter.perform(.say(.storeFailed(error)))
    case .cancelledOrSignedOut, .unfinished: break
    case nil:
      group.fetchFailures.recordFetchSuccess(of: account)
      Task { await storePositionInEmptyHome(of: account) }
    }
    showFailedAccounts()
    if !tasks.isRefreshing { topEntries = nil }
    let failing = group.fetchFailures.failedAccounts(among: group.members.map(\.account))
    if failing.count < group.runningAccounts.count {
      guard failure == nil else {
        // If no other account was asked, as while their services pause or push posts, no success
        // plans the next refresh.
        guard !tasks.isRefreshing else { return }
        return schedule.planRefreshAfterSuccess(at: session.world.now, isLive: false)
      }
      showFailingSubscriptions()
      if account == session.account.id { return finishSuccessfulRefresh() }
      isDisconnected = false
      schedule.planRefreshAfterSuccess(at: session.world.now, isLive: false)
    } else if !tasks.isRefreshing,
      let first = failing.first(where: { $0.account.id == session.account.id }) ?? failing.first
    {
      // All services failed, which is shown as in a stream of one account.
      showTaskFailureAndPlanRetry(.refresh, .refresh, .service(first.error))
    }
  }

  /// Stores the user's position again if an account's home stream has none, as one that was empty
  /// when the common stream was opened, so that its later posts count as unread.
  private func storePositionInEmptyHome(of account: Account.ID) async {
    do throws(StoreError) {
      let status = try await session.stores.feeds.feedStatus(of: .home, account: account)
      if status.lastRead == nil, openAccountGroup != nil {
        positions.storePositionAfterNewRows(in: .everything)
      }
    } catch {
      session.logStoreError(error, doing: "read the read position of Home")
    }
  }

  /// Shows the accounts of the common stream whose services failed while others answered.
  func showFailedAccounts() {
    guard let openAccountGroup else { return }
    let failing = openAccountGroup.fetchFailures.failedAccounts(
      among: openAccountGroup.members.map(\.account))
    let shown = failing.count < openAccountGroup.runningAccounts.count ? failing : []
    updateState {
      $0.failedAccounts = shown
      if !shown.isEmpty, $0.problem?.error != nil { $0.problem = nil }
    }
  }

  private func showFailingSubscriptions() {
    guard let feed else { return }
    let turn = generation
    let lists = sessions.compactMap(\.connection.subscriptions)
    guard !lists.isEmpty else { return }
    Task {
      var broken: [Subscription] = []
      for list in lists {
        broken += await list.failingSubscriptions(in: feed == .everything ? .home : feed)
      }
      if turn == self.generation { updateState { $0.brokenSubscriptions = broken } }
    }
  }
}

// MARK: - Fetching

extension StreamInteractor {
  /// Starts a request for the stream, unless one of its kind is under way. In the common stream,
  /// the request goes to the account that an id names, such as that of an entry or a gap.
  private func startStreamTaskUnlessUnderWay(
    _ kind: StreamTasks.StreamTaskKind, of id: (any AccountScopedReference)? = nil,
    for request: StreamScene.SceneRequest, near neighbour: FeedEntry.ID? = nil,
    _ work: @escaping @MainActor (FeedFetcher) async throws(FetchFailure) -> Void
  ) {
    guard var feed, !session.isOver else { return }
    var session = session
    if let openAccountGroup {
      guard let id, let runningAccount = openAccountGroup.runningAccount(of: id) else { return }
      (session, feed) = (runningAccount.session, .home)
    }
    let (turn, account) = (generation, session.account.id)
    let ownPosts =
      kind == .refresh && feed == .home ? session.freshPosts.entries.map(\.post.id) : []
    tasks.startStreamRequestUnlessUnderWay(kind) { [self] sign throws(FetchFailure) in
      try await work(
        FeedFetcher(
          session: session, feed: feed,
          onFetchProgress: { [self] in if turn == self.generation { progress = $0 } }
        ) { [self] changes in
          guard turn == self.generation else { return }
          sign()
          if changes.isEmpty {
            await reloadFeedStatus()
          } else if topEntries != nil {
            await jump(to: .top)
            if let top = storedRows.first?.entry?.id { topEntries?.insert(top) }
          } else {
            await reloadRows(around: neighbour)
          }
        })
    } then: { [self] failure in
      if case .home(let account) = kind {
        if let openAccountGroup {
          recordAccountFetchEnd(of: account, failure, in: openAccountGroup)
        }
      } else if let failure {
        if let openAccountGroup, account != self.session.account.id, failure.isTokenRejection {
          recordBackgroundTokenRejection(of: account, failure, in: openAccountGroup)
        } else {
          showTaskFailureAndPlanRetry(kind, request, failure)
        }
      } else if kind == .refresh {
        stopShowingOwnPostsOnTop(Set(ownPosts))
        finishSuccessfulRefresh()
      }
    }
  }

  /// Shows that the service rejected the token of an account in the background of the common
  /// stream; the scene asks to sign in with the active account only.
  private func recordBackgroundTokenRejection(
    of account: Account.ID, _ failure: FetchFailure, in group: AccountGroup
  ) {
    guard case .service(let error) = failure else { return }
    group.fetchFailures.recordFetchFailure(of: account, error, in: session.world)
    olderNotBefore = session.world.now.timeAdvanced(by: Self.pauseAfterFailure)
    showFailedAccounts()
  }

  /// Stops showing some of the user's own new posts at the top of the stream, since the store now
  /// shows whether the stream contains them.
  private func stopShowingOwnPostsOnTop(_ posts: Set<Post.ID>) {
    guard !posts.isEmpty else { return }
    session.freshPosts.removeNewOwnPosts(posts)
    Task { await reloadRows() }
  }

  private func finishSuccessfulRefresh() {
    isGathering = false
    showFailingSubscriptions()
    schedule.planRefreshAfterSuccess(at: session.world.now, isLive: isLive)
    // Done after the new posts are shown, and not awaited.
    Task { await deleteOldPostsIfDue() }
    Task { await refreshNotificationsOrMarkAlternately() }
    fetchFullTexts()
    guard isDisconnected else { return }
    isDisconnected = false
    Task { await actions.deliverItemOrAllNow(nil) }
  }

  /// Fetches, in the background, the web pages of the stream's newest unread entries that belong to
  /// web feeds whose settings ask for full texts.
  private func fetchFullTexts() {
    guard session.connection.articles != nil, fullTextFetch == nil, let feed else { return }
    let session = session
    fullTextFetch = Task { [weak self] in
      let pages = FullTextFetcher(session: session)
      let entries = await pages.entriesWantingFullText {
        // Without the rows nothing is fetched; the scene reports the failing store.
        let window = try? await session.stores.feeds.feedWindow(
          of: feed == .everything ? .home : feed, account: session.account.id, around: .top,
          above: 0, below: Self.entriesWithFullText)
        return window?.rows.compactMap { $0.entry?.post } ?? []
      }
      await pages.fetchWebPages(of: entries, most: FullTextFetcher.mostPages)
      self?.fullTextFetch = nil
    }
  }

  private func showTaskFailureAndPlanRetry(
    _ kind: StreamTasks.StreamTaskKind, _ request: StreamScene.SceneRequest, _ failure: FetchFailure
  ) {
    switch failure {
    case .cancelledOrSignedOut: break
    // A postponed automatic refresh shows no error; it is repeated when the service permits.
    case .refreshPostponed(let end): _ = schedule.planRefreshAfterFailure(.rateLimited(until: end))
    case .unfinished:
      isGathering = true
      let retryAt = schedule.planRefreshAfterFailure(nil)
      updateState { $0.problem = .gathering(retryAt: retryAt) }
      // The message is shown once; the top line shows the state for as long as it lasts.
      guard !isGatheringTold, !state.posts.visibleRows.isEmpty else { return }
      isGatheringTold = true
      presenter.perform(.say(.stillGathering))
    case .store(let error):
      presenter.perform(.say(.storeFailed(error)))
      if kind == .refresh {
        schedule.planRefreshAfterSuccess(at: session.world.now, isLive: isLive)
      }
    case .service(.signedOut), .service(.invalidCredentials):
      if request != .refresh { refusedRequests.append(request) }
      if kind == .refresh {
        // The rejection may be temporary: then the next success clears the error.
        isDisconnected = true
        updateState { $0.problem = .failed(.signedOut, retryAt: nil) }
      }
      presenter.perform(.askToSignIn(session.account))
    case .service(let error):
      if kind == .refresh { isDisconnected = true }
      let retryAt = kind == .refresh ? schedule.planRefreshAfterFailure(error) : nil
      if kind == .older || openAccountGroup != nil {
        olderNotBefore = session.world.now.timeAdvanced(by: Self.pauseAfterFailure)
      }
      let isNew = state.problem?.error != error
      updateState { $0.problem = .failed(error, retryAt: retryAt) }
      // If every feed answered with an error, the stream names the feeds.
      if kind == .refresh, !error.isOutOfReach { showFailingSubscriptions() }
      // Automatic refreshes may fail for hours: the message is shown once, and the top line shows
      // the error.
      if isNew, error != .cancelled, !state.posts.visibleRows.isEmpty {
        presenter.perform(.say(.refreshFailed(error)))
      }
    }
  }

  /// Returns the id of a stored entry near an edge of the rows, around which more rows are read.
  private func entryIDNearEdge(_ edge: StreamScene.StreamRowsEdge) -> FeedEntry.ID? {
    let entries = storedRows.compactMap(\.entry)
    return edge == .above ? entries.prefix(20).last?.id : entries.suffix(20).first?.id
  }

  private func entryIDAboveGap(_ gap: TimelineGap.ID) -> FeedEntry.ID? {
    storedRows.prefix { $0.gap?.id != gap }.last { $0.entry != nil }?.entry?.id
  }
}

// MARK: - After a refresh

extension StreamInteractor {
  /// Sends one more request after each refresh of the stream: for notifications or, every second
  /// time, for the service's reading mark if posts are unread.
  private func refreshNotificationsOrMarkAlternately() async {
    let comparesMarks = comparesMarksNext || notifications == nil
    comparesMarksNext = false
    if comparesMarks, await requestReadingMarksIfDue() { return }
    comparesMarksNext = true
    await refreshNotifications()
  }

  private func refreshNotifications() async {
    // Another column of the account may have fetched the notifications just before.
    let isDue = session.requestTimes.beginNotificationRequestIfDue(at: session.world.now)
    guard isDue || !isBeside else { return }
    do throws(FeedError) {
      try await RequestPriority.automatic.runActionWithPriority { () async throws(FeedError) in
        try await notifications?.fetchNewNotifications(comparing: false)
      }
    } catch {
      // The error is only logged, as the stream itself was fetched; notifications are fetched again
      // with the next refresh.
      session.log.writeLogLine(.network, .info, "could not fetch notifications: \(error)")
    }
  }

  /// Adopts the reading marks of the stream and the notifications that other programs of the user
  /// have sent to the service; returns false if no request was needed.
  private func requestReadingMarksIfDue() async -> Bool {
    let (turn, mark) = (generation, positions.markSynchronizer)
    let isStreamDue = await mark?.isDue == true
    let areNoticesDue = notifications?.mayBeReadElsewhere == true
    if areNoticesDue {
      await RequestPriority.automatic.runActionWithPriority {
        await notifications?.syncNotificationReadingMark()
      }
    }
    if isStreamDue, await mark?.adoptOrSendMarkAfterRefresh() == true, turn == self.generation {
      await reloadFeedStatus()
    }
    return isStreamDue || areNoticesDue
  }

  /// Makes the store delete the account's old posts, at most every ten minutes while the stream
  /// scene is open, since counting posts is slow.
  private func deleteOldPostsIfDue() async {
    guard !session.isOver, schedule.beginStoreCleanupIfDue() else { return }
    do throws(StoreError) {
      try await session.deleteExpiredData()
      try await session.stores.feeds.deleteRowsBeyondLimits(of: session.account.id)
    } catch {
      session.logStoreError(error, doing: "delete old posts")
    }
  }
}

extension TimelineGap {
  /// A copy of the gap whose ids do not name an account, as the account's own store and service use
  /// it.
  fileprivate var asOwn: TimelineGap {
    TimelineGap(id: id.withoutAccount, older: older, entryBelow: entryBelow?.withoutAccount)
  }
}
