/// What a reply says of how much may be asked, as texts, however its server writes that down.
///
/// Mastodon and Unsplash have a field for each with an "X-" before it; Bluesky has the fields of the
/// IETF's earlier drafts, and others those of the later ones, where they all stand in one.
struct RateLimitFields {
  /// How much may be asked in a while.
  let limit: String?
  /// How much of that is left.
  let remaining: String?
  /// When there is as much again.
  let reset: String?

  init(_ headers: HTTPHeaders) {
    let merged = headers["RateLimit"].map(Self.parameters) ?? [:]
    // A policy stands apart: it is the same in every reply.
    let policy = headers["RateLimit-Policy"].map(Self.parameters) ?? [:]
    func field(_ name: String, _ others: String?...) -> String? {
      let text = headers["X-RateLimit-\(name)"] ?? headers["RateLimit-\(name)"]
      return text ?? others.lazy.compactMap(\.self).first
    }
    limit = field("Limit", merged["limit"], policy["q"])
    remaining = field("Remaining", merged["remaining"], merged["r"])
    reset = field("Reset", merged["reset"], merged["t"])
  }

  /// The first value of each name, as in `limit=100, remaining=50` and in `"hour";r=50;t=30`.
  private static func parameters(_ text: String) -> [String: String] {
    let pairs = text.split { $0 == "," || $0 == ";" }.compactMap { part in
      let sides = part.split(separator: "=", maxSplits: 1)
      return sides.count < 2
        ? nil : (String(sides[0]).trimmingBlanks, String(sides[1]).trimmingBlanks)
    }
    return Dictionary(pairs, uniquingKeysWith: { first, _ in first })
  }
}
