/// Unsplash on this machine: seventy photos, for requests with its key, or with the authorization
/// of a person.
///
/// It refuses requests for pictures that contain a key, and counts saved photos.
public typealias PretendUnsplash = PretendService<PretendUnsplashState>

/// The state of a pretend Unsplash.
public struct PretendUnsplashState: PretendState {
  /// The access key of the application.
  public static let key = "the-unsplash-key"
  /// The application's secret.
  public static let secret = "the-unsplash-secret"
  /// The code that the browser shows in the end.
  public static let code = "the-unsplash-code"
  /// The token for which the code is exchanged.
  public static let token = "the-unsplash-token"
  /// The number of photos that the editors chose.
  public static let count = 70

  /// The address of the service.
  public var origin = ""
  /// The ids of the liked photos.
  public internal(set) var likes: Set<String> = []
  /// The ids of the photos in the collection that the program made; nil before that.
  public internal(set) var kept: [String]?
  /// The ids of the photos that were reported as saved.
  public internal(set) var downloads: [String] = []
  /// True if photos can be liked.
  public var hasLikes = true
  /// The number of requests left in this hour.
  public var remaining = 5000
  /// True if the person's authorization is still valid.
  public var isAllowed = true
  let picture: [UInt8]

  /// Creates a service whose photos are all the given picture.
  public init(picture: [UInt8] = []) { self.picture = picture }

  /// Returns Unsplash's reply to a request.
  public mutating func answer(_ request: RecordedRequest) -> ScriptedReply {
    let parts = request.path.split(separator: "/").map(String.init)
    let names = request.header("Authorization")
    if parts.first == "pictures" {
      // A picture is had without a key, and its address kept whole.
      guard names == nil, request.query["ixid"] == "i\(parts.last ?? "")" else {
        return .reply(400)
      }
      return .reply(200, ["Content-Type": "image/jpeg"], body: picture)
    }
    if request.path == "/oauth/token" { return trade(request) }
    guard request.header("Accept-Version") == "v1" else { return Self.error("No version", 400) }
    let isPersonal = names == "Bearer \(Self.token)" && isAllowed
    guard isPersonal || names == "Client-ID \(Self.key)" else {
      return Self.error("OAuth error: The access token is invalid", 401)
    }
    guard remaining > 0 else {
      return .reply(
        403, ["Content-Type": "text/plain", "X-Ratelimit-Remaining": "0"],
        body: Array("Rate Limit Exceeded".utf8))
    }
    remaining -= 1
    switch request.method {
    case "GET": return read(parts, request, isPersonal: isPersonal)
    default:
      return isPersonal
        ? write(parts, request) : Self.error("OAuth error: Insufficient scope", 403)
    }
  }

  static func error(_ words: String, _ status: Int) -> ScriptedReply {
    reply(["errors": [.string(words)]], status)
  }

  private func trade(_ request: RecordedRequest) -> ScriptedReply {
    let form = request.form
    guard form["client_id"] == Self.key, form["client_secret"] == Self.secret,
      form["code"] == Self.code, form["grant_type"] == "authorization_code",
      form["redirect_uri"] == "urn:ietf:wg:oauth:2.0:oob"
    else { return Self.reply(["error": "invalid_grant"], 401) }
    return Self.reply(["access_token": .string(Self.token), "token_type": "bearer"])
  }

  private mutating func write(_ parts: [String], _ request: RecordedRequest) -> ScriptedReply {
    switch (request.method, parts.first, parts.last) {
    case (_, "photos", "like") where hasLikes:
      if request.method == "POST" { likes.insert(parts[1]) } else { likes.remove(parts[1]) }
      return Self.reply(["photo": photo(parts[1], isPersonal: true)], 201)
    case ("POST", "collections", "collections"):
      kept = []
      return Self.reply(shelf, 201)
    case ("POST", "collections", "add"):
      let photo = WireJSONReader.read(request.body)["photo_id"].text
      kept = (kept ?? []) + [photo]
      return Self.reply(["photo": self.photo(photo, isPersonal: true)], 201)
    case ("DELETE", "collections", "remove"):
      kept?.removeAll { $0 == request.query["photo_id"] }
      return Self.reply([:])
    default: return Self.error("Couldn't find it", 404)
    }
  }
}
