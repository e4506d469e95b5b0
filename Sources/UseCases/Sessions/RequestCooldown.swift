internal import FeedDomain

/// What the service was asked a moment ago, so that it is not asked again at once.
struct RequestCooldown {
  /// How long what was told of a post counts as new.
  private static let life = Duration.seconds(60)
  /// So many posts are remembered, the latest.
  private static let most = 200
  /// How far apart questions about what the reader passes are at least.
  private static let pace = Duration.seconds(1)
  /// How far apart the questions are that streams side by side ask about what happened to the reader.
  private static let noticePace = Duration.seconds(10)

  private var told: [Post.ID: Timestamp] = [:]
  private var order: [Post.ID] = []
  private var passed: Timestamp?
  private var askedForNotices: Timestamp?

  /// These posts were told now.
  mutating func note(_ posts: [Post.ID], at now: Timestamp) {
    for post in posts where told.updateValue(now, forKey: post) == nil { order.append(post) }
    for post in order.prefix(max(0, order.count - Self.most)) { told[post] = nil }
    order.removeFirst(max(0, order.count - Self.most))
  }

  /// Whether the post was told a moment ago.
  func hasTold(_ post: Post.ID, at now: Timestamp) -> Bool {
    told[post].map { $0 <= now && now.since($0) < Self.life } ?? false
  }

  /// Whether it is time to ask what happened to the reader, which is noted as asked.
  mutating func mayAskForNotices(at now: Timestamp) -> Bool {
    if let askedForNotices, askedForNotices <= now, now.since(askedForNotices) < Self.noticePace {
      return false
    }
    askedForNotices = now
    return true
  }

  /// Something that the reader passes is asked about now.
  mutating func notePassing(at now: Timestamp) { passed = now }

  /// How long the next such question has to wait.
  func pause(at now: Timestamp) -> Duration {
    guard let passed, passed <= now else { return .zero }
    return max(.zero, Self.pace - now.since(passed))
  }
}
