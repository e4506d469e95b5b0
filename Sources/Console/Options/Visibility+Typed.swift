import FeedDomain

extension Visibility {
  /// By its own name, or as other programs and services call it; nil for any other word.
  init?(typed: String) {
    switch typed.lowercased() {
    case "everybody", "everyone", "public", "all": self = .everybody
    case "unlisted", "quiet": self = .unlisted
    case "followers", "private", "friends": self = .followers
    case "mentioned", "direct", "dm", "mentions": self = .mentioned
    case "oneself", "me", "self": self = .oneself
    default: return nil
    }
  }
}
