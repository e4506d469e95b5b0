internal import Glibc

extension PretendMastodon {
  /// How a server says for how long it wants to be left alone.
  public enum Plea: Sendable, CaseIterable {
    /// In seconds, as the standard has it.
    case retryAfter
    /// By the moment at which its limit is as it was, as Mastodon does.
    case limitReset
    /// Not at all.
    case none
  }

  /// Puts off the next request for the home stream; where it says for how long, for so many seconds
  /// from now on.
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

  /// As in "2026-11-21T14:32:27.000000Z".
  private static func date(_ moment: time_t) -> String {
    var (moment, parts) = (moment, tm())
    gmtime_r(&moment, &parts)
    var text = [CChar](repeating: 0, count: 64)
    let length = strftime(&text, text.count, "%Y-%m-%dT%H:%M:%S.000000Z", &parts)
    return String(decoding: text.prefix(length).map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
