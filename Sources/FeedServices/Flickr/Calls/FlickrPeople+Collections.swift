internal import FeedDomain

extension FlickrPeople {
  var tellsCollections: Bool { true }

  /// Somebody's albums, then their galleries, then the groups they belong to.
  func collections(
    of person: Person.ID, after cursor: Cursor?
  ) async throws(FeedError) -> Page<Feed> {
    // Who looks with a key alone has put nothing together.
    guard person != FlickrConnection.nobody else { return Page([]) }
    return try await ListChain<FlickrSet.Kind>.page(after: cursor) {
      kind, cursor
        throws(FeedError) in
      try await sets(kind, of: person.rawValue, page: cursor?.pageNumber ?? 1)
    }
  }

  private func sets(
    _ kind: FlickrSet.Kind, of owner: String, page: Int
  ) async throws(FeedError) -> Page<Feed> {
    let list = kind.list
    let paging = list.isPaged ? [("per_page", "100"), ("page", String(page))] : []
    let found = try await connection.ifTold(
      FlickrMethod(list.method, [("user_id", owner)] + paging)
    ) {
      json -> Page<Feed>? in
      let sets = json[list.root][list.element].array
      // Nothing on it: whatever the count says, nothing follows.
      let goesOn = list.isPaged && !sets.isEmpty && page < json[list.root]["pages"].count ?? 0
      return Page(
        sets.readable { FlickrSet.stream($0, kind, of: owner) },
        next: goesOn ? .page(page + 1) : nil)
    }
    // Who keeps one of the lists to themselves may show the others.
    return found ?? Page([])
  }
}

extension FlickrSet.Kind {
  /// How somebody's are asked for, and under which names they come.
  fileprivate var list: (method: String, root: String, element: String, isPaged: Bool) {
    switch self {
    case .album: ("photosets.getList", "photosets", "photoset", true)
    case .gallery: ("galleries.getList", "galleries", "gallery", true)
    case .group: ("people.getPublicGroups", "groups", "group", false)
    }
  }
}
