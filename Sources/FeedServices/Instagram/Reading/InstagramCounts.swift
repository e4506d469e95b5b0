internal import FeedDomain

/// What Instagram counts of a medium: what it has no number for is not told as none.
struct InstagramCounts: Equatable, Sendable {
  private static let kinds: [(String, PhotoDetails.Insight.Kind)] = [
    ("reach", .reach), ("saved", .saves), ("shares", .shares),
    ("total_interactions", .interactions), ("reposts", .reposts), ("follows", .follows),
    ("profile_visits", .profileVisits), ("profile_activity", .profileActivity),
    ("replies", .replies), ("navigation", .navigation), ("ig_reels_avg_watch_time", .watchTime),
  ]
  /// Nothing, since a permission is missing.
  static let forbidden = InstagramCounts([], isForbidden: true)

  let views: Int?
  let insights: [PhotoDetails.Insight]
  let isForbidden: Bool

  init(_ json: JSON, isForbidden: Bool = false) {
    self.isForbidden = isForbidden
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
