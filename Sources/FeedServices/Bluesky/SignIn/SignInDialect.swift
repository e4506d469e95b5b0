internal import FeedDomain
internal import Threads

/// What servers say to somebody who signs in; keeps whether they want a code besides.
final class SignInDialect: ServiceDialect {
  private let wish = Guarded<String?>(nil)

  /// The server's words about the code it wants; nil where it wants none.
  var wishForCode: String? { wish.withLock { $0 } }

  func failure(in reply: HTTPReply) -> FeedError? {
    // Which status goes with it is not written down anywhere.
    if reply.errorName == "AuthFactorTokenRequired" {
      wish.withLock { $0 = reply.complaint ?? "" }
      return .invalidCredentials
    }
    let failure = BlueskyDialect().failure(in: reply)
    if failure == nil, reply.status == 401 { return .invalidCredentials }
    return failure
  }

  func sign(_ request: inout HTTPRequest, with token: Secret) {}
}
