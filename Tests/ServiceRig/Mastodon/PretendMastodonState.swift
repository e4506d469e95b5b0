/// The state of a pretend server of the Mastodon family.
public struct PretendMastodonState: PretendState {
  /// A post of the user at the pretend server.
  struct Written: Sendable {
    let id: String
    var text: String
    let reply: String?
    var visibility = "public"
    var media: [String]
    var warning = ""
    var isSensitive = false
    var answers: [String] = []
  }

  /// A picture that the client uploaded to the pretend server.
  struct Media: Sendable {
    let bytes: [UInt8]
    var words: String
    /// True if the picture has been processed; before that no post can have it.
    var isReady = false
  }

  /// The number of a post whose likes the pretend server refuses.
  static let modest = 1490

  let accent: MastodonAccent
  /// The bytes of the picture that some posts of the pretend server have.
  let picture: [UInt8]
  public var origin = ""
  /// The ids of the home stream's posts, the newest first.
  var posts: [String]
  var likes: Set<String> = []
  var boosts: Set<String> = []
  var bookmarks: Set<String> = []
  var followed: Set<String> = ["ada"]
  var written: [String: Written] = [:]
  /// The number of posts that were written, including deleted ones: an id is given once.
  var writtenCount = 0
  var media: [String: Media] = [:]
  var markers: [String: String] = [:]
  /// The user's notes about people, by person id.
  var notes: [String: String] = [:]
  var reports: [[String: String]] = []
  /// The filtered words of the account at the pretend server.
  var filters: [String] = []
  /// The texts of edited posts, by post id.
  var edits: [String: String] = [:]
  /// True if the direct message of ada was marked as read.
  var isDirectRead = false
  /// True if there is a fifth notification, of a like.
  var isNewlyLiked = false
  /// True if there is a sixth notification, of a mention.
  var isNewlyMentioned = false
  /// The number of people besides the user who like each post.
  var admirers = 0
  /// True if the attachments of posts are films instead of pictures.
  var showsFilms = false
  var isTokenGood = false
  /// True if the sign-in page showed a code that is not exchanged for a token yet.
  var isCodeGood = false
  /// The code challenge (PKCE) of the sign-in under way; nil if none is required.
  var challenge: CodeChallenge?
  /// The streams of events, a tap for each client; nil without a streaming API.
  var listeners: [Tap]?
  /// True if posts are published for everybody, without warning and cover.
  var isIndiscreet = false
  /// True if every second page of a list has no new posts.
  var overlaps = false
  /// True if likes are answered with success, but not stored.
  var isHollow = false
  /// The id of the person to whom the access token belongs.
  var owner = "sol"
  /// The time of the newest post in seconds since 1970, and the seconds between posts; nil if all
  /// have the same time.
  var pace: (newest: Int, step: Int)?
  /// The addresses of posts from another server, by post id.
  var addresses: [String: String] = [:]
  /// The message that refuses posts to be published later; nil if they are accepted.
  var objection: String?
  /// The reply that a test has set for the next request for the home stream; nil for the usual one.
  var odd: ScriptedReply?

  init(_ accent: MastodonAccent, picture: [UInt8], isLive: Bool) {
    self.accent = accent
    self.picture = picture
    posts = (1000..<1500).reversed().map(accent.id)
    listeners = isLive ? [] : nil
  }

  public mutating func answer(_ request: RecordedRequest) -> ScriptedReply {
    if let reply = accent.objection(to: request) ?? door(request) { return reply }
    guard isTokenGood, request.header("Authorization") == "Bearer \(PretendMastodon.token)" else {
      return error("The access token is invalid", 401)
    }
    if let reply = odd, request.path == "/api/v1/timelines/home" {
      odd = nil
      return reply
    }
    let parts = request.path.split(separator: "/").dropFirst(2).map(WebForm.unescaped)
    switch request.method {
    case "GET": return read(parts, request)
    case "POST": return write(parts, request)
    case "PUT": return rewrite(parts, request)
    case "DELETE" where parts.first == "filters":
      filters.removeAll { $0 == parts[1] }
      return Self.reply([:])
    case "DELETE" where parts.first == "statuses":
      guard let key = written.first(where: { $0.value.id == parts[1] })?.key else {
        return error("Record not found", 404)
      }
      let gone = post(parts[1])
      written[key] = nil
      posts.removeAll { $0 == parts[1] }
      return Self.reply(gone)
    default: return error("Record not found", 404)
    }
  }

  /// Shows the page at an address to a person who approves; returns false for an unknown request,
  /// and for a challenge that is missing or not supported.
  mutating func show(_ address: String) -> Bool {
    let query = WebForm.decoded(String(address.drop { $0 != "?" }.dropFirst()))
    guard address.hasPrefix("\(origin)/oauth/authorize?"), query["client_id"] == "app",
      query["response_type"] == "code"
    else { return false }
    challenge = CodeChallenge(query)
    isCodeGood = accent == .mastodon ? challenge != nil : query["code_challenge"] == nil
    return isCodeGood
  }

  func error(_ words: String, _ status: Int) -> ScriptedReply { accent.refusal(words, status) }
}

extension PretendMastodonState {
  /// Returns the reply to a request that needs no token; nil for other requests.
  private mutating func door(_ request: RecordedRequest) -> ScriptedReply? {
    let secret = PretendMastodon.applicationSecret
    switch (request.method, request.path) {
    case ("GET", "/.well-known/nodeinfo"):
      return Self.reply([
        "links": [
          [
            "rel": "http://nodeinfo.diaspora.software/ns/schema/2.0",
            "href": .string("\(origin)/nodeinfo/2.0"),
          ]
        ]
      ])
    case ("GET", "/nodeinfo/2.0"):
      return Self.reply(["version": "2.0", "software": ["name": .string(accent.rawValue)]])
    case ("GET", "/api/v2/instance") where accent.hasSecondInstance: return Self.reply(instance)
    case ("GET", "/api/v1/instance"):
      return Self.reply([
        "uri": "pretend.example", "version": .string(accent.version), "max_toot_chars": 5000,
        "upload_limit": 16_000_000,
      ])
    case ("GET", "/.well-known/oauth-authorization-server") where accent != .mastodon:
      return error("Not found", 404)
    case ("GET", "/api/v2/instance"): return error("Not found", 404)
    case ("GET", let path) where path.hasPrefix("/media/"):
      let name = path.split(separator: "/").last.map(String.init) ?? ""
      return .reply(200, ["Content-Type": "image/jpeg"], body: media[name]?.bytes ?? picture)
    case ("POST", "/api/v1/apps"):
      return Self.reply(["client_id": "app", "client_secret": .string(secret)])
    case ("GET", "/.well-known/oauth-authorization-server"):
      return Self.reply(["issuer": .string(origin), "code_challenge_methods_supported": ["S256"]])
    case ("POST", "/oauth/token"):
      guard isCodeGood, request.form["code"] == PretendMastodon.code,
        request.form["client_secret"] == secret,
        challenge?.isMet(by: request.form["code_verifier"]) != false
      else { return Self.reply(["error": "invalid_grant"], 400) }
      // A code is good but once.
      isCodeGood = false
      isTokenGood = true
      return Self.reply(["access_token": .string(PretendMastodon.token), "token_type": "Bearer"])
    case ("POST", "/oauth/revoke"):
      guard request.form["client_secret"] == secret, request.form["client_id"] == "app" else {
        return Self.reply(["error": "unauthorized_client"], 403)
      }
      if request.form["token"] == PretendMastodon.token { isTokenGood = false }
      return Self.reply([:])
    default: return nil
    }
  }

  private var instance: WireJSON {
    let socket = listeners.map { _ in origin.replacing("http:", with: "ws:") }
    return [
      "domain": "pretend.example", "version": .string(accent.version),
      "api_versions": accent == .mastodon ? ["mastodon": 7] : .null,
      "configuration": ["urls": ["streaming": socket.map { .string($0) } ?? .null]],
    ]
  }
}
