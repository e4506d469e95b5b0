internal import FeedDomain

struct BlueskyPeople: PeopleFetchingGateway {
  let connection: BlueskyConnection

  var lists: PeopleListKinds { [.common, .familiar, .suggested] }

  func person(_ id: Person.ID) async throws(FeedError) -> Person {
    let reader = try await connection.makeBlueskyJSONReader()
    return try await connection.callXRPCQuery("app.bsky.actor.getProfile", [("actor", id.rawValue)])
    {
      json throws(FeedError) in
      guard let person = reader.parsedPersonWithPortrait(json) else { throw .badReply }
      return person.withDetails(reader.parsedProfileDetails(json, of: person))
    }
  }

  func person(called handle: String) async throws(FeedError) -> Person {
    switch BlueskyLoginName(handle) {
    case .handle(let name)?, .did(let name)?: return try await person(Person.ID(name))
    // Servers reject an e-mail address as an invalid handle.
    case .mail?, nil: throw .notFound
    }
  }

  func people(_ list: PeopleList, after cursor: Cursor?) async throws(FeedError) -> Page<Person> {
    guard let call = list.call else { throw .notFound }
    let reader = try await connection.makeBlueskyJSONReader()
    let query = call.query + [("limit", "50"), ("cursor", cursor?.rawValue)]
    return try await connection.callXRPCQuery(call.method, query) { json throws(FeedError) in
      // Likes wrap the person together with a date.
      let people = try json[call.people].requiredArray().parsedElements {
        reader.parsedPersonWithPortrait($0["actor"]) ?? reader.parsedPersonWithPortrait($0)
      }
      return Page(people, nextCursor: Cursor(below: json))
    }
  }

  var hasCollections: Bool { true }

  /// A kind of collection of a Bluesky person; a person's collections are listed in the order of
  /// the cases.
  fileprivate enum BlueskyCollectionFeedKind: String, CaseIterable, Sendable {
    case feeds, lists, packs
  }

  /// Fetches a page of a Bluesky person's collections as streams: custom feeds, then lists, then
  /// starter packs.
  func personsCollectionFeeds(
    of person: Person.ID, after cursor: Cursor?
  ) async throws(FeedError) -> Page<Feed> {
    try await JoinedListPager<BlueskyCollectionFeedKind>.fetchJoinedPage(after: cursor) {
      kind, cursor throws(FeedError) in
      try await fetchCollectionFeedPage(of: kind, by: person, after: cursor)
    }
  }

  private func fetchCollectionFeedPage(
    of kind: BlueskyCollectionFeedKind, by person: Person.ID, after cursor: Cursor?
  ) async throws(FeedError) -> Page<Feed> {
    let list = kind.list
    let query = [("actor", person.rawValue), ("limit", "50"), ("cursor", cursor?.rawValue)]
    do throws(FeedError) {
      return try await connection.callXRPCQuery(list.method, query) { json throws(FeedError) in
        Page(
          try json[list.name].requiredArray().compactMap(kind.parsedCollectionStream),
          nextCursor: Cursor(below: json))
      }
    } catch {
      // Some servers lack some of these lists.
      guard error == .notFound || error.isRefusal else { throw error }
      return Page([])
    }
  }
}

extension PeopleList {
  /// The Bluesky method that fetches this list of people, the name of the JSON array of people in
  /// the reply, and the method's parameters; nil for lists that Bluesky does not have.
  fileprivate var call: (method: String, people: String, query: [(String, String?)])? {
    switch self {
    case .likers(let post): ("app.bsky.feed.getLikes", "likes", [("uri", post.rawValue)])
    case .boosters(let post):
      ("app.bsky.feed.getRepostedBy", "repostedBy", [("uri", post.rawValue)])
    case .followers(let person):
      ("app.bsky.graph.getFollowers", "followers", [("actor", person.rawValue)])
    case .following(let person):
      ("app.bsky.graph.getFollows", "follows", [("actor", person.rawValue)])
    case .familiar(let person):
      ("app.bsky.graph.getKnownFollowers", "followers", [("actor", person.rawValue)])
    case .suggested: ("app.bsky.actor.getSuggestions", "actors", [])
    case .matching(let words): ("app.bsky.actor.searchActors", "actors", [("q", words)])
    case .featured, .directory, .requests: nil
    }
  }
}

extension BlueskyPeople.BlueskyCollectionFeedKind {
  var list: (method: String, name: String) {
    switch self {
    case .feeds: ("app.bsky.feed.getActorFeeds", "feeds")
    case .lists: ("app.bsky.graph.getLists", "lists")
    case .packs: ("app.bsky.graph.getActorStarterPacks", "starterPacks")
    }
  }

  /// Returns the stream of a custom feed, list or starter pack of Bluesky; nil for a list for
  /// muting and blocking.
  @Sendable
  func parsedCollectionStream(_ json: JSON) -> Feed? {
    let (id, name): (JSON, JSON) =
      switch self {
      case .feeds: (json["uri"], json["displayName"])
      case .lists: (json["uri"], json["name"])
      case .packs: (json["record"]["list"], json["record"]["name"])
      }
    if self == .lists, json["purpose"].string?.hasSuffix("#modlist") == true { return nil }
    guard let id = id.nonEmptyString, ATProtocolAddress(id) != nil, let name = name.nonBlankText
    else {
      return nil
    }
    return .list(id: id, name: name.shortened(to: .name))
  }
}

/// A client for reading and changing the record of the user's profile at Bluesky, which also
/// fetches the pinned posts of profiles.
struct BlueskyOwnProfileCalls: Sendable {
  private static let collection = "app.bsky.actor.profile"

  let connection: BlueskyConnection

  func fetchProfileFields() async throws(FeedError) -> [InputField: String] {
    let profile = try await connection.records.fetchVersionedRecord("self", in: Self.collection).0
    return [
      .name: profile["displayName"].string ?? "", .words: profile["description"].string ?? "",
      .portrait: "", .banner: "",
    ]
  }

  func sendProfileChanges(_ action: ServiceAction) async throws(FeedError) {
    try await changeProfileRecord { _ in
      var changes: [String: JSON] = [:]
      changes["displayName"] = action.answers[.name].map { .string($0) }
      changes["description"] = action.answers[.words].map { .string($0) }
      return changes
    }
  }

  func uploadProfilePicture(_ picture: PreparedPicture, as field: InputField)
    async throws(FeedError)
  {
    let name = try await BlueskyUploads(connection: connection).uploadPicture(
      picture, altText: "", key: ""
    ) { _ in }
    guard let sent = BlueskyUploadedPicture(name: name) else { throw .badReply }
    try await changeProfileRecord { _ in [field == .banner ? "banner" : "avatar": sent.blob] }
  }

  func setPostPinned(_ post: BlueskyRecordReference, _ isDone: Bool) async throws(FeedError) {
    try await changeProfileRecord { profile in
      guard (profile["pinnedPost"]["uri"].string == post.uri) != isDone else { return nil }
      return ["pinnedPost": isDone ? post.json : .null]
    }
  }

  func pinnedPosts(of person: Person.ID) async throws(FeedError) -> [Post] {
    let pinned = try await connection.callXRPCQuery(
      "app.bsky.actor.getProfile", [("actor", person.rawValue)]
    ) { $0["pinnedPost"]["uri"].nonEmptyString }
    guard let pinned, let view = try await connection.fetchPostJSON(of: [pinned])[pinned] else {
      return []
    }
    return try await connection.makeBlueskyJSONReader().parsedPost(view.json, in: .singlePost).map {
      [$0]
    }
      ?? []
  }

  private func changeProfileRecord(_ changes: @Sendable (JSON) -> [String: JSON]?)
    async throws(FeedError)
  {
    try await connection.records.changeRecord("self", in: Self.collection, changes)
  }
}

struct BlueskyLinkResolver: AddressResolvingGateway {
  let connection: BlueskyConnection

  func linkKind(of address: String) -> ResolvedLink.ResolvedLinkKind? {
    BlueskyPageAddress(address).map { $0.key == nil ? .person : .post }
  }

  func linkDestination(of address: String) async throws(FeedError) -> ResolvedLink {
    guard let page = BlueskyPageAddress(address) else { throw .notFound }
    let people = BlueskyPeople(connection: connection)
    let name = Person.ID(page.owner.text)
    guard let key = page.key else { return .person(try await people.person(name)) }
    // Post ids contain the author's DID, as handles change.
    let owner =
      if case .did(let did) = page.owner { did } else {
        try await people.person(name).id.rawValue
      }
    let post = Post.ID("at://\(owner)/\(BlueskyPageAddress.posts)/\(key)")
    return .post(try await BlueskyFeeds(connection: connection).post(post))
  }
}
