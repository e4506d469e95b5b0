internal import FeedDomain

struct FlickrPeople: PeopleFetchingGateway {
  let connection: FlickrConnection

  var lists: PeopleListKinds { [.likers, .matching] }

  private static let maximumPeople = 50

  func person(_ id: Person.ID) async throws(FeedError) -> Person {
    guard id != FlickrConnection.guestID else {
      return Person(
        id: id, handle: FlickrConnection.guestHandle, name: "Flickr",
        url: "https://www.flickr.com/",
        relationship: .oneself)
    }
    let method = FlickrMethodCall("people.getInfo", [("user_id", id.rawValue)])
    return try await connection.callFlickrReadOnlyMethod(method) { json throws(FeedError) in
      guard let person = connection.reader.parsedPerson(json["person"]) else { throw .badReply }
      return person
    }
  }

  func people(_ list: PeopleList, after cursor: Cursor?) async throws(FeedError) -> Page<Person> {
    switch list {
    case .likers(let post):
      // Comments cannot be liked.
      if FlickrPhotoOrCommentID(post).comment != nil { throw .notFound }
      return try await fetchLikers(of: post, page: cursor?.pageNumber ?? 1)
    case .matching(let words): return try await peopleWithExactName(named: words)
    // Flickr has no boosts, and reveals only the user's own contacts.
    case .boosters, .followers, .following, .familiar, .suggested, .featured, .directory, .requests:
      throw .notFound
    }
  }

  private func fetchLikers(of post: Post.ID, page: Int) async throws(FeedError) -> Page<Person> {
    let method = FlickrMethodCall.likersCall(of: post, page: page, limit: Self.maximumPeople)
    return try await connection.callFlickrReadOnlyMethod(method) { json throws(FeedError) in
      let photo = json["photo"]
      guard photo.isObject else { throw .badReply }
      let goesOn = page < photo["pages"].count ?? 0 && !photo["person"].array.isEmpty
      return Page(
        connection.reader.parsedPeople(photo["person"]),
        nextCursor: goesOn ? .pageCursor(page + 1) : nil)
    }
  }

  /// Fetches a Flickr person by the complete displayed name, as Flickr has no other search for
  /// people; an empty page if nobody has the name.
  private func peopleWithExactName(named name: String) async throws(FeedError) -> Page<Person> {
    do throws(FeedError) {
      return Page([try await person(try await fetchPersonID(.personLookupCall(named: name)))])
    } catch {
      guard error == .notFound else { throw error }
      return Page([])
    }
  }

  /// Fetches a Flickr person by a displayed name, or by a handle, which is the last part of the
  /// profile's address: an alias, or the person's id.
  func person(called handle: String) async throws(FeedError) -> Person {
    // A displayed name may contain "@N", too.
    if let middle = handle.firstRange(of: "@N"), UInt64(handle[..<middle.lowerBound]) != nil,
      UInt64(handle[middle.upperBound...]) != nil
    {
      return try await person(Person.ID(handle))
    }
    do throws(FeedError) {
      return try await person(try await fetchPersonID(.personLookupCall(named: handle)))
    } catch {
      guard error == .notFound else { throw error }
    }
    do throws(FeedError) {
      return try await person(
        try await fetchPersonID(
          .personLookupCall(atPage: "https://www.flickr.com/people/\(handle)/"))
      )
    } catch {
      // This fallback is undocumented; a refusal means that nobody was found.
      throw error.isRefusal ? .notFound : error
    }
  }

  private func fetchPersonID(_ method: FlickrMethodCall) async throws(FeedError) -> Person.ID {
    try await connection.callFlickrReadOnlyMethod(method) { json throws(FeedError) in
      let user = json["user"]
      guard let id = user["nsid"].nonEmptyString ?? user["id"].nonEmptyString else {
        throw .notFound
      }
      return Person.ID(id)
    }
  }

  var hasCollections: Bool { true }

  /// Fetches a page of a Flickr person's collections as streams: albums, galleries, then groups.
  func personsCollectionFeeds(
    of person: Person.ID, after cursor: Cursor?
  ) async throws(FeedError) -> Page<Feed> {
    // A guest account has no collections.
    guard person != FlickrConnection.guestID else { return Page([]) }
    return try await JoinedListPager<FlickrCollection.FlickrCollectionKind>.fetchJoinedPage(
      after: cursor
    ) {
      kind, cursor
        throws(FeedError) in
      try await fetchCollections(kind, of: person.rawValue, page: cursor?.pageNumber ?? 1)
    }
  }

  private func fetchCollections(
    _ kind: FlickrCollection.FlickrCollectionKind, of owner: String, page: Int
  ) async throws(FeedError) -> Page<Feed> {
    let list = kind.list
    let paging = list.isPaged ? [("per_page", "100"), ("page", String(page))] : []
    let found = try await connection.callMethodToleratingFailure(
      FlickrMethodCall(list.method, [("user_id", owner)] + paging)
    ) {
      json -> Page<Feed>? in
      let sets = json[list.root][list.element].array
      // After an empty page nothing follows, whatever the count says.
      let goesOn = list.isPaged && !sets.isEmpty && page < json[list.root]["pages"].count ?? 0
      return Page(
        sets.parsedElements { FlickrCollection.parsedCollectionStream($0, kind, of: owner) },
        nextCursor: goesOn ? .pageCursor(page + 1) : nil)
    }
    // One list may be private while the others are public.
    return found ?? Page([])
  }
}

extension FlickrMethodCall {
  fileprivate static func personLookupCall(named name: String) -> FlickrMethodCall {
    FlickrMethodCall("people.findByUsername", [("username", name)])
  }

  fileprivate static func personLookupCall(atPage page: String) -> FlickrMethodCall {
    FlickrMethodCall("urls.lookupUser", [("url", page)])
  }
}

extension FlickrCollection.FlickrCollectionKind {
  fileprivate var list: (method: String, root: String, element: String, isPaged: Bool) {
    switch self {
    case .album: ("photosets.getList", "photosets", "photoset", true)
    case .gallery: ("galleries.getList", "galleries", "gallery", true)
    case .group: ("people.getPublicGroups", "groups", "group", false)
    }
  }
}

/// A collection of photos at Flickr (album, gallery or group), which is shown as a stream.
enum FlickrCollection: Equatable, Sendable {
  /// A kind of Flickr collection: an album of a person's own photos, by the ids of album and
  /// person.
  case album(String, of: String)
  /// A kind of Flickr collection: a gallery, in which a person shows other people's photos, by the
  /// gallery's id.
  case gallery(String)
  /// A kind of Flickr collection: a group to which its members add photos, by the group's id.
  case group(String)

  /// Creates the Flickr collection that a stream shows, by the stream's id; nil for other streams.
  init?(_ feed: Feed) {
    guard case .list(let id, _) = feed else { return nil }
    let parts = id.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    guard !parts.contains("") else { return nil }
    switch (parts.first, parts.count) {
    case ("album", 3): self = .album(parts[2], of: parts[1])
    case ("gallery", 2): self = .gallery(parts[1])
    case ("group", 2): self = .group(parts[1])
    default: return nil
    }
  }

  func streamOfThisCollection(named name: String) -> Feed {
    let id =
      switch self {
      case .album(let id, let owner): "album/\(owner)/\(id)"
      case .gallery(let id): "gallery/\(id)"
      case .group(let id): "group/\(id)"
      }
    return .list(id: id, name: name.shortened(to: .name))
  }

  /// The name and arguments of the Flickr method that fetches the collection's photos.
  var photos: (String, [(String, String)]) {
    switch self {
    case .album(let id, let owner):
      ("photosets.getPhotos", [("photoset_id", id), ("user_id", owner)])
    case .gallery(let id): ("galleries.getPhotos", [("gallery_id", id)])
    case .group(let id): ("groups.pools.getPhotos", [("group_id", id)])
    }
  }

  /// A kind of Flickr collection; a person's collections are listed in the order of the cases.
  enum FlickrCollectionKind: String, CaseIterable, Sendable {
    case album, gallery, group
  }

  static func parsedCollectionStream(_ json: JSON, _ kind: FlickrCollectionKind, of owner: String)
    -> Feed?
  {
    let name = kind == .group ? json["name"] : json["title"]["_content"]
    guard let id = kind == .group ? json["nsid"].nonEmptyString : json["id"].id,
      let name = name.nonBlankText
    else { return nil }
    let collection: FlickrCollection =
      switch kind {
      case .album: .album(id, of: owner)
      case .gallery: .gallery(id)
      case .group: .group(id)
      }
    return collection.streamOfThisCollection(named: name)
  }
}

struct FlickrLinkResolver: AddressResolvingGateway {
  let connection: FlickrConnection

  func linkKind(of address: String) -> ResolvedLink.ResolvedLinkKind? {
    Self.recognizedFlickrPage(of: address)?.kind
  }

  func linkDestination(of address: String) async throws(FeedError) -> ResolvedLink {
    switch Self.recognizedFlickrPage(of: address) {
    case .photo(let id)?: .post(try await connection.fetchPost(Post.ID(id)))
    case .person(let name)?:
      .person(try await FlickrPeople(connection: connection).person(called: name))
    case nil: throw .notFound
    }
  }

  private enum RecognizedFlickrPage {
    case photo(String)
    case person(String)

    var kind: ResolvedLink.ResolvedLinkKind {
      switch self {
      case .photo: .post
      case .person: .person
      }
    }
  }

  private static func recognizedFlickrPage(of address: String) -> RecognizedFlickrPage? {
    guard let place = PageAddress(address), place.host == "flickr.com", place.parts.count >= 2,
      ["photos", "people"].contains(place.parts[0]),
      place.parts[1].containsOnlyAlphanumerics(or: "@_-")
    else { return nil }
    if place.parts.count == 2 { return .person(place.parts[1]) }
    // Path components after the photo's id name the list in which the visitor found the photo.
    return place.parts[0] == "photos" && place.parts[2].isNumber ? .photo(place.parts[2]) : nil
  }
}
