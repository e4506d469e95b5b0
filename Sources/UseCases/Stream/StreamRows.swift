internal import FeedDomain

/// The rows of a stream that are held, and how the stream goes on around them.
@MainActor struct StreamRows {
  private var live = LivePosts<FeedRow>()
  /// Which of them the store does not have yet.
  private var fresh: Set<FeedEntry.ID> = []
  /// Whether the store holds rows above them.
  private(set) var hasMoreAbove = false
  /// Whether the store holds rows below them.
  private(set) var hasMoreBelow = false
  /// What is known of the stream besides its rows.
  private(set) var status = FeedStatus()

  /// The rows as the service confirmed them, and the store holds them.
  var confirmed: [FeedRow] {
    fresh.isEmpty ? live.confirmed : live.confirmed.filter { !isFresh($0.entry?.id) }
  }

  /// Whether nothing was ever fetched of the stream.
  var isUnknown: Bool { confirmed.isEmpty && status.fetchedAt == nil }

  func shown(place: ReadingPosition?) -> StreamReading.Rows {
    StreamReading.Rows(
      live.shown, hasMoreAbove: hasMoreAbove, hasMoreBelow: goesOnBelow, place: place)
  }

  private var goesOnBelow: Bool { hasMoreBelow || status.older != nil }

  func post(_ id: Post.ID) -> Post? { live.post(id) }

  /// The entry, or where the store does not have it yet, the topmost it has.
  func held(_ entry: FeedEntry.ID) -> FeedEntry.ID {
    isFresh(entry) ? confirmed.first?.entry?.id ?? entry : entry
  }

  private func isFresh(_ entry: FeedEntry.ID?) -> Bool { entry.map(fresh.contains) ?? false }

  func gap(_ id: Gap.ID) -> Gap? {
    for case .gap(let gap) in confirmed where gap.id == id { return gap }
    return nil
  }

  /// Whether that entry is newer than what was read so far.
  func isUnread(_ entry: FeedEntry.ID) -> Bool {
    let first = confirmed.lazy.compactMap(\.entry?.id).first {
      $0 == entry || $0 == status.lastRead
    }
    return first == entry && entry != status.lastRead
  }

  /// Takes other rows, and with the topmost of them what was posted since.
  mutating func adopt(
    _ window: FeedWindow, with posted: NewOwnPosts = NewOwnPosts(), now: Timestamp,
    through actions: any Overlaying
  ) -> RowChange {
    let before = (hasMoreAbove, goesOnBelow)
    (hasMoreAbove, hasMoreBelow) = (window.hasMoreAbove, window.hasMoreBelow)
    status = window.status
    let isWoven = !hasMoreAbove && !posted.isEmpty
    let rows = isWoven ? posted.woven(into: window.rows, now: now) : window.rows
    let held = Set(isWoven ? window.rows.compactMap(\.entry?.id) : [])
    fresh = Set(isWoven ? posted.entries.map(\.id) : []).subtracting(held)
    let news = live.adopt(rows, through: actions)
    return before == (hasMoreAbove, goesOnBelow) ? news : .rows
  }

  /// Takes what is known of the stream besides its rows; it changes with every step of the reader.
  mutating func adopt(_ status: FeedStatus) -> RowChange {
    let before = goesOnBelow
    self.status = status
    return before == goesOnBelow ? .nothing : .rows
  }

  /// Takes a post as the service confirmed it; it shows with the next `overlay`.
  mutating func confirm(_ post: Post) { live.confirm([post]) }

  /// Lays the waiting actions over the posts that changed.
  mutating func overlay(_ changes: ChangeSet, through actions: any Overlaying) -> RowChange {
    live.overlay(changes, through: actions)
  }
}
