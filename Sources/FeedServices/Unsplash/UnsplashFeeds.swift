internal import FeedDomain

struct UnsplashFeeds: FeedGateway {
  let connection: UnsplashConnection

  func feedPage(of feed: Feed, _ fetchRange: FetchRange) async throws(FeedError) -> FeedPage {
    if feed == .person(UnsplashConnection.guestID) || feed == .portfolio(UnsplashConnection.guestID)
    {
      return FeedPage([], older: nil)
    }
    guard let stream = try await unsplashQueryOfFeed(feed) else {
      if feed == .bookmarks, connection.savedPhotos != nil { return FeedPage([], older: nil) }
      throw .notFound
    }
    let page: Page<Post>
    switch fetchRange {
    case .latest: page = try await fetchFirstPhotoPage(of: stream, in: feed)
    case .older(let cursor):
      page = try await fetchPosts(of: stream, page: cursor.pageNumber, isOwn: feed == .bookmarks)
    // Unsplash can only page from the top.
    case .newer: throw .notFound
    }
    let posts =
      feed == .bookmarks ? page.elements.map { $0.addingCertainMarks(.bookmarked) } : page.elements
    return FeedPage(posts.map { FeedEntry($0) }, older: page.nextCursor)
  }

  func conversation(of post: Post.ID) async throws(FeedError) -> Conversation {
    let photo = try await connection.getJSON(UnsplashConnection.photoAPIPath(of: post.rawValue)) {
      json, _ throws(FeedError) in
      guard let photo = connection.reader.parsedPost(json) else { throw .badReply }
      return photo
    }
    return try await conversation(of: post, knownPost: photo)
  }

  func conversation(of post: Post.ID, knownPost photo: Post) async throws(FeedError) -> Conversation
  {
    // Unsplash has no comments.
    Conversation(focus: photo.id, nodes: [Conversation.ConversationNode(photo, depth: 0)])
  }

  func foundPosts(
    matching query: SearchQuery, after cursor: Cursor?
  ) async throws(FeedError) -> Page<Post> {
    guard let stream = UnsplashQuery(query) else { return Page([]) }
    return try await fetchPosts(of: stream, page: cursor?.pageNumber ?? 1)
  }

  /// Returns the Unsplash query of a stream; nil if Unsplash has no such stream, or for saved
  /// photos if none was saved yet.
  private func unsplashQueryOfFeed(_ feed: Feed) async throws(FeedError) -> UnsplashQuery? {
    guard feed == .bookmarks, let savedPhotos = connection.savedPhotos else {
      return UnsplashQuery(feed)
    }
    return try await savedPhotos.savedPhotosCollectionID().flatMap {
      UnsplashQuery(.list(id: UnsplashQuery.collection + $0, name: ""))
    }
  }

  /// Fetches the first page of photos of a stream. If the collection of saved photos is not found,
  /// since it was deleted elsewhere, the collection is looked for again.
  private func fetchFirstPhotoPage(
    of stream: UnsplashQuery, in feed: Feed
  ) async throws(FeedError) -> Page<Post> {
    do throws(FeedError) {
      return try await fetchPosts(of: stream, page: 1, isOwn: feed == .bookmarks)
    } catch {
      guard error == .notFound, feed == .bookmarks, let savedPhotos = connection.savedPhotos
      else { throw error }
      await savedPhotos.forgetCollectionID()
      guard let other = try await unsplashQueryOfFeed(feed) else { return Page([]) }
      guard other != stream else { throw error }
      return try await fetchPosts(of: other, page: 1, isOwn: true)
    }
  }

  private func fetchPosts(
    of stream: UnsplashQuery, page number: Int, isOwn: Bool = false
  ) async throws(FeedError) -> Page<Post> {
    do throws(FeedError) {
      return try await connection.fetchUnsplashPage(number, of: stream, isOwn: isOwn) {
        connection.reader.parsedPosts($0)
      }
    } catch {
      // Private collections are missing for the application's key.
      let mayBeOwn = connection.revocation.isRevoked && stream.isCollection
      throw error == .notFound && mayBeOwn ? .signedOut : error
    }
  }
}

/// A query of Unsplash's API for the photos of a stream or the results of a search: a path and its
/// parameters.
struct UnsplashQuery: Equatable, Sendable {
  static let limit = 30
  /// The prefix that this program puts before ids of Unsplash topics, to tell them from ids of
  /// collections.
  static let topic = "topic/"
  static let collection = "collection/"

  private let path: String
  private let query: [(String, String)]
  /// True if this query is a search, which Unsplash may refuse as spam.
  var isSearch: Bool { path.hasPrefix("/search/") }

  var isCollection: Bool { path.hasPrefix("/collections/") }

  /// Creates the Unsplash query of a stream; nil if Unsplash has no such stream.
  init?(_ feed: Feed) {
    switch feed {
    case .photos: self.init("/photos")
    case .tag(let words): self.init("/search/photos", [("query", words)])
    case .person(let id), .portfolio(let id):
      guard id != UnsplashConnection.guestID else { return nil }
      self.init("/users/\(WebAddressQuery.percentEncoded(id.rawValue))/photos")
    case .list(let id, _):
      guard let parent = [Self.topic, Self.collection].first(where: id.hasPrefix) else {
        return nil
      }
      let name = WebAddressQuery.percentEncoded(String(id.dropFirst(parent.count)))
      self.init("/\(parent.dropLast())s/\(name)/photos")
    case .home, .everything, .local, .federated, .trending, .nearby, .likes, .bookmarks, .search,
      .answers:
      return nil
    }
  }

  /// Creates the Unsplash query of a search for words and tags; nil if both are missing.
  init?(_ query: SearchQuery) {
    let words = query.words + query.tags.compactMap(\.first)
    guard !words.isEmpty else { return nil }
    self.init("/search/photos", [("query", words.joined(separator: " "))])
  }

  private init(_ path: String, _ query: [(String, String)] = []) {
    (self.path, self.query) = (path, query)
  }

  static func peopleSearchQuery(for words: String) -> UnsplashQuery {
    UnsplashQuery("/search/users", [("query", words)])
  }

  static func collectionsQuery(of handle: String) -> UnsplashQuery {
    UnsplashQuery("/users/\(WebAddressQuery.percentEncoded(handle))/collections")
  }

  /// Returns the path, with parameters, of the request for a page of this Unsplash query; pages are
  /// counted from 1.
  func pageAPIPath(_ number: Int) -> String {
    let position = [("page", String(number)), ("per_page", String(Self.limit))]
    return "\(path)?\(WebAddressQuery(query + position).text)"
  }

  static func == (left: UnsplashQuery, right: UnsplashQuery) -> Bool {
    left.pageAPIPath(1) == right.pageAPIPath(1)
  }
}

extension Cursor {
  /// The page number in this cursor of an Unsplash or Flickr list; 1 for any other cursor.
  var pageNumber: Int { max(1, min(Int(rawValue) ?? 1, 1_000_000)) }

  static func pageCursor(_ number: Int) -> Cursor { Cursor(String(number)) }
}

struct UnsplashLinkResolver: AddressResolvingGateway {
  let connection: UnsplashConnection

  func linkKind(of address: String) -> ResolvedLink.ResolvedLinkKind? {
    guard let place = PageAddress(address), place.host == "unsplash.com" else { return nil }
    switch place.parts.count {
    case 1:
      let name = place.parts[0]
      return name.first == "@" && String(name.dropFirst()).containsOnlyAlphanumerics(or: "_")
        ? .person : nil
    case 2:
      return place.parts[0] == "photos" && place.parts[1].containsOnlyAlphanumerics(or: "-_")
        ? .post : nil
    default: return nil
    }
  }

  func linkDestination(of address: String) async throws(FeedError) -> ResolvedLink {
    guard let kind = linkKind(of: address), let last = PageAddress(address)?.parts.last else {
      throw .notFound
    }
    switch kind {
    // Unsplash accepts the whole last component as an id.
    case .post: return .post(try await UnsplashFeeds(connection: connection).post(Post.ID(last)))
    case .person:
      return .person(
        try await UnsplashPeople(connection: connection).person(called: String(last.dropFirst())))
    }
  }
}

struct UnsplashPeople: PeopleFetchingGateway {
  let connection: UnsplashConnection

  var lists: PeopleListKinds { .matching }

  func person(_ id: Person.ID) async throws(FeedError) -> Person {
    guard id != UnsplashConnection.guestID else {
      return Person(
        id: id, handle: UnsplashConnection.guestHandle, name: "Unsplash",
        url: Service.unsplash.photoTerms.home,
        relationship: .oneself)
    }
    return try await connection.getJSON("/users/\(WebAddressQuery.percentEncoded(id.rawValue))") {
      json, _ throws(FeedError) in
      guard let person = connection.reader.parsedPersonWithPortrait(json) else { throw .badReply }
      return person
    }
  }

  func people(_ list: PeopleList, after cursor: Cursor?) async throws(FeedError) -> Page<Person> {
    // Unsplash does not reveal likers and followers.
    guard case .matching(let words) = list else { throw .notFound }
    return try await connection.fetchUnsplashPage(
      cursor?.pageNumber ?? 1, of: .peopleSearchQuery(for: words)
    ) {
      connection.reader.parsedPeople($0)
    }
  }

  var hasCollections: Bool { true }

  func personsCollectionFeeds(
    of person: Person.ID, after cursor: Cursor?
  ) async throws(FeedError) -> Page<Feed> {
    // A guest account has no collections.
    guard person != UnsplashConnection.guestID else { return Page([]) }
    return try await connection.fetchUnsplashPage(
      cursor?.pageNumber ?? 1, of: .collectionsQuery(of: person.rawValue)
    ) { json in
      json.array.parsedElements(UnsplashAccountSecret.UnsplashCollection.init).map(\.stream)
    }
  }
}
