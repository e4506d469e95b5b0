internal import FeedDomain

extension BlueskyPeople {
  var tellsCollections: Bool { true }

  /// In the order in which they are told.
  fileprivate enum CollectionKind: String, CaseIterable, Sendable {
    case feeds, lists, packs
  }

  /// The feeds that somebody computes, their lists, and their starter packs: the posts of whoever is
  /// in one are a stream.
  func collections(
    of person: Person.ID, after cursor: Cursor?
  ) async throws(FeedError) -> Page<Feed> {
    try await ListChain<CollectionKind>.page(after: cursor) { kind, cursor throws(FeedError) in
      try await page(of: kind, by: person, after: cursor)
    }
  }

  private func page(
    of kind: CollectionKind, by person: Person.ID, after cursor: Cursor?
  ) async throws(FeedError) -> Page<Feed> {
    let list = kind.list
    let query = [("actor", person.rawValue), ("limit", "50"), ("cursor", cursor?.rawValue)]
    do throws(FeedError) {
      return try await connection.get(list.method, query) { json throws(FeedError) in
        guard json[list.name].isArray else { throw .badReply }
        return Page(json[list.name].array.compactMap(kind.feed), next: Cursor(below: json))
      }
    } catch {
      // Not every server tells of all of them.
      guard error == .notFound || error.isRefusal else { throw error }
      return Page([])
    }
  }
}

extension BlueskyPeople.CollectionKind {
  var list: (method: String, name: String) {
    switch self {
    case .feeds: ("app.bsky.feed.getActorFeeds", "feeds")
    case .lists: ("app.bsky.graph.getLists", "lists")
    case .packs: ("app.bsky.graph.getActorStarterPacks", "starterPacks")
    }
  }

  /// The stream of it; nil for a list of people to be muted or blocked.
  @Sendable func feed(_ json: JSON) -> Feed? {
    let (id, name): (JSON, JSON) =
      switch self {
      case .feeds: (json["uri"], json["displayName"])
      case .lists: (json["uri"], json["name"])
      case .packs: (json["record"]["list"], json["record"]["name"])
      }
    if self == .lists, json["purpose"].string?.hasSuffix("#modlist") == true { return nil }
    guard let id = id.filledString, ATAddress(id) != nil, let name = name.words else { return nil }
    return .list(id: id, name: name.bounded(.name))
  }
}
