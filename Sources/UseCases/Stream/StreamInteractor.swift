internal import FeedDomain

/// Decides what reading a stream does: what is held is shown at once, then the service is asked.
///
/// No request waits for the network: what is fetched goes on by itself and is told when it is there.
@MainActor package final class StreamInteractor: Interacting {
  let session: Session
  let actions: PendingActions
  let presenter: any Presenting<StreamReading.Response>
  /// What happened to the reader; nil where nobody tells.
  let notifications: NotificationBoard?

  var opening: StreamOpening
  var rows = StreamRows()
  var line = StreamLine()
  var told = StreamTold()
  let reads = SerialQueue()
  let schedule: RefreshSchedule
  lazy var errands = StreamTasks(world: session.world) { [weak self] in self?.presentActivity() }
  lazy var places = ReadingPositions(session, with: opening.company) { [weak self] seen in
    await self?.placeKept(seen)
  } lost: { [weak self] error in
    if self?.opening.feed != nil { self?.presenter.present(.storeFailed(error)) }
  }

  package init(
    _ session: Session, actions: PendingActions,
    presenter: any Presenting<StreamReading.Response>,
    pacing: StreamPacing = StreamPacing(), locationProvider: LocationProvider? = nil,
    notifications: NotificationBoard? = nil, company: AccountGroup? = nil, isBeside: Bool = false
  ) {
    self.session = session
    self.actions = actions
    self.presenter = presenter
    self.notifications = notifications
    opening = StreamOpening(
      locationProvider: locationProvider, company: company, isBeside: isBeside)
    schedule = RefreshSchedule(session, pacing)
    schedule.due = { [weak self] in self?.refreshOnTime() }
    actions.tell(self) { $0.hear($1) }
    locationProvider?.tell(self) { $0.hear($1) }
    notifications?.tell(self) { $0.notificationsChanged() }
  }

  package func handle(_ request: StreamReading.Request) async {
    switch request {
    case .open(let feed): await open(feed)
    case .openNearby: await openNearby()
    case .changePlace: opening.awaitsPlace = true
    case .refresh:
      schedule.reset()
      places.mark?.hurry()
      line.hurry()
      errands.callOffWhatStalls()
      refresh()
    case .more(let edge): await more(edge)
    case .fill(let gap, let edge): fill(gap, from: edge)
    case .jump(let target): await jump(to: target)
    case .arrange(let arrangement): await arrange(arrangement)
    case .showTabs: showTabs()
    case .goOn: await goOn()
    case .toggleTab: await toggleTab()
    case .followTag(let isFollowed): followTag(isFollowed)
    case .fetchAhead(let screen): fetchAhead(for: screen)
    case .toggle(let id, let action): toggle(action, on: rows.post(id))
    case .delete(let id): delete(rows.post(id))
    case .actAsNextAccount(let entry): await actAsNextAccount(entry)
    case .undo: if let company = opening.together { company.undo() } else { actions.undo() }
    case .remember(let place, let seen):
      guard let feed = opening.feed else { break }
      let held = ReadingPosition(entry: rows.held(place.entry), row: place.row)
      line.reach(held.entry)
      places.reach(held, seen: rows.held(seen), in: feed)
      goOnWhereHomesEnd(below: held.entry)
    case .rest: schedule.rest()
    case .wake: schedule.wake()
    case .close: await close()
    }
  }

  /// Asks again for what was refused, after the account was signed in to again.
  package func resume() async {
    for request in line.takeUnanswered() { await handle(request) }
    await handle(.refresh)
  }
}

// MARK: - Acting

extension StreamInteractor {
  private func toggle(_ action: Post.OwnActions, on post: Post?) {
    guard let company = opening.together else {
      return actions.toggle(action, on: post, in: session)
    }
    company.toggle(action, on: post)
  }

  private func delete(_ post: Post?) {
    guard let company = opening.together else { return actions.delete(post, in: session) }
    company.delete(post)
  }

  /// Has the next of those who see a post act on it.
  private func actAsNextAccount(_ id: FeedEntry.ID) async {
    guard let company = opening.together,
      let entry = rows.confirmed.lazy.compactMap(\.entry).first(where: { $0.id == id })
    else { return }
    presenter.present(.passedOn(company.actAsNextAccount(entry)))
    await reload()
  }
}

// MARK: - Opening

extension StreamInteractor {
  /// How many rows above the place are read at first, and twice as many below it: a large screen
  /// full. The reader's moves bring the others.
  private static let reach = 12

  /// Reads that stream, or the last one.
  func open(_ wanted: Feed?) async {
    let number = stopWork()
    // Where the reader was a moment ago may still be on its way to the disk.
    await places.finish()
    places.end()
    do throws(StoreError) {
      let account = session.account.id
      try await session.readTabs()
      let last = wanted == nil ? try await session.shelf.feeds.lastFeed(account: account) : nil
      let feed = wanted ?? last ?? firstStream
      guard number == opening.number else { return }
      if feed == .everything, opening.company?.isInCompany != true { return await openAlone() }
      read(feed)
      places.begin(in: feed)
      opening.isNearby = if case .nearby = feed { true } else { false }
      try await session.forgetWhatIsTooOld()
      let window = try await held(feed).window(
        around: .place, above: Self.reach, below: 2 * Self.reach)
      guard number == opening.number else { return }
      show(window, of: feed)
      findName()
      if wanted != nil { await remember(feed) }
    } catch {
      guard number == opening.number else { return }
      if opening.feed == nil { read(wanted ?? firstStream) }
      presenter.present(.storeFailed(error))
      // Whoever switched streams reads on in the one there is.
      presentStreams()
      refresh()
    }
  }

  /// With but one account, what was read stays, or it is simply home.
  private func openAlone() async {
    let other = opening.feed == .everything ? nil : opening.feed
    await open(other ?? firstStream)
    presenter.present(.alone)
  }

  /// Stops for good.
  func close() async {
    _ = stopWork()
    errands.ahead.stop()
    read(nil)
    opening.isNearby = false
    await places.finish()
    places.end()
  }

  /// Tells which streams there are, and which of them is read.
  func presentStreams() {
    presenter.present(
      .streams(session.tabs, current: opening.feed, account: session.account))
  }

  private var firstStream: Feed {
    session.tabs.lazy.compactMap(\.feed).first { $0 != .everything } ?? .home
  }

  /// Calls off what goes on for the stream that is read; returns the number of the next opening.
  private func stopWork() -> Int {
    let number = opening.begin()
    errands.stop()
    schedule.stop()
    return number
  }

  private func read(_ feed: Feed?) {
    session.reads(feed, insteadOf: opening.feed)
    opening.feed = feed
    guard let company = opening.together else { return }
    company.gather()
    hear(of: company)
  }

  /// Where a stream is held.
  func held(_ feed: Feed) -> StreamLocation {
    StreamLocation(feed, of: session, with: opening.company)
  }

  /// Keeps which tab is read.
  func remember(_ feed: Feed) async {
    guard !session.isOver, !opening.isBeside, session.tabs.contains(where: { $0.offers(feed) })
    else { return }
    do throws(StoreError) {
      try await session.shelf.feeds.setLastFeed(feed, account: session.account.id)
    } catch {
      presenter.present(.storeFailed(error))
    }
  }

  private func show(_ window: FeedWindow, of feed: Feed) {
    rows = StreamRows()
    line.isUnfinished = false
    places.place = window.status.place
    told.forgetStatus()
    if let company = opening.together { presenter.present(.company(company.members)) }
    _ = adopt(window, of: feed)
    line.endAtTop()
    if opening.together != nil, places.place == nil {
      line.beginAtTop()
      line.keepTop(at: rows.confirmed.first?.entry?.id)
    }
    presentStreams()
    presentSilence()
    let usual = feed.arrangement(at: session.account.service)
    presenter.present(.arranged(window.status.arrangement ?? usual))
    presenter.present(.rows(rows.shown(place: places.place)))
    presentStatus()
    if let fetchedAt = window.status.fetchedAt, !window.rows.isEmpty, !session.isRefused,
      schedule.isFresh(fetchedAt)
    {
      schedule.succeeded(at: fetchedAt, isTold: isTold)
    } else {
      refresh()
    }
  }
}

// MARK: - Nearby

extension StreamInteractor {
  /// Reads what was photographed around the reader, as soon as it is known where that is.
  func openNearby() async {
    guard let locationProvider = opening.locationProvider else { return }
    if let place = locationProvider.place { return await open(.nearby(place)) }
    let number = stopWork()
    await places.finish()
    guard number == opening.number else { return }
    read(nil)
    opening.isNearby = true
    rows = StreamRows()
    places.place = nil
    told.forgetStatus()
    presentStreams()
    presenter.present(.rows(rows.shown(place: nil)))
    opening.locating = Task {
      let place = await locationProvider.find()
      guard !Task.isCancelled, number == opening.number else { return }
      opening.locating = nil
      presentActivity()
      if let place { await open(.nearby(place)) } else { await openTrendingInstead() }
    }
    presentActivity()
  }

  /// Gives the place of the stream the name it has, once somebody knows it.
  private func findName() {
    guard case .nearby(let place)? = opening.feed, place.name.isEmpty,
      let locationProvider = opening.locationProvider
    else { return }
    let number = opening.number
    opening.naming = Task {
      guard let name = await locationProvider.name(of: place), !Task.isCancelled,
        number == opening.number
      else { return }
      let feed = Feed.nearby(place.named(name))
      read(feed)
      presentStreams()
      await remember(feed)
    }
  }

  private func openTrendingInstead() async {
    await open(.trending)
    opening.isNearby = true
    presenter.present(.nowhere)
  }
}

extension StreamInteractor {
  /// Goes where the reader decided to look, if this stream is the one they decided for.
  private func hear(_ choice: LocationProvider.Choice) {
    guard opening.isNearby || opening.awaitsPlace else { return }
    opening.awaitsPlace = false
    let number = opening.number
    Task {
      guard number == opening.number else { return }
      switch choice {
      case .place(let place): await open(.nearby(place))
      case .trending: await openTrendingInstead()
      }
    }
  }
}
