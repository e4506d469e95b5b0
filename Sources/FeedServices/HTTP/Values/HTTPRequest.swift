/// What is asked of a server.
struct HTTPRequest: Equatable, Sendable {
  enum Method: String, Sendable {
    case get = "GET"
    case head = "HEAD"
    case post = "POST"
    case put = "PUT"
    case patch = "PATCH"
    case delete = "DELETE"
  }

  /// What kind of transfer it is, which decides how long it may take.
  enum Kind: Equatable, Sendable {
    case api
    case media
    /// Goes on until one side has enough.
    case stream
  }

  /// Which hosts it may reach.
  enum Reach: Equatable, Sendable {
    /// A server that the person chose.
    case anywhere
    /// An address that came with somebody's post: never one inside the person's own network.
    case publicHosts
  }

  var method: Method
  /// The address, percent-encoded; see `WebQuery`.
  var url: String
  var headers: HTTPHeaders
  var body: HTTPBody
  var kind: Kind
  /// The most bytes the decoded body may have.
  var maximumBytes: Int
  var reach: Reach
  /// Follows up to three redirects. For GET without secrets alone: nothing but `Accept` goes along.
  var followsRedirects: Bool
  /// Whether sending it twice has the same effect as once, so that the transport may try again by
  /// itself where it cannot tell whether the server saw it.
  var isRepeatable: Bool
  /// Whether it must happen once, so that a reply that is lost is told as `outcomeUnknown`.
  var happensOnce: Bool

  init(
    _ method: Method = .get, _ url: String, headers: HTTPHeaders = [:], body: HTTPBody = .none,
    kind: Kind = .api, maximumBytes: Int? = nil, reach: Reach = .anywhere,
    followsRedirects: Bool = false, isRepeatable: Bool? = nil
  ) {
    self.method = method
    self.url = url
    self.headers = headers
    self.body = body
    self.kind = kind
    self.maximumBytes = maximumBytes ?? kind.maximumBytes
    (self.reach, self.followsRedirects) = (reach, followsRedirects)
    self.isRepeatable = isRepeatable ?? (method == .get || method == .head)
    happensOnce = isRepeatable == false && method != .get
  }

  /// The bytes of a picture that came with somebody's post.
  static func media(_ url: String) -> HTTPRequest {
    HTTPRequest(
      .get, url, headers: ["Accept": "image/*"], kind: .media, reach: .publicHosts,
      followsRedirects: true)
  }

  /// Whether its path at the server has a name in it that is a step, "." or "..", as no id is.
  var hasSteps: Bool {
    guard url.hasPrefix("/") else { return false }
    return url.prefix { $0 != "?" }.split(separator: "/").contains { $0 == "." || $0 == ".." }
  }
}

extension HTTPRequest.Kind {
  fileprivate var maximumBytes: Int {
    switch self {
    case .api: 8 << 20
    case .media: 12 << 20
    case .stream: .max
    }
  }
}

/// The method and the address without what may be secret in it: no query, no header, no body.
extension HTTPRequest: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  var description: String { "\(method.rawValue) \(RedactedAddress(url))" }
  var debugDescription: String { description }
  var customMirror: Mirror { Mirror(self, children: []) }
}

/// What is sent with a request.
enum HTTPBody: Equatable, Sendable {
  case none
  /// Bytes of that media type.
  case bytes([UInt8], type: String)
  /// Fields as a web form sends them; a name may come several times.
  case form([(String, String)])
  /// Fields and files.
  case multipart([HTTPPart])
  /// A file as it lies on the disk, read while it is sent.
  case file(path: String, size: Int, type: String)

  static func json(_ json: JSON) -> HTTPBody { .bytes(json.encoded(), type: "application/json") }

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

struct HTTPPart: Equatable, Sendable {
  enum Content: Equatable, Sendable {
    case text(String)
    case bytes([UInt8], fileName: String, type: String)
    /// A file as it lies on the disk, read while it is sent.
    case file(path: String, fileName: String, type: String)
  }

  let name: String
  let content: Content
}

/// An address as a log may show it: without user, password, query and fragment, where secrets are.
struct RedactedAddress: CustomStringConvertible, Sendable {
  let description: String

  init(_ address: String) {
    let bare = address.prefix { $0 != "?" && $0 != "#" }
    guard let scheme = bare.range(ofASCII: "://") else {
      description = bare.contains("@") ? "…" : String(bare)
      return
    }
    let rest = bare[scheme.upperBound...]
    let authority = rest.prefix { $0 != "/" && $0 != "\\" }
    let host = authority.split(separator: "@", omittingEmptySubsequences: false).last ?? ""
    description = "\(bare[..<scheme.upperBound])\(host)\(rest[authority.endIndex...])"
  }
}

extension Substring {
  fileprivate func range(ofASCII pattern: String) -> Range<Index>? {
    var start = startIndex
    while start < endIndex {
      if self[start...].hasPrefix(pattern) {
        return start..<index(start, offsetBy: pattern.count)
      }
      start = index(after: start)
    }
    return nil
  }
}
