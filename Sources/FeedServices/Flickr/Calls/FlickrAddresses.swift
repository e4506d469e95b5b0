internal import FeedDomain

/// Pages of flickr.com: "photos/somebody/12345", and "people/somebody" or "photos/somebody".
struct FlickrAddresses: AddressGateway {
  let connection: FlickrConnection

  func kind(of address: String) -> Destination.Kind? { Self.parts(of: address)?.kind }

  func destination(of address: String) async throws(FeedError) -> Destination {
    switch Self.parts(of: address) {
    case .photo(let id)?: .post(try await connection.photo(Post.ID(id)))
    case .person(let name)?:
      .person(try await FlickrPeople(connection: connection).person(called: name))
    case nil: throw .notFound
    }
  }

  private enum Page {
    case photo(String)
    case person(String)

    var kind: Destination.Kind {
      switch self {
      case .photo: .post
      case .person: .person
      }
    }
  }

  private static func parts(of address: String) -> Page? {
    guard let place = WebPlace(address), place.host == "flickr.com", place.parts.count >= 2,
      ["photos", "people"].contains(place.parts[0]), place.parts[1].isPlain(and: "@_-")
    else { return nil }
    if place.parts.count == 2 { return .person(place.parts[1]) }
    // What stands behind the photo is how one came to it.
    return place.parts[0] == "photos" && place.parts[2].isNumber ? .photo(place.parts[2]) : nil
  }
}
