extension Feed: Hashable {
  /// Two are the same stream whatever they are called: what is stored under coordinates is found
  /// again once they have a name.
  public static func == (left: Feed, right: Feed) -> Bool { left.identity == right.identity }

  /// By what tells it from others, not by its name.
  public func hash(into hasher: inout Hasher) { hasher.combine(identity) }

  private enum Identity: Hashable {
    case home, everything, local, federated, photos, trending, likes, bookmarks
    case nearby(Place.Square)
    case tag(String)
    case search(String)
    case person(Person.ID)
    case answers(Person.ID)
    case portfolio(Person.ID)
    case list(String)
  }

  private var identity: Identity {
    switch self {
    case .home: .home
    case .everything: .everything
    case .local: .local
    case .federated: .federated
    case .photos: .photos
    case .trending: .trending
    case .likes: .likes
    case .bookmarks: .bookmarks
    case .nearby(let place): .nearby(place.square)
    case .tag(let tag): .tag(tag)
    case .search(let words): .search(words)
    case .person(let person): .person(person)
    case .answers(let person): .answers(person)
    case .portfolio(let person): .portfolio(person)
    case .list(let id, _): .list(id)
    }
  }
}
