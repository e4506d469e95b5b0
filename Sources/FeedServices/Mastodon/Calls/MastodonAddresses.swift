internal import FeedDomain

/// The gateway that finds posts and people of the fediverse by the web addresses of their pages.
struct MastodonAddresses: AddressGateway {
  let connection: MastodonConnection

  func kind(of address: String) -> ResolvedLink.LinkKind? {
    guard let page = PageAddress(address) else { return nil }
    return FediversePage.pageKind(of: page) ?? (ownProfileName(page) == nil ? nil : .person)
  }

  /// Returns the user name in the address of a profile page at the account's own server; nil unless
  /// the server has profile pages at its root, as snac does.
  private func ownProfileName(_ page: PageAddress) -> String? {
    guard connection.server.software == .snac, isOwnPage(page), page.parts.count == 1,
      page.parts[0].isAlphanumeric(or: "_")
    else { return nil }
    return page.parts[0]
  }

  private func isOwnPage(_ page: PageAddress) -> Bool {
    page.host == PageAddress(connection.server.origin)?.host
  }

  func destination(of address: String) async throws(FeedError) -> ResolvedLink {
    guard let page = PageAddress(address), let kind = kind(of: address) else { throw .notFound }
    if let known = recognizedPage(page) {
      switch known {
      case .post(let id): return .post(try await MastodonFeeds(connection: connection).post(id))
      case .person(let handle):
        return .person(try await MastodonPeople(connection: connection).person(called: handle))
      }
    }
    switch kind {
    case .post: return .post(try await fetchPost(at: address))
    case .person: return .person(try await fetchPerson(at: address))
    }
  }

  private enum RecognizedPage {
    case post(Post.ID)
    case person(String)
  }

  /// Returns the post or person that a page of the account's own server shows, since the server's
  /// search does not resolve its own pages; nil for other pages.
  private func recognizedPage(_ page: PageAddress) -> RecognizedPage? {
    if let name = ownProfileName(page) { return .person(name) }
    guard isOwnPage(page), let name = page.parts.first, name.first == "@" else { return nil }
    let handle = String(name.dropFirst())
    switch page.parts.count {
    case 1: return .person(handle)
    case 2 where handle.contains("@"): return .post(Post.ID(page.parts[1]))
    default: return nil
    }
  }

  private func fetchPost(at address: String) async throws(FeedError) -> Post {
    let reader = connection.makeReader()
    return try await connection.getJSON(Self.searchPath(address, "statuses")) {
      json, _ throws(FeedError) in
      guard let found = Self.bestMatch(json["statuses"], address), let post = reader.post(found)
      else { throw .notFound }
      return post
    }
  }

  private func fetchPerson(at address: String) async throws(FeedError) -> Person {
    let reader = connection.makeReader()
    let found = try await connection.getJSON(Self.searchPath(address, "accounts")) { json, _ in
      Self.bestMatch(json["accounts"], address).flatMap(reader.profile)
    }
    let people = MastodonPeople(connection: connection)
    if let found { return try await people.person(found.id) }
    // Some servers resolve handles only, which the address of a page contains.
    guard let handle = PageAddress(address).flatMap(FediversePage.handle) else { throw .notFound }
    return try await people.person(called: handle)
  }

  private static func searchPath(_ address: String, _ type: String) -> MastodonPath {
    MastodonPath(
      "/api/v2/search",
      query: [("q", address), ("type", type), ("resolve", "true"), ("limit", "5")])
  }

  /// Returns the search result that belongs to an address, or the only result if its host is the
  /// same: a browser's address differs from the id, and a server that resolves nothing may search
  /// for words instead. nil without such a result.
  private static func bestMatch(_ found: JSON, _ address: String) -> JSON? {
    let page = PageAddress(address)
    func pageAddresses(of json: JSON) -> [PageAddress] {
      [json["url"].string, json["uri"].string].compactMap { $0.flatMap(PageAddress.init) }
    }
    if let same = found.array.first(where: { pageAddresses(of: $0).contains { $0 == page } }) {
      return same
    }
    guard found.array.count == 1, let only = found.array.first,
      pageAddresses(of: only).contains(where: { $0.host == page?.host })
    else { return nil }
    return only
  }
}
