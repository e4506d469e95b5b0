internal import FeedDomain

/// Until when a service wants to be left alone, as its replies say in several dialects.
///
/// Whatever they say, nobody waits for longer than a quarter of an hour. An end that is past or all
/// but here is none: by a clock that is behind, a service would be asked again and again.
struct RateLimits: Equatable, Sendable {
  static let longest = Duration.seconds(15 * 60)
  private static let shortest = Duration.seconds(1)

  private var until: Timestamp?
  private var refusals = 0

  /// The end of the wait; nil where there is none.
  func pause(at now: Timestamp) -> Timestamp? {
    // Further away than anybody may be made to wait: the clock was set back since.
    guard let until, until > now, until <= now.advanced(by: Self.longest) else { return nil }
    return until
  }

  /// Learns from a reply, which may refuse in a way of the service's own; `random`, from 0 up to 1,
  /// keeps many clients from coming back at once.
  ///
  /// What is used up for reading is not asked for again. Writing has limits of its own at many
  /// services, as of pictures a day: those keep nobody from reading.
  mutating func note(
    _ reply: HTTPReply, isRefusal: Bool? = nil, isReading: Bool = true, now: Timestamp,
    random: Double
  ) {
    if isRefusal ?? reply.asksForPatience {
      refusals = min(refusals + 1, 8)
      let asked = reply.retryMoment(now: now) ?? reply.limitReset(now: now)
      let told = asked.map { $0.since(now) }.flatMap { $0 > Self.shortest ? $0 : nil }
      until = now.advanced(by: min(told ?? backoff(random: random), Self.longest))
    } else {
      // A good reply during a wait was on its way before it began, and does not end it.
      guard pause(at: now) == nil else { return }
      refusals = 0
      until = nil
      guard isReading, reply.hasSpentItsLimit, let reset = reply.limitReset(now: now), reset > now
      else { return }
      until = min(reset, now.advanced(by: Self.longest))
    }
  }

  private func backoff(random: Double) -> Duration {
    min(.seconds(15 << refusals), Self.longest) * (0.8 + 0.4 * random)
  }
}

extension HTTPReply {
  /// Whether the service refuses because it is asked too much.
  var asksForPatience: Bool {
    status == 429 || (status == 503 && headers["Retry-After"] != nil)
  }

  /// Whether the next request would be one too many.
  fileprivate var hasSpentItsLimit: Bool {
    RateLimitFields(headers).remaining.flatMap { Int($0) } == 0
  }

  /// When to come back: seconds from now, or a date.
  fileprivate func retryMoment(now: Timestamp) -> Timestamp? {
    guard let text = headers["Retry-After"]?.trimmingBlanks else { return nil }
    if let wait = Self.seconds(text) { return now.advanced(by: wait) }
    return HTTPDate.timestamp(text)
  }

  /// When the limit is as it was: a date, seconds since 1970, or, where the number is small,
  /// seconds from now.
  func limitReset(now: Timestamp) -> Timestamp? {
    guard let text = RateLimitFields(headers).reset?.trimmingBlanks else { return nil }
    guard let number = Self.seconds(text) else {
      return ISODate.timestamp(text) ?? HTTPDate.timestamp(text)
    }
    return number < .seconds(1_000_000)
      ? now.advanced(by: number) : Timestamp(milliseconds: 0).advanced(by: number)
  }

  /// Whole seconds, however many; a fraction is let go.
  private static func seconds(_ text: String) -> Duration? {
    guard let number = Double(text), number.isFinite else { return nil }
    return .seconds(Int64(min(max(number, -1e9), 1e12)))
  }
}
