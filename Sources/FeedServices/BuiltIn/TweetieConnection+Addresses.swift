internal import FeedDomain

/// Pages of the built-in service, as its posts and people name them.
extension TweetieConnection: AddressGateway {
  func kind(of address: String) -> Destination.Kind? {
    guard let parts = Self.parts(of: address) else { return nil }
    return parts.count == 1 ? .person : .post
  }

  func destination(of address: String) async throws(FeedError) -> Destination {
    guard let parts = Self.parts(of: address) else { throw .notFound }
    return parts.count == 1
      ? .person(try await person(Person.ID(parts[0])))
      : .post(try await post(Post.ID(parts[1])))
  }

  /// A name, and behind it the number of a post where it is one.
  private static func parts(of address: String) -> [String]? {
    guard let beginning = address.firstRange(of: "tweetie.example/@"),
      ["https://", "http://"].contains(address[..<beginning.lowerBound])
    else { return nil }
    let path = address[beginning.upperBound...].prefix { $0 != "?" && $0 != "#" }
    let parts = path.split(separator: "/").map(String.init)
    guard (1...2).contains(parts.count), parts.count == 1 || PostNumber(Post.ID(parts[1])) != nil
    else { return nil }
    return parts
  }
}
