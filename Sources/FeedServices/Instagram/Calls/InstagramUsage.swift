internal import FeedDomain
internal import Threads

/// How much of what an application may ask is used up, as replies tell it.
///
/// Close to the end nobody is asked for what is new for a minute, or for as long as Instagram says;
/// what somebody opens is.
final class InstagramUsage: Sendable {
  /// Of a hundred.
  private static let most = 75.0
  private static let pause = Duration.seconds(60)
  private static let names = ["call_count", "total_cputime", "total_time"]

  private let end = Guarded<Timestamp?>(nil)

  /// Until when to leave it alone; nil where that is not needed.
  func pause(at now: Timestamp) -> Timestamp? {
    end.withLock { end in
      guard let end, end > now, end.since(now) <= RateLimits.longest else { return nil }
      return end
    }
  }

  /// Learns from a reply: what the application used up, and what it did in the name of an account.
  func note(_ reply: HTTPReply, at now: Timestamp) {
    let used = Self.shares(in: reply)
    let minutes =
      Self.entries(in: reply).compactMap { $0["estimated_time_to_regain_access"].double }.max() ?? 0
    guard minutes > 0 || used.contains(where: { $0 > Self.most }) else { return }
    let told = Duration.seconds(60) * min(max(minutes, 0), 60)
    end.withLock { $0 = now.advanced(by: min(max(Self.pause, told), RateLimits.longest)) }
  }

  /// How much is used up, in percent, of each thing that is counted.
  static func shares(in reply: HTTPReply) -> [Double] {
    entries(in: reply).flatMap { entry in names.compactMap { entry[$0].double } }
      .map { min(max($0, 0), 100) }
  }

  private static func entries(in reply: HTTPReply) -> [JSON] {
    let accounts = told("X-Business-Use-Case-Usage", by: reply)
    return [told("X-App-Usage", by: reply)] + accounts.members.flatMap(\.value.array)
  }

  private static func told(_ name: String, by reply: HTTPReply) -> JSON {
    guard let text = reply.headers[name] else { return .null }
    return (try? JSON(Array(text.utf8))) ?? .null  // What is no JSON tells nothing.
  }
}
