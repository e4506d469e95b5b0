internal import FeedDomain

/// What a server answered.
struct HTTPReply: Equatable, Sendable {
  let status: Int
  let headers: HTTPHeaders
  let body: [UInt8]
  /// The address that answered, after redirects.
  let url: String

  init(status: Int, headers: HTTPHeaders = [:], body: [UInt8] = [], url: String = "") {
    (self.status, self.headers, self.body, self.url) = (status, headers, body, url)
  }

  /// What the server's clock showed as it answered; nil where it does not tell.
  var date: Timestamp? { headers["Date"].flatMap(HTTPDate.timestamp) }
  var isSuccess: Bool { (200..<300).contains(status) }
  var isRedirect: Bool { [301, 302, 303, 307, 308].contains(status) }
}

/// A piece of a stream.
enum HTTPPiece: Equatable, Sendable {
  /// The status and the headers, which come first; the body is empty.
  case opened(HTTPReply)
  case bytes([UInt8])
}
