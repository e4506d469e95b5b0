internal import FeedDomain

/// What the reader did within the last minute: servers need a while until they show it.
struct RecentDeeds: Equatable, Sendable {
  /// For how long servers may show the past.
  private static let memory = Duration.seconds(60)

  private var changes: [(change: Change, at: Timestamp)] = []

  /// Remembers a change that the server confirmed, in place of what was done to the same before.
  mutating func note(_ change: Change, at now: Timestamp) {
    forget(before: now)
    // What is said shows by itself.
    guard change.subject != nil else { return }
    changes.removeAll { $0.change.subject == change.subject }
    changes.append((change, now))
  }

  /// Forgets what servers show by now.
  mutating func forget(before now: Timestamp) {
    changes.removeAll { now.since($0.at) > Self.memory || $0.at > now }
  }

  func applied(to post: Post) -> Post {
    changes.isEmpty ? post : changes.reduce(post) { $0.applying($1.change) }
  }

  func applied(to person: Person) -> Person {
    changes.isEmpty ? person : changes.reduce(person) { $0.applying($1.change) }
  }

  /// Whether that was the last that was done to its subject.
  func holds(_ change: Change) -> Bool { changes.contains { $0.change == change } }

  /// Whether the reader took it back.
  func isGone(_ post: Post.ID) -> Bool { changes.contains { $0.change == .delete(post) } }

  static func == (left: RecentDeeds, right: RecentDeeds) -> Bool {
    left.changes.elementsEqual(right.changes, by: ==)
  }
}
