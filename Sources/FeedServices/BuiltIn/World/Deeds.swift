internal import FeedDomain

/// What the reader has done so far, as the journal tells it.
struct Deeds {
  /// A mark on a post, as it was put on or taken off last.
  struct Mark {
    let isDone: Bool
    /// Grows from mark to mark; the order of the streams of liked and kept posts.
    let order: Int64
    let at: Timestamp
  }

  private(set) var marks: [Int: [PostNumber: Mark]] = [:]
  private(set) var followed: Set<Int>
  private(set) var muted: Set<Int> = []
  private(set) var blocked: Set<Int> = []
  private(set) var votes: [PostNumber: Set<Int>] = [:]
  private(set) var deleted: Set<PostNumber> = []
  /// What has been accepted, by key.
  private(set) var accepted: [OutboxItem.ID: AcceptedChange] = [:]
  /// How many posts the reader wrote.
  private(set) var publishedCount = 0
  private var lastOrder: Int64 = 0

  init(followed: Set<Int>) { self.followed = followed }

  func actions(on post: PostNumber) -> Post.OwnActions {
    marks.reduce(into: []) { actions, marks in
      guard marks.value[post]?.isDone == true else { return }
      actions.formUnion(Post.OwnActions(rawValue: marks.key))
    }
  }

  mutating func mark(_ post: PostNumber, _ actions: Post.OwnActions, _ isDone: Bool, at: Timestamp)
  {
    for action in [Post.OwnActions.liked, .boosted, .bookmarked] where actions.contains(action) {
      guard (marks[action.rawValue]?[post]?.isDone ?? false) != isDone else { continue }
      lastOrder = max(lastOrder + 1, PostNumber(at: at, .reader, 0).rawValue)
      marks[action.rawValue, default: [:]][post] = Mark(isDone: isDone, order: lastOrder, at: at)
    }
  }

  mutating func follow(_ person: Int, _ isFollowed: Bool) {
    if isFollowed { followed.insert(person) } else { followed.remove(person) }
  }

  mutating func mute(_ person: Int, _ isMuted: Bool) {
    if isMuted { muted.insert(person) } else { muted.remove(person) }
  }

  /// Who blocks somebody does not follow them either.
  mutating func block(_ person: Int, _ isBlocked: Bool) {
    if isBlocked { blocked.insert(person) } else { blocked.remove(person) }
    if isBlocked { followed.remove(person) }
  }

  /// The first answer counts.
  mutating func vote(_ post: PostNumber, _ answers: Set<Int>) {
    if votes[post] == nil { votes[post] = answers }
  }

  mutating func delete(_ post: PostNumber) { deleted.insert(post) }

  mutating func accept(_ change: AcceptedChange) {
    accepted[change.key] = change
    if case .publish = change.change { publishedCount += 1 }
  }
}
