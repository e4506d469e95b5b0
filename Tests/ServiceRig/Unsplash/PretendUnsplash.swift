/// Unsplash on this machine: seventy photos, for requests with its key, or with the authorization
/// of a person.
///
/// It refuses requests for pictures that contain a key, and counts saved photos.
public typealias PretendUnsplash = PretendService<PretendUnsplashState>

/// The state of a pretend Unsplash.
public struct PretendUnsplashState: PretendState {
  /// The application key that the pretend Unsplash accepts.
  public static let key = "the-unsplash-key"
  /// The application secret that the pretend Unsplash accepts.
  public static let secret = "the-unsplash-secret"
  /// The code that the pretend Unsplash's sign-in page shows in the end.
  public static let code = "the-unsplash-code"
  /// The access token that the pretend Unsplash gives in exchange for the code.
  public static let token = "the-unsplash-token"
  /// The number of photos that the editors of the pretend Unsplash chose.
  public static let count = 70

  /// The address of the pretend Unsplash.
  public var origin = ""
  /// The ids of the photos that the account likes.
  public internal(set) var likes: Set<String> = []
  /// The ids of the photos in the collection that the client made; nil before that.
  public internal(set) var kept: [String]?
  /// The ids of the photos that the client reported as saved.
  public internal(set) var downloads: [String] = []
  /// True if the pretend Unsplash accepts likes of photos.
  public var hasLikes = true
  /// The number of requests that the pretend Unsplash still accepts in this hour.
  public var remaining = 5000
  /// True if the person's authorization of the client is still valid.
  public var isAllowed = true
  let picture: [UInt8]

  /// Creates a pretend Unsplash whose photos all have the bytes of the given picture.
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
