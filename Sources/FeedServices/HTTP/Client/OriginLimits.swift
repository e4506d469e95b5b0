internal import FeedDomain

/// Until when each server wants to be left alone: what one says holds for no other.
struct OriginLimits: Sendable {
  /// Of more servers that refuse, those are forgotten that have been silent for longest.
  private static let most = 64

  /// What the account may ask its own server; nil where nobody counts.
  let budget: AccountBudget?
  private var limits: [(origin: String, limits: RateLimits)] = []

  init(budget: AccountBudget? = nil) { self.budget = budget }

  /// The end of the wait at the server of that address; nil where there is none.
  func pause(at address: String, now: Timestamp) -> Timestamp? {
    let origin = Self.origin(of: address)
    return limits.first { $0.origin == origin }?.limits.pause(at: now)
  }

  /// Learns from a server's reply to a request; see `RateLimits`.
  mutating func note(
    _ reply: HTTPReply, to request: HTTPRequest, isRefusal: Bool, now: Timestamp, random: Double
  ) {
    let origin = Self.origin(of: request.url)
    let place = limits.firstIndex { $0.origin == origin }
    var known = place.map { limits.remove(at: $0).limits } ?? RateLimits()
    known.note(
      reply, isRefusal: isRefusal, isReading: request.method == .get, now: now, random: random)
    // Of a server that asks for nothing nothing is to be known.
    guard known != RateLimits() else { return }
    limits.append((origin, known))
    if limits.count > Self.most { limits.removeFirst() }
  }

  private static func origin(of address: String) -> String {
    WebAddress(address)?.origin ?? address
  }
}
