internal import FeedDomain

/// The decision of the reader's filters about a post, as applied by the server.
enum MastodonFilter: Equatable, Sendable {
  case show
  /// A filter's effect: the post's pictures are covered.
  case blur
  /// The post is folded behind the title of the filter.
  case warn(String)
  case hide

  enum Context: String, Sendable {
    case home
    case notifications
    case everybody = "public"
    case thread
    case account
  }

  /// The strictest of the filters that apply in the context.
  init(_ json: JSON, in context: Context, at now: Timestamp) {
    self = json.array.reduce(.show) { strictest, result in
      let filter = result["filter"]
      guard Self.applies(filter, in: context, at: now) else { return strictest }
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

  /// The title that a folded post shows; nil if the post is not folded.
  var fold: String? {
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

  private static func applies(_ filter: JSON, in context: Context, at now: Timestamp) -> Bool {
    guard filter.isObject else { return false }
    let names = filter["context"].array.compactMap(\.string)
    // Profile pages have two context names.
    let isMeant =
      names.contains(context.rawValue) || (context == .account && names.contains("profile"))
    guard isMeant else { return false }
    guard let end = filter["expires_at"].string.flatMap(ISODate.timestamp) else { return true }
    return end > now
  }
}
