internal import FeedDomain

/// Pages of unsplash.com: "photos/words-and-id" and "@somebody".
struct UnsplashAddresses: AddressGateway {
  let connection: UnsplashConnection

  func kind(of address: String) -> Destination.Kind? {
    guard let place = WebPlace(address), place.host == "unsplash.com" else { return nil }
    switch place.parts.count {
    case 1:
      let name = place.parts[0]
      return name.first == "@" && String(name.dropFirst()).isPlain(and: "_") ? .person : nil
    case 2:
      return place.parts[0] == "photos" && place.parts[1].isPlain(and: "-_") ? .post : nil
    default: return nil
    }
  }

  func destination(of address: String) async throws(FeedError) -> Destination {
    guard let kind = kind(of: address), let last = WebPlace(address)?.parts.last else {
      throw .notFound
    }
    switch kind {
    // It takes the whole last part for an id.
    case .post: return .post(try await UnsplashFeeds(connection: connection).post(Post.ID(last)))
    case .person:
      return .person(
        try await UnsplashPeople(connection: connection).person(called: String(last.dropFirst())))
    }
  }
}
