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

/// Header lines, in order; a name may come several times, and its case does not matter.
struct HTTPHeaders: Equatable, Sendable, ExpressibleByDictionaryLiteral {
  struct Line: Equatable, Sendable {
    let name: String
    let value: String
  }

  private(set) var lines: [Line]

  init(_ lines: [Line] = []) { self.lines = lines }

  init(dictionaryLiteral elements: (String, String)...) {
    lines = elements.map { Line(name: $0, value: $1) }
  }

  /// The first value under that name; setting one replaces them all.
  subscript(name: String) -> String? {
    get { lines.first { $0.isNamed(name) }?.value }
    set {
      lines.removeAll { $0.isNamed(name) }
      if let newValue { add(name, newValue) }
    }
  }

  func all(_ name: String) -> [String] { lines.filter { $0.isNamed(name) }.map(\.value) }

  mutating func add(_ name: String, _ value: String) {
    lines.append(Line(name: name, value: value))
  }
}

extension HTTPHeaders.Line {
  fileprivate func isNamed(_ other: String) -> Bool {
    name.utf8.count == other.utf8.count
      && zip(name.utf8, other.utf8).allSatisfy { $0.asciiLowercased == $1.asciiLowercased }
  }

  /// Whether it can be sent: a name of the characters that names are made of, and a value without
  /// a character that would end the line and begin another.
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

/// Every way in which there is no reply.
enum TransportError: Error, Hashable, Sendable {
  /// What is wrong with a request that is not sent.
  enum Flaw: Hashable, Sendable {
    case address
    /// Not https, or http beyond this machine.
    case scheme
    /// A header that would break out of its line.
    case header
    /// A file that cannot be read.
    case file
  }

  /// How much was too much.
  enum Excess: Hashable, Sendable {
    case headers
    case body
    /// A stream that nobody reads as fast as it comes.
    case backlog
  }

  /// libcurl is not installed, or too old.
  case missingLibrary
  /// libcurl has no room for another request, with why.
  case unavailable(String)
  case invalidRequest(Flaw)
  /// The name has no address, or the name server does not answer.
  case nameNotFound
  /// Nobody listens, or no way leads there.
  case notConnected
  case proxyFailed
  /// The address leads into the person's own network.
  case forbiddenAddress
  case untrusted(FeedError.Distrust)
  /// It took too long, or nothing came for too long.
  case timedOut
  /// The line broke before the reply was complete.
  case cutShort
  case tooLarge(Excess)
  /// What came is no HTTP.
  case malformed
  /// A redirect to where we do not go, or one too many.
  case badRedirect
  case cancelled
}
