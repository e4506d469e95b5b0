package import FeedDomain

/// What happened to the reader of one account, and how far they have read of it.
///
/// There is one for each session: the scene of the notices shows it, and a stream's top line counts
/// what is unread.
@MainActor package final class NotificationBoard {
  /// How many pages are fetched in a row at most to find something that is not held.
  private static let pagesInARow = 4
  /// What is read within so long is told together.
  private static let patience = Duration.seconds(60)

  private let session: Session
  private var list = NotificationList()
  private var listeners = Listeners<Void>()
  private var loading: Task<Void, Never>?
  private var refreshing: Task<Result<Void, FeedError>, Never>?
  private var isFetchingOlder = false
  /// Up to which notice was read, as the service is to be told; nil where it knows.
  private var untold: Notification?
  private var isTelling = false
  private var waiting: Task<Void, Never>?
  /// Up to which moment notices were read; nil where none ever was.
  package private(set) var readUntil: Timestamp?

  package init(_ session: Session) { self.session = session }

  /// The notices, the latest first.
  package var notices: [Notification] { list.notices }
  /// Whether there are older ones to be had.
  package var hasMore: Bool { list.next != nil }
  /// Whether the service has told of any since the program began.
  var isFetched: Bool { list.isFetched }
  /// How many have not been read.
  package var unread: Int { unread(since: readUntil).count }

  /// Those that came after that moment; all of them where there is none.
  func unread(since moment: Timestamp?) -> [Notification] {
    guard let moment else { return notices }
    return notices.filter { $0.at > moment }
  }

  /// Tells a listener whenever the notices, or how far they were read, change, as long as it lives.
  func tell<Listener: AnyObject>(
    _ listener: Listener, _ hear: @escaping @MainActor (Listener) -> Void
  ) {
    listeners.add(listener) { listener, _ in hear(listener) }
  }

  /// Takes up what is held; doing it twice is doing it once.
  package func load() async {
    if loading == nil { loading = Task { await read() } }
    await loading?.value
  }

  /// Asks the service what is new, and how far was read in another program where it is to be
  /// compared; whoever asks meanwhile waits for the same answer, unless it is to begin `anew` because
  /// none comes.
  package func refresh(
    anew: Bool = false, comparing: Bool = true
  ) async throws(FeedError) {
    guard let gateway = session.connection.notices, !session.isOver else { return }
    await load()
    if anew {
      refreshing?.cancel()
      refreshing = nil
    }
    if refreshing == nil {
      refreshing = Task {
        // What was called off is not what goes on by now.
        defer { if !Task.isCancelled { refreshing = nil } }
        return await fetchLatest(gateway, comparing: comparing)
      }
    }
    if let refreshing { try await refreshing.value.get() }
  }

  /// Takes a notice as the service told it by itself; all before it are known.
  func take(_ notice: Notification) async {
    await load()
    let now = session.world.now
    // A date that cannot be right would keep it above all that comes later, or below all there is.
    let notice = notice.at.isBelievable(now: now) ? notice : notice.dated(now)
    guard !session.isOver, list.takeNew(notice) else { return }
    changed()
    await keep([notice])
  }

  /// Asks for older ones, until there are some that are wanted, but for a few pages at most.
  package func more(
    until isWanted: (Notification) -> Bool = { _ in true }
  ) async throws(FeedError) {
    guard let gateway = session.connection.notices, !isFetchingOlder else { return }
    isFetchingOlder = true
    defer { isFetchingOlder = false }
    for _ in 0..<Self.pagesInARow {
      guard let next = list.next else { return }
      let page = try await gateway.notices(after: next).dated(now: session.world.now)
      guard next == list.next, !session.isOver else { return }
      guard list.takeOlder(page) else { continue }
      await keep(page.elements)
      changed()
      if page.elements.contains(where: isWanted) { return }
    }
  }

  /// Everything that is here has been read; the service is told with the next refresh that works,
  /// since what is held may be less than was read elsewhere. Where it tells by itself what happens,
  /// and refreshes are rare, it is told a while later.
  package func markRead() {
    guard let latest = notices.first, readUntil.map({ latest.at > $0 }) ?? true else { return }
    readUntil = latest.at
    untold = latest
    tellLater()
    changed()
    Task { await keepRead(until: latest.at) }
  }

  /// Forgets that somebody asked to follow: the service took the answer.
  func answered(_ person: Person.ID) {
    guard list.forget(where: { $0.asks(person) }) else { return }
    changed()
    Task { await keep([]) }
  }

  /// Takes a post as the service confirmed it.
  func confirm(_ post: Post) { list.confirm(post) }
}

extension NotificationBoard {
  private func read() async {
    guard let store = session.shelf.notices else { return }
    do throws(StoreError) {
      let held = try await store.notices(of: session.account.id)
      guard !list.isFetched else { return }
      list = NotificationList(held.notices)
      readUntil = held.readUntil
      changed()
    } catch {
      session.note(error, doing: "read notices")
    }
  }

  private func fetchLatest(
    _ gateway: any NotificationGateway, comparing: Bool
  ) async -> Result<Void, FeedError> {
    do throws(FeedError) {
      let mark = session.coverage.mark(.notices)
      let page = try await gateway.notices(after: nil).dated(now: session.world.now)
      guard !session.isOver else { return .success(()) }
      let before = list.notices
      list.takeLatest(page)
      session.coverage.close(.notices, mark, at: session.world.now)
      if !comparing { changed() }
      // Whoever looks at them has read them by now.
      if comparing || untold != nil { await compareMarks() }
      if before != list.notices { await keep(page.elements) }
      return .success(())
    } catch {
      return .failure(error)
    }
  }

  /// Whether something is unread that may have been read in another program, or read that it was not
  /// told.
  var mayBeReadElsewhere: Bool {
    session.connection.markers != nil && (unread > 0 || untold != nil)
  }

  /// Takes note of what was read in another program, has those who look at the notices read them,
  /// and tells the service where that is further on.
  func compareMarks() async {
    guard mayBeReadElsewhere, let markers = session.connection.markers else {
      return changed()
    }
    do throws(FeedError) {
      let there = moment(of: try await markers.lastReadNotice())
      guard !session.isOver else { return }
      if let there, readUntil.map({ there > $0 }) ?? true {
        readUntil = there
        await keepRead(until: there)
      }
      changed()
      if let untold, let there, untold.at <= there { self.untold = nil }
      Task { await tell(markers) }
    } catch {
      // What is known here stands: at worst something that was read counts as unread.
      session.log.note(.network, .info, "could not ask how far notices were read: \(error)")
      changed()
    }
  }

  private func tellLater() {
    guard waiting == nil, session.coverage.adjoins(.notices),
      session.connection.markers != nil
    else { return }
    waiting = Task { [world = session.world, weak self] in
      // Calling it off while it waits ends it.
      do throws(CancellationError) { try await world.sleep(for: Self.patience) } catch { return }
      self?.waiting = nil
      await RequestPurpose.due.asking { await self?.compareMarks() }
    }
  }

  /// When the last of those happened that are read with a mark; nil where none of them is held.
  private func moment(of mark: NotificationMark?) -> Timestamp? {
    switch mark {
    case .moment(let moment)?: moment
    case .notice(let id)?: notices.first { $0.id == id }?.at
    case nil: nil
    }
  }

  private func tell(_ markers: any MarkerGateway) async {
    guard !isTelling, let notice = untold, !session.isOver else { return }
    isTelling = true
    defer { isTelling = false }
    do throws(FeedError) {
      var isKept = try await markers.setLastRead(notice)
      if !isKept {
        // Another program wrote at the same moment: what it wrote may be further on.
        let there = moment(of: try await markers.lastReadNotice())
        isKept = there.map { $0 >= notice.at } ?? false
        if !isKept { isKept = try await markers.setLastRead(notice) }
      }
      if isKept, untold == notice { untold = nil }
    } catch {
      // It is told again with the next refresh.
      session.log.note(.network, .info, "could not tell how far notices were read: \(error)")
    }
  }

  private func keep(_ fresh: [Notification]) async {
    guard !session.isOver else { return }
    do throws(StoreError) {
      // The posts first: a notice names the one it is about.
      try await session.keep(fresh.compactMap(\.post))
      try await session.shelf.notices?.keep(list.notices, of: session.account.id)
    } catch {
      session.note(error, doing: "keep notices")
    }
  }

  private func keepRead(until moment: Timestamp) async {
    guard !session.isOver else { return }
    do throws(StoreError) {
      try await session.shelf.notices?.setNoticesRead(until: moment, of: session.account.id)
    } catch {
      session.note(error, doing: "keep how far notices were read")
    }
  }

  private func changed() { listeners.tell(()) }
}
