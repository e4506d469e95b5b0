package import FeedDomain

/// The notifications of an account with the reading position, shared by the notifications scene and
/// the unread count of timelines.
@MainActor package final class NotificationBoard {
  /// Maximum number of pages fetched in a row to find a new notification.
  private static let pagesInARow = 4
  /// The delay before the service is told the reading position.
  private static let patience = Duration.seconds(60)

  private let session: Session
  private var list = NotificationList()
  private var listeners = Listeners<Void>()
  private var loading: Task<Void, Never>?
  private var refreshing: Task<Result<Void, FeedError>, Never>?
  private var isFetchingOlder = false
  /// The latest read notification the service has not been told; nil if there is none.
  private var untold: Notification?
  private var isTelling = false
  private var waiting: Task<Void, Never>?
  /// The time up to which notifications were read; nil if never.
  package private(set) var readUntil: Timestamp?

  package init(_ session: Session) { self.session = session }

  package var notifications: [Notification] { list.notifications }
  package var hasMore: Bool { list.next != nil }
  /// True if notifications were fetched since the program started.
  var isFetched: Bool { list.isFetched }
  package var unread: Int { unread(since: readUntil).count }

  /// Returns the notifications after a time; all for nil.
  func unread(since moment: Timestamp?) -> [Notification] {
    guard let moment else { return notifications }
    return notifications.filter { $0.at > moment }
  }

  /// Adds a listener for changes, by a weak reference.
  func tell<Listener: AnyObject>(
    _ listener: Listener, _ hear: @escaping @MainActor (Listener) -> Void
  ) {
    listeners.add(listener) { listener, _ in hear(listener) }
  }

  /// Reads the stored notifications once.
  package func load() async {
    if loading == nil { loading = Task { await read() } }
    await loading?.value
  }

  /// Fetches new notifications and, if `comparing`, the reading position. Concurrent calls share a
  /// request, unless `anew` replaces a stalled one.
  package func refresh(
    anew: Bool = false, comparing: Bool = true
  ) async throws(FeedError) {
    guard let gateway = session.connection.notifications, !session.isOver else { return }
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

  /// Adds a live notification; none before it are missing.
  func take(_ notice: Notification) async {
    await load()
    let now = session.world.now
    // A date that cannot be right would keep it above all that comes later, or below all there is.
    let notice = notice.at.isBelievable(now: now) ? notice : notice.dated(now)
    guard !session.isOver, list.takeNew(notice) else { return }
    changed()
    await keep([notice])
  }

  /// Fetches older notifications until one is wanted, some pages at most.
  package func more(
    until isWanted: (Notification) -> Bool = { _ in true }
  ) async throws(FeedError) {
    guard let gateway = session.connection.notifications, !isFetchingOlder else { return }
    isFetchingOlder = true
    defer { isFetchingOlder = false }
    for _ in 0..<Self.pagesInARow {
      guard let next = list.next else { return }
      let page = try await gateway.notifications(after: next).dated(now: session.world.now)
      guard next == list.next, !session.isOver else { return }
      guard list.takeOlder(page) else { continue }
      await keep(page.elements)
      changed()
      if page.elements.contains(where: isWanted) { return }
    }
  }

  /// Marks all notifications as read. The service is told with the next refresh, since another
  /// program may have read more; with live updates, after a delay.
  package func markRead() {
    guard let latest = notifications.first, readUntil.map({ latest.at > $0 }) ?? true else { return }
    readUntil = latest.at
    untold = latest
    tellLater()
    changed()
    Task { await keepRead(until: latest.at) }
  }

  /// Removes a follow request that was answered.
  func answered(_ person: Person.ID) {
    guard list.forget(where: { $0.asks(person) }) else { return }
    changed()
    Task { await keep([]) }
  }

  /// Updates the post of notifications.
  func confirm(_ post: Post) { list.confirm(post) }
}

extension NotificationBoard {
  private func read() async {
    guard let store = session.shelf.notifications else { return }
    do throws(StoreError) {
      let held = try await store.notifications(of: session.account.id)
      guard !list.isFetched else { return }
      list = NotificationList(held.notifications)
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
      let mark = session.coverage.mark(.notifications)
      let page = try await gateway.notifications(after: nil).dated(now: session.world.now)
      guard !session.isOver else { return .success(()) }
      let before = list.notifications
      list.takeLatest(page)
      session.coverage.close(.notifications, mark, at: session.world.now)
      if !comparing { changed() }
      // Whoever looks at them has read them by now.
      if comparing || untold != nil { await compareMarks() }
      if before != list.notifications { await keep(page.elements) }
      return .success(())
    } catch {
      return .failure(error)
    }
  }

  /// True if the reading position may differ from the service's.
  var mayBeReadElsewhere: Bool {
    session.connection.markers != nil && (unread > 0 || untold != nil)
  }

  /// Merges the reading position with the service's, and sends it if it is further on.
  func compareMarks() async {
    guard mayBeReadElsewhere, let markers = session.connection.markers else {
      return changed()
    }
    do throws(FeedError) {
      let there = moment(of: try await markers.lastReadNotification())
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
    guard waiting == nil, session.coverage.adjoins(.notifications),
      session.connection.markers != nil
    else { return }
    waiting = Task { [world = session.world, weak self] in
      // Calling it off while it waits ends it.
      do throws(CancellationError) { try await world.sleep(for: Self.patience) } catch { return }
      self?.waiting = nil
      await RequestPurpose.due.asking { await self?.compareMarks() }
    }
  }

  /// Returns the time of a reading position; nil if its notification is not stored.
  private func moment(of mark: NotificationMark?) -> Timestamp? {
    switch mark {
    case .moment(let moment)?: moment
    case .notice(let id)?: notifications.first { $0.id == id }?.at
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
        let there = moment(of: try await markers.lastReadNotification())
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
      try await session.shelf.notifications?.keep(list.notifications, of: session.account.id)
    } catch {
      session.note(error, doing: "keep notices")
    }
  }

  private func keepRead(until moment: Timestamp) async {
    guard !session.isOver else { return }
    do throws(StoreError) {
      try await session.shelf.notifications?.setNotificationsRead(until: moment, of: session.account.id)
    } catch {
      session.note(error, doing: "keep how far notices were read")
    }
  }

  private func changed() { listeners.tell(()) }
}
