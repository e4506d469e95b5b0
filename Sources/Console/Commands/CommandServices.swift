package import FeedDomain
import Preferences
package import UseCases

package enum OutboxSendResult: Equatable, Sendable {
  case delivered(ChangeOutcome)
  /// A result of sending an outbox item: sending failed with this error, and the item stays in the
  /// outbox for a later attempt.
  case kept(FeedError)
  case refused(FeedError)

  /// The error of the failed attempt, if the outbox item stays for a later one; nil for the other
  /// results.
  var waitingReason: FeedError? { if case .kept(let error) = self { error } else { nil } }
}

/// A sender of the outbox's items, for commands that print the results.
@MainActor
package protocol OutboxSender: Sendable {
  /// Sends the due items of the account's outbox, oldest first, each once, and returns their
  /// results once they are in the store; items that another process sends have no result, nor those
  /// held back for undoing unless `evenIfHeld`. If `only` is given, sends these items alone, even
  /// if they are not due.
  func sendOutboxItems(
    waitingOf account: SignedInAccount, only: Set<OutboxItem.ID>?, evenIfHeld: Bool
  ) async throws(StoreError) -> [OutboxItem.ID: OutboxSendResult]
}

/// A set of services that all commands use: the directory of services, the stores, and closures
/// that open sessions and find the location.
package struct CommandServices {
  /// The type of a closure that opens services and stores; its argument is true for a command that
  /// only reads.
  package typealias Opening = (_ isReading: Bool) async throws(StoreError) -> CommandServices

  package let directory: any ServiceDirectory
  package let stores: Session.SessionStores
  package let sending: any OutboxSender
  package let world: any World
  package let secrets: any SecretSourceReading
  /// The store for secrets in the desktop's keyring; nil if the system has no keyring.
  package var secretStore: (any SecretStorage)?
  /// The values of sign-in fields that environment variables give, by service, so that the user is
  /// not asked for them.
  package var keys: [Service: SignInAnswers] = [:]
  package var mutes: [Mute] = []
  /// The closure by which commands find the location of the user for photos nearby; returns nil if
  /// the location is unknown.
  package var place: @MainActor (SignedInAccount) async -> Place? = { _ in nil }
  /// The closure by which commands open the session of an account; returns nil for an unsupported
  /// service.
  package var session: @MainActor (SignedInAccount) -> Session? = { _ in nil }
  /// The gateway for the settings, tabs, mutes and places that `export` writes and `import` reads;
  /// nil if commands may not touch them.
  package var portableSettings: (any PortableSettingsGateway)?
  /// The reason why fetched posts are stored in memory only and not on disk; nil if they are stored
  /// on disk.
  package var memoryOnlyReason: StoreError?

  package init(
    directory: any ServiceDirectory, stores: Session.SessionStores, sending: any OutboxSender,
    world: any World, secrets: any SecretSourceReading
  ) {
    self.directory = directory
    self.stores = stores
    self.sending = sending
    self.world = world
    self.secrets = secrets
  }

  /// Returns the signed-in accounts, the current one first.
  func signedInAccounts() throws(CommandFailure) -> [SignedInAccount] {
    do { return try stores.credentials.storedAccounts() } catch { throw .store(error) }
  }

  /// Returns the signed-in account with an id or handle, or the only account of the named service;
  /// for nil, the current account.
  func signedInAccount(named name: String?) throws(CommandFailure) -> SignedInAccount {
    let accounts = try signedInAccounts()
    guard let name else {
      guard let current = accounts.first else { throw .notSignedIn }
      return current
    }
    var called = accounts.filter { $0.account.isMeantByName(name) }
    if called.isEmpty { called = accounts.filter { $0.account.service.rawValue == name } }
    guard let account = called.first else { throw .noSuchAccount(name) }
    guard called.count == 1 else { throw .severalAccounts(name) }
    return account
  }

  /// Returns an account together with its secret; reads the secret from its command or the keyring
  /// if it is not stored.
  func accountWithSecret(_ account: SignedInAccount) throws(CommandFailure) -> SignedInAccount {
    let unlocking = AccountUnlocker(
      directory: directory, credentials: stores.credentials, commands: secrets)
    do { return try unlocking.unlockAccount(account) } catch { throw .secret(error) }
  }

  func connection(for account: SignedInAccount) throws(CommandFailure) -> ServiceConnection {
    guard let connection = directory.connection(for: account) else {
      throw .unsupportedService(account.account.service)
    }
    return connection
  }

  /// Runs a closure that reads from a store, and returns its value; throws if the stores are in
  /// memory alone, since these hold nothing from earlier runs.
  func readDurableStore<Value>(
    _ read: () async throws(StoreError) -> Value
  ) async throws(CommandFailure) -> Value {
    if let memoryOnlyReason { throw .store(memoryOnlyReason) }
    return try await convertingStoreErrors(read)
  }

  func storedPost(_ post: Post.ID, of account: Account) async throws(CommandFailure) -> Post? {
    try await convertingStoreErrors { () async throws(StoreError) in
      try await stores.feeds.storedPost(post, account: account.id)
    }
  }

  /// Returns the streams that an account offers; the tabs are the service's own if the user chose
  /// none, or the choice cannot be read.
  func offeredStreams(of connection: ServiceConnection) async -> OfferedStreams {
    var chosen: [StreamTab]?
    do throws(StoreError) {
      chosen = try await stores.tabs?.tabs(account: connection.account.id)
    } catch {
      chosen = nil
    }
    return OfferedStreams(connection, chosen: chosen?.isEmpty == true ? nil : chosen)
  }

  /// Fetches the read states that the account's service keeps and stores them, also for entries
  /// that were never shown here. If the service does not answer, the stored states stay.
  @MainActor
  func refreshReadStates(of account: SignedInAccount) async {
    guard account.account.service.hasReadStates, let session = self.session(account),
      let readStates = session.connection.readStates
    else { return }
    let now = world.now
    do throws(FeedError) {
      let states = try await readStates.readStates(since: nil)
      await PendingActions(session, undoWindow: .zero).adoptServiceReadStates(
        states, reportedAt: now)
    } catch {
      session.log.writeLine(.network, .info, "the service's read states are not known: \(error)")
    }
  }

  /// Writes a change, such as a new post, to the outbox, sends due items, and returns the results
  /// of all that were sent. Throws, without queueing, if the account's secret cannot be read.
  func enqueueAndSendChange(
    _ change: PendingChange, as account: SignedInAccount, key: OutboxItem.ID
  ) async throws(CommandFailure) -> [OutboxItem.ID: OutboxSendResult] {
    let account = try accountWithSecret(account)
    let item = OutboxItem(
      id: key, account: account.account.id, change: change,
      state: .queued(notBefore: nil, after: nil), createdAt: world.now)
    return try await convertingStoreErrors { () throws(StoreError) in
      try await stores.outbox.enqueueItem(item)
      return try await sending.sendOutboxItems(waitingOf: account, only: nil, evenIfHeld: false)
    }
  }

  func changeOutcome(
    of change: PendingChange, key: OutboxItem.ID, among results: [OutboxItem.ID: OutboxSendResult]
  ) throws(CommandFailure) -> ChangeOutcome {
    switch results[key] {
    case .delivered(let outcome): return outcome
    case .refused(let error): throw .refusedChangeFailure(change, error, key: key)
    case .kept(let error): throw .kept(error)
    // An older item goes first, or another window is sending and will send this one, too.
    case nil: throw .behind(results.values.lazy.compactMap(\.waitingReason).first)
    }
  }
}

/// A list of the streams that can be named on the command line for one account.
struct OfferedStreams {
  /// The streams that an account offers on the command line: tabs first, in their order, then the
  /// others.
  let streams: [StreamTab]
  let tabs: [StreamTab]

  /// Creates the streams of an account from its service's streams and the tabs that the user chose;
  /// `chosen` is nil if the user chose none.
  init(_ connection: ServiceConnection, chosen: [StreamTab]?) {
    tabs = chosen ?? connection.streams
    // Web feeds have likes and bookmarks here, which are no tabs at first.
    let own: [Feed] = connection.account.service.keepsSavedEntries ? [.likes, .bookmarks] : []
    let rest = connection.streams + own.map { .feed($0) }
    var known = Set(tabs)
    streams = tabs + rest.filter { known.insert($0).inserted }
  }

  /// Returns the word that names a stream on the command line: for a list its name if no other list
  /// has the same, else its id.
  func commandLineName(for stream: StreamTab) -> String {
    switch stream {
    case .nearby: return "nearby"
    case .feed(.tag(let tag)): return "#\(tag)"
    case .feed(let feed) where DerivedFeed(feed) != nil:
      if case .server(let host)? = DerivedFeed(feed) { return "timeline:\(host)" }
      if case .tagged(let tag)? = DerivedFeed(feed) { return "tagged:\(tag.name)" }
      return StreamName.words.first { $0.feed == feed }?.name ?? ""
    case .feed(.list(let id, let name)):
      return "list:" + (!name.isEmpty && accountLists(named: name).count == 1 ? name : id)
    // No other kind of stream is ever a tab.
    case .feed(let feed): return StreamName.words.first { $0.feed == feed }?.name ?? ""
    }
  }

  /// Returns the lists of an account with a name, in any case of letters, or with that id.
  func accountLists(named typed: String) -> [Feed] {
    let sought = typed.lowercased()
    return streams.compactMap(\.feed).filter {
      guard case .list(let id, let name) = $0 else { return false }
      return id == typed || name.lowercased() == sought
    }
  }
}
