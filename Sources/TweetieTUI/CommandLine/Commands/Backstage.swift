internal import FeedDomain

/// What the commands work with, behind the words they print.
struct Backstage {
  let services: any ServiceDirectory
  let shelf: Session.Shelf
  let sending: any OutboxSending
  let world: any World
  /// The commands that give secrets.
  let secrets: any SecretAsking
  /// The system's own store of secrets; nil where there is none.
  var secretStore: (any SecretKeeping)?
  /// What need not be typed to sign in.
  var keys: [Service: SignInAnswers] = [:]
  /// What the reader does not want to read about.
  var mutes: [Mute] = []
  /// Finds out where the reader is; nil where nobody knows.
  var place: @MainActor (SignedInAccount) async -> Place? = { _ in nil }
  /// Why nothing is stored of what is fetched; nil where it is.
  var inMemoryBecause: StoreError?

  /// The account to use: the one that was named by its id or handle, else the current one.
  func account(named name: String?) throws(CommandFailure) -> SignedInAccount {
    let accounts: [SignedInAccount]
    do { accounts = try shelf.credentials.accounts() } catch { throw .store(error) }
    guard let name else {
      guard let current = accounts.first else { throw .nobodySignedIn }
      return current
    }
    let called = accounts.filter { $0.account.isCalled(name) }
    guard let account = called.first else { throw .noSuchAccount(name) }
    guard called.count == 1 else { throw .severalAccounts(name) }
    return account
  }

  /// The account with its secret: where a command gives that, the command runs now.
  func opened(_ account: SignedInAccount) throws(CommandFailure) -> SignedInAccount {
    let unlocking = Unlocking(
      directory: services, credentials: shelf.credentials, commands: secrets)
    do { return try unlocking.open(account) } catch { throw .secret(error) }
  }

  /// What the account's service offers.
  func connection(for account: SignedInAccount) throws(CommandFailure) -> ServiceConnection {
    guard let connection = services.connection(for: account) else {
      throw .notYet(account.account.service)
    }
    return connection
  }

  /// Reads what is stored; what is but held in memory was never stored.
  func stored<Value>(
    _ read: () async throws(StoreError) -> Value
  ) async throws(CommandFailure) -> Value {
    if let inMemoryBecause { throw .store(inMemoryBecause) }
    return try await remembering(read)
  }

  /// Queues the change, durably, sends it, and tells what the service made of it. The account is
  /// opened first: where its secret cannot be had, nothing is queued.
  func perform(_ change: Change, as account: SignedInAccount, key: OutboxItem.ID)
    async throws(CommandFailure) -> Outcome
  {
    let account = try opened(account)
    let item = OutboxItem(
      id: key, account: account.account.id, change: change,
      state: .queued(notBefore: nil, after: nil), createdAt: world.now)
    let results = try await remembering { () throws(StoreError) in
      try await shelf.outbox.enqueue(item)
      return try await sending.send(waitingOf: account, evenIfHeld: false)
    }
    switch results[key] {
    case .delivered(let outcome): return outcome
    case .refused(let error): throw .refused(change, error, key: key)
    case .kept(let error): throw .kept(error)
    // Something older goes first, or another window is sending: it will send this one too.
    case nil: throw .behind(results.values.lazy.compactMap(\.reasonToWait).first)
    }
  }
}
