/// Instagram on this machine: sixty media of one account, for requests with its token.
public typealias PretendInstagram = PretendService<PretendInstagramState>

/// The state of a pretend Instagram.
public struct PretendInstagramState: PretendState {
  /// The access token that the pretend Instagram accepts at first.
  public static let token = "the-instagram-token"
  /// The access token that the pretend Instagram gives in exchange for the first one.
  public static let laterToken = "the-later-token"
  /// The id of the account at the pretend Instagram.
  public static let me = "17841400000000001"
  /// The number of media, the newest first; the second is an album, the third a film.
  public static let count = 60

  /// The address of the pretend Instagram.
  public var origin = ""
  /// The comments that the client wrote, each with the id of the medium or comment it answers.
  public internal(set) var comments: [(parent: String, text: String)] = []
  /// The media that the client announced for publishing.
  public internal(set) var containers: [WireJSON] = []
  /// The media that the client published, in order.
  public internal(set) var published: [WireJSON] = []
  /// The ids of the comments that the client hid.
  public internal(set) var hidden: Set<String> = []
  /// The access tokens that the pretend Instagram accepts.
  public var tokens: Set<String> = [token]
  /// True if the account may fetch the number of views of its media.
  public var mayCount = true
  /// A part of the addresses of all pictures; a test changes it so that the old addresses become
  /// invalid.
  public var season = "spring"
  let picture: [UInt8]

  /// Creates a pretend Instagram whose media all have the bytes of the given picture.
  public init(picture: [UInt8] = []) { self.picture = picture }

  /// Returns Instagram's reply to a request.
  public mutating func answer(_ request: RecordedRequest) -> ScriptedReply {
    var parts = request.path.split(separator: "/").map(String.init)
    if parts.first == "pictures" {
      guard request.header("Authorization") == nil else { return .reply(400) }
      guard parts[1] == season else { return .reply(403) }
      return .reply(200, ["Content-Type": "image/jpeg"], body: picture)
    }
    // This call alone takes the token in its address.
    if request.path == "/refresh_access_token" {
      guard request.query["grant_type"] == "ig_refresh_token",
        tokens.contains(request.query["access_token"] ?? "")
      else { return Self.error(190, "Invalid token") }
      tokens.insert(Self.laterToken)
      return Self.reply([
        "access_token": .string(Self.laterToken), "token_type": "bearer", "expires_in": 5_183_944,
      ])
    }
    guard parts.first == "v25.0" else { return Self.error(2635, "Unsupported version") }
    let shown = request.header("Authorization") ?? ""
    guard shown.hasPrefix("Bearer "), tokens.contains(String(shown.dropFirst(7))) else {
      return Self.error(190, "Error validating access token: Session has expired")
    }
    parts.removeFirst()
    switch request.method {
    case "GET": return read(parts, request)
    case "POST": return write(parts, request)
    default: return Self.error(100, "Unsupported delete request", 33)
    }
  }

  static func error(_ code: Int, _ words: String, _ subcode: Int? = nil) -> ScriptedReply {
    var error: [String: WireJSON] = [
      "message": .string(words), "type": "OAuthException", "code": .number(code),
      "fbtrace_id": "InventedTrace0",
    ]
    if let subcode { error["error_subcode"] = .number(subcode) }
    return reply(["error": .object(error)], 400)
  }

  private mutating func write(_ parts: [String], _ request: RecordedRequest) -> ScriptedReply {
    if parts.count == 2, ["comments", "replies"].contains(parts[1]) {
      comments.append((parts[0], request.form["message"] ?? ""))
      return Self.reply(["id": .string("9\(comments.count)")])
    }
    if parts == ["me", "media"] {
      containers.append(request.json)
      return Self.reply(["id": .string("7\(containers.count)")])
    }
    if parts == ["me", "media_publish"] {
      guard let place = place(ofContainer: request.json["creation_id"].text) else {
        return Self.error(9007, "Media ID is not available", 2_207_027)
      }
      published.append(containers[place])
      return Self.reply(["id": .string("18\(place)")])
    }
    switch request.form["hide"] {
    case "true": hidden.insert(parts[0])
    case "false": hidden.remove(parts[0])
    default: return Self.error(100, "Unsupported post request", 33)
    }
    return Self.reply(["success": true])
  }

  /// Returns the index of the announced medium with an id; nil without one.
  func place(ofContainer id: String) -> Int? {
    guard id.hasPrefix("7"), let place = Int(id.dropFirst()), containers.indices.contains(place - 1)
    else { return nil }
    return place - 1
  }
}
