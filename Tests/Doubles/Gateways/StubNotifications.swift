package import FeedDomain

/// A gateway for notifications in pages, which also stores read positions.
package actor StubNotifications: NotificationGateway, ReadingMarkGateway, Holdable {
  private var pages: [[Notification]] = []
  private var failures: [FeedError] = []
  private var mark: LastReadNotificationMark?
  private var lastEntry: FeedEntry.ID?
  /// The ids of the notifications up to which all were marked as read.
  package private(set) var read: [Notification.ID] = []
  package private(set) var asked = 0
  /// The ids of the entries up to which a stream was marked as read.
  package private(set) var told: [FeedEntry.ID] = []
  /// The number of requests for a stream's read position.
  package private(set) var compared = 0
  private var failure: FeedError?
  package var gate = CallGate()
  private var overtaking: (entry: FeedEntry.ID?, notice: LastReadNotificationMark?)?

  package nonisolated var kinds: Set<Notification.NotificationKind> {
    Set(Notification.NotificationKind.allCases)
  }

  package init() {}

  /// Sets the pages of notifications to return, the latest page first.
  package func tell(_ pages: [Notification]...) { self.pages = pages }
  /// Makes the next requests for notifications fail with these errors, one each.
  package func fail(_ errors: FeedError...) { failures += errors }
  /// Makes requests for a stream's read position fail.
  package func refuseMarks(_ error: FeedError) { failure = error }
  /// Lets another program store these positions while the next one is being stored, which is then
  /// dropped.
  package func overtake(entry: String? = nil, notice: LastReadNotificationMark? = nil) {
    overtaking = (entry.map { FeedEntry.ID($0) }, notice)
  }
  /// Sets the read position of a stream, as if by another program.
  package func mark(read entry: String) { lastEntry = FeedEntry.ID(entry) }
  /// Sets the read position of the notifications, as if by another program.
  package func mark(_ mark: LastReadNotificationMark?) { self.mark = mark }

  package func notifications(after cursor: Cursor?) async throws(FeedError) -> Page<Notification> {
    asked += 1
    await passGate()
    if !failures.isEmpty { throw failures.removeFirst() }
    let place = cursor.flatMap { Int($0.rawValue) } ?? 0
    guard pages.indices.contains(place) else { return Page([]) }
    return Page(
      pages[place], nextCursor: place + 1 < pages.count ? Cursor(String(place + 1)) : nil)
  }

  package nonisolated func keepsReadingMarks(in feed: Feed) -> Bool { feed == .home }
  package func sendLastReadEntryUnlessConflict(_ entry: FeedEntry.ID, in feed: Feed) -> Bool {
    told.append(entry)
    guard !isOvertaken() else { return false }
    lastEntry = entry
    return true
  }
  package func lastReadEntry(in feed: Feed) async throws(FeedError) -> FeedEntry.ID? {
    compared += 1
    if let failure { throw failure }
    return lastEntry
  }
  package func lastReadNotification() -> LastReadNotificationMark? { mark }
  package func sendLastReadNotificationUnlessConflict(_ notice: Notification) -> Bool {
    read.append(notice.id)
    return !isOvertaken()
  }

  private func isOvertaken() -> Bool {
    guard let (entry, notice) = overtaking else { return false }
    lastEntry = entry ?? lastEntry
    mark = notice ?? mark
    overtaking = nil
    return true
  }
}
