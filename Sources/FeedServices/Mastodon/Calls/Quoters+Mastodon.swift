internal import FeedDomain

extension Quoters {
  var mastodonName: String {
    switch self {
    case .everybody: "public"
    case .followers: "followers"
    case .nobody: "nobody"
    }
  }

  /// Who may quote a post of the reader's, as its server tells; nil where that is of another kind.
  init?(mastodon approval: JSON) {
    guard approval.isObject, approval["manual"].array.isEmpty else { return nil }
    switch approval["automatic"].array.compactMap(\.string) {
    case []: self = .nobody
    case ["followers"]: self = .followers
    case let names where names.contains("public"): self = .everybody
    default: return nil
    }
  }
}
