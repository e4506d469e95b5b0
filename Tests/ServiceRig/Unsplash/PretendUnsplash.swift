/// Unsplash on this machine: seventy photos, for whoever has its key or was allowed to act in
/// somebody's name.
///
/// It hands out pictures to nobody who shows a key, and counts what is saved.
public typealias PretendUnsplash = PretendService<PretendUnsplashState>

/// What it holds.
public struct PretendUnsplashState: PretendState {
  /// The access key of the application.
  public static let key = "the-unsplash-key"
  /// The application's secret.
  public static let secret = "the-unsplash-secret"
  /// What the browser shows in the end.
  public static let code = "the-unsplash-code"
  /// What the code is traded for.
  public static let token = "the-unsplash-token"
  /// How many photos the editors chose.
  public static let count = 70

  /// Where it is.
  public var origin = ""
  /// The photos that were liked.
  public internal(set) var likes: Set<String> = []
  /// The photos in the collection that this program made; nil before it did.
  public internal(set) var kept: [String]?
  /// The photos that were saved, as was told.
  public internal(set) var downloads: [String] = []
  /// Whether photos can be liked.
  public var hasLikes = true
  /// How many more requests it answers this hour.
  public var remaining = 5000
  /// Whether what somebody allowed still holds.
  public var isAllowed = true
  let picture: [UInt8]

  /// One whose photos are all that picture.
  public init(picture: [UInt8] = []) { self.picture = picture }

  /// Answers as Unsplash does.
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
