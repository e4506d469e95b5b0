/// What Instagram counts of a medium, which is not the same for all of them.
enum InstagramMetrics: Equatable, Sendable {
  case feed
  case reel
  case story

  /// What all kinds have, and most applications ask for.
  private static let usual = ["reach", "saved", "shares", "views", "total_interactions"]

  /// The kind of a medium; where that is not told, every film is a reel.
  init(_ json: JSON) {
    self =
      switch json["media_product_type"].string {
      case "STORY": .story
      case "REELS": .reel
      case "FEED": .feed
      default: json["media_type"] == "VIDEO" ? .reel : .feed
      }
  }

  /// What is asked for, most first: one metric that is not supported costs them all.
  var attempts: [[String]] { [Self.all(self), Self.usual, ["reach"]] }

  private static func all(_ kind: InstagramMetrics) -> [String] {
    switch kind {
    case .feed: usual + ["follows", "profile_visits", "profile_activity", "reposts"]
    case .reel: usual + ["reposts", "ig_reels_avg_watch_time"]
    case .story:
      [
        "reach", "shares", "views", "total_interactions", "replies", "navigation", "follows",
        "profile_visits", "profile_activity", "reposts",
      ]
    }
  }
}
