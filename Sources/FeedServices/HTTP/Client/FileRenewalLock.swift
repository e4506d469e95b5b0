internal import FeedDomain
internal import Glibc
internal import Groundwork
internal import Threads

/// A lock between processes: a file that one of them at a time has locked. The system lets go of it
/// when its holder dies, however that happens.
struct FileRenewalLock: Sendable {
  private static let retry = Duration.milliseconds(100)
  private static let patience = Duration.seconds(15)

  let path: String
  let world: any World

  /// Does the work while nobody else does; `unreachable` where somebody holds the lock for 15
  /// seconds, which is longer than a renewal may take.
  func whileHeld<Value: Sendable>(
    _ work: @Sendable () async throws(FeedError) -> Value
  ) async throws(FeedError) -> Value {
    // Where there can be no lock, nobody can tell whether somebody else renews it.
    guard let file = try? OpenFile(path, O_RDWR | O_CREAT) else { throw .unreachable }
    try await lock(file)
    defer { file.unlock() }
    return try await work()
  }

  private func lock(_ file: OpenFile) async throws(FeedError) {
    let end = world.now.advanced(by: Self.patience)
    while (try? file.lockNow()) != true {
      guard world.now < end else { throw .unreachable }
      // To wait inside `flock` would hold a thread, and could not be called off.
      do throws(CancellationError) { try await world.sleep(for: Self.retry) } catch {
        throw .cancelled
      }
    }
  }
}

extension FileRenewalLock? {
  /// Does the work while nobody else does; at once, where there is nobody else.
  func whileHeld<Value: Sendable>(
    _ work: @Sendable () async throws(FeedError) -> Value
  ) async throws(FeedError) -> Value {
    switch self {
    case nil: try await work()
    case let lock?: try await lock.whileHeld(work)
    }
  }
}

/// Answers as a server does that does not accept who asks, and asks nobody: for an account whose
/// secret is not known.
struct LockedTransport: HTTPTransport {
  private static let refusal = HTTPReply(status: 401)

  func send(
    _ request: HTTPRequest, progress: (@Sendable (TransferProgress) -> Void)?
  ) async throws(TransportError) -> HTTPReply {
    Self.refusal
  }

  func stream(_ request: HTTPRequest) -> HTTPPieces {
    HTTPPieces(
      AsyncStream { pieces in
        pieces.yield(.success(.opened(Self.refusal)))
        pieces.finish()
      })
  }
}

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

  /// The stage on which is spoken in the account's name; a stand-in for a secret is sent to nobody, nor
  /// what is known to be somebody else's.
  func own(_ account: SignedInAccount, isAnothers: Bool = false) -> ServiceStage {
    guard account.isLocked || isAnothers else {
      var stage = self
      stage.account = account.account.id
      return stage
    }
    return ServiceStage(transport: LockedTransport(), world: world, log: log, thread: thread)
  }
}
