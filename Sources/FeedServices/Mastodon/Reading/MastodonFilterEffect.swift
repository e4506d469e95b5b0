internal import FeedDomain

/// An effect of the account's Mastodon filters on a post.
enum MastodonFilterEffect: Equatable, Sendable {
  case show
  /// An effect of a Mastodon filter: the post is shown, with its pictures covered.
  case blur
  /// An effect of a Mastodon filter: the post is folded, with the filter's title in its place.
  case warn(String)
  case hide

  enum MastodonFilterContext: String, Sendable {
    case home
    case notifications
    case everybody = "public"
    case thread
    case account

    /// The names of the context in filters; profile pages have two.
    var names: [String] { self == .account ? [rawValue, "profile"] : [rawValue] }
  }

  /// Creates the strictest effect of those filters that match a Mastodon post and apply in a
  /// context, such as the home stream; the post is shown if none applies.
  init(_ json: JSON, in context: MastodonFilterContext, at now: Timestamp) {
    self = json.array.reduce(.show) { strictest, result in
      let filter = result["filter"]
      guard Self.filterApplies(filter, in: context, at: now) else { return strictest }
      let found = Self(filter)
      return found.strictness > strictest.strictness ? found : strictest
    }
  }

  private init(_ filter: JSON) {
    switch filter["filter_action"].string {
    case "hide": self = .hide
    case "blur": self = .blur
    default: self = .warn(filter["title"].string ?? "")
    }
  }

  /// The title of the Mastodon filter that folds a post, or "…"; nil if the post is not folded.
  var foldReason: String? {
    guard case .warn(let title) = self else { return nil }
    // Without a title, the post must be folded all the same.
    return title.isEmpty ? "…" : title
  }

  private var strictness: Int {
    switch self {
    case .show: 0
    case .blur: 1
    case .warn: 2
    case .hide: 3
    }
  }

  private static func filterApplies(
    _ filter: JSON, in context: MastodonFilterContext, at now: Timestamp
  )
    -> Bool
  {
    guard filter.isObject else { return false }
    let names = filter["context"].array.compactMap(\.string)
    guard context.names.contains(where: names.contains) else { return false }
    guard let end = filter["expires_at"].isoDate else {
      return true
    }
    return end > now
  }
}
