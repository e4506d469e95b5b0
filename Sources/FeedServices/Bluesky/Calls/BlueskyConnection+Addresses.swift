internal import FeedDomain

extension BlueskyConnection: AddressGateway {
  func kind(of address: String) -> Destination.Kind? {
    BlueskyPage(address).map { $0.key == nil ? .person : .post }
  }

  func destination(of address: String) async throws(FeedError) -> Destination {
    guard let page = BlueskyPage(address) else { throw .notFound }
    guard let key = page.key else { return .person(try await person(Person.ID(page.owner.text))) }
    // A post is known by who wrote it, whatever they call themselves today.
    let owner =
      if case .did(let did) = page.owner { did } else {
        try await person(Person.ID(page.owner.text)).id.rawValue
      }
    return .post(try await post(Post.ID("at://\(owner)/\(BlueskyPage.posts)/\(key)")))
  }
}
