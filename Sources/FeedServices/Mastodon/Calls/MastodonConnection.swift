internal import FeedDomain
internal import Threads

/// A connection of an account to a server of the Mastodon family, with the HTTP clients and caches
/// that all its gateways share.
struct MastodonConnection: Sendable {
  let account: Account
  let server: MastodonServer
  let client: ServiceClient
  /// The HTTP client for picture files of Mastodon posts. It sends no token, and a refused picture
  /// does not pause the requests for posts.
  let files: ServiceClient
  let world: any World
  var postingDefaults = LockedValue(PostingDefaults())
  /// The handle for changing the stored facts about the Mastodon account, such as its posting
  /// defaults; nil if accounts are not stored.
  var storedFacts: AccountFactsEditor<MastodonAccountSecret>?
  let refusesJSON: LockedValue<Bool>
  /// The cache of a Mastodon account's read positions for two seconds, since several gateways need
  /// them at a time.
  let cachedReadPositions = TwoSecondCache<MastodonReadPositions>()
  let phraseFilters = MastodonPhraseFilterCache()

  init(
    account: Account, server: MastodonServer, client: ServiceClient, files: ServiceClient,
    world: any World,
    postingDefaults: LockedValue<PostingDefaults> = LockedValue(PostingDefaults()),
    storedFacts: AccountFactsEditor<MastodonAccountSecret>? = nil
  ) {
    (self.account, self.server, self.client, self.files) = (account, server, client, files)
    (self.world, self.postingDefaults, self.storedFacts) = (world, postingDefaults, storedFacts)
    refusesJSON = LockedValue(server.refusesJSON)
  }

  /// Returns a parser of Mastodon's JSON that applies no filters.
  func makeJSONReader() -> MastodonJSONReader {
    var reader = MastodonJSONReader(
      software: server.software, me: account.person, now: world.now, context: nil)
    reader.knowsVisibility = server.reportsVisibility
    return reader
  }

  /// Returns a parser of Mastodon's JSON that applies the account's filters for a context, such as
  /// the home stream; fetches them first if the server leaves their use to clients.
  func makeFilteringJSONReader(
    _ context: MastodonFilterEffect.MastodonFilterContext
  ) async throws(FeedError) -> MastodonJSONReader {
    if server.mayLeaveFiltersToClients, !phraseFilters.areFiltersFresh(at: world.now) {
      do throws(FeedError) {
        _ = try await fetchPhraseFilters()
      } catch {
        switch error {
        case .cancelled, .unreachable, .signedOut: throw error
        // Unknown servers lack the call.
        case .notFound: phraseFilters.storeFilters([], at: world.now)
        // Posts can be read without filters.
        default: phraseFilters.recordFetchFailure(at: world.now)
        }
      }
    }
    var reader = makeJSONReader()
    (reader.context, reader.phraseFilters) = (context, phraseFilters.filters)
    return reader
  }

  /// Fetches the account's filters by version 1 of Mastodon's filter API, and caches them.
  func fetchPhraseFilters() async throws(FeedError) -> [MastodonPhraseFilter] {
    let filters = try await getJSONArray(MastodonAPIPath("/api/v1/filters")) {
      $0.compactMap(MastodonPhraseFilter.init)
    }
    phraseFilters.storeFilters(filters, at: world.now)
    return filters
  }

  @_semantics("optimize.sil.specialize.generic.never")
  func getJSON<Value: Sendable>(
    _ path: MastodonAPIPath, _ read: @Sendable (JSON, HTTPReply) throws(FeedError) -> Value
  ) async throws(FeedError) -> Value {
    try await client.requestJSON(HTTPRequest(.get, path.text), read)
  }

  func postForm<Value: Sendable>(
    _ path: MastodonAPIPath, _ form: [(String, String)] = [], isRepeatable: Bool = true,
    _ read: @Sendable (JSON, HTTPReply) throws(FeedError) -> Value
  ) async throws(FeedError) -> Value {
    let request = HTTPRequest(
      .post, path.text, body: form.isEmpty ? .none : .form(form), isRepeatable: isRepeatable)
    return try await client.requestJSON(request, read)
  }

  /// Sends a form to the Mastodon server; the body of the reply, which may be empty, is ignored.
  func postFormIgnoringReply(
    _ path: MastodonAPIPath, _ form: [(String, String)] = []
  ) async throws(FeedError) -> ChangeOutcome {
    try await client.sendRequestCheckingJSON(
      HTTPRequest(
        .post, path.text, body: form.isEmpty ? .none : .form(form), isRepeatable: true))
    return .done
  }

  /// Sends a form to the Mastodon server by the HTTP method PUT; the body of the reply is ignored.
  func putForm(_ path: MastodonAPIPath, _ form: [(String, String)]) async throws(FeedError)
    -> ChangeOutcome
  {
    try await client.sendRequestCheckingJSON(
      HTTPRequest(.put, path.text, body: .form(form), isRepeatable: true))
    return .done
  }

  /// Fetches a JSON array from the Mastodon server; throws `badReply` for other JSON.
  @_semantics("optimize.sil.specialize.generic.never")
  func getJSONArray<Value: Sendable>(
    _ path: MastodonAPIPath, _ read: @Sendable ([JSON]) -> Value
  ) async throws(FeedError) -> Value {
    try await getJSON(path) { json, _ throws(FeedError) in
      read(try json.requiredArray())
    }
  }

  /// Fetches a page of a list after a cursor; `array` returns the reply's part with the elements,
  /// of which `id` returns the id for the next cursor, and `read` makes the elements of the reply.
  @_semantics("optimize.sil.specialize.generic.never")
  func getPage<Element: Sendable>(
    of path: MastodonAPIPath, after cursor: Cursor?, paging: MastodonPagingMethod,
    array: @Sendable (JSON) -> JSON = { $0 }, id: @Sendable (JSON) -> String? = { $0["id"].id },
    _ read: @Sendable (JSON) -> [Element]
  ) async throws(FeedError) -> Page<Element> {
    let asked = cursor.map(MastodonCursor.init)
    return try await getJSON(path.appendingQuery(asked?.query)) { json, reply throws(FeedError) in
      let page = array(json)
      guard page.isArray else { throw .badReply }
      let next = MastodonCursor.nextCursor(after: page, reply, asked: asked, paging: paging, id: id)
      return Page(read(json), nextCursor: next?.cursor)
    }
  }

  func sendDeleteRequestAcceptingMissing(_ path: MastodonAPIPath) async throws(FeedError)
    -> ChangeOutcome
  {
    do throws(FeedError) {
      _ = try await client.sendRequest(HTTPRequest(.delete, path.text, isRepeatable: true))
    } catch {
      // A missing object need not be deleted again.
      guard error == .notFound else { throw error }
    }
    return .done
  }
}

/// A gateway that downloads picture files of Mastodon posts and fetches the addresses of full-size
/// pictures.
struct MastodonPhotos: PublicPhotoGateway {
  let connection: MastodonConnection

  var files: ServiceClient { connection.files }

  func photoDetails(ofPhoto photo: Photo.ID, in post: Post.ID) async throws(FeedError)
    -> PhotoDetails
  {
    try await connection.getJSON(.postPath(post)) { json, _ throws(FeedError) in
      let attachments = json["media_attachments"].array + json["reblog"]["media_attachments"].array
      guard let attachment = attachments.first(where: { $0["id"].id == photo.rawValue }) else {
        throw .notFound
      }
      let address = attachment["url"].webAddress ?? attachment["remote_url"].webAddress
      let isFilm = attachment["type"] != "image"
      return PhotoDetails(original: isFilm ? nil : address, film: isFilm ? address : nil)
    }
  }
}
