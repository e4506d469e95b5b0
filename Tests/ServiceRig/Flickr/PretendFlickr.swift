/// Flickr on this machine: seventy photos, for whoever has the application's key; who signs in signs
/// every call, and each signature is checked.
///
/// Whatever fails, fails with a good status, as at Flickr.
public typealias PretendFlickr = PretendService<PretendFlickrState>

/// What it holds.
public struct PretendFlickrState: PretendState {
  /// The key of the application.
  public static let key = "the-flickr-key"
  /// The application's secret.
  public static let secret = "the-flickr-secret"
  /// What the browser shows in the end.
  public static let code = "123-456-789"
  /// The secret of the token that somebody is given.
  public static let tokenSecret = "the-token-secret"
  /// Who signs in.
  public static let me = "90000009@N09"
  /// A photo that refuses every like.
  public static let modest = "1002"
  /// How many photos it has.
  public static let count = 70

  /// Where it is.
  public var origin = ""
  /// The photos that were liked.
  public internal(set) var likes: Set<String> = []
  /// What was said about photos, with the photo.
  public internal(set) var comments: [(photo: String, text: String)] = []
  /// The photos that were sent, with what was said of each, in order.
  public internal(set) var uploads: [Upload] = []

  /// A photo that was sent.
  public struct Upload: Sendable {
    /// The photo.
    public let bytes: [UInt8]
    /// Whether anybody but its author could see it at first.
    public let wasSeen: Bool
    /// What was said of it: a method with its fields in order.
    public internal(set) var told: [String] = []
  }

  /// Whether what somebody allowed still holds.
  public var isAllowed = true
  /// How the next requests of a method fail, by the method's name.
  public var failures: [String: Int] = [:]
  let picture: [UInt8]
  private var asked = false
  private var allowed = false
  private var nonces: Set<String> = []

  /// One whose photos are all that picture.
  public init(picture: [UInt8] = []) { self.picture = picture }

  /// Visits the page at that address and allows what it asks for; returns the code that it shows,
  /// nil where it shows none.
  public mutating func allow(_ address: String) -> String? {
    let query = WebForm.decoded(String(address.drop { $0 != "?" }.dropFirst()))
    guard address.hasPrefix("\(origin)/services/oauth/authorize?"), asked,
      query["oauth_token"] == "req", query["perms"] == "write"
    else { return nil }
    allowed = true
    return Self.code
  }

  /// Answers as Flickr does.
  public mutating func answer(_ request: RecordedRequest) -> ScriptedReply {
    switch request.path {
    case "/services/oauth/request_token", "/services/oauth/access_token": return door(request)
    case "/services/rest/": return call(request)
    case "/services/upload/": return upload(request)
    case let path where path.hasPrefix("/pictures/"):
      guard request.header("Authorization") == nil, request.query.isEmpty else {
        return .reply(400)
      }
      return .reply(200, ["Content-Type": "image/jpeg"], body: picture)
    default: return .reply(404)
    }
  }

  static func fail(_ code: Int, _ words: String = "No") -> ScriptedReply {
    reply(["stat": "fail", "code": .number(code), "message": .string(words)])
  }

  static func ok(_ members: [String: WireJSON] = [:]) -> ScriptedReply {
    reply(.object(members.merging(["stat": "ok"]) { $1 }))
  }

  /// Trades what the application has for a token, and that, once it was allowed, for another.
  private mutating func door(_ request: RecordedRequest) -> ScriptedReply {
    func problem(_ name: String) -> ScriptedReply {
      .reply(401, body: Array("oauth_problem=\(name)".utf8))
    }
    let isFirst = request.path.hasSuffix("request_token")
    guard let check = OAuthCheck(request, at: origin),
      check.fields["oauth_consumer_key"] == Self.key
    else { return problem("consumer_key_unknown") }
    guard check.isSigned(with: Self.secret, isFirst ? "" : "req-secret") else {
      return problem("signature_invalid")
    }
    guard nonces.insert(check.fields["oauth_nonce"] ?? "").inserted else {
      return problem("nonce_used")
    }
    if isFirst {
      guard check.fields["oauth_callback"] == "oob" else { return problem("parameter_absent") }
      asked = true
      let fields = "oauth_callback_confirmed=true&oauth_token=req&oauth_token_secret=req-secret"
      return .reply(body: Array(fields.utf8))
    }
    guard allowed, check.fields["oauth_token"] == "req",
      check.fields["oauth_verifier"] == Self.code.filter({ $0 != "-" })
    else { return problem("verifier_invalid") }
    allowed = false
    return .reply(
      body: Array(
        """
        fullname=Sol&oauth_token=acc&oauth_token_secret=\(Self.tokenSecret)\
        &user_nsid=90000009%40N09&username=sol
        """.utf8))
  }

  private mutating func call(_ request: RecordedRequest) -> ScriptedReply {
    var fields = request.query.merging(request.form) { $1 }
    let isSigned: Bool
    if let check = OAuthCheck(request, at: origin) {
      guard check.fields["oauth_token"] == "acc", isAllowed else {
        return Self.fail(98, "Login failed / Invalid auth token")
      }
      guard check.isSigned(with: Self.secret, Self.tokenSecret),
        nonces.insert(check.fields["oauth_nonce"] ?? "").inserted
      else { return Self.fail(96, "Invalid signature") }
      isSigned = true
    } else {
      guard fields["api_key"] == Self.key else { return Self.fail(100, "Invalid API Key") }
      isSigned = false
    }
    guard fields["format"] == "json", fields["nojsoncallback"] == "1" else {
      return .reply(200, body: Array("jsonFlickrApi({})".utf8))
    }
    let name = String((fields.removeValue(forKey: "method") ?? "").dropFirst("flickr.".count))
    if let code = failures.removeValue(forKey: name) { return Self.fail(code, "Failure \(code)") }
    guard request.method == "GET" else {
      return isSigned ? write(name, fields) : Self.fail(99, "Insufficient permissions")
    }
    return read(name, fields, isSigned: isSigned)
  }

  private mutating func upload(_ request: RecordedRequest) -> ScriptedReply {
    func reply(_ words: String) -> ScriptedReply {
      .reply(200, ["Content-Type": "text/xml"], body: Array(words.utf8))
    }
    guard request.method == "POST", let check = OAuthCheck(request, at: origin), isAllowed,
      check.fields["oauth_token"] == "acc", check.isSigned(with: Self.secret, Self.tokenSecret),
      nonces.insert(check.fields["oauth_nonce"] ?? "").inserted,
      let photo = request.parts["photo"], !photo.isEmpty
    else { return reply(#"<rsp stat="fail"><err code="96" msg="Invalid signature" /></rsp>"#) }
    let audience = ["is_public", "is_friend", "is_family"].map { request.parts[$0] ?? [] }
    uploads.append(
      Upload(bytes: photo, wasSeen: !audience.allSatisfy { $0 == Array("0".utf8) }))
    return reply(#"<rsp stat="ok"><photoid>\#(2000 + uploads.count)</photoid></rsp>"#)
  }

  private mutating func write(_ name: String, _ fields: [String: String]) -> ScriptedReply {
    let photo = fields["photo_id"] ?? ""
    switch name {
    case "favorites.add":
      if photo == Self.modest { return Self.fail(4, "Too modest") }
      return likes.insert(photo).inserted ? Self.ok() : Self.fail(3, "Already a favorite")
    case "favorites.remove":
      return likes.remove(photo) == nil ? Self.fail(1, "Not in favorites") : Self.ok()
    case "photos.comments.addComment":
      comments.append((photo, fields["comment_text"] ?? ""))
      return Self.ok(["comment": ["id": .string("sol-\(comments.count)")]])
    default:
      guard let place = Int(photo).map({ $0 - 2001 }), uploads.indices.contains(place),
        name.hasPrefix("photos.")
      else { return Self.fail(112, "Method not found") }
      let said = fields.filter { !["photo_id", "format", "nojsoncallback"].contains($0.key) }
        .sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
      uploads[place].told.append(([name] + said).joined(separator: " "))
      return Self.ok()
    }
  }
}
