/// Decides what reading a stream does: what is held is shown at once, then the service is asked.
///
/// No request waits for the network: what is fetched goes on by itself and is told when it is there.
@MainActor public final class StreamInteractor: Interacting {
  /// How many rows above the place are read at first, and twice as many below it: a large screen
  /// full. The reader's moves bring the others.
  private static let reach = 12

  let session: Session
  let actions: any Acting
  let presenter: any Presenting<StreamReading.Response>
  let pacing: StreamPacing
  /// Where the reader is; nil where nearby is not offered.
  let whereabouts: Whereabouts?
  /// What happened to the reader; nil where nobody tells.
  let notices: NoticeBoard?

  /// The stream that is read; nil before it is opened and after it is closed.
  var feed: Feed? {
    didSet { session.reads(feed, insteadOf: oldValue) }
  }
  /// Counts openings, so that what was begun for another one can tell.
  var openings = 0
  var rows = StreamRows()
  var reader: ReadingPlace?
  /// How far the stream was read, here and elsewhere; nil where the service keeps no such thing.
  var mark: ReadingMark?
  /// Whether it is read for what is near: around a place, or for want of one.
  var isNearby = false
  /// Whether the reader is choosing a place to look around.
  var awaitsPlace = false
  /// Finding out where the reader is.
  var locating: Task<Void, Never>?
  /// Finding out what the place is called.
  var naming: Task<Void, Never>?
  /// What is being fetched.
  var jobs: [StreamJob: StreamWork] = [:]
  /// Counts what was begun to be fetched, so that what was called off can tell.
  var begunJobs = 0
  /// Waits for a sign of the service; see `watch`.
  var watching: Task<Void, Never>?
  /// Whether the service has been silent for a while.
  var isStalled = false
  /// What the service refused for want of a valid token, to be asked again.
  var unanswered: [StreamReading.Request] = []
  /// Whether the last refresh failed: when one works again, the line is back.
  var isLineDown = false
  /// Whether the service was still gathering the stream when it was asked last.
  var isUnfinished = false
  /// Until then nothing older is asked for: it failed a moment ago.
  var olderNotBefore: Timestamp?
  /// When the store was tidied last.
  var tidiedAt: Timestamp?
  var shownActivity = StreamReading.Activity.none
  var shownStatus: StreamReading.Status?
  var isPlaceLost = false
  let reads = SerialWork()
  lazy var schedule = RefreshSchedule(
    world: session.world,
    // Where a service allows few calls an hour, they are left to what somebody asks for.
    interval: pacing.interval.map { max($0, session.connection.refreshPace ?? .zero) }
  ) { [weak self] in self?.refreshOnTime() }
  lazy var places = LatestWrite<SeenPlace> { [weak self] in await self?.keep($0) }

  /// Reading the streams of an account.
  public init(
    _ session: Session, actions: any Acting, presenter: any Presenting<StreamReading.Response>,
    pacing: StreamPacing = StreamPacing(), whereabouts: Whereabouts? = nil,
    notices: NoticeBoard? = nil
  ) {
    self.session = session
    self.actions = actions
    self.presenter = presenter
    self.pacing = pacing
    self.whereabouts = whereabouts
    self.notices = notices
    actions.tell(self)
    whereabouts?.tell(self)
    notices?.tell(self)
  }

  /// Answers a request; what is fetched goes on by itself.
  public func handle(_ request: StreamReading.Request) async {
    switch request {
    case .open(let feed): await open(feed)
    case .openNearby: await openNearby()
    case .changePlace: awaitsPlace = true
    case .refresh:
      schedule.reset()
      mark?.hurry()
      olderNotBefore = nil
      callOffWhatStalls()
      refresh()
    case .more(let edge): await more(edge)
    case .fill(let gap, let edge): fill(gap, from: edge)
    case .jump(let target): await jump(to: target)
    case .arrange(let arrangement): await arrange(arrangement)
    case .showTabs: showTabs()
    case .toggleTab: await toggleTab()
    case .toggle(let id, let action): actions.toggle(action, on: rows.post(id), in: session)
    case .delete(let id): actions.delete(rows.post(id), in: session)
    case .undo: actions.undo()
    case .remember(let place, let seen):
      guard let feed else { return }
      reader = place
      places.submit(SeenPlace(feed: feed, place: place, seen: seen))
    case .close: await close()
    }
  }

  /// Asks again for what was refused, after the account was signed in to again.
  public func resume() async {
    let requests = unanswered
    unanswered = []
    for request in requests where request != .refresh { await handle(request) }
    await handle(.refresh)
  }
}

/// Something that is fetched; of each there is but one at a time.
enum StreamJob: Hashable {
  case refresh
  case older
  case gap(Gap.ID)
}

/// What is being fetched.
struct StreamWork {
  let number: Int
  let task: Task<Void, Never>
  /// When it was begun, or something of it came last.
  var lastSign: Timestamp
}

/// Where the reader is, and what they have seen.
struct SeenPlace: Sendable {
  let feed: Feed
  let place: ReadingPlace
  let seen: FeedEntry.ID
}

extension StreamInteractor {
  func open(_ wanted: Feed?) async {
    stopWork()
    openings += 1
    let opening = openings
    // Where the reader was a moment ago may still be on its way to the disk.
    await places.finish()
    endMark()
    do throws(StoreError) {
      let account = session.account.id
      try await session.readTabs()
      let last = wanted == nil ? try await session.shelf.feeds.lastFeed(account: account) : nil
      let feed = wanted ?? last ?? firstStream
      guard opening == openings else { return }
      self.feed = feed
      mark = ReadingMark(session, of: feed)
      isNearby = if case .nearby = feed { true } else { false }
      try await session.forgetWhatIsTooOld()
      let window = try await session.shelf.feeds.window(
        of: feed, account: account, around: .place, above: Self.reach, below: 2 * Self.reach)
      guard opening == openings else { return }
      show(window)
      findName()
      if wanted != nil { await remember(feed) }
    } catch {
      guard opening == openings else { return }
      if feed == nil { feed = wanted ?? firstStream }
      presenter.present(.storeFailed(error))
      refresh()
    }
  }

  /// Keeps which tab is read.
  func remember(_ feed: Feed) async {
    guard !session.isOver, session.tabs.contains(where: { $0.offers(feed) }) else {
      return
    }
    do throws(StoreError) {
      try await session.shelf.feeds.setLastFeed(feed, account: session.account.id)
    } catch {
      presenter.present(.storeFailed(error))
    }
  }

  private var firstStream: Feed {
    session.tabs.lazy.compactMap(\.feed).first ?? .home
  }

  private func show(_ window: FeedWindow) {
    guard let feed else { return }
    rows = StreamRows()
    isUnfinished = false
    reader = window.status.place
    shownStatus = nil
    _ = rows.adopt(window, through: actions)
    presenter.present(
      .streams(session.tabs, current: feed, account: session.account))
    let usual = feed.arrangement(at: session.account.service)
    presenter.present(.arranged(window.status.arrangement ?? usual))
    presenter.present(.rows(rows.rows(place: reader)))
    presentStatus()
    let now = session.world.now
    if let fetchedAt = window.status.fetchedAt, !window.rows.isEmpty, !session.isRefused,
      fetchedAt <= now, now.since(fetchedAt) < pacing.freshFor
    {
      schedule.succeeded(at: fetchedAt)
    } else {
      refresh()
    }
  }

  private func close() async {
    stopWork()
    openings += 1
    feed = nil
    isNearby = false
    await places.finish()
    endMark()
  }

  private func endMark() {
    mark?.end()
    mark = nil
  }

  func stopWork() {
    locating?.cancel()
    locating = nil
    naming?.cancel()
    naming = nil
    for work in jobs.values { work.task.cancel() }
    jobs = [:]
    watch()
    schedule.stop()
    presentActivity()
  }

  /// Lays the stream out differently, at once; that it is remembered comes after.
  private func arrange(_ arrangement: Arrangement) async {
    guard let feed else { return }
    presenter.present(.arranged(arrangement))
    guard !session.isOver else { return }
    do throws(StoreError) {
      try await session.shelf.feeds.setArrangement(
        arrangement, of: feed, account: session.account.id)
    } catch {
      guard feed == self.feed else { return }
      presenter.present(.storeFailed(error))
    }
  }

  /// Whether that entry is newer than what was read so far.
  private func isNewer(_ entry: FeedEntry.ID) -> Bool {
    let entries = rows.window.rows.compactMap(\.entry?.id)
    guard let place = entries.firstIndex(of: entry) else { return false }
    let read = rows.window.status.lastRead.flatMap { entries.firstIndex(of: $0) }
    return place < read ?? .max
  }

  /// Keeps a place, and tells how many are still unread.
  private func keep(_ seen: SeenPlace) async {
    guard !session.isOver else { return }
    do throws(StoreError) {
      try await session.shelf.feeds.setPlace(
        seen.place, lastRead: seen.seen, in: seen.feed, account: session.account.id)
      isPlaceLost = false
      guard rows.window.status.unread > 0 || rows.window.status.lastRead == nil else { return }
      if let mark, isNewer(seen.seen) { mark.advanced() }
      await rereadStatus()
    } catch {
      // Told once, not at every step through the stream.
      guard !isPlaceLost, feed != nil else { return }
      isPlaceLost = true
      presenter.present(.storeFailed(error))
    }
  }
}
