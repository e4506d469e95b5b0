internal import FeedDomain

struct HTTPReply: Equatable, Sendable {
  let status: Int
  let headers: HTTPHeaders
  let body: [UInt8]
  let url: String

  init(status: Int, headers: HTTPHeaders = [:], body: [UInt8] = [], url: String = "") {
    (self.status, self.headers, self.body, self.url) = (status, headers, body, url)
  }

  /// The time by the server's clock in the HTTP reply's header `Date`; nil if the reply has none.
  var date: Timestamp? { headers["Date"].flatMap(HTTPDate.parsedTimestamp) }
  var isSuccess: Bool { (200..<300).contains(status) }
  var isRedirect: Bool { [301, 302, 303, 307, 308].contains(status) }
}

enum HTTPReplyPiece: Equatable, Sendable {
  /// A kind of piece of a streamed HTTP reply: the status and headers; the body follows in other
  /// pieces.
  case opened(HTTPReply)
  case bytes([UInt8])
}

/// A list of the header lines of an HTTP message in order; names may repeat, in any case of
/// letters.
struct HTTPHeaders: Equatable, Sendable, ExpressibleByDictionaryLiteral {
  struct HeaderLine: Equatable, Sendable {
    let name: String
    let value: String
  }

  private(set) var lines: [HeaderLine]

  init(_ lines: [HeaderLine] = []) { self.lines = lines }

  init(dictionaryLiteral elements: (String, String)...) {
    lines = elements.map { HeaderLine(name: $0, value: $1) }
  }

  subscript(name: String) -> String? {
    get { lines.first { $0.hasName(name) }?.value }
    set {
      lines.removeAll { $0.hasName(name) }
      if let newValue { addHeader(name, newValue) }
    }
  }

  func values(named name: String) -> [String] { lines.filter { $0.hasName(name) }.map(\.value) }

  mutating func addHeader(_ name: String, _ value: String) {
    lines.append(HeaderLine(name: name, value: value))
  }
}

extension HTTPHeaders.HeaderLine {
  fileprivate func hasName(_ other: String) -> Bool {
    name.utf8.count == other.utf8.count
      && zip(name.utf8, other.utf8).allSatisfy { $0.asciiLowercased == $1.asciiLowercased }
  }

  /// True if the header line can be sent safely: its name is valid, and its value contains no line
  /// end, which would begin another line.
  var isSafe: Bool {
    !name.isEmpty && name.utf8.allSatisfy(\.isTokenCharacter)
      && value.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7f || $0 == 0x09 }
  }
}

extension UInt8 {
  var asciiLowercased: UInt8 { self >= 0x41 && self <= 0x5a ? self | 0x20 : self }

  fileprivate var isTokenCharacter: Bool {
    switch self {
    case 0x30...0x39, 0x41...0x5a, 0x61...0x7a: true
    default: "!#$%&'*+-.^_`|~".utf8.contains(self)
    }
  }
}

/// A reason why an HTTP request got no usable reply.
enum TransportError: Error, Equatable, Sendable {
  /// A fault of an HTTP request, because of which the request is not sent.
  enum HTTPRequestFault: Equatable, Sendable {
    case address
    /// A fault of an HTTP request: a scheme other than https; http is allowed only to this machine
    /// and for web feeds without https.
    case scheme
    /// A fault of an HTTP request: a header with an invalid name, or with a value that would begin
    /// another header line.
    case header
    /// A fault of an HTTP request: a file to send could not be read.
    case file
  }

  /// A size limit that an HTTP reply exceeded.
  enum ExceededReplySizeLimit: Equatable, Sendable {
    case headers
    case body
    /// An exceeded size limit of an HTTP reply: too many received pieces of a streamed reply wait
    /// for the program to read them.
    case backlog
  }

  /// A transport error: libcurl is not installed, or too old.
  case missingLibrary
  /// A transport error: libcurl cannot start another request, with the reason.
  case unavailable(String)
  case invalidRequest(HTTPRequestFault)
  /// A transport error: the server's name has no address, or the DNS server does not answer.
  case nameNotFound
  /// A transport error: the connection was refused or is impossible.
  case notConnected
  case proxyFailed
  /// A transport error: the server's IP address is one that the request may not contact, such as
  /// one in the user's own network.
  case forbiddenAddress
  /// A transport error: the user named a server in this machine's network, which restricted mode
  /// forbids.
  case ownNetworkForbidden
  case untrusted(FeedError.CertificateProblem)
  case timedOut
  case connectionLost
  case tooLarge(ExceededReplySizeLimit)
  /// A transport error: the server's reply is not HTTP.
  case malformed
  /// A transport error: a redirect that is not allowed, or more redirects than allowed.
  case badRedirect
  case cancelled
}

enum TransferProgress: Equatable, Sendable {
  case sent(ByteTransferProgress)
  case received(ByteTransferProgress)
}

/// A protocol for senders of HTTP requests, which return replies whatever their status, and throw
/// an error if no reply comes.
protocol HTTPTransport: Sendable {
  /// Sends an HTTP request and returns the whole reply. Cancelling the task ends the transfer at
  /// once and throws `cancelled`.
  func sendRequest(
    _ request: HTTPRequest, progress: (@Sendable (TransferProgress) -> Void)?
  ) async throws(TransportError) -> HTTPReply

  /// Sends an HTTP request and returns its reply as a sequence of pieces. Releasing the sequence
  /// ends the transfer.
  func streamReply(to request: HTTPRequest) -> HTTPReplyPieces
}

/// A sequence of the pieces of a streamed HTTP reply; it can be iterated once.
struct HTTPReplyPieces: AsyncSequence, Sendable {
  fileprivate typealias Results = AsyncStream<Result<HTTPReplyPiece, TransportError>>

  private let results: Results

  init(_ results: AsyncStream<Result<HTTPReplyPiece, TransportError>>) { self.results = results }

  struct Iterator: AsyncIteratorProtocol {
    fileprivate var results: Results.Iterator

    mutating func next(
      isolation actor: isolated (any Actor)? = #isolation
    ) async throws(TransportError) -> HTTPReplyPiece? {
      guard let result = await results.next(isolation: actor) else {
        // For a cancelled task the sequence ends before the reply does.
        if Task.isCancelled { throw .cancelled }
        return nil
      }
      return try result.get()
    }
  }

  func makeAsyncIterator() -> Iterator { Iterator(results: results.makeAsyncIterator()) }
}
