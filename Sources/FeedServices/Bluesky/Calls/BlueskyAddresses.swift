internal import FeedDomain

/// Which addresses of posts and people are known, and what they lead to.
struct BlueskyAddresses: AddressGateway {
  let connection: BlueskyConnection

  func kind(of address: String) -> Destination.Kind? {
    BlueskyPage(address).map { $0.key == nil ? .person : .post }
  }

  func destination(of address: String) async throws(FeedError) -> Destination {
    guard let page = BlueskyPage(address) else { throw .notFound }
    let people = BlueskyPeople(connection: connection)
    let name = Person.ID(page.owner.text)
    guard let key = page.key else { return .person(try await people.person(name)) }
    // A post is known by who wrote it, whatever they call themselves today.
    let owner =
      if case .did(let did) = page.owner { did } else {
        try await people.person(name).id.rawValue
      }
    let post = Post.ID("at://\(owner)/\(BlueskyPage.posts)/\(key)")
    return .post(try await BlueskyFeeds(connection: connection).post(post))
  }
}
