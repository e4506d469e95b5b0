internal import FeedDomain

struct UnsplashConnection: Sendable {
  /// The id of the person of an Unsplash account that uses an application's key alone, without a
  /// sign-in.
  static let guestID = Person.ID("")
  /// The handle of an Unsplash account that uses an application's key alone.
  static let guestHandle = "guest"

  let client: ServiceClient
  let files: ServiceClient
  /// The reader's Unsplash collection of saved photos; nil for an account without a sign-in.
  var savedPhotos: UnsplashSavedPhotos?
  /// The HTTP client that uses the application's key alone, for an Unsplash account whose
  /// authorization the person revoked; nil if `client` uses the key alone itself.
  var keyClient: ServiceClient?
  let world: any World
  /// The stored facts about the Unsplash account, such as its topics; nil if they are not stored.
  var storedFacts: StoredAccountFacts<UnsplashAccountSecret>?
  let revocation = AuthorizationStatus()

  var reader: UnsplashReader {
    UnsplashReader(now: world.now, me: savedPhotos?.handle, usesKeyAlone: revocation.isRevoked)
  }

  /// Fetches a value from Unsplash. `isOwn` is true for the reader's own data, which are never
  /// requested with the application's key alone.
  @_semantics("optimize.sil.specialize.generic.never")
  func getJSON<Value: Sendable>(
    _ path: String, isOwn: Bool = false,
    interpreting: @Sendable (HTTPReply) -> Result<Value, FeedError>? = { _ in nil },
    _ read: @Sendable (JSON, HTTPReply) throws(FeedError) -> Value
  ) async throws(FeedError) -> Value {
    try await revocation.requestFallingBackToKey(client, or: isOwn ? nil : keyClient) {
      client throws(FeedError) in
      try await client.requestJSON(HTTPRequest(.get, path), interpreting: interpreting, read)
    }
  }

  /// Fetches a page of an Unsplash list, with the cursor of the next page.
  func fetchPage<Element: Sendable>(
    _ number: Int, of stream: UnsplashQuery, isOwn: Bool = false,
    _ read: @Sendable (JSON) -> [Element]
  ) async throws(FeedError) -> Page<Element> {
    try await getJSON(stream.pagePath(number), isOwn: isOwn) { reply in
      // Unsplash treats the words as spam; status 410 does not mean that anything is gone.
      stream.isSearch && reply.status == 410
        ? .failure(.refused(reply.unsplashComplaint)) : nil
    } _: { json, reply throws(FeedError) in
      let page = json.isArray ? json : json["results"]
      guard page.isArray else { throw .badReply }
      // After an empty page nothing follows, whatever the link says.
      let goesOn =
        !page.array.isEmpty
        && (LinkHeader(reply).next != nil || number < json["total_pages"].count ?? 0)
      return Page(read(page), next: goesOn ? .pageCursor(number + 1) : nil)
    }
  }

  static func photoPath(of photo: String) -> String { "/photos/\(WebQuery.percentEncoded(photo))" }
}

struct UnsplashPhotos: PublicPhotoGateway {
  let connection: UnsplashConnection

  var files: ServiceClient { connection.files }

  func details(of photo: Photo.ID, in post: Post.ID) async throws(FeedError) -> PhotoDetails {
    let path = UnsplashConnection.photoPath(of: photo.rawValue)
    var details = try await connection.getJSON(path) { json, _ in
      connection.reader.photoDetails(json)
    }
    guard details.views == nil else { return details }
    details.views = try await fetchViewCount(path)
    return details
  }

  /// Reports to Unsplash that a photo was saved as a file, as its terms require.
  func reportSavedPhoto(_ photo: Photo.ID, in post: Post.ID) async throws(FeedError) {
    let place = try await connection.getJSON(UnsplashConnection.photoPath(of: photo.rawValue)) {
      json, _ in
      json["links"]["download_location"].webAddress
    }
    // The request is signed with the key, so no other host may receive it.
    guard let place = place.flatMap(ownServerAddress) else { return }
    _ = try await connection.client.sendRequest(HTTPRequest(.get, place))
  }

  /// Returns an address of Unsplash rewritten for the configured server, such as a proxy; nil for
  /// addresses of other hosts.
  private func ownServerAddress(_ address: String) -> String? {
    let homes = [connection.client.server, ServiceBaseAddresses.standard.unsplash]
    guard let home = homes.first(where: { address.hasPrefix("\($0)/") }) else { return nil }
    return connection.client.server + address.dropFirst(home.count)
  }

  /// Fetches the number of views of an Unsplash photo; nil if the call fails.
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
  /// True if the access token is a person's, false if it is an application's key.
  var isPersonal = false

  func sign(_ request: inout HTTPRequest, with token: Secret) {
    let kind = isPersonal ? "Bearer" : "Client-ID"
    request.headers["Authorization"] = "\(kind) \(token.revealed)"
    request.headers["Accept-Version"] = "v1"
  }

  func failure(in reply: HTTPReply) -> FeedError? {
    switch reply.status {
    case 400, 403, 422: .refused(reply.unsplashComplaint)
    default: nil
    }
  }

  /// Returns the remaining requests of Unsplash's hourly limit: as the reply reports, or counted
  /// against a new application's limit of 50.
  func requestQuota(
    after reply: HTTPReply, to request: HTTPRequest, before: RequestQuota?, now: Timestamp
  ) -> RequestQuota? {
    RequestQuota(reply, at: now) ?? RequestQuota(counting: before, of: 50, at: now)
  }

  /// Returns true if a reply of Unsplash says that the request limit is exceeded, often with status
  /// 403.
  func isRateLimit(_ reply: HTTPReply) -> Bool {
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

  /// Fetches Unsplash's topics; nil if the call fails.
  func fetchTopics() async throws(FeedError) -> [UnsplashAccountSecret.Topic]? {
    try await fetchOptionalValue("/topics?per_page=8") {
      $0.isArray ? UnsplashAccountSecret.parsedTopics($0) : nil
    }
  }

  /// Fetches a person's collections at Unsplash; nil if the call fails.
  func fetchCollections(of handle: String) async throws(FeedError) -> [UnsplashAccountSecret
    .Collection]?
  {
    try await fetchOptionalValue("/users/\(WebQuery.percentEncoded(handle))/collections?per_page=8")
    {
      $0.isArray ? UnsplashAccountSecret.parsedCollections($0) : nil
    }
  }

  /// Returns true if Unsplash still reports likes of photos; false only after a clear answer, since
  /// a wrong false would remove likes until the next sign-in.
  func fetchSupportOfLikes() async throws(FeedError) -> Bool {
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

  /// Makes a call to Unsplash whose value is optional for the caller; nil if the call fails.
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
