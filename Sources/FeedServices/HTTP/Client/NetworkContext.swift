internal import FeedDomain
internal import Threads

/// A context from which an account's HTTP clients are made: transport, clock, log, thread, store of
/// request limits, and the account whose requests are counted.
struct NetworkContext: Sendable {
  let transport: any HTTPTransport
  let world: any World
  let log: any Log
  let thread: SerialThread
  var allowances = RequestQuotaStore(folder: nil)
  /// The account for which a network context counts requests against the request limit; nil for
  /// none.
  var account: Account.ID?
  /// True if the clients made from this network context refuse all requests.
  var isRefused = LockedValue(false)

  func serviceClient(
    at server: String, token: Secret? = nil, requestRules: any ServiceRequestRules,
    renewal: TokenRenewer? = nil
  ) -> ServiceClient {
    ServiceClient(
      server: server, token: token, requestRules: requestRules, transport: transport, world: world,
      log: log,
      thread: thread, renewal: renewal,
      accountQuota: account.map { AccountQuotaHandle(account: $0, allowances: allowances) },
      isRefused: isRefused)
  }

  func pictureClient(at server: String) -> ServiceClient {
    serviceClient(at: server, requestRules: TokenlessRequestRules())
  }

  /// Returns the network context for an account's clients; its transport sends nothing if the
  /// account is locked, or its token belongs to another account.
  func networkContextRefusingUnusableAccount(
    for account: SignedInAccount, tokenBelongsToOtherAccount: Bool = false
  )
    -> NetworkContext
  {
    guard account.isLocked || tokenBelongsToOtherAccount else {
      var network = self
      network.account = account.account.id
      network.isRefused = LockedValue(false)
      return network
    }
    return NetworkContext(
      transport: RequestRefusingTransport(), world: world, log: log, thread: thread)
  }
}

/// A transport that answers every request with status 401 and sends nothing, for an account that is
/// locked or whose token belongs to another account.
struct RequestRefusingTransport: HTTPTransport {
  private static let refusal = HTTPReply(status: 401)

  func sendRequest(
    _ request: HTTPRequest, progress: (@Sendable (TransferProgress) -> Void)?
  ) async throws(TransportError) -> HTTPReply {
    Self.refusal
  }

  func streamReply(to request: HTTPRequest) -> HTTPReplyPieces {
    HTTPReplyPieces(
      AsyncStream { pieces in
        pieces.yield(.success(.opened(Self.refusal)))
        pieces.finish()
      })
  }
}
