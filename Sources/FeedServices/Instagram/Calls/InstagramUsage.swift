internal import FeedDomain
internal import Threads

/// How much of what an application may ask is used up, as replies tell it.
///
/// Close to the end nobody is asked for what is new for a minute; what somebody opens is.
final class InstagramUsage: Sendable {
  /// Of a hundred.
  private static let most = 75
  private static let pause = Duration.seconds(60)

  private let end = Guarded<Timestamp?>(nil)

  /// Until when to leave it alone; nil where that is not needed.
  func pause(at now: Timestamp) -> Timestamp? {
    end.withLock { end in
      guard let end, end > now, end.since(now) <= Self.pause else { return nil }
      return end
    }
  }

  func note(_ reply: HTTPReply, at now: Timestamp) {
    guard let text = reply.headers["X-App-Usage"],
      let json = try? JSON(Array(text.utf8))  // What is no JSON tells nothing.
    else { return }
    let shares = ["call_count", "total_cputime", "total_time"].compactMap { json[$0].double }
    guard shares.contains(where: { $0 > Double(Self.most) }) else { return }
    end.withLock { $0 = now.advanced(by: Self.pause) }
  }
}
