package import FeedDomain

/// A store in memory of an account's notifications and of the time up to which they were read,
/// shared by the notifications scene and the unread count of timelines.
@MainActor
package final class AccountNotifications {
  /// Maximum number of pages of older notifications fetched in a row to find a wanted one.
  private static let pagesInARow = 4
  /// The delay before the service is told which notifications were read.
  private static let readReportDelay = Duration.seconds(60)

  private let session: AccountSession
  private var list = NotificationList()
  private var listeners = EventListeners<Void>()
  private var loading: Task<Void, Never>?
  private var refreshing: Task<Result<Void, FeedError>, Never>?
  /// The notifications that the service pushed since the latest request for new ones began.
  private var pushed: [Notification] = []
  private var isFetchingOlder = false
  /// The latest read notification that the service is still to be told about; nil for none.
  private var unreportedReadNotification: Notification?
  private var isTelling = false
  private var waiting: Task<Void, Never>?
  /// The time up to which the account's notifications were read; nil if never.
  package private(set) var readUntil: Timestamp?

  package init(_ session: AccountSession) { self.session = session }

  package var notifications: [Notification] { list.notifications }
  package var hasMore: Bool { list.nextCursor != nil }
  /// True if the account's notifications were fetched since the program started.
  var isFetched: Bool { list.isFetched }
  package var unread: Int { unreadNotifications(since: readUntil).count }

  func unreadNotifications(since moment: Timestamp?) -> [Notification] {
    guard let moment else { return notifications }
    return notifications.filter { $0.createdAt > moment }
  }

  /// Adds a listener, held weakly, for changes of the account's notifications.
  func addNotificationsListener<Listener: AnyObject>(
    _ listener: Listener, _ hear: @escaping @MainActor (Listener) -> Void
  ) {
    listeners.addListener(listener) { listener, _ in hear(listener) }
  }

  package func loadNotifications() async {
    if loading == nil { loading = Task { await loadStoredNotifications() } }
    await loading?.value
  }

  /// Fetches new notifications and, if `comparing`, the time up to which another program of the
  /// user has marked them as read. A call while a request is under way waits for its end; for
  /// `cancellingRunningRequest`, the request is replaced, as when it is stalled. For `announced` notifications another
  /// request follows, since the answer to the earlier one may lack them.
  package func fetchNewNotifications(
    cancellingRunningRequest: Bool = false, comparing: Bool = true, announced: Bool = false
  ) async throws(FeedError) {
    guard session.connection.notifications != nil, !session.isOver else { return }
    await loadNotifications()
    if announced { _ = await refreshing?.value }
    guard let gateway = session.connection.notifications, !session.isOver else { return }
    if cancellingRunningRequest {
      refreshing?.cancel()
      refreshing = nil
    }
    if refreshing == nil {
      refreshing = Task {
        // A cancelled task must not clear the property, which has the task that replaced it.
        defer { if !Task.isCancelled { refreshing = nil } }
        return await fetchLatestNotifications(gateway, comparing: comparing)
      }
    }
    if let refreshing { try await refreshing.value.get() }
  }

  /// Adds a pushed notification; the caller makes sure that no earlier notifications are missing.
  func addPushedNotification(_ notice: Notification) async {
    await loadNotifications()
    let now = session.world.now
    // An implausible date would keep the notification at the top or bottom of the list for ever.
    let notice = notice.createdAt.isPlausible(now: now) ? notice : notice.replacingDate(now)
    guard !session.isOver, list.addPushedNotification(notice) else { return }
    if refreshing != nil { pushed.append(notice) }
    await storeNotificationListAndPosts([notice])
    callNotificationListeners()
  }

  /// Fetches pages of older notifications until one has a wanted notification, at most a few pages.
  package func fetchOlderNotifications(
    until isWanted: (Notification) -> Bool = { _ in true }
  ) async throws(FeedError) {
    guard let gateway = session.connection.notifications, !isFetchingOlder else { return }
    isFetchingOlder = true
    defer { isFetchingOlder = false }
    for _ in 0..<Self.pagesInARow {
      guard let next = list.nextCursor else { return }
      let page = try await gateway.notifications(after: next).correctingImplausibleDates(
        now: session.world.now)
      guard next == list.nextCursor, !session.isOver else { return }
      guard list.appendOlderPageReportingNew(page) else { continue }
      await storeNotificationListAndPosts(page.elements)
      callNotificationListeners()
      if page.elements.contains(where: isWanted) { return }
    }
  }

  /// Marks all notifications as read. The service is told with the next refresh, since another
  /// program may have read more, or by `sendWaitingReadingMark`; with live updates, after a delay.
  package func markAllNotificationsRead() {
    guard let latest = notifications.first, readUntil.map({ latest.createdAt > $0 }) ?? true else {
      return
    }
    readUntil = latest.createdAt
    unreportedReadNotification = latest
    scheduleNotificationMarkSending()
    callNotificationListeners()
    Task { await storeNotificationReadTime(until: latest.createdAt) }
  }

  /// Tells the service at once which notifications were read; does nothing if it was told.
  func sendWaitingReadingMark() {
    guard unreportedReadNotification != nil else { return }
    waiting?.cancel()
    waiting = nil
    Task { [weak self] in
      await RequestPriority.automatic.runActionWithPriority {
        await self?.syncNotificationReadingMark()
      }
    }
  }

  func removeAnsweredFollowRequest(from person: Person.ID) {
    guard list.removeNotifications(where: { $0.isFollowRequest(from: person) }) else { return }
    callNotificationListeners()
    Task { await storeNotificationListAndPosts([]) }
  }

  func replacePostVersion(_ post: Post) { list.replacePostVersion(post) }
}

extension AccountNotifications {
  private func loadStoredNotifications() async {
    guard let store = session.stores.notifications else { return }
    do throws(StoreError) {
      let stored = try await store.notifications(of: session.account.id)
      guard !list.isFetched else { return }
      list = NotificationList(stored.notifications)
      readUntil = stored.readUntil
      callNotificationListeners()
    } catch {
      session.logStoreError(error, doing: "read notices")
    }
  }

  private func fetchLatestNotifications(
    _ gateway: any NotificationGateway, comparing: Bool
  ) async -> Result<Void, FeedError> {
    do throws(FeedError) {
      pushed = []
      let mark = session.coverage.liveUpdatesStartNumber(of: .notifications)
      let page = try await gateway.notifications(after: nil).correctingImplausibleDates(
        now: session.world.now)
      guard !session.isOver else { return .success(()) }
      let before = list.notifications
      list.mergeLatestPage(page, pushedMeanwhile: pushed)
      pushed = []
      session.coverage.recordCompleteFetch(of: .notifications, since: mark, at: session.world.now)
      // Decided before the listeners are notified, since the notifications scene then marks what it
      // shows as read.
      let comparesMarks = comparing || unreportedReadNotification != nil
      // Notifications are stored before they are shown, so that those seen are there after an
      // offline start.
      if before != list.notifications { await storeNotificationListAndPosts(page.elements) }
      if !comparing { callNotificationListeners() }
      if comparesMarks { await syncNotificationReadingMark() }
      return .success(())
    } catch {
      return .failure(error)
    }
  }

  /// True if another program of the user may have read notifications that are unread here, or if
  /// this program's latest reading mark is not sent yet; false for services without reading marks.
  var mayBeReadElsewhere: Bool {
    session.connection.markers != nil && (unread > 0 || unreportedReadNotification != nil)
  }

  /// Compares the time up to which notifications were read in this program with the service's
  /// reading mark, and keeps the later one in both.
  func syncNotificationReadingMark() async {
    guard mayBeReadElsewhere, let markers = session.connection.markers else {
      return callNotificationListeners()
    }
    do throws(FeedError) {
      let there = timeOfReadingMark(of: try await markers.lastReadNotification())
      guard !session.isOver else { return }
      if let there, readUntil.map({ there > $0 }) ?? true {
        readUntil = there
        await storeNotificationReadTime(until: there)
      }
      callNotificationListeners()
      if let unreportedReadNotification, let there, unreportedReadNotification.createdAt <= there {
        self.unreportedReadNotification = nil
      }
      Task { await sendReadingMark(to: markers) }
    } catch {
      // On an error the local mark stays: at worst, read entries count as unread.
      session.log.writeLogLine(
        .network, .info, "could not fetch the read position of notifications: \(error)")
      callNotificationListeners()
    }
  }

  private func scheduleNotificationMarkSending() {
    guard waiting == nil, session.coverage.isStoredCompletely(of: .notifications),
      session.connection.markers != nil
    else { return }
    waiting = Task { [world = session.world, weak self] in
      // One request reports all notifications that are read within the delay. A cancellation ends
      // the delay.
      do throws(CancellationError) { try await world.sleep(for: Self.readReportDelay) } catch {
        return
      }
      self?.waiting = nil
      await RequestPriority.automatic.runActionWithPriority {
        await self?.syncNotificationReadingMark()
      }
    }
  }

  /// Returns the time of the service's reading mark in the notifications; nil if the marked
  /// notification is not stored.
  private func timeOfReadingMark(of mark: LastReadNotificationMark?) -> Timestamp? {
    switch mark {
    case .moment(let moment)?: moment
    case .notice(let id)?: notifications.first { $0.id == id }?.createdAt
    case nil: nil
    }
  }

  private func sendReadingMark(to markers: any ReadingMarkGateway) async {
    guard !isTelling, let notice = unreportedReadNotification, !session.isOver else { return }
    isTelling = true
    defer { isTelling = false }
    do throws(FeedError) {
      var isKept = try await markers.sendLastReadNotificationUnlessConflict(notice)
      if !isKept {
        // Another program wrote a mark at the same time, which may be later than the local mark.
        let there = timeOfReadingMark(of: try await markers.lastReadNotification())
        isKept = there.map { $0 >= notice.createdAt } ?? false
        if !isKept { isKept = try await markers.sendLastReadNotificationUnlessConflict(notice) }
      }
      if isKept, unreportedReadNotification == notice { unreportedReadNotification = nil }
    } catch {
      // The mark is sent again with the next refresh.
      session.log.writeLogLine(
        .network, .info, "could not send the read position of notifications: \(error)")
    }
  }

  private func storeNotificationListAndPosts(_ fresh: [Notification]) async {
    guard !session.isOver else { return }
    do throws(StoreError) {
      // The posts are stored first, since stored notifications refer to them.
      try await session.storePosts(fresh.compactMap(\.post))
      try await session.stores.notifications?.replaceStoredNotifications(
        list.notifications, of: session.account.id)
    } catch {
      session.logStoreError(error, doing: "keep notices")
    }
  }

  private func storeNotificationReadTime(until moment: Timestamp) async {
    guard !session.isOver else { return }
    do throws(StoreError) {
      try await session.stores.notifications?.setNotificationsRead(
        until: moment, of: session.account.id)
    } catch {
      session.logStoreError(error, doing: "store the read position of notifications")
    }
  }

  private func callNotificationListeners() { listeners.callListeners(()) }
}

/// A list of an account's known notifications, latest first; notifications about one subject are
/// merged into one row.
struct NotificationList: Equatable {
  static let limit = 400

  private(set) var notifications: [Notification] = []
  /// The service's cursor of older notifications; nil if there are none.
  private(set) var nextCursor: Cursor?
  private(set) var isFetched = false

  init(_ stored: [Notification] = []) { notifications = stored }

  /// Adds the newest page of notifications. Stored ones stay if the page reaches down to them;
  /// otherwise some may be missing between, and the list starts again with the page. Pushed
  /// notifications that are newer than the page, which can be older than they are, stay as well.
  mutating func mergeLatestPage(
    _ page: Page<Notification>, pushedMeanwhile pushed: [Notification] = []
  ) {
    let stored = notifications
    let oldest = page.elements.map(\.createdAt).min()
    let reachesDown =
      page.nextCursor == nil
      || oldest.map { edge in stored.contains { $0.createdAt >= edge } } ?? true
    notifications = reachesDown && page.nextCursor != nil ? stored : []
    mergeNotificationPage(page.elements, from: nil, stored: stored)
    if !isFetched || !reachesDown || page.nextCursor == nil { nextCursor = page.nextCursor }
    isFetched = true
    let newest = page.elements.map(\.createdAt).max()
    for notice in pushed where newest.map({ notice.createdAt > $0 }) ?? true {
      _ = addPushedNotification(notice)
    }
  }

  /// Adds a pushed notification to the list, joined with an earlier one about the same subject;
  /// returns false if the list has the pushed one already.
  mutating func addPushedNotification(_ notice: Notification) -> Bool {
    let place = notifications.firstIndex { $0.topic == notice.topic }
    if let place, notifications[place].id == notice.id { return false }
    let joined = place.map { notifications.remove(at: $0).addingPeople(of: notice) } ?? notice
    notifications = (notifications + [joined]).sorted {
      ($0.createdAt, $0.id.rawValue) > ($1.createdAt, $1.id.rawValue)
    }
    notifications = Array(notifications.prefix(Self.limit))
    return true
  }

  /// Appends an older page of notifications; returns true if the page has a new one. The list ends
  /// at a page without new ones whose cursor leads to the page itself, as at old snac servers.
  mutating func appendOlderPageReportingNew(_ page: Page<Notification>) -> Bool {
    let before = notifications
    mergeNotificationPage(
      page.elements, from: page.elements.map(\.createdAt).max(), stored: notifications)
    let isNew = notifications != before
    nextCursor = !isNew && page.nextCursor == nextCursor ? nil : page.nextCursor
    return isNew
  }

  mutating func removeNotifications(where isGone: (Notification) -> Bool) -> Bool {
    let count = notifications.count
    notifications.removeAll(where: isGone)
    return notifications.count < count
  }

  mutating func replacePostVersion(_ post: Post) {
    notifications = notifications.map { $0.post?.id == post.id ? $0.replacingPost(post) : $0 }
  }

  /// Merges a page of notifications into the list, in place of those within the page's time span.
  private mutating func mergeNotificationPage(
    _ page: [Notification], from latest: Timestamp?, stored: [Notification]
  ) {
    guard let oldest = page.map(\.createdAt).min() else { return }
    let topics = Set(page.map(\.topic))
    // Notifications of one moment may be divided between two pages.
    let rest = notifications.filter { notice in
      !topics.contains(notice.topic)
        && (notice.createdAt <= oldest || latest.map { notice.createdAt >= $0 } ?? false)
    }
    let known = Dictionary(stored.map { ($0.topic, $0) }) { first, _ in first }
    let fresh = page.map { notice in known[notice.topic].map { notice.merged(with: $0) } ?? notice }
    notifications = (fresh + rest).sorted {
      ($0.createdAt, $0.id.rawValue) > ($1.createdAt, $1.id.rawValue)
    }
    notifications = Array(notifications.prefix(Self.limit))
  }
}

extension Page<Notification> {
  /// Returns the page of notifications with implausible dates replaced, in the service's order.
  func correctingImplausibleDates(now: Timestamp) -> Page {
    let dates = elements.map(\.createdAt).correctingImplausibleDates(now: now)
    return Page(zip(elements, dates).map { $0.replacingDate($1) }, nextCursor: nextCursor)
  }
}

package enum NotificationTab: CaseIterable, Sendable {
  case all
  /// A tab of the notifications scene: mentions and quotes.
  case mentions
  /// A tab of the notifications scene: likes, boosts and reactions.
  case reactions
  /// A tab of the notifications scene: follows and follow requests.
  case follows
  case polls
  /// A tab of the notifications scene: all other kinds of notifications.
  case others

  /// Returns the notification tabs for the kinds that a service sends; empty for one tab.
  package static func tabsForSupportedKinds(of kinds: Set<Notification.NotificationKind>)
    -> [NotificationTab]
  {
    let parts = Set(kinds.map(NotificationTab.init))
    return parts.count < 2 ? [] : allCases.filter { $0 == .all || parts.contains($0) }
  }

  package func tabShowsNotification(_ notice: Notification) -> Bool {
    self == .all || self == NotificationTab(notice.kind)
  }

  private init(_ kind: Notification.NotificationKind) {
    self =
      switch kind {
      case .mention, .quote: .mentions
      case .like, .boost, .reaction, .likeOfBoosted, .boostOfBoosted: .reactions
      case .follow, .request, .newcomer, .joined, .contact: .follows
      case .poll: .polls
      case .published, .edit, .quoteEdit, .severed, .warning, .report, .verified, .unverified,
        .collected, .collectionEdit, .other:
        .others
      }
  }
}
