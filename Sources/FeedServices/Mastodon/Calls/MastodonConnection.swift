internal import FeedDomain
internal import Threads

/// The connection of an account to a server of the Mastodon family: the clients and caches that all
/// calls share.
struct MastodonConnection: Sendable {
  let account: Account
  let server: MastodonServer
  let client: ServiceClient
  /// The HTTP client for picture files of Mastodon posts, without the account's token; a refused
  /// picture must not stop requests for posts.
  let files: ServiceClient
  let world: any World
  var postingDefaults = LockedValue(PostingDefaults())
  /// The storage of facts about the Mastodon account, such as its posting defaults; nil if no
  /// account store is in use.
  var storedFacts: StoredAccountFacts<MastodonToken>?
  let refusesJSON: LockedValue<Bool>
  /// The read positions of the Mastodon account, cached for a few seconds, since several calls need
  /// them.
  let cachedReadPositions = ShortCache<MastodonReadPositions>()

  init(
    account: Account, server: MastodonServer, client: ServiceClient, files: ServiceClient,
    world: any World,
    postingDefaults: LockedValue<PostingDefaults> = LockedValue(PostingDefaults()),
    storedFacts: StoredAccountFacts<MastodonToken>? = nil
  ) {
    (self.account, self.server, self.client, self.files) = (account, server, client, files)
    (self.world, self.postingDefaults, self.storedFacts) = (world, postingDefaults, storedFacts)
    refusesJSON = LockedValue(server.refusesJSON)
  }

  /// Returns a parser of Mastodon's replies that applies the account's filters for a context, such
  /// as the home stream; without a context, it applies none.
  func makeReader(_ context: MastodonFilter.MastodonFilterContext? = nil) -> MastodonReader {
    var reader = MastodonReader(
      software: server.software, me: account.person, now: world.now, context: context)
    reader.knowsVisibility = server.reportsVisibility
    return reader
  }

  @_semantics("optimize.sil.specialize.generic.never")
  func getJSON<Value: Sendable>(
    _ path: MastodonPath, _ read: @Sendable (JSON, HTTPReply) throws(FeedError) -> Value
  ) async throws(FeedError) -> Value {
    try await client.requestJSON(HTTPRequest(.get, path.text), read)
  }

  func postForm<Value: Sendable>(
    _ path: MastodonPath, _ form: [(String, String)] = [], isRepeatable: Bool = true,
    _ read: @Sendable (JSON, HTTPReply) throws(FeedError) -> Value
  ) async throws(FeedError) -> Value {
    let request = HTTPRequest(
      .post, path.text, body: form.isEmpty ? .none : .form(form), isRepeatable: isRepeatable)
    return try await client.requestJSON(request, read)
  }

  /// Posts a form to the Mastodon server, ignoring the body of the reply.
  func postIgnoringReply(
    _ path: MastodonPath, _ form: [(String, String)] = []
  ) async throws(FeedError) -> ChangeOutcome {
    try await postForm(path, form) { _, _ in .done }
  }

  /// Puts a form to the Mastodon server, ignoring the body of the reply.
  func putForm(_ path: MastodonPath, _ form: [(String, String)]) async throws(FeedError)
    -> ChangeOutcome
  {
    let request = HTTPRequest(.put, path.text, body: .form(form), isRepeatable: true)
    return try await client.requestJSON(request) { _, _ in .done }
  }

  /// Fetches a list from the Mastodon server; throws `badReply` for anything but a JSON array.
  @_semantics("optimize.sil.specialize.generic.never")
  func fetchList<Value: Sendable>(
    _ path: MastodonPath, _ read: @Sendable ([JSON]) -> Value
  ) async throws(FeedError) -> Value {
    try await getJSON(path) { json, _ throws(FeedError) in
      guard json.isArray else { throw .badReply }
      return read(json.array)
    }
  }

  func sendDelete(_ path: MastodonPath) async throws(FeedError) -> ChangeOutcome {
    do throws(FeedError) {
      _ = try await client.sendRequest(HTTPRequest(.delete, path.text, isRepeatable: true))
    } catch {
      // A missing object need not be deleted again.
      guard error == .notFound else { throw error }
    }
    return .done
  }
}

/// The gateway that downloads picture files of Mastodon posts and fetches the addresses of
/// full-size pictures.
struct MastodonPhotos: PublicPhotoGateway {
  let connection: MastodonConnection

  var files: ServiceClient { connection.files }

  func details(of photo: Photo.ID, in post: Post.ID) async throws(FeedError) -> PhotoDetails {
    try await connection.getJSON(.postPath(post)) { json, _ throws(FeedError) in
      let attachments = json["media_attachments"].array + json["reblog"]["media_attachments"].array
      guard let attachment = attachments.first(where: { $0["id"].id == photo.rawValue }) else {
        throw .notFound
      }
      let address =
        MastodonReader.address(attachment["url"])
        ?? MastodonReader.address(attachment["remote_url"])
      let isFilm = attachment["type"] != "image"
      return PhotoDetails(original: isFilm ? nil : address, film: isFilm ? address : nil)
    }
  }
}
