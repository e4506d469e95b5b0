internal import FeedDomain

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
