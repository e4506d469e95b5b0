internal import FeedDomain

/// Photos that somebody put together at Flickr, each a stream.
enum FlickrSet: Equatable, Sendable {
  /// Somebody's own photos.
  case album(String, of: String)
  /// Photos of others that somebody chose.
  case gallery(String)
  /// What many people put together.
  case group(String)

  /// Nil for a stream that is none.
  init?(_ feed: Feed) {
    guard case .list(let id, _) = feed else { return nil }
    let parts = id.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    guard !parts.contains("") else { return nil }
    switch (parts.first, parts.count) {
    case ("album", 3): self = .album(parts[2], of: parts[1])
    case ("gallery", 2): self = .gallery(parts[1])
    case ("group", 2): self = .group(parts[1])
    default: return nil
    }
  }

  /// The stream of its photos.
  func stream(named name: String) -> Feed {
    switch self {
    case .album(let id, let owner): .list(id: "album/\(owner)/\(id)", name: name.bounded(.name))
    case .gallery(let id): .list(id: "gallery/\(id)", name: name.bounded(.name))
    case .group(let id): .list(id: "group/\(id)", name: name.bounded(.name))
    }
  }

  /// How its photos are asked for.
  var photos: (String, [(String, String)]) {
    switch self {
    case .album(let id, let owner):
      ("photosets.getPhotos", [("photoset_id", id), ("user_id", owner)])
    case .gallery(let id): ("galleries.getPhotos", [("gallery_id", id)])
    case .group(let id): ("groups.pools.getPhotos", [("group_id", id)])
    }
  }
}

extension FlickrSet {
  /// What somebody has of them, in the order in which it is told.
  enum Kind: String, CaseIterable, Sendable {
    case album, gallery, group
  }

  /// A set out of a list of that kind, with its name.
  static func stream(_ json: JSON, _ kind: Kind, of owner: String) -> Feed? {
    switch kind {
    case .album:
      guard let id = json["id"].id, let title = json["title"]["_content"].words else { return nil }
      return FlickrSet.album(id, of: owner).stream(named: title)
    case .gallery:
      guard let id = json["id"].id, let title = json["title"]["_content"].words else { return nil }
      return FlickrSet.gallery(id).stream(named: title)
    case .group:
      guard let id = json["nsid"].filledString, let name = json["name"].words else { return nil }
      return FlickrSet.group(id).stream(named: name)
    }
  }
}
