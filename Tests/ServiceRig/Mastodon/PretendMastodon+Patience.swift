internal import Glibc

extension PretendMastodon {
  /// The form in which a server demands a pause between requests.
  public enum Plea: Sendable, CaseIterable {
    /// A form of a demanded pause: in seconds, by the header Retry-After.
    case retryAfter
    /// A form of a demanded pause: by the time when the rate limit resets, as Mastodon does.
    case limitReset
    /// A form of a demanded pause: no duration.
    case none
  }

  /// Refuses the next request for the home stream as too many, and demands a pause of a number of
  /// seconds.
  public func pleadForPatience(_ plea: Plea, seconds: Int = 0) {
    let headers =
      switch plea {
      case .retryAfter: ["Retry-After": String(seconds)]
      case .limitReset:
        [
          "X-RateLimit-Limit": "300", "X-RateLimit-Remaining": "0",
          "X-RateLimit-Reset": Self.date(time(nil) + seconds),
        ]
      case .none: [String: String]()
      }
    putOff(headers)
  }

  /// Returns a time as text such as "2026-11-21T14:32:27.000000Z".
  private static func date(_ moment: time_t) -> String {
    var (moment, parts) = (moment, tm())
    gmtime_r(&moment, &parts)
    var text = [CChar](repeating: 0, count: 64)
    let length = strftime(&text, text.count, "%Y-%m-%dT%H:%M:%S.000000Z", &parts)
    return String(decoding: text.prefix(length).map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
