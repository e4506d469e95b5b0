/// What a pretend Bluesky keeps.
struct PretendBlueskyState: Sendable {
  struct Record: Sendable {
    let value: WireJSON
    let cid: String
  }

  var origin = ""
  /// The numbers of the posts, the newest first.
  var numbers = Array((1000..<1500).reversed())
  /// What the account's server holds.
  var records: [String: Record] = [:]
  /// What those know who show posts, while they lag.
  var shown: [String: Record]?
  /// The keys of one's own posts, the newest first.
  var ownPosts: [String] = []
  var bookmarks: [String] = []
  var muted: Set<String> = []
  var access: String?
  var refresh: String?
  var renewals = 0
  var wantsCode = false
  var blobs: [String: [UInt8]] = [:]
  var faults: [String: ScriptedReply] = [:]

  /// What those who show posts know of somebody's own records.
  var visible: [String: Record] { shown ?? records }

  mutating func answer(_ request: RecordedRequest) -> ScriptedReply {
    if let reply = door(request) { return reply }
    let method = request.path.hasPrefix("/xrpc/") ? String(request.path.dropFirst(6)) : ""
    guard let token = request.header("Authorization"), token.hasPrefix("Bearer ") else {
      return Self.error("AuthMissing", 401)
    }
    guard let access, token == "Bearer \(access)" else { return Self.error("ExpiredToken") }
    switch request.method {
    case "GET": return read(method, request)
    case "POST": return write(method, request)
    default: return Self.error("InvalidRequest", 405)
    }
  }

  static func reply(_ json: WireJSON) -> ScriptedReply { .json(json.encoded) }

  static func error(
    _ name: String, _ status: Int = 400, _ message: String? = nil
  ) -> ScriptedReply {
    let json: WireJSON = ["error": .string(name), "message": .string(message ?? name)]
    return .json(json.encoded, status: status)
  }
}

extension PretendBlueskyState {
  /// What can be asked by everybody, or with another token.
  private mutating func door(_ request: RecordedRequest) -> ScriptedReply? {
    switch (request.method, request.path) {
    case ("GET", "/\(PretendBluesky.did)"): return Self.reply(document)
    case ("GET", "/xrpc/com.atproto.identity.resolveHandle"):
      switch request.query["handle"] {
      case PretendBluesky.handle: return Self.reply(["did": .string(PretendBluesky.did)])
      case "mira.example.com": return Self.reply(["did": .string(PretendBluesky.author)])
      default: return Self.error("HandleNotFound")
      }
    case ("GET", "/xrpc/com.atproto.sync.getBlob"):
      guard let bytes = blobs[request.query["cid"] ?? ""] else { return Self.error("BlobNotFound") }
      return .reply(200, ["Content-Type": "image/jpeg"], body: bytes)
    case ("POST", "/xrpc/com.atproto.server.createSession"): return enter(request.json)
    case ("POST", "/xrpc/com.atproto.server.refreshSession"):
      guard let refresh, request.header("Authorization") == "Bearer \(refresh)" else {
        return Self.error("ExpiredToken", 400, "Token has been revoked")
      }
      renewals += 1
      return Self.reply(session())
    case ("POST", "/xrpc/com.atproto.server.deleteSession"):
      guard let refresh, request.header("Authorization") == "Bearer \(refresh)" else {
        return Self.error("InvalidToken")
      }
      self.refresh = nil
      access = nil
      return Self.reply([:])
    default: return nil
    }
  }

  private mutating func enter(_ json: WireJSON) -> ScriptedReply {
    let names = [PretendBluesky.handle, PretendBluesky.did, "sol@example.com"]
    guard names.contains(json["identifier"].text),
      json["password"].text == PretendBluesky.password
    else { return Self.error("AuthenticationRequired", 401, "Invalid identifier or password") }
    guard !wantsCode || json["authFactorToken"].text == PretendBluesky.code else {
      return Self.error(
        "AuthFactorTokenRequired", 401, "A sign in code has been sent to your email address")
    }
    return Self.reply(session())
  }

  private mutating func session() -> WireJSON {
    let number = renewals + 1
    access = "access-\(number)"
    refresh = "refresh-\(number)"
    return [
      "accessJwt": .string("access-\(number)"), "refreshJwt": .string("refresh-\(number)"),
      "handle": .string(PretendBluesky.handle), "did": .string(PretendBluesky.did),
      "didDoc": document, "active": true,
    ]
  }

  private var document: WireJSON {
    [
      "id": .string(PretendBluesky.did),
      "alsoKnownAs": .array([.string("at://\(PretendBluesky.handle)")]),
      "service": [
        [
          "id": "#atproto_pds", "type": "AtprotoPersonalDataServer",
          "serviceEndpoint": .string(origin),
        ]
      ],
    ]
  }
}
