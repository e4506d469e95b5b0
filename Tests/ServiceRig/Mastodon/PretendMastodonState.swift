/// What a pretend server of Mastodon's family keeps.
struct PretendMastodonState: Sendable {
  /// A post of the reader's.
  struct Written: Sendable {
    let id: String
    let text: String
    let reply: String?
    let media: [String]
  }

  /// A picture that was sent to it.
  struct Media: Sendable {
    let bytes: [UInt8]
    let words: String
    /// Whether it has been made smaller by now; before that no post can have it.
    var isReady = false
  }

  /// The picture that some posts come with.
  let picture: [UInt8]
  var origin = ""
  /// The ids of the home stream, newest first.
  var posts = (1000..<1500).reversed().map { String($0) }
  var likes: Set<String> = []
  var boosts: Set<String> = []
  var bookmarks: Set<String> = []
  var followed: Set<String> = ["ada"]
  var written: [String: Written] = [:]
  var media: [String: Media] = [:]
  var markers: [String: String] = [:]
  /// What became of the words of some posts.
  var edits: [String: String] = [:]
  /// Whether there is a fifth notice.
  var isNewlyLiked = false
  var isTokenGood = false
  /// With what the code that was shown last must be traded; nil where none was shown.
  var challenge: CodeChallenge?
  /// Where it tells what happens, one tap for each that listens; nil where it tells nothing.
  var listeners: [Tap]?
  /// With which headers the next request for the home stream is put off; nil where it is answered.
  var plea: [String: String]?
  /// What the next request for the home stream is answered with; nil where it is answered as it should.
  var odd: ScriptedReply?

  init(picture: [UInt8], isLive: Bool) {
    self.picture = picture
    listeners = isLive ? [] : nil
  }

  mutating func answer(_ request: RecordedRequest) -> ScriptedReply {
    if let reply = door(request) { return reply }
    guard isTokenGood, request.header("Authorization") == "Bearer \(PretendMastodon.token)" else {
      return Self.error("The access token is invalid", 401)
    }
    if let headers = plea, request.path == "/api/v1/timelines/home" {
      plea = nil
      return Self.reply(["error": "Too many requests"], 429, headers: headers)
    }
    if let reply = odd, request.path == "/api/v1/timelines/home" {
      odd = nil
      return reply
    }
    let parts = request.path.split(separator: "/").dropFirst(2).map(String.init)
    switch request.method {
    case "GET": return read(parts, request)
    case "POST": return write(parts, request)
    case "PUT": return rewrite(parts, request)
    default: return Self.error("Record not found", 404)
    }
  }

  /// Shows the page at that address to somebody who allows what it asks for; false where it asks for
  /// nothing that is known, or without a challenge.
  mutating func show(_ address: String) -> Bool {
    let query = WebForm.decoded(String(address.drop { $0 != "?" }.dropFirst()))
    guard address.hasPrefix("\(origin)/oauth/authorize?"), query["client_id"] == "app",
      query["response_type"] == "code", let asked = CodeChallenge(query)
    else { return false }
    challenge = asked
    return true
  }

  static func reply(
    _ json: WireJSON, _ status: Int = 200, headers: [String: String] = [:]
  ) -> ScriptedReply {
    .json(json.encoded, status: status, headers)
  }

  static func error(_ words: String, _ status: Int) -> ScriptedReply {
    reply(["error": .string(words)], status)
  }
}

extension PretendMastodonState {
  /// What can be asked by everybody.
  private mutating func door(_ request: RecordedRequest) -> ScriptedReply? {
    let secret = PretendMastodon.applicationSecret
    switch (request.method, request.path) {
    case ("GET", "/api/v2/instance"):
      let socket = listeners.map { _ in origin.replacing("http:", with: "ws:") }
      return Self.reply([
        "domain": "pretend.example", "version": "4.4.0", "api_versions": ["mastodon": 7],
        "configuration": ["urls": ["streaming": socket.map { .string($0) } ?? .null]],
      ])
    case ("GET", let path) where path.hasPrefix("/media/"):
      let name = path.split(separator: "/").last.map(String.init) ?? ""
      return .reply(200, ["Content-Type": "image/jpeg"], body: media[name]?.bytes ?? picture)
    case ("POST", "/api/v1/apps"):
      return Self.reply(["client_id": "app", "client_secret": .string(secret)])
    case ("GET", "/.well-known/oauth-authorization-server"):
      return Self.reply(["issuer": .string(origin), "code_challenge_methods_supported": ["S256"]])
    case ("POST", "/oauth/token"):
      guard request.form["code"] == PretendMastodon.code, request.form["client_secret"] == secret,
        challenge?.isMet(by: request.form["code_verifier"]) == true
      else { return Self.reply(["error": "invalid_grant"], 400) }
      // A code is good but once.
      challenge = nil
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
}
