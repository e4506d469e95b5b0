/// The rows of a stream that are held, and how the stream goes on around them.
@MainActor struct StreamRows {
  private var live = LiveRows<FeedRow>()
  /// Whether the store holds rows above them.
  private(set) var hasMoreAbove = false
  /// Whether the store holds rows below them.
  private(set) var hasMoreBelow = false
  /// What is known of the stream besides its rows.
  private(set) var status = FeedStatus()

  /// The rows as the service confirmed them.
  var confirmed: [FeedRow] { live.confirmed }

  /// Whether nothing was ever fetched of the stream.
  var isUnknown: Bool { confirmed.isEmpty && status.fetchedAt == nil }

  func shown(place: ReadingPlace?) -> StreamReading.Rows {
    StreamReading.Rows(
      live.shown, hasMoreAbove: hasMoreAbove, hasMoreBelow: goesOnBelow, place: place)
  }

  private var goesOnBelow: Bool { hasMoreBelow || status.older != nil }

  func post(_ id: Post.ID) -> Post? { live.post(id) }

  func gap(_ id: Gap.ID) -> Gap? {
    for case .gap(let gap) in confirmed where gap.id == id { return gap }
    return nil
  }

  /// Whether that entry is newer than what was read so far.
  func isUnread(_ entry: FeedEntry.ID) -> Bool {
    let entries = confirmed.compactMap(\.entry?.id)
    guard let place = entries.firstIndex(of: entry) else { return false }
    let read = status.lastRead.flatMap { entries.firstIndex(of: $0) }
    return place < read ?? .max
  }

  mutating func adopt(_ window: FeedWindow, through actions: any Acting) -> RowNews {
    let before = (hasMoreAbove, goesOnBelow)
    (hasMoreAbove, hasMoreBelow) = (window.hasMoreAbove, window.hasMoreBelow)
    status = window.status
    let news = live.adopt(window.rows, through: actions)
    return before == (hasMoreAbove, goesOnBelow) ? news : .rows
  }

  /// Takes what is known of the stream besides its rows; it changes with every step of the reader.
  mutating func adopt(_ status: FeedStatus) -> RowNews {
    let before = goesOnBelow
    self.status = status
    return before == goesOnBelow ? .nothing : .rows
  }

  /// Takes a post as the service confirmed it; it shows with the next `overlay`.
  mutating func confirm(_ post: Post) { live.confirm([post]) }

  /// Lays the waiting actions over the posts that changed.
  mutating func overlay(_ changes: ChangeSet, through actions: any Acting) -> RowNews {
    live.overlay(changes, through: actions)
  }
}
