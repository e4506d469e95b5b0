internal import FeedDomain

/// What Instagram counts of a medium: what it has no number for is not told as none.
struct InstagramCounts: Equatable, Sendable {
  private static let kinds: [(String, PhotoDetails.Insight.Kind)] = [
    ("reach", .reach), ("saved", .saves), ("shares", .shares),
    ("total_interactions", .interactions),
  ]

  let views: Int?
  let insights: [PhotoDetails.Insight]

  init(_ json: JSON) {
    var counts: [String: Int] = [:]
    for metric in json.array {
      guard let name = metric["name"].string,
        let count = metric["values"][0]["value"].count ?? metric["total_value"]["value"].count
      else { continue }
      counts[name] = count
    }
    views = counts["views"]
    insights = Self.kinds.compactMap { name, kind in
      counts[name].map { PhotoDetails.Insight(kind, $0) }
    }
  }
}
