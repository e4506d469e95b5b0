/// Looks again at what was found out when signing in: lists, limits, how the reader is used to
/// write.
public protocol UpkeepGateway: Sendable {
  /// Whether it can wait until what the reader waits for at a start is there.
  var mayWait: Bool { get }
  /// Looks where the last look is a day old, and keeps what is found for the next time the account
  /// is opened.
  func lookAgain() async throws(FeedError)
}
