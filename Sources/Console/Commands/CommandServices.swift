package import FeedDomain
import Preferences
package import UseCases

package enum OutboxSendResult: Equatable, Sendable {
  case delivered(ChangeOutcome)
  /// A result of sending an outbox item: the attempt failed with this error, and the item stays in
  /// the outbox for a later attempt.
  case keptInOutbox(FeedError)
  case refused(FeedError)

  /// The number of entries whose later state the service kept instead of the item's change.
  var overruledCount: Int {
    if case .delivered(.overruled(let count, _)) = self { count } else { 0 }
  }

  /// The error of the failed attempt, if the item stays in the outbox; nil for other results.
  var waitingReason: FeedError? { if case .keptInOutbox(let error) = self { error } else { nil } }
}

/// A protocol of senders of outbox items for commands, with the result of each item.
@MainActor
package protocol OutboxSender: Sendable {
  /// Sends the due items of an account's outbox, oldest first, each once, and returns their results
  /// once these are stored. Items held back for undoing are sent only if `evenIfHeld`; items that
  /// another process sends have no result. If `only` is given, sends just these items, even if they
  /// are not due.
  func sendOutboxItems(
    waitingOf account: SignedInAccount, only: Set<OutboxItem.ID>?, evenIfHeld: Bool
  ) async throws(StoreError) -> [OutboxItem.ID: OutboxSendResult]
}

/// A set of the services and stores that a command uses, with closures that open an account's
/// session and find the user's location.
package struct CommandServices {
  /// A type of closure that opens services and stores for a command; its argument is true if the
  /// command only reads.
  package typealias Opening = (_ isReading: Bool) async throws(StoreError) -> CommandServices

  package let directory: any ServiceDirectory
  package let stores: AccountSession.SessionStores
  package let sending: any OutboxSender
  package let world: any World
  package let secrets: any SecretSourceReading
  /// The desktop's keyring, in which `login` stores secrets; nil if the system has none.
  package var secretStore: (any SecretStorage)?
  /// The values of sign-in fields that environment variables give, by service; `tweetie login` does
  /// not ask for these.
  package var keys: [Service: SignInAnswers] = [:]
  package var mutes: [Mute] = []
  /// The closure that finds the location of an account's user for the stream of nearby photos;
  /// returns nil if the location is unknown.
  package var place: @MainActor (SignedInAccount) async -> Place? = { _ in nil }
  /// The closure that opens the session of an account for a command; returns nil for an unsupported
  /// service.
  package var session: @MainActor (SignedInAccount) -> AccountSession? = { _ in nil }
  /// The gateway for the settings, tabs, mutes and places that `config --export` writes and `config
  /// --import` reads; nil if commands have no access to them.
  package var portableSettings: (any PortableSettingsGateway)?
  /// The error because of which a command stores posts in memory only; nil if it stores on disk.
  package var memoryOnlyReason: StoreError?

  package init(
    directory: any ServiceDirectory, stores: AccountSession.SessionStores,
    sending: any OutboxSender,
    world: any World, secrets: any SecretSourceReading
  ) {
    self.directory = directory
    self.stores = stores
    self.sending = sending
    self.world = world
    self.secrets = secrets
  }

  /// Returns all signed-in accounts, the current one first.
  func signedInAccounts() throws(CommandFailure) -> [SignedInAccount] {
    do { return try stores.credentials.storedAccounts() } catch { throw .store(error) }
  }

  /// Returns the signed-in account with an id or handle, or the only one of a named service; the
  /// current account for nil.
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

  /// Returns the signed-in account with a name, or, for nil, the first that the closure accepts;
  /// nil if it accepts none.
  func signedInAccount(
    named name: String?, orFirstWhere isSuitable: (Account) -> Bool
  ) throws(CommandFailure) -> SignedInAccount? {
    try name == nil
      ? signedInAccounts().first { isSuitable($0.account) } : signedInAccount(named: name)
  }

  /// Returns a signed-in account together with its secret; a secret that is not stored is read from
  /// its command or the keyring.
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
  /// memory only, since these hold nothing from earlier runs.
  func readStoreRequiringDisk<Value>(
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

  /// Returns the streams that an account offers on the command line; the tabs are those of the
  /// service if the user chose none, or if the choice cannot be read.
  func offeredStreams(of connection: ServiceConnection) async -> OfferedStreams {
    var chosen: [AccountStreamTab]?
    do throws(StoreError) {
      chosen = try await stores.tabs?.tabs(account: connection.account.id)
    } catch {
      chosen = nil
    }
    return OfferedStreams(connection, chosen: chosen?.isEmpty == true ? nil : chosen)
  }

  /// Fetches the read states that the account's service keeps and stores them, including states of
  /// entries that were never shown on this machine. If the service does not answer, the stored
  /// states stay.
  @MainActor
  func refreshReadStates(of account: SignedInAccount) async {
    guard account.account.service.hasReadStates, let session = self.session(account),
      let readStates = session.connection.readStates
    else { return }
    let now = world.now
    do throws(FeedError) {
      let states = try await readStates.readStates(since: nil)
      await UserActionPerformer(session, undoWindow: .zero).adoptServiceReadStates(
        states, reportedAt: now)
    } catch {
      session.log.writeLogLine(.network, .info, "the service's read states are not known: \(error)")
    }
  }

  /// Writes a change, such as a new post, to the outbox, sends all due items, and returns the
  /// results of the sent items. Throws, without writing, if the account's secret cannot be read.
  func enqueueAndSendChange(
    _ change: PendingChange, as account: SignedInAccount, key: OutboxItem.ID
  ) async throws(CommandFailure) -> [OutboxItem.ID: OutboxSendResult] {
    let account = try accountWithSecret(account)
    let item = OutboxItem(
      id: key, account: account.account.id, change: change,
      state: .queued(notBefore: nil, after: nil), createdAt: world.now)
    return try await convertingStoreErrors { () throws(StoreError) in
      try await stores.outbox.enqueueItem(item)
      var results = try await sending.sendOutboxItems(
        waitingOf: account, only: nil, evenIfHeld: false)
      if results[key] == nil { results[key] = try await resultOfItemSentByOtherProcess(item) }
      return results
    }
  }

  /// Returns the result of an outbox item that another process has sent meanwhile; nil if the item
  /// still waits, or may have been replaced or withdrawn instead.
  func resultOfItemSentByOtherProcess(_ item: OutboxItem) async throws(StoreError)
    -> OutboxSendResult?
  {
    // The user may have undone a held change.
    if case .queued(notBefore: .some, after: nil) = item.state { return nil }
    let left = try await stores.outbox.outboxItems(of: item.account)
    let subject = item.change.subject
    guard
      !left.contains(where: { $0.id == item.id || subject != nil && $0.change.subject == subject })
    else { return nil }
    guard item.change.publishesAgainIfResent else { return .delivered(.done) }
    let published = try await stores.outbox.outboxItemIDsByPublishedPost(of: item.account)
    guard let id = published.first(where: { $0.value == item.id })?.key else {
      // A scheduled post or a message has no post of its own yet.
      return try await stores.outbox.wasItemDelivered(item.id, of: item.account)
        ? .delivered(.done) : nil
    }
    let post = try await stores.feeds.storedPost(id, account: item.account)
    return .delivered(post.map { .post($0) } ?? .done)
  }

  /// Returns the outcome of a change among the results of a delivery; throws if the service refused
  /// the change, or if the change stays in the outbox.
  func requiredChangeOutcome(
    of change: PendingChange, key: OutboxItem.ID, among results: [OutboxItem.ID: OutboxSendResult]
  ) throws(CommandFailure) -> ChangeOutcome {
    switch results[key] {
    case .delivered(let outcome): return outcome
    case .refused(let error): throw .refusedChangeFailure(change, error, key: key)
    case .keptInOutbox(let error): throw .keptInOutbox(error)
    // An older item must be sent first, or another window is sending and will send this item.
    case nil: throw .behindOlderItem(results.values.lazy.compactMap(\.waitingReason).first)
    }
  }
}

/// A list of an account's streams that can be named on the command line.
struct OfferedStreams {
  /// The streams of an account for the command line: tabs in their order, then the others.
  let streams: [AccountStreamTab]
  let tabs: [AccountStreamTab]

  /// Creates the list of an account's streams from those of its service and the tabs that the user
  /// chose; `chosen` is nil if the user chose none.
  init(_ connection: ServiceConnection, chosen: [AccountStreamTab]?) {
    tabs = chosen ?? connection.streams
    // Accounts with web feeds have likes and bookmarks on this machine, which are no tabs of the
    // service.
    let own: [Feed] = connection.account.service.keepsSavedEntries ? [.likes, .bookmarks] : []
    let rest = connection.streams + own.map { .feed($0) }
    var known = Set(tabs)
    streams = tabs + rest.filter { known.insert($0).inserted }
  }

  /// Returns the word for a stream on the command line: a list's name if it is unique, else its id.
  func commandLineName(for stream: AccountStreamTab) -> String {
    switch stream {
    case .nearby: return "nearby"
    case .feed(.tag(let tag)): return "#\(tag)"
    case .feed(let feed) where DerivedFeed(feed) != nil:
      if case .server(let host)? = DerivedFeed(feed) { return "timeline:\(host)" }
      if case .tagged(let tag)? = DerivedFeed(feed) { return "tagged:\(tag.name)" }
      return StreamName.words.first { $0.feed == feed }?.name ?? ""
    case .feed(.list(let id, let name)):
      return "list:" + (!name.isEmpty && listsOfAccount(named: name).count == 1 ? name : id)
    // No other kind of stream is ever a tab.
    case .feed(let feed): return StreamName.words.first { $0.feed == feed }?.name ?? ""
    }
  }

  /// Returns the lists of an account that have a typed text as their id or, in any case of letters,
  /// as their name.
  func listsOfAccount(named typed: String) -> [Feed] {
    let sought = typed.lowercased()
    return streams.compactMap(\.feed).filter {
      guard case .list(let id, let name) = $0 else { return false }
      return id == typed || name.lowercased() == sought
    }
  }
}
