internal import FeedDomain
internal import Threads

/// What every service over the network stands on: one transport and one thread for all of them.
struct ServiceStage: Sendable {
  let transport: any HTTPTransport
  let world: any World
  let log: any Log
  let thread: SerialThread
  var allowances = Allowances(folder: nil)
  /// Whose questions are counted; nil where nobody's are.
  var account: Account.ID?

  /// A client for a server, in the name of whoever has the token.
  func client(
    at server: String, token: Secret? = nil, dialect: any ServiceDialect,
    renewal: TokenRenewal? = nil
  ) -> ServiceClient {
    ServiceClient(
      server: server, token: token, dialect: dialect, transport: transport, world: world, log: log,
      thread: thread, renewal: renewal,
      budget: account.map { AccountBudget(account: $0, allowances: allowances) })
  }

  /// A client for pictures, wherever they are, in nobody's name.
  func files(at server: String) -> ServiceClient { client(at: server, dialect: PictureDialect()) }
}
