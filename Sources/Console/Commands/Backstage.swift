package import FeedDomain
import Preferences
package import UseCases

/// What the commands work with, behind the words they print.
package struct Backstage {
  /// Opens it, for a command that merely reads or for one that writes, too.
  package typealias Opening = (_ isReading: Bool) async throws(StoreError) -> Backstage

  package let services: any ServiceDirectory
  package let shelf: Session.Shelf
  package let sending: any OutboxSending
  package let world: any World
  /// The commands that give secrets.
  package let secrets: any SecretAsking
  /// The system's own store of secrets; nil where there is none.
  package var secretStore: (any SecretKeeping)?
  /// What need not be typed to sign in.
  package var keys: [Service: SignInAnswers] = [:]
  /// What the reader does not want to read about.
  package var mutes: [Mute] = []
  /// Finds out where the reader is; nil where nobody knows.
  package var place: @MainActor (SignedInAccount) async -> Place? = { _ in nil }
  /// An account in use; nil where its service is not spoken.
  package var session: @MainActor (SignedInAccount) -> Session? = { _ in nil }
  /// What somebody set up; nil where that is not to be touched.
  package var belongings: (any BelongingsGateway)?
  /// Why nothing is stored of what is fetched; nil where it is.
  package var inMemoryBecause: StoreError?

  package init(
    services: any ServiceDirectory, shelf: Session.Shelf, sending: any OutboxSending,
    world: any World, secrets: any SecretAsking, secretStore: (any SecretKeeping)? = nil,
    keys: [Service: SignInAnswers] = [:], mutes: [Mute] = [],
    place: @escaping @MainActor (SignedInAccount) async -> Place? = { _ in nil },
    session: @escaping @MainActor (SignedInAccount) -> Session? = { _ in nil },
    belongings: (any BelongingsGateway)? = nil,
    inMemoryBecause: StoreError? = nil
  ) {
    self.services = services
    self.shelf = shelf
    self.sending = sending
    self.world = world
    self.secrets = secrets
    self.secretStore = secretStore
    self.keys = keys
    self.mutes = mutes
    self.place = place
    self.session = session
    self.belongings = belongings
    self.inMemoryBecause = inMemoryBecause
  }

  /// Who is signed in, the current account first.
  func accounts() throws(CommandFailure) -> [SignedInAccount] {
    do { return try shelf.credentials.accounts() } catch { throw .store(error) }
  }

  /// The account to use: the one that was named by its id or handle, or by its service where that
  /// has no other; else the current one.
  package func account(named name: String?) throws(CommandFailure) -> SignedInAccount {
    let accounts = try accounts()
    guard let name else {
      guard let current = accounts.first else { throw .nobodySignedIn }
      return current
    }
    var called = accounts.filter { $0.account.isCalled(name) }
    if called.isEmpty { called = accounts.filter { $0.account.service.rawValue == name } }
    guard let account = called.first else { throw .noSuchAccount(name) }
    guard called.count == 1 else { throw .severalAccounts(name) }
    return account
  }

  /// The account with its secret: where a command gives that, the command runs now.
  package func opened(_ account: SignedInAccount) throws(CommandFailure) -> SignedInAccount {
    let unlocking = Unlocking(
      directory: services, credentials: shelf.credentials, commands: secrets)
    do { return try unlocking.open(account) } catch { throw .secret(error) }
  }

  /// What the account's service offers.
  package func connection(for account: SignedInAccount) throws(CommandFailure) -> ServiceConnection
  {
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
  package func perform(_ change: Change, as account: SignedInAccount, key: OutboxItem.ID)
    async throws(CommandFailure) -> Outcome
  {
    let results = try await send(change, as: account, key: key)
    return try outcome(of: change, key: key, among: results)
  }

  /// The same, with what became of all that was sent by that.
  func send(
    _ change: Change, as account: SignedInAccount, key: OutboxItem.ID
  ) async throws(CommandFailure) -> [OutboxItem.ID: SendResult] {
    let account = try opened(account)
    let item = OutboxItem(
      id: key, account: account.account.id, change: change,
      state: .queued(notBefore: nil, after: nil), createdAt: world.now)
    return try await remembering { () throws(StoreError) in
      try await shelf.outbox.enqueue(item)
      return try await sending.send(waitingOf: account, only: nil, evenIfHeld: false)
    }
  }

  /// What the service made of one of them.
  func outcome(
    of change: Change, key: OutboxItem.ID, among results: [OutboxItem.ID: SendResult]
  ) throws(CommandFailure) -> Outcome {
    switch results[key] {
    case .delivered(let outcome): return outcome
    case .refused(let error): throw .refused(change, error, key: key)
    case .kept(let error): throw .kept(error)
    // Something older goes first, or another window is sending: it will send this one too.
    case nil: throw .behind(results.values.lazy.compactMap(\.reasonToWait).first)
    }
  }
}
