internal import FeedDomain

/// A post or somebody, as an address names them: "at://…", or a page of bsky.app.
struct BlueskyPage: Equatable, Sendable {
  /// A handle or a DID.
  let owner: BlueskyName
  /// The key of a post; nil for somebody.
  let key: String?

  init?(_ address: String) {
    let parts: [String]
    if address.hasPrefix("at://") {
      parts = address.dropFirst("at://".utf8.count)
        .split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    } else {
      // As it is written in an address of records, with the name of the collection in the middle.
      guard let place = WebPlace(address), place.host == "bsky.app",
        place.parts.first == "profile"
      else { return nil }
      parts = place.parts.dropFirst().map { $0 == "post" ? Self.posts : $0 }
    }
    switch BlueskyName(parts.first ?? "") {
    case .handle(let handle)?: owner = .handle(handle)
    case .did(let did)?: owner = .did(did)
    case .mail?, nil: return nil
    }
    switch parts.count {
    case 1: key = nil
    case 3 where parts[1] == Self.posts && parts[2].isPlain(and: "-._~:"): key = parts[2]
    default: return nil
    }
  }

  static let posts = "app.bsky.feed.post"
}
