internal import FeedDomain

/// A stored form of a stream in the cache database: a unique key and a label for the screen.
struct StoredFeedKeyAndLabel: Equatable {
  let key: String
  let label: String

  init(_ feed: Feed) {
    switch feed {
    case .home: self.init("home")
    case .everything: self.init("everything")
    case .local: self.init("local")
    case .federated: self.init("federated")
    case .photos: self.init("photos")
    case .trending: self.init("trending")
    case .nearby(let place):
      let spot = place.rounded
      self.init("nearby:\(spot.latitude):\(spot.longitude)", label: place.name)
    case .tag(let tag): self.init("tag:\(tag)")
    case .search(let words): self.init("search:\(words)")
    case .person(let person): self.init("person:\(person.rawValue)")
    case .answers(let person): self.init("answers:\(person.rawValue)")
    case .portfolio(let person): self.init("portfolio:\(person.rawValue)")
    case .likes: self.init("likes")
    case .bookmarks: self.init("bookmarks")
    case .list(let id, let name): self.init("list:\(id)", label: name)
    }
  }

  init(_ key: String, label: String = "") {
    (self.key, self.label) = (key, label)
  }

  /// The stream decoded from its key in the database; nil for a key that this version of Tweetie
  /// does not know.
  var feed: Feed? {
    switch key {
    case "home": return .home
    case "everything": return .everything
    case "local": return .local
    case "federated": return .federated
    case "photos": return .photos
    case "trending": return .trending
    case "likes": return .likes
    case "bookmarks": return .bookmarks
    default: break
    }
    // The key is compared as bytes, since a name may begin with a combining mark, which would form
    // one character with the colon.
    guard let colon = key.utf8.firstIndex(of: UInt8(ascii: ":")) else { return nil }
    let rest = String(key[key.utf8.index(after: colon)...])
    switch key[..<colon] {
    case "nearby": return parsedNearbyFeed(rest)
    case "tag": return .tag(rest)
    case "search": return .search(rest)
    case "person": return .person(Person.ID(rest))
    case "answers": return .answers(Person.ID(rest))
    case "portfolio": return .portfolio(Person.ID(rest))
    case "list": return .list(id: rest, name: label)
    default: return nil
    }
  }

  private func parsedNearbyFeed(_ coordinates: String) -> Feed? {
    let numbers = coordinates.split(separator: ":").compactMap { Double($0) }
    guard numbers.count == 2 else { return nil }
    return .nearby(Place(name: label, latitude: numbers[0], longitude: numbers[1]))
  }
}
