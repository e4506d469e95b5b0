/// Finds the posts and people that addresses lead to.
public protocol AddressGateway: Sendable {
  /// What an address looks as if it led to; nil for one that the service is not asked about. Nobody
  /// is asked for that.
  func kind(of address: String) -> ResolvedLink.Kind?
  /// What is there; `notFound` where the service knows nothing of it.
  func destination(of address: String) async throws(FeedError) -> ResolvedLink
}

extension ServiceConnection {
  /// What may be opened here by that address; nil where it is the browser's.
  public func lead(to address: String) -> ResolvableLink? {
    self.addresses?.kind(of: address) == nil ? nil : .address(address)
  }

  /// What may be opened here by what somebody typed: an address, or a handle with its "@".
  public func lead(typed: String) -> ResolvableLink? {
    let words = typed.split(whereSeparator: \.isWhitespace)
    guard words.count == 1, let word = words.first else { return nil }
    if let lead = lead(to: String(word)) { return lead }
    return self.people?.knowsOthers == true ? ResolvableLink(handle: typed) : nil
  }

  public func destination(of lead: ResolvableLink) async throws(FeedError) -> ResolvedLink {
    switch lead {
    case .address(let address):
      guard let addresses = self.addresses else { throw .notFound }
      return try await addresses.destination(of: address)
    case .handle(let handle):
      guard let people = self.people else { throw .notFound }
      return .person(
        account.isCalled(handle)
          ? try await people.person(account.person) : try await people.person(called: handle))
    }
  }
}

extension FeedGateway {
  /// A post by itself.
  public func post(_ id: Post.ID) async throws(FeedError) -> Post {
    let conversation = try await conversation(of: id)
    guard let node = conversation.nodes.first(where: { $0.post.id == conversation.focus }) else {
      throw .notFound
    }
    return node.post
  }
}
