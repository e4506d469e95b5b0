internal import FeedDomain

/// Recent requests, to avoid repeating them.
struct RequestCooldown {
  /// The time a fetched post counts as new.
  private static let life = Duration.seconds(60)
  /// Maximum number of posts remembered.
  private static let most = 200
  /// The shortest interval of requests for things the reader passes.
  private static let pace = Duration.seconds(1)
  /// The shortest interval of notification requests by neighbouring timelines.
  private static let notificationPace = Duration.seconds(10)

  private var told: [Post.ID: Timestamp] = [:]
  private var order: [Post.ID] = []
  private var passed: Timestamp?
  private var requestedNotifications: Timestamp?

  /// Records posts fetched now.
  mutating func note(_ posts: [Post.ID], at now: Timestamp) {
    for post in posts where told.updateValue(now, forKey: post) == nil { order.append(post) }
    for post in order.prefix(max(0, order.count - Self.most)) { told[post] = nil }
    order.removeFirst(max(0, order.count - Self.most))
  }

  /// Returns whether a post was fetched recently.
  func hasTold(_ post: Post.ID, at now: Timestamp) -> Bool {
    told[post].map { $0 <= now && now.since($0) < Self.life } ?? false
  }

  /// Returns whether notifications may be requested, and records the request.
  mutating func mayRequestNotifications(at now: Timestamp) -> Bool {
    if let requestedNotifications, requestedNotifications <= now, now.since(requestedNotifications) < Self.notificationPace {
      return false
    }
    requestedNotifications = now
    return true
  }

  /// Records a request for something the reader passes.
  mutating func notePassing(at now: Timestamp) { passed = now }

  /// Returns the delay before the next such request.
  func pause(at now: Timestamp) -> Duration {
    guard let passed, passed <= now else { return .zero }
    return max(.zero, Self.pace - now.since(passed))
  }
}
