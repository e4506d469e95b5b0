package import FeedDomain

/// Tells what happened to the reader, page by page, and keeps how far they read.
package actor StubNotifications: NotificationGateway, MarkerGateway {
  private var pages: [[Notification]] = []
  private var failures: [FeedError] = []
  private var mark: NotificationMark?
  private var lastEntry: FeedEntry.ID?
  /// The notices up to which everything was said to be read.
  package private(set) var read: [Notification.ID] = []
  package private(set) var asked = 0
  /// Up to where another stream was said to be read.
  package private(set) var told: [FeedEntry.ID] = []
  /// How often it was asked for that.
  package private(set) var compared = 0
  private var failure: FeedError?
  private var held: [CheckedContinuation<Void, Never>] = []
  private var isHolding = false
  private var overtaking: (entry: FeedEntry.ID?, notice: NotificationMark?)?

  package nonisolated var kinds: Set<Notification.Kind> { Set(Notification.Kind.allCases) }

  package init() {}

  /// Has these pages from now on, the latest first.
  package func tell(_ pages: [Notification]...) { self.pages = pages }
  /// The next questions fail so.
  package func fail(_ errors: FeedError...) { failures += errors }
  /// Keeps every page back until `release`.
  package func hold() { isHolding = true }
  package func release() {
    isHolding = false
    for continuation in held { continuation.resume() }
    held = []
  }
  /// Does not say how far a stream was read.
  package func refuseMarks(_ error: FeedError) { failure = error }
  /// Another program writes that while the next mark is set, which is not kept.
  package func overtake(entry: String? = nil, notice: NotificationMark? = nil) {
    overtaking = (entry.map { FeedEntry.ID($0) }, notice)
  }
  /// Says that another program read a stream so far.
  package func mark(read entry: String) { lastEntry = FeedEntry.ID(entry) }
  /// Says that another program read so far.
  package func mark(_ mark: NotificationMark?) { self.mark = mark }

  package func notifications(after cursor: Cursor?) async throws(FeedError) -> Page<Notification> {
    asked += 1
    if isHolding { await withCheckedContinuation { held.append($0) } }
    if !failures.isEmpty { throw failures.removeFirst() }
    let place = cursor.flatMap { Int($0.rawValue) } ?? 0
    guard pages.indices.contains(place) else { return Page([]) }
    return Page(
      pages[place], next: place + 1 < pages.count ? Cursor(String(place + 1)) : nil)
  }

  package nonisolated func keepsReadingMarks(in feed: Feed) -> Bool { feed == .home }
  package func setLastRead(_ entry: FeedEntry.ID, in feed: Feed) -> Bool {
    told.append(entry)
    guard !isOvertaken() else { return false }
    lastEntry = entry
    return true
  }
  package func lastRead(in feed: Feed) async throws(FeedError) -> FeedEntry.ID? {
    compared += 1
    if let failure { throw failure }
    return lastEntry
  }
  package func lastReadNotification() -> NotificationMark? { mark }
  package func setLastRead(_ notice: Notification) -> Bool {
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
