internal import FeedDomain

extension StreamInteractor {
  /// So many rows below the reader are looked at for the ends of homes.
  private static let sight = 30

  /// Asks the service for what is new, unless it is being asked.
  func refresh(for purpose: RequestPurpose = .asked) {
    schedule.stop()
    if let company = opening.together { return refresh(company, for: purpose) }
    // What was gathered meanwhile may stand anywhere among what came before.
    let asksForLatest = line.isUnfinished || line.wantsLatest
    line.wantsLatest = false
    start(.refresh, for: .refresh) { fetch throws(FetchFailure) in
      do throws(FetchFailure) {
        try await purpose.asking { () async throws(FetchFailure) in
          if asksForLatest { try await fetch.latest() } else { try await fetch.newer() }
        }
      } catch {
        guard purpose == .due, case .service(.rateLimited(let end)) = error else { throw error }
        throw .heldBack(until: end)
      }
    }
  }

  /// Asks for what is new when it is time to; where that is going on, again after it.
  func refreshOnTime() {
    if errands.isUnderWay(.refresh) { schedule.hurry() } else { refresh(for: .due) }
  }

  /// More rows on that side: from the store, and below its end from the service.
  func more(_ edge: StreamReading.Edge) async {
    switch edge {
    case .above:
      guard rows.hasMoreAbove else { return }
      await reload(around: entryNear(.above))
    case .below:
      if rows.hasMoreBelow { return await reload(around: entryNear(.below)) }
      guard let cursor = rows.status.older,
        line.mayAskForOlder(at: session.world.now)
      else { return }
      start(.older, of: cursor, for: .more(.below), near: entryNear(.below)) {
        fetch throws(FetchFailure) in try await fetch.older(cursor.own)
      }
    }
  }

  /// Fetches what is missing in a gap, next to the side the reader comes from.
  func fill(_ id: Gap.ID, from edge: StreamReading.Edge) {
    guard let gap = rows.gap(id) else { return }
    let neighbour = edge == .below ? gap.below : entry(above: id)
    start(.gap(id), of: id, for: .fill(id, from: edge), near: neighbour ?? places.place?.entry) {
      fetch throws(FetchFailure) in
      if id.own == Gap.end {
        try await fetch.older(gap.older)
      } else {
        try await fetch.fill(gap.asOwn, fromBelow: edge == .below)
      }
    }
  }

  /// Goes on with what an account's home holds no more of, where the reader comes near that.
  func goOnWhereHomesEnd(below entry: FeedEntry.ID) {
    guard opening.together != nil, line.mayAskForOlder(at: session.world.now) else { return }
    let below = rows.confirmed.drop { $0.entry?.id != entry }.prefix(Self.sight)
    for case .gap(let gap) in below where gap.id.own == Gap.end { fill(gap.id, from: .above) }
  }
}

extension StreamInteractor {
  /// Brings the stream here, or no longer.
  func fetchAhead(for screen: PhotoSize?) {
    guard !errands.ahead.isRunning else { return errands.ahead.stop() }
    guard let feed = opening.feed, !session.isOver else { return }
    let together = opening.together
    let plan = FetchPlan([together == nil ? feed : .home], hasThreads: true, screen: screen)
    errands.ahead.begin(together?.desks.map(\.session) ?? [session], plan) {
      [weak self] offlineCopy, isOver in
      guard let self, opening.feed != nil, !session.isOver else { return }
      presenter.present(.ahead(offlineCopy, isOver: isOver))
      // Whoever shows the stream shows what came.
      if isOver { actions.tellOfOthers(ChangeSet(feeds: [feed])) }
    }
  }

  /// Asks every service for what is new at home, each in its own patience.
  private func refresh(_ company: AccountGroup, for purpose: RequestPurpose) {
    company.gather()
    hear(of: company)
    presenter.present(.company(company.members))
    let now = session.world.now
    for desk in company.desks {
      let account = desk.session.account.id
      guard purpose == .asked || company.patience.mayAsk(account, at: now) else { continue }
      // What is told by itself is held already.
      guard purpose == .asked || !desk.session.coverage.isFresh(.feed(.home), at: now) else {
        continue
      }
      start(.home(account), of: account.of(account), for: .refresh) { fetch throws(FetchFailure) in
        try await purpose.asking { () async throws(FetchFailure) in try await fetch.newer() }
      }
    }
    // All are left in peace for now.
    if !errands.isRefreshing { schedule.succeeded(at: now, isTold: false) }
  }

  private func ended(_ account: Account.ID, _ failure: FetchFailure?, in company: AccountGroup) {
    switch failure {
    case .service(let error): company.patience.failed(account, error, in: session.world)
    case .heldBack(let end):
      company.patience.failed(account, .rateLimited(until: end), in: session.world)
    case .store(let error): presenter.present(.storeFailed(error))
    case .overtaken, .unfinished: break
    case nil:
      company.patience.succeeded(account)
      Task { await beginReading(of: account) }
    }
    presentSilence()
    if !errands.isRefreshing { line.endAtTop() }
    let failing = company.patience.failing(among: company.members.map(\.account))
    if failing.count < company.desks.count {
      guard failure == nil else { return }
      tellOfBroken()
      if account == session.account.id { return refreshed() }
      line.isDown = false
      schedule.succeeded(at: session.world.now, isTold: false)
    } else if !errands.isRefreshing, let first = failing.first {
      // Nobody answers: that is told as of any stream.
      failed(.refresh, .refresh, .service(first.error))
    }
  }

  /// Where the reader stands counts for a home, too, of which nothing was held when they got there:
  /// what comes to it from now on is unread.
  private func beginReading(of account: Account.ID) async {
    do throws(StoreError) {
      let status = try await session.shelf.feeds.status(of: .home, account: account)
      if status.lastRead == nil, opening.together != nil { places.again(in: .everything) }
    } catch {
      session.note(error, doing: "read how far a home was read")
    }
  }

  /// Tells what of the stream told nothing, where the reader has a list of their own.
  func tellOfBroken() {
    guard let feed = opening.feed else { return }
    let number = opening.number
    let lists = (opening.together?.desks.map(\.session) ?? [session])
      .compactMap(\.connection.subscriptions)
    guard !lists.isEmpty else { return }
    Task {
      var broken: [Subscription] = []
      for list in lists {
        broken += await list.failingSubscriptions(in: feed == .everything ? .home : feed)
      }
      guard number == opening.number else { return }
      presenter.present(.broken(broken))
    }
  }

  /// Tells which services failed, where others did not.
  func presentSilence() {
    guard let company = opening.together else { return }
    let failing = company.patience.failing(among: company.members.map(\.account))
    presenter.present(.silent(failing.count < company.desks.count ? failing : []))
  }

  /// The account's own home is asked where several are read together, and that id is of it.
  private func start(
    _ kind: StreamTasks.Kind, of id: (any AccountBound)? = nil,
    for request: StreamReading.Request, near neighbour: FeedEntry.ID? = nil,
    _ work: @escaping @MainActor (FeedFetch) async throws(FetchFailure) -> Void
  ) {
    guard var feed = opening.feed, !session.isOver else { return }
    var session = session
    if let company = opening.together {
      guard let id, let desk = company.desk(of: id) else { return }
      (session, feed) = (desk.session, .home)
    }
    let number = opening.number
    let fresh = kind == .refresh && feed == .home ? session.freshPosts.entries.map(\.post.id) : []
    errands.begin(kind) { [self] sign throws(FetchFailure) in
      try await work(
        FeedFetch(session: session, feed: feed) { [self] changes in
          guard number == opening.number else { return }
          sign()
          if changes.isEmpty {
            await rereadStatus()
          } else if line.keepsTop {
            await jump(to: .top)
            line.keepTop(at: rows.confirmed.first?.entry?.id)
          } else {
            await reload(around: neighbour)
          }
        })
    } then: { [self] failure in
      if case .home(let account) = kind {
        if let company = opening.together { ended(account, failure, in: company) }
      } else if let failure {
        failed(kind, request, failure)
      } else if kind == .refresh {
        brought(Set(fresh))
        refreshed()
      }
    }
  }

  /// The service has said where these posts belong, or that they do not.
  private func brought(_ posts: Set<Post.ID>) {
    guard !posts.isEmpty else { return }
    session.freshPosts.forget(posts)
    Task { await reload() }
  }

  private func refreshed() {
    line.isUnfinished = false
    tellOfBroken()
    schedule.succeeded(at: session.world.now, isTold: isTold)
    // Now that what is new is on the screen; nobody waits for it.
    Task { await tidy() }
    Task { await askBeside() }
    guard line.isDown else { return }
    line.isDown = false
    // The line is back: what waits for it need not wait for its own next try.
    Task { await actions.deliver(nil) }
  }

  /// Asks one question more with each refresh: what happened to the reader or, in turn with that,
  /// how far was read in another program, where something is unread here.
  private func askBeside() async {
    let isMarksTurn = line.comparesNext || notifications == nil
    line.comparesNext = false
    if isMarksTurn, await followMarks() { return }
    line.comparesNext = true
    await refreshNotices()
  }

  private func refreshNotices() async {
    // Another column of the account may have asked.
    let isDue = session.lately.mayRequestNotifications(at: session.world.now)
    guard isDue || !opening.isBeside else { return }
    do throws(FeedError) {
      try await RequestPurpose.due.asking { () async throws(FeedError) in
        try await notifications?.refresh(comparing: false)
      }
    } catch {
      // The stream was answered a moment ago: it is tried again with the next one.
      session.log.note(.network, .info, "could not ask for notices: \(error)")
    }
  }

  /// Counts no longer as unread what was read in another program; false where there was nothing to
  /// ask.
  private func followMarks() async -> Bool {
    let (number, mark) = (opening.number, places.mark)
    let isStreamDue = await mark?.isDue == true
    let areNoticesDue = notifications?.mayBeReadElsewhere == true
    if areNoticesDue { await RequestPurpose.due.asking { await notifications?.compareMarks() } }
    if isStreamDue, await mark?.follow() == true, number == opening.number { await rereadStatus() }
    return isStreamDue || areNoticesDue
  }

  /// Has the store drop what is old, now and then: it has to count for that what it holds.
  private func tidy() async {
    guard !session.isOver, schedule.isTimeToTidy() else { return }
    do throws(StoreError) {
      try await session.forgetWhatIsTooOld()
      try await session.shelf.feeds.tidy(account: session.account.id)
    } catch {
      session.note(error, doing: "drop what is old")
    }
  }

  private func failed(
    _ kind: StreamTasks.Kind, _ request: StreamReading.Request, _ failure: FetchFailure
  ) {
    switch failure {
    case .overtaken: break
    // Nobody asked, so nobody is told; it is due again by then.
    case .heldBack(let end): _ = schedule.failed(.rateLimited(until: end))
    case .unfinished:
      line.isUnfinished = true
      presenter.present(.unfinished(retryAt: schedule.failed(nil)))
    case .store(let error):
      presenter.present(.storeFailed(error))
      if kind == .refresh { schedule.succeeded(at: session.world.now, isTold: isTold) }
    case .service(.signedOut), .service(.invalidCredentials):
      line.refused(request)
      guard kind == .refresh else { return presenter.present(.action(.signedOut)) }
      // It may pass, as where a server was confused: what is answered after all is told.
      line.isDown = true
      presenter.present(.failed(.signedOut, retryAt: nil))
    case .service(let error):
      line.isDown = line.isDown || kind == .refresh
      let retryAt = kind == .refresh ? schedule.failed(error) : nil
      if kind == .older || opening.together != nil { line.olderFailed(at: session.world.now) }
      presenter.present(.failed(error, retryAt: retryAt))
    }
  }

  /// An entry close to that side of the rows: the reader is there, or on their way.
  private func entryNear(_ edge: StreamReading.Edge) -> FeedEntry.ID? {
    let entries = rows.confirmed.compactMap(\.entry)
    return edge == .above ? entries.prefix(20).last?.id : entries.suffix(20).first?.id
  }

  private func entry(above gap: Gap.ID) -> FeedEntry.ID? {
    rows.confirmed.prefix { row in
      if case .gap(let other) = row { other.id != gap } else { true }
    }.last(where: { $0.entry != nil })?.entry?.id
  }
}

extension Gap {
  /// The gap as the account whose it is knows it.
  fileprivate var asOwn: Gap { Gap(id: id.own, older: older, below: below?.own) }
}
