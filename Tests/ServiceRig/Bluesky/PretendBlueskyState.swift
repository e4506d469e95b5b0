/// The state of a pretend Bluesky.
public struct PretendBlueskyState: PretendState {
  struct Record: Sendable {
    let value: WireJSON
    let cid: String
  }

  /// The bytes of the picture that some posts of the pretend Bluesky have.
  let picture: [UInt8]
  public var origin = ""
  /// True if each host of the pretend Bluesky answers only its own calls, behind a proxy.
  var isSpread = false
  /// The numbers of the posts, the newest first.
  var numbers = Array((1000..<1500).reversed())
  /// The records at the account's server, by collection and key.
  var records: [String: Record] = [:]
  /// The records that the servers that show posts know while they lag; nil if they do not lag.
  var shown: [String: Record]?
  /// The keys of the records of the account's own posts, the newest first.
  var ownPosts: [String] = []
  var bookmarks: [String] = []
  var muted: Set<String> = []
  var access: String?
  var refresh: String?
  var renewals = 0
  var wantsCode = false
  var blobs: [String: [UInt8]] = [:]
  var noticesSeen = ""
  var door = PretendBlueskyAuthServer()
  var chat = PretendBlueskyChat()

  init(picture: [UInt8]) { self.picture = picture }

  /// The account's records as the servers that show posts know them, which may be older.
  var visible: [String: Record] { shown ?? records }

  public mutating func answer(_ request: RecordedRequest) -> ScriptedReply {
    guard isKnown(request) else { return Self.error("InvalidRequest", 404) }
    if let reply = door(request) ?? browserDoor(request) { return reply }
    let method = request.path.hasPrefix("/xrpc/") ? String(request.path.dropFirst(6)) : ""
    let said = request.header("Authorization")?.split(separator: " ").map(String.init) ?? []
    guard said.count == 2, said[0] == (door.holder == nil ? "Bearer" : "DPoP") else {
      return Self.error("AuthMissing", 401)
    }
    if door.holder != nil, let refusal = refusal(request, token: said[1]) { return refusal }
    guard let access, said[1] == access else {
      return door.holder == nil
        ? Self.error("ExpiredToken") : Self.error("invalid_token", 401, "exp claim failed")
    }
    if method.hasPrefix("chat.bsky.convo.") { return chat(method, request) }
    switch request.method {
    case "GET": return read(method, request)
    case "POST": return write(method, request)
    default: return Self.error("InvalidRequest", 405)
    }
  }

  static func error(
    _ name: String, _ status: Int = 400, _ message: String? = nil
  ) -> ScriptedReply {
    let json: WireJSON = ["error": .string(name), "message": .string(message ?? name)]
    return .json(json.encoded, status: status)
  }
}

extension PretendBlueskyState {
  /// Returns true if the requested host can answer the request.
  private func isKnown(_ request: RecordedRequest) -> Bool {
    guard isSpread else { return true }
    let isAboutWho = request.path.hasPrefix("/did:")
    return switch request.header("Host") {
    case PretendBluesky.publicHosts[0]?:
      request.path == "/xrpc/com.atproto.identity.resolveHandle"
    case PretendBluesky.publicHosts[1]?: isAboutWho
    case PretendBluesky.home?: !isAboutWho
    default: false
    }
  }

  /// Returns the reply to a request that needs no access token; nil for other requests.
  private mutating func door(_ request: RecordedRequest) -> ScriptedReply? {
    switch (request.method, request.path) {
    case ("GET", "/\(PretendBluesky.did)"): return Self.reply(document)
    case ("GET", "/xrpc/com.atproto.identity.resolveHandle"):
      let handle = request.query["handle"] ?? ""
      guard let did = Self.handles.first(where: { $0.value == handle })?.key else {
        return Self.error("HandleNotFound")
      }
      return Self.reply(["did": .string(did)])
    case ("GET", let path) where path.hasPrefix("/img/"):
      let name = path.split(separator: "/").last.map(String.init) ?? ""
      return .reply(200, ["Content-Type": "image/jpeg"], body: blobs[name] ?? picture)
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
    door.holder = nil
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
