/// Resolves addresses to posts and people.
public protocol AddressGateway: Sendable {
  /// Returns what an address looks like to this service, without a request; nil for foreign
  /// addresses.
  func kind(of address: String) -> ResolvedLink.Kind?
  /// Fetches the post or person at an address; throws `notFound` if the service knows none.
  func destination(of address: String) async throws(FeedError) -> ResolvedLink
}

extension ServiceConnection {
  /// Returns an address as a link this account can open; nil if it belongs in the browser.
  public func lead(to address: String) -> ResolvableLink? {
    self.addresses?.kind(of: address) == nil ? nil : .address(address)
  }

  /// Returns typed text as a link this account can open: an address, or a handle with "@".
  public func lead(typed: String) -> ResolvableLink? {
    let words = typed.split(whereSeparator: \.isWhitespace)
    guard words.count == 1, let word = words.first else { return nil }
    if let lead = lead(to: String(word)) { return lead }
    return self.people?.canFetchOthers == true ? ResolvableLink(handle: typed) : nil
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
  public func post(_ id: Post.ID) async throws(FeedError) -> Post {
    let conversation = try await conversation(of: id)
    guard let node = conversation.nodes.first(where: { $0.post.id == conversation.focus }) else {
      throw .notFound
    }
    return node.post
  }
}
