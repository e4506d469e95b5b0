internal import FeedDomain

/// A gateway that finds the post or person of the fediverse behind the address of a web page.
struct MastodonLinkResolver: AddressResolvingGateway {
  let connection: MastodonConnection

  func linkKind(of address: String) -> ResolvedLink.ResolvedLinkKind? {
    guard let page = PageAddress(address) else { return nil }
    return FediversePageRecognition.pageKind(of: page)
      ?? (profileUserNameAtOwnServer(page) == nil ? nil : .person)
  }

  /// Returns the user name in the address of a profile page at the account's own Mastodon server;
  /// nil unless the server has profile pages at its root, as snac does.
  private func profileUserNameAtOwnServer(_ page: PageAddress) -> String? {
    guard connection.server.software == .snac, isPageOfOwnServer(page), page.parts.count == 1,
      page.parts[0].containsOnlyAlphanumerics(or: "_")
    else { return nil }
    return page.parts[0]
  }

  private func isPageOfOwnServer(_ page: PageAddress) -> Bool {
    page.host == PageAddress(connection.server.origin)?.host
  }

  func linkDestination(of address: String) async throws(FeedError) -> ResolvedLink {
    guard let page = PageAddress(address), let kind = linkKind(of: address) else { throw .notFound }
    if let known = recognizedOwnServerPage(page) {
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

  private enum RecognizedFediversePage {
    case post(Post.ID)
    case person(String)
  }

  /// Returns the person, or the post of another server, that a page of the account's own Mastodon
  /// server shows, since a server's search does not find these pages; nil for other pages.
  private func recognizedOwnServerPage(_ page: PageAddress) -> RecognizedFediversePage? {
    if let name = profileUserNameAtOwnServer(page) { return .person(name) }
    guard isPageOfOwnServer(page), let name = page.parts.first, name.first == "@" else {
      return nil
    }
    let handle = String(name.dropFirst())
    switch page.parts.count {
    case 1: return .person(handle)
    case 2 where handle.contains("@"): return .post(Post.ID(page.parts[1]))
    default: return nil
    }
  }

  private func fetchPost(at address: String) async throws(FeedError) -> Post {
    let reader = connection.makeJSONReader()
    return try await connection.getJSON(Self.searchPath(address, "statuses")) {
      json, _ throws(FeedError) in
      guard let found = Self.bestSearchMatch(json["statuses"], address),
        let post = reader.parsedPost(found)
      else { throw .notFound }
      return post
    }
  }

  private func fetchPerson(at address: String) async throws(FeedError) -> Person {
    let reader = connection.makeJSONReader()
    let found = try await connection.getJSON(Self.searchPath(address, "accounts")) { json, _ in
      Self.bestSearchMatch(json["accounts"], address).flatMap(reader.parsedPersonWithPortrait)
    }
    let people = MastodonPeople(connection: connection)
    if let found { return try await people.person(found.id) }
    // Some servers resolve handles only, which the address of a page contains.
    guard let handle = PageAddress(address).flatMap(FediversePageRecognition.personHandle) else {
      throw .notFound
    }
    return try await people.person(called: handle)
  }

  private static func searchPath(_ address: String, _ type: String) -> MastodonAPIPath {
    MastodonAPIPath(
      "/api/v2/search",
      query: [("q", address), ("type", type), ("resolve", "true"), ("limit", "5")])
  }

  /// Returns the post or person in Mastodon search results whose page is at the address; otherwise
  /// the only result, if its page is on the address's host; nil in other cases, as a server may
  /// search for the address as words.
  private static func bestSearchMatch(_ found: JSON, _ address: String) -> JSON? {
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
