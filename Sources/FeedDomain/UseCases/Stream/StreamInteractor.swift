/// Decides what reading a stream does: what is held is shown at once, then the service is asked.
///
/// No request waits for the network: what is fetched goes on by itself and is told when it is there.
@MainActor public final class StreamInteractor: Interacting {
  let session: Session
  let actions: any Acting
  let presenter: any Presenting<StreamReading.Response>
  /// What happened to the reader; nil where nobody tells.
  let notices: NoticeBoard?

  var opening: StreamOpening
  var rows = StreamRows()
  var line = StreamLine()
  var told = StreamTold()
  let reads = SerialWork()
  let schedule: RefreshSchedule
  lazy var errands = StreamErrands(world: session.world) { [weak self] in self?.presentActivity() }
  lazy var places = ReadingPlaces(session) { [weak self] seen in
    await self?.placeKept(seen)
  } lost: { [weak self] error in
    if self?.opening.feed != nil { self?.presenter.present(.storeFailed(error)) }
  }

  /// Reading the streams of an account.
  public init(
    _ session: Session, actions: any Acting,
    presenter: any Presenting<StreamReading.Response>,
    pacing: StreamPacing = StreamPacing(), whereabouts: Whereabouts? = nil,
    notices: NoticeBoard? = nil
  ) {
    self.session = session
    self.actions = actions
    self.presenter = presenter
    self.notices = notices
    opening = StreamOpening(whereabouts: whereabouts)
    schedule = RefreshSchedule(session, pacing)
    schedule.due = { [weak self] in self?.refreshOnTime() }
    actions.tell(self)
    whereabouts?.tell(self)
    notices?.tell(self)
  }

  /// Answers a request; what is fetched goes on by itself.
  public func handle(_ request: StreamReading.Request) async {
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
    case .toggleTab: await toggleTab()
    case .toggle(let id, let action): actions.toggle(action, on: rows.post(id), in: session)
    case .delete(let id): actions.delete(rows.post(id), in: session)
    case .undo: actions.undo()
    case .remember(let place, let seen):
      if let feed = opening.feed { places.reach(place, seen: seen, in: feed) }
    case .close: await close()
    }
  }

  /// Asks again for what was refused, after the account was signed in to again.
  public func resume() async {
    for request in line.takeUnanswered() { await handle(request) }
    await handle(.refresh)
  }
}

extension StreamInteractor {
  /// Which streams are tabs, which may have been chosen elsewhere.
  private func showTabs() {
    guard opening.feed != nil || opening.isNearby else { return }
    presentStreams()
  }

  /// Makes the stream that is read a tab, or takes that back.
  private func toggleTab() async {
    guard let feed = opening.feed, !session.isOver else { return }
    let tab = session.tabs.first { $0.offers(feed) } ?? .feed(feed)
    guard let tabs = session.tabs(toggling: tab) else { return presenter.present(.lastTab) }
    session.choose(tabs)
    presentStreams()
    presenter.present(.tab(feed, isShown: tabs.contains(tab)))
    do throws(StoreError) { try await session.keepTabs(tabs) } catch {
      presenter.present(.storeFailed(error))
    }
  }

  /// Lays the stream out differently, at once; that it is remembered comes after.
  private func arrange(_ arrangement: Arrangement) async {
    guard let feed = opening.feed else { return }
    presenter.present(.arranged(arrangement))
    guard !session.isOver else { return }
    do throws(StoreError) {
      try await session.shelf.feeds.setArrangement(
        arrangement, of: feed, account: session.account.id)
    } catch {
      guard feed == opening.feed else { return }
      presenter.present(.storeFailed(error))
    }
  }

  /// Tells how many are still unread, once it is stored how far was read.
  private func placeKept(_ seen: FeedEntry.ID) async {
    let status = rows.window.status
    guard status.unread > 0 || status.lastRead == nil else { return }
    if rows.isUnread(seen) { places.mark?.advanced() }
    await rereadStatus()
  }
}
