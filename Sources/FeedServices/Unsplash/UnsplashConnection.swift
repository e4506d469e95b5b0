internal import FeedDomain

struct UnsplashConnection: Sendable {
  /// The id of the person of an Unsplash account without a sign-in, which uses an application's key
  /// alone.
  static let guestID = Person.ID("")
  static let guestHandle = "guest"

  let client: ServiceClient
  let files: ServiceClient
  /// The user's Unsplash collection for photos saved in Tweetie; nil without a sign-in.
  var savedPhotos: UnsplashSavedPhotos?
  /// The HTTP client that signs requests to Unsplash with the application's key alone, for when the
  /// user revoked the authorization; nil if `client` already signs with the key alone.
  var keyClient: ServiceClient?
  let world: any World
  /// The editor of the facts stored with the Unsplash account's secret, such as whether the service
  /// refused its likes; nil only in tests.
  var storedFacts: AccountFactsEditor<UnsplashAccountSecret>?
  let revocation = UserAuthorizationRevocationFlag()

  var reader: UnsplashJSONReader {
    UnsplashJSONReader(now: world.now, me: savedPhotos?.handle, usesKeyAlone: revocation.isRevoked)
  }

  /// Fetches JSON from Unsplash, and returns the value that `read` parses from it. `isOwn` is true
  /// for the account's private data, which are never requested with the application's key alone.
  @_semantics("optimize.sil.specialize.generic.never")
  func getJSON<Value: Sendable>(
    _ path: String, isOwn: Bool = false,
    interpreting: @Sendable (HTTPReply) -> Result<Value, FeedError>? = { _ in nil },
    _ read: @Sendable (JSON, HTTPReply) throws(FeedError) -> Value
  ) async throws(FeedError) -> Value {
    try await revocation.requestFallingBackToAppKey(client, or: isOwn ? nil : keyClient) {
      client throws(FeedError) in
      try await client.requestJSON(HTTPRequest(.get, path), interpreting: interpreting, read)
    }
  }

  func fetchUnsplashPage<Element: Sendable>(
    _ number: Int, of stream: UnsplashQuery, isOwn: Bool = false,
    _ read: @Sendable (JSON) -> [Element]
  ) async throws(FeedError) -> Page<Element> {
    try await getJSON(stream.pageAPIPath(number), isOwn: isOwn) { reply in
      // Unsplash treats the words as spam; status 410 does not mean that anything is gone.
      stream.isSearch && reply.status == 410
        ? .failure(.refused(reply.unsplashComplaint)) : nil
    } _: { json, reply throws(FeedError) in
      let page = json.isArray ? json : json["results"]
      guard page.isArray else { throw .badReply }
      // After an empty page nothing follows, whatever the link says.
      let goesOn =
        !page.array.isEmpty
        && (LinkHeader(reply).nextAddress != nil || number < json["total_pages"].count ?? 0)
      return Page(read(page), nextCursor: goesOn ? .pageCursor(number + 1) : nil)
    }
  }

  static func photoAPIPath(of photo: String) -> String {
    "/photos/\(WebAddressQuery.percentEncoded(photo))"
  }
}

struct UnsplashPhotoDetails: PublicPhotoGateway {
  let connection: UnsplashConnection

  var files: ServiceClient { connection.files }

  func photoDetails(ofPhoto photo: Photo.ID, in post: Post.ID) async throws(FeedError)
    -> PhotoDetails
  {
    let path = UnsplashConnection.photoAPIPath(of: photo.rawValue)
    var details = try await connection.getJSON(path) { json, _ in
      connection.reader.parsedPhotoDetails(json)
    }
    guard details.views == nil else { return details }
    details.views = try await fetchViewCount(path)
    return details
  }

  /// Reports to Unsplash that the user saved a photo as a file, as Unsplash's terms require.
  func notifyServiceOfSavedPhoto(_ photo: Photo.ID, in post: Post.ID) async throws(FeedError) {
    let place = try await connection.getJSON(UnsplashConnection.photoAPIPath(of: photo.rawValue)) {
      json, _ in
      json["links"]["download_location"].webAddress
    }
    // The request is signed with the key, so no other host may receive it.
    guard let place = place.flatMap(addressAtConfiguredServer) else { return }
    _ = try await connection.client.sendRequest(HTTPRequest(.get, place))
  }

  /// Returns an address of Unsplash with the host of the configured server, which can be a proxy;
  /// nil if the address is another host's.
  private func addressAtConfiguredServer(_ address: String) -> String? {
    let homes = [connection.client.server, ServiceServerAddresses.standard.unsplash]
    guard let home = homes.first(where: { address.hasPrefix("\($0)/") }) else { return nil }
    return connection.client.server + address.dropFirst(home.count)
  }

  private func fetchViewCount(_ path: String) async throws(FeedError) -> Int? {
    do throws(FeedError) {
      return try await connection.getJSON("\(path)/statistics?quantity=1") { json, _ in
        json["views"]["total"].count
      }
    } catch {
      switch error {
      case .cancelled, .signedOut: throw error
      default: return nil
      }
    }
  }
}

struct UnsplashRequestRules: ServiceRequestRules {
  /// True if the access token for Unsplash is a person's; false if it is an application's key.
  var isPersonal = false

  func sign(_ request: inout HTTPRequest, with token: Secret) {
    let kind = isPersonal ? "Bearer" : "Client-ID"
    request.headers["Authorization"] = "\(kind) \(token.revealed)"
    request.headers["Accept-Version"] = "v1"
  }

  func serviceSpecificError(in reply: HTTPReply) -> FeedError? {
    switch reply.status {
    case 400, 403, 422: .refused(reply.unsplashComplaint)
    default: nil
    }
  }

  /// Returns the account's request limit at Unsplash after a reply: as the reply reports it,
  /// otherwise counted against the 50 requests per hour that a new application may send.
  func updatedRequestQuota(
    after reply: HTTPReply, to request: HTTPRequest, before: RequestQuota?, now: Timestamp
  ) -> RequestQuota? {
    RequestQuota(reply, at: now) ?? RequestQuota(counting: before, of: 50, at: now)
  }

  /// Returns true if the reply says that Unsplash's request limit is used up; a reply with status
  /// 403 and without JSON counts as well.
  func reportsRateLimit(_ reply: HTTPReply) -> Bool {
    if reply.isRateLimit { return true }
    guard reply.status == 403 else { return false }
    let hasSpent = reply.headers["X-Ratelimit-Remaining"].flatMap { Int($0.trimmingBlanks) } == 0
    // A reply without JSON is no refusal of Unsplash's own.
    return hasSpent || (try? JSON(reply.body)) == nil
  }
}

extension HTTPReply {
  var unsplashComplaint: String? {
    guard let json = try? JSON(body) else { return nil }  // Not an error message of the service.
    let words = json["errors"].array.compactMap(\.nonBlankText).joined(separator: " ")
    return words.isEmpty ? nil : String(words.prefix(500))
  }
}

struct UnsplashOptionalCalls: Sendable {
  let client: ServiceClient

  func fetchTopicsIfAvailable() async throws(FeedError) -> [UnsplashAccountSecret.UnsplashTopic]? {
    try await fetchOptionalValue("/topics?per_page=8") {
      $0.isArray ? UnsplashAccountSecret.parsedTopics($0) : nil
    }
  }

  func fetchPersonCollectionsIfAvailable(
    of handle: String
  ) async throws(FeedError) -> [UnsplashAccountSecret.UnsplashCollection]? {
    try await fetchOptionalValue(
      "/users/\(WebAddressQuery.percentEncoded(handle))/collections?per_page=8"
    ) {
      $0.isArray ? UnsplashAccountSecret.parsedCollections($0) : nil
    }
  }

  /// Returns true if Unsplash still reports likes of photos; also if its answer is unclear, since a
  /// wrong false would remove likes until the next sign-in.
  func fetchWhetherLikesAreReported() async throws(FeedError) -> Bool {
    do throws(FeedError) {
      return try await client.requestJSON(HTTPRequest(.get, "/photos?per_page=1")) { json, _ in
        json[0].isNull || json[0]["liked_by_user"].bool != nil
      }
    } catch {
      switch error {
      case .cancelled: throw error
      case .refused, .notFound: return false
      default: return true
      }
    }
  }

  /// Fetches JSON from Unsplash that the caller can do without; nil if the request fails, but
  /// throws if it was cancelled or the token was rejected.
  private func fetchOptionalValue<Value: Sendable>(
    _ path: String, _ read: @Sendable (JSON) -> Value?
  ) async throws(FeedError) -> Value? {
    do throws(FeedError) {
      return try await client.requestJSON(HTTPRequest(.get, path)) { json, _ in read(json) }
    } catch {
      switch error {
      case .cancelled, .signedOut: throw error
      default: return nil
      }
    }
  }
}
