internal import FeedDomain
internal import Groundwork
struct HTTPRequest: Equatable, Sendable {
  enum HTTPMethod: String, Sendable {
    case get = "GET"
    case head = "HEAD"
    case post = "POST"
    case put = "PUT"
    case patch = "PATCH"
    case delete = "DELETE"
  }

  /// A kind of HTTP transfer, which determines its time limits.
  enum TransferKind: Equatable, Sendable {
    case api
    case media
    /// A kind of HTTP transfer: a web feed or web page, which may take as long as a picture, but is
    /// not counted among the few pictures that are downloaded at a time.
    case webText
    /// A kind of HTTP transfer: an endless streamed reply, until one side closes the connection.
    case stream
    /// A kind of HTTP transfer: a download of a file of any length, which lasts as long as bytes
    /// keep coming. It is not compressed, so that a part of the file can be requested.
    case download
  }

  /// A restriction of the hosts that an HTTP request may contact.
  enum AllowedHosts: Equatable, Sendable {
    /// A kind of restriction of the hosts that an HTTP request may contact: any host, since the
    /// user chose the server.
    case anywhere
    /// A kind of restriction of the hosts that an HTTP request may contact: public hosts only, as
    /// for an address that comes from a post.
    case publicHosts
  }

  var method: HTTPMethod
  /// The address of the HTTP request, or its path at the client's server, percent-encoded.
  var url: String
  var headers: HTTPHeaders
  var body: HTTPBody
  var kind: TransferKind
  /// Maximum size in bytes of the body of the HTTP request's reply, after decompression.
  var maximumBytes: Int
  /// Maximum number of JSON values in the HTTP request's reply.
  var maximumJSONValues = JSONReader.defaultMaximumValues
  var allowedHosts: AllowedHosts
  /// True if the HTTP request may be sent unencrypted, to a web feed whose server has no https.
  var allowsPlain = false
  /// True if redirects of the HTTP request are followed; only for GET requests without secrets, as
  /// only headers without secrets, such as `Accept`, are sent again.
  var followsRedirects: Bool
  /// True if the transport may send the HTTP request again after a lost connection, even if the
  /// server may have received it.
  var isRepeatable: Bool
  /// True if the HTTP request must not take effect twice, as one that publishes a post; a lost
  /// reply is then reported as `outcomeUnknown`.
  var happensOnce: Bool
  /// The file to which the body of the HTTP request's reply is written if the status is 200 or 206;
  /// nil to return the body in memory.
  var file: ResumableReplyBodyFile?

  init(
    _ method: HTTPMethod = .get, _ url: String, headers: HTTPHeaders = [:], body: HTTPBody = .none,
    kind: TransferKind = .api, maximumBytes: Int? = nil, allowedHosts: AllowedHosts = .anywhere,
    followsRedirects: Bool = false, isRepeatable: Bool? = nil
  ) {
    self.method = method
    self.url = url
    self.headers = headers
    self.body = body
    self.kind = kind
    self.maximumBytes = maximumBytes ?? kind.maximumBytes
    (self.allowedHosts, self.followsRedirects) = (allowedHosts, followsRedirects)
    self.isRepeatable = isRepeatable ?? (method == .get || method == .head)
    happensOnce = isRepeatable == false && method != .get
  }

  static func pictureRequest(for url: String) -> HTTPRequest {
    HTTPRequest(
      .get, url, headers: ["Accept": "image/*"], kind: .media, allowedHosts: .publicHosts,
      followsRedirects: true)
  }

  /// True if the HTTP request's path has a component "." or "..", which would lead to another path.
  var hasDotSegments: Bool {
    guard url.hasPrefix("/") else { return false }
    return url.prefix { $0 != "?" }.split(separator: "/").contains { $0 == "." || $0 == ".." }
  }
}

extension HTTPRequest.TransferKind {
  fileprivate var maximumBytes: Int {
    switch self {
    case .api: 8 << 20
    case .media, .webText: 12 << 20
    case .stream, .download: .max
    }
  }
}

extension HTTPRequest: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The text of the HTTP request for logs: its method and address, without query, headers and
  /// body, which can contain secrets.
  var description: String { "\(method.rawValue) \(RedactedAddress(url))" }
  var debugDescription: String { description }
  var customMirror: Mirror { Mirror(self, children: []) }
}

enum HTTPBody: Equatable, Sendable {
  case none
  /// A kind of body of an HTTP request: bytes with their media type.
  case bytes([UInt8], type: String)
  /// A kind of body of an HTTP request: form fields in URL encoding; their names may repeat.
  case form([(String, String)])
  /// A kind of body of an HTTP request: form fields and files (`multipart/form-data`).
  case multipart([HTTPFormPart])
  /// A kind of body of an HTTP request: a file, which is read while it is sent.
  case file(path: String, size: Int, type: String)

  static func jsonBody(_ json: JSON) -> HTTPBody {
    .bytes(json.encodedBytes(), type: "application/json")
  }

  static func == (left: HTTPBody, right: HTTPBody) -> Bool {
    switch (left, right) {
    case (.none, .none): true
    case (.bytes(let a, let type), .bytes(let b, let other)): a == b && type == other
    case (.form(let a), .form(let b)): a.elementsEqual(b, by: ==)
    case (.multipart(let a), .multipart(let b)): a == b
    case (.file(let a, let size, let type), .file(let b, let otherSize, let other)):
      a == b && size == otherSize && type == other
    case (.none, _), (.bytes, _), (.form, _), (.multipart, _), (.file, _): false
    }
  }
}

struct HTTPFormPart: Equatable, Sendable {
  enum FormPartContent: Equatable, Sendable {
    case text(String)
    case bytes([UInt8], fileName: String, type: String)
    /// A kind of content of a part in a multipart form: a file, which is read while it is sent.
    case file(path: String, fileName: String, type: String)
  }

  let name: String
  let content: FormPartContent
}

extension HTTPFormPart {
  /// Creates the part of a multipart form for a picture file. With a key, the file name is derived
  /// from the key, without revealing it, so that a repeated upload has the same name.
  init(name: String, picture: PreparedPicture, key: String? = nil) {
    let ending = picture.mediaType.split(separator: "/").last.map(String.init) ?? "jpeg"
    let suffix = key.map { "-\(StableHash.hexadecimalHash(of: $0))" } ?? ""
    self.init(
      name: name,
      content: .bytes(
        picture.bytes, fileName: "picture\(suffix).\(ending)", type: picture.mediaType))
  }
}

/// A web address in the form for the log: without user name, password, query and fragment.
struct RedactedAddress: CustomStringConvertible, Sendable {
  let description: String

  init(_ address: String) {
    let bare = address.prefix { $0 != "?" && $0 != "#" }
    guard let scheme = bare.firstRange(of: "://") else {
      description = bare.contains("@") ? "…" : String(bare)
      return
    }
    let rest = bare[scheme.upperBound...]
    let authority = rest.prefix { $0 != "/" && $0 != "\\" }
    let host = authority.split(separator: "@", omittingEmptySubsequences: false).last ?? ""
    description = "\(bare[..<scheme.upperBound])\(host)\(rest[authority.endIndex...])"
  }
}
