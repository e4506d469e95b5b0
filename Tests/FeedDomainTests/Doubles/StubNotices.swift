import FeedDomain

/// Tells what happened to the reader, page by page, and keeps how far they read.
actor StubNotices: NoticeGateway, MarkerGateway {
  private var pages: [[Notice]] = []
  private var failures: [FeedError] = []
  private var mark: NoticeMark?
  private var lastEntry: FeedEntry.ID?
  /// The notices up to which everything was said to be read.
  private(set) var read: [Notice.ID] = []
  private(set) var asked = 0
  /// Up to where another stream was said to be read.
  private(set) var told: [FeedEntry.ID] = []
  /// How often it was asked for that.
  private(set) var compared = 0
  private var failure: FeedError?
  private var overtaking: (entry: FeedEntry.ID?, notice: NoticeMark?)?

  /// Has these pages from now on, the latest first.
  func tell(_ pages: [Notice]...) { self.pages = pages }
  /// The next questions fail so.
  func fail(_ errors: FeedError...) { failures += errors }
  /// Does not say how far a stream was read.
  func refuseMarks(_ error: FeedError) { failure = error }
  /// Another program writes that while the next mark is set, which is not kept.
  func overtake(entry: String? = nil, notice: NoticeMark? = nil) {
    overtaking = (entry.map { FeedEntry.ID($0) }, notice)
  }
  /// Says that another program read a stream so far.
  func mark(read entry: String) { lastEntry = FeedEntry.ID(entry) }
  /// Says that another program read so far.
  func mark(_ mark: NoticeMark?) { self.mark = mark }

  func notices(after cursor: Cursor?) async throws(FeedError) -> Page<Notice> {
    asked += 1
    if !failures.isEmpty { throw failures.removeFirst() }
    let place = cursor.flatMap { Int($0.rawValue) } ?? 0
    guard pages.indices.contains(place) else { return Page([]) }
    return Page(
      pages[place], next: place + 1 < pages.count ? Cursor(String(place + 1)) : nil)
  }

  nonisolated func keepsMarks(in feed: Feed) -> Bool { feed == .home }
  func setLastRead(_ entry: FeedEntry.ID, in feed: Feed) -> Bool {
    told.append(entry)
    guard !isOvertaken() else { return false }
    lastEntry = entry
    return true
  }
  func lastRead(in feed: Feed) async throws(FeedError) -> FeedEntry.ID? {
    compared += 1
    if let failure { throw failure }
    return lastEntry
  }
  func lastReadNotice() -> NoticeMark? { mark }
  func setLastRead(_ notice: Notice) -> Bool {
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

/// Keeps notices in memory.
actor FakeNoticeStore: NoticeStore {
  private(set) var held = HeldNotices()

  init() {}

  /// Holds these as from an earlier run.
  func hold(_ notices: [Notice], readUntil: Timestamp? = nil) {
    held = HeldNotices(notices, readUntil: readUntil)
  }

  func notices(of account: Account.ID) -> HeldNotices { held }

  func keep(_ notices: [Notice], of account: Account.ID) {
    held = HeldNotices(notices, readUntil: held.readUntil)
  }

  func setNoticesRead(until moment: Timestamp, of account: Account.ID) {
    held = HeldNotices(held.notices, readUntil: max(moment, held.readUntil ?? moment))
  }
}

/// Keeps searches in memory.
actor FakeSearches: SearchHistory {
  private(set) var kept: [String] = []

  func hold(_ searches: [String]) { kept = searches }
  func searches(of account: Account.ID) -> [String] { kept }

  func keep(search words: String, of account: Account.ID, now: Timestamp) {
    kept.removeAll { $0 == words }
    kept.insert(words, at: 0)
  }
}
