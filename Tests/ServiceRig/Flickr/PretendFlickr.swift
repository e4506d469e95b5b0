/// Flickr on this machine: seventy photos for requests with the application's key. Calls of a
/// signed-in person are signed, and each signature is checked.
///
/// Failures have a status of success, as at Flickr.
public typealias PretendFlickr = PretendService<PretendFlickrState>

/// The state of a pretend Flickr.
public struct PretendFlickrState: PretendState {
  /// The application key that the pretend Flickr accepts.
  public static let key = "the-flickr-key"
  /// The application secret that the pretend Flickr accepts.
  public static let secret = "the-flickr-secret"
  /// The code that the pretend Flickr's sign-in page shows in the end.
  public static let code = "123-456-789"
  /// The secret of the token given to the person.
  public static let tokenSecret = "the-token-secret"
  /// The id of the account at the pretend Flickr.
  public static let me = "90000009@N09"
  /// The id of a photo whose likes the pretend Flickr refuses.
  public static let modest = "1002"
  /// The number of photos at the pretend Flickr.
  public static let count = 70

  /// The address of the pretend Flickr.
  public var origin = ""
  /// The ids of the photos that the account likes.
  public internal(set) var likes: Set<String> = []
  /// The comments that the client wrote, each with the id of its photo.
  public internal(set) var comments: [(photo: String, text: String)] = []
  /// The photos that the client uploaded to the pretend Flickr, in order.
  public internal(set) var uploads: [Upload] = []

  /// A photo that the client uploaded to the pretend Flickr.
  public struct Upload: Sendable {
    public let bytes: [UInt8]
    /// The title that the client gave the photo in the upload.
    public let title: String
    /// True if others could see the photo when it was uploaded.
    public let wasSeen: Bool
    /// The further calls about the photo: each method with its fields, in order.
    public internal(set) var told: [String] = []
  }

  /// True if the person's authorization of the client is still valid.
  public var isAllowed = true
  /// By the name of an API method, the error code with which its next request fails.
  public var failures: [String: Int] = [:]
  let picture: [UInt8]
  private var asked = false
  private var allowed = false
  private var nonces: Set<String> = []

  /// Creates a pretend Flickr whose photos all have the bytes of the given picture.
  public init(picture: [UInt8] = []) { self.picture = picture }

  /// Approves what the page at an address asks; returns the code that it shows, nil if there is no
  /// such page.
  public mutating func allow(_ address: String) -> String? {
    let query = WebForm.decoded(String(address.drop { $0 != "?" }.dropFirst()))
    guard address.hasPrefix("\(origin)/services/oauth/authorize?"), asked,
      query["oauth_token"] == "req", query["perms"] == "write"
    else { return nil }
    allowed = true
    return Self.code
  }

  /// Returns Flickr's reply to a request.
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

  /// Exchanges the application's secret for a request token, and this, once it is approved, for an
  /// access token.
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
      Upload(
        bytes: photo, title: String(decoding: request.parts["title"] ?? [], as: UTF8.self),
        wasSeen: !audience.allSatisfy { $0 == Array("0".utf8) }))
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
