internal import FeedDomain

extension Allowance {
  /// Nothing is believed for longer: a server that lies is asked again.
  private static let longest = Duration.seconds(3600)

  /// What a reply tells; nil where it tells nothing. A server that does not say when there is as much
  /// again counts by the hour.
  init?(_ reply: HTTPReply, at now: Timestamp) {
    let fields = RateLimitFields(reply.headers)
    guard let limit = fields.limit.flatMap(Self.number),
      let remaining = fields.remaining.flatMap(Self.number), limit > 0
    else { return nil }
    let end = reply.limitReset(now: now) ?? now.nextHour
    guard end > now else { return nil }
    self.init(remaining, of: limit, until: min(end, now.advanced(by: Self.longest)))
  }

  /// What is left of so many an hour after one more question, where a server does not tell.
  init(counting before: Allowance?, of limit: Int, at now: Timestamp) {
    let hour = now.advanced(by: Self.longest)
    if let before, before.resets > now, before.resets <= hour {
      self.init(before.remaining - 1, of: limit, until: before.resets)
    } else {
      self.init(limit - 1, of: limit, until: hour)
    }
  }

  /// A whole number, without what may be said of it, as in "100, 100;w=60".
  private static func number(_ text: String) -> Int? {
    Int(text.trimmingBlanks.prefix { $0.isNumber })
  }
}

extension Timestamp {
  /// The next full hour.
  fileprivate var nextHour: Timestamp {
    let hour: Int64 = 3_600_000
    return Timestamp(milliseconds: (milliseconds / hour + 1) * hour)
  }
}
