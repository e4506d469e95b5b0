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

extension HTTPRequest {
  /// Whether its path at the server has a name in it that is a step, "." or "..", as no id is.
  var hasSteps: Bool {
    guard url.hasPrefix("/") else { return false }
    return url.prefix { $0 != "?" }.split(separator: "/").contains { $0 == "." || $0 == ".." }
  }
}
