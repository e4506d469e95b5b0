/// The rows that were shown, and what of them must be shown anew.
struct StreamRows {
  /// What the service confirmed.
  private(set) var window = FeedWindow(
    [], hasMoreAbove: false, hasMoreBelow: false, status: FeedStatus())
  private var shown: [FeedRow] = []

  /// What must be told after a step.
  enum News: Equatable {
    case nothing
    case posts([Post])
    case rows
  }

  /// The rows as they are shown.
  func rows(place: ReadingPlace?) -> StreamReading.Rows {
    StreamReading.Rows(
      shown, hasMoreAbove: window.hasMoreAbove, hasMoreBelow: hasMoreBelow, place: place)
  }

  private var hasMoreBelow: Bool { window.hasMoreBelow || window.status.older != nil }

  /// The post as it is shown.
  func post(_ id: Post.ID) -> Post? {
    for case .entry(let entry) in shown where entry.post.id == id { return entry.post }
    return nil
  }

  /// The gap with that id.
  func gap(_ id: Gap.ID) -> Gap? {
    for case .gap(let gap) in window.rows where gap.id == id { return gap }
    return nil
  }

  /// Takes other rows.
  @MainActor mutating func adopt(_ window: FeedWindow, through actions: any Acting) -> News {
    let before = rows(place: nil)
    self.window = window
    let news = overlay(actions)
    let after = rows(place: nil)
    let isSame =
      before.hasMoreAbove == after.hasMoreAbove && before.hasMoreBelow == after.hasMoreBelow
    return isSame ? news : .rows
  }

  /// Takes what is known of the stream besides its rows; it changes with every step of the reader.
  mutating func adopt(_ status: FeedStatus) -> News {
    let before = hasMoreBelow
    window = window.with(status)
    return before == hasMoreBelow ? .nothing : .rows
  }

  /// Takes a post as the service confirmed it; it shows with the next `overlay`.
  mutating func confirm(_ post: Post) {
    window = FeedWindow(
      window.rows.map { row in
        guard case .entry(let entry) = row, entry.post.id == post.id else { return row }
        return .entry(entry.with(post))
      }, hasMoreAbove: window.hasMoreAbove, hasMoreBelow: window.hasMoreBelow,
      status: window.status)
  }

  /// Lays the waiting actions over the confirmed rows.
  @MainActor mutating func overlay(_ actions: any Acting) -> News {
    let before = shown
    shown = window.rows.compactMap { row in
      guard case .entry(let entry) = row else { return row }
      guard !actions.hides(entry.post.id) else { return nil }
      return .entry(entry.with(actions.shown(entry.post, boostedBy: entry.boostedBy)))
    }
    return difference(from: before)
  }

  private func difference(from before: [FeedRow]) -> News {
    guard before.count == shown.count else { return .rows }
    var posts: [Post] = []
    for (old, new) in zip(before, shown) where old != new {
      guard case .entry(let oldEntry) = old, case .entry(let newEntry) = new,
        oldEntry.with(newEntry.post) == newEntry
      else { return .rows }
      if !posts.contains(where: { $0.id == newEntry.post.id }) { posts.append(newEntry.post) }
    }
    return posts.isEmpty ? .nothing : .posts(posts)
  }
}

extension FeedRow {
  /// The entry, where it is one.
  var entry: FeedEntry? {
    if case .entry(let entry) = self { entry } else { nil }
  }
}
