internal import FeedDomain

struct FlickrConnection: Sendable {
  /// The id of the person of a Flickr account without a sign-in, which uses an application's key
  /// alone.
  static let guestID = Person.ID("")
  static let guestHandle = "guest"

  let account: Account
  let client: ServiceClient
  let files: ServiceClient
  let world: any World
  /// The HTTP client that uploads photos to Flickr; nil if the connection cannot upload.
  var uploader: ServiceClient?
  /// The HTTP client that signs requests to Flickr with the application's key alone, for when the
  /// user revoked the authorization; nil if `client` already signs with the key alone.
  var keyClient: ServiceClient?
  let licences = FlickrLicenceNames()
  let revocation = UserAuthorizationRevocationFlag()

  var reader: FlickrJSONReader {
    FlickrJSONReader(
      me: account.person == Self.guestID ? nil : account.person, now: world.now, licences: licences,
      usesKeyAlone: revocation.isRevoked)
  }

  /// Calls a method of Flickr's API that only reads, and returns the parsed reply. `isOwn` is true
  /// for the account's private data, which are never requested with the application's key alone.
  @_semantics("optimize.sil.specialize.generic.never")
  func callFlickrReadOnlyMethod<Value: Sendable>(
    _ method: FlickrMethodCall, isOwn: Bool = false,
    _ read: @Sendable (JSON) throws(FeedError) -> Value
  ) async throws(FeedError) -> Value {
    try await revocation.requestFallingBackToAppKey(client, or: isOwn ? nil : keyClient) {
      client throws(FeedError) in
      try await client.requestJSON(HTTPRequest(.get, method.path)) { json, _ throws(FeedError) in
        try Self.parsedMethodResult(in: json, of: method, read)
      }
    }
  }

  /// Calls a Flickr method that returns photos, and returns the value that `read` parses. If a
  /// photo has an unknown licence, the list of licences is fetched, and the same reply is parsed
  /// again.
  @_semantics("optimize.sil.specialize.generic.never")
  func callMethodReturningPhotos<Value: Sendable>(
    _ method: FlickrMethodCall, isOwn: Bool = false,
    _ read: @Sendable (JSON) throws(FeedError) -> Value
  ) async throws(FeedError) -> Value {
    let (photos, json) = try await callFlickrReadOnlyMethod(method, isOwn: isOwn) {
      json throws(FeedError) in
      (try read(json), json)
    }
    guard licences.claimLicenceFetchIfNeeded() else { return photos }
    do throws(FeedError) {
      return try await callFlickrReadOnlyMethod(FlickrMethodCall("photos.licenses.getInfo")) {
        [licences] fetched throws(FeedError) in
        licences.storeLicenceNames(fetched["licenses"])
        return try read(json)
      }
    } catch {
      if error == .cancelled || error.mayPass { licences.allowLicenceRefetch() }
      return photos
    }
  }

  /// Calls a Flickr method that changes something, and returns the value that `read` parses.
  /// `unchanged` is the code of the failure that means "already changed", with the value for it.
  func callChangingMethod<Value: Sendable>(
    _ method: FlickrMethodCall, isRepeatable: Bool,
    unless unchanged: (code: Int, value: Value)? = nil,
    _ read: @Sendable (JSON) throws(FeedError) -> Value
  ) async throws(FeedError) -> Value {
    let request = HTTPRequest(
      .post, FlickrMethodCall.endpoint, body: .form(method.fields), isRepeatable: isRepeatable)
    return try await client.requestJSON(request) { json, _ throws(FeedError) in
      if let unchanged, FlickrFailure(json)?.code == unchanged.code { return unchanged.value }
      return try Self.parsedMethodResult(in: json, of: method, read)
    }
  }

  @_semantics("optimize.sil.specialize.generic.never")
  private static func parsedMethodResult<Value>(
    in json: JSON, of method: FlickrMethodCall, _ read: (JSON) throws(FeedError) -> Value
  ) throws(FeedError) -> Value {
    if let failure = FlickrFailure(json) { throw failure.feedError(of: method) }
    guard json["stat"] == "ok" else { throw .badReply }
    return try read(json)
  }

  func fetchPost(_ id: Post.ID) async throws(FeedError) -> Post {
    let sizes = try await fetchPhotoSizes(of: id.rawValue)
    let likes = try await fetchLikeCount(of: id)
    return try await callMethodReturningPhotos(.photoInfoCall(of: id.rawValue)) {
      json throws(FeedError) in
      guard let post = reader.parsedPost(info: json["photo"], sizes: sizes, likes: likes),
        post.id == id
      else { throw .badReply }
      return post
    }
  }

  /// Fetches the number of likes of a Flickr photo; nil if the call fails, since the conversation
  /// is shown without the number, too.
  private func fetchLikeCount(of photo: Post.ID) async throws(FeedError) -> Int? {
    try await callMethodToleratingFailure(.likersCall(of: photo, page: 1, limit: 1)) {
      $0["photo"]["total"].count
    }
  }

  func fetchPhotoSizes(of photo: String) async throws(FeedError) -> FlickrPhotoSizes {
    try await callFlickrReadOnlyMethod(FlickrMethodCall("photos.getSizes", [("photo_id", photo)])) {
      json in
      FlickrPhotoSizes(json["sizes"])
    }
  }

  /// Calls a Flickr method whose value the caller can do without, and returns the value; nil if the
  /// call fails, but errors that concern every call, such as a lost connection, are thrown.
  func callMethodToleratingFailure<Value: Sendable>(
    _ method: FlickrMethodCall, _ read: @Sendable (JSON) -> Value?
  ) async throws(FeedError) -> Value? {
    do throws(FeedError) {
      return try await callFlickrReadOnlyMethod(method, read)
    } catch {
      switch error {
      case .cancelled, .signedOut, .rateLimited, .unreachable: throw error
      default: return nil
      }
    }
  }
}

struct FlickrMethodCall: Sendable {
  static let endpoint = "/services/rest/"

  let fields: [(String, String)]
  /// True if error code 1 of the called Flickr method means that the photo or person does not
  /// exist; false if it means a wrong argument.
  let code1MeansMissing: Bool

  init(_ name: String, _ arguments: [(String, String)] = []) {
    // For these methods, code 1 means too many tags or an invalid date.
    code1MeansMissing = !["photos.search", "interestingness.getList"].contains(name)
    fields =
      [("method", "flickr.\(name)"), ("format", "json"), ("nojsoncallback", "1")] + arguments
  }

  var path: String { "\(Self.endpoint)?\(WebAddressQuery(fields).text)" }

  static func photoInfoCall(of photo: String) -> FlickrMethodCall {
    FlickrMethodCall("photos.getInfo", [("photo_id", photo)])
  }

  static func likersCall(of photo: Post.ID, page: Int, limit: Int) -> FlickrMethodCall {
    FlickrMethodCall(
      "photos.getFavorites",
      [("photo_id", photo.rawValue), ("page", String(page)), ("per_page", String(limit))])
  }
}

struct FlickrPhotos: PublicPhotoGateway {
  let connection: FlickrConnection

  var files: ServiceClient { connection.files }

  func photoDetails(ofPhoto photo: Photo.ID, in post: Post.ID) async throws(FeedError)
    -> PhotoDetails
  {
    let sizes = try await connection.fetchPhotoSizes(of: photo.rawValue)
    let camera = try await fetchCameraDetails(of: photo)
    return try await connection.callFlickrReadOnlyMethod(.photoInfoCall(of: photo.rawValue)) {
      json throws(FeedError) in
      guard json["photo"].isObject else { throw .badReply }
      return connection.reader.parsedPhotoDetails(json["photo"], sizes: sizes, camera: camera)
    }
  }

  private func fetchCameraDetails(
    of photo: Photo.ID
  ) async throws(FeedError) -> PhotoDetails.CameraDetails? {
    try await connection.callMethodToleratingFailure(
      FlickrMethodCall("photos.getExif", [("photo_id", photo.rawValue)])
    ) {
      json in
      connection.reader.parsedCamera(json["photo"])
    }
  }
}
