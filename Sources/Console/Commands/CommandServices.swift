package import FeedDomain
import Preferences
package import UseCases

package enum SendResult: Equatable, Sendable {
  case delivered(ChangeOutcome)
  /// A result of sending an outbox item: the item stays in the outbox, because of the error.
  case kept(FeedError)
  case refused(FeedError)

  /// The error because of which the item waits in the outbox; nil if the item does not wait.
  var waitingReason: FeedError? { if case .kept(let error) = self { error } else { nil } }
}

/// Sends the outbox for a command that needs the results.
@MainActor
package protocol OutboxSending: Sendable {
  /// Sends the due items of the account's outbox, oldest first, each once, and returns the result
  /// of each.
  ///
  /// Confirmed results are in the store before the function returns. Items that another process is
  /// sending have no result, nor items held back so that they can be undone, unless `evenIfHeld`.
  /// If items are named, these are sent even if they are not due, and no others.
  func sendItems(
    waitingOf account: SignedInAccount, only: Set<OutboxItem.ID>?, evenIfHeld: Bool
  ) async throws(StoreError) -> [OutboxItem.ID: SendResult]
}

/// The services, stores and accounts that commands use.
package struct CommandServices {
  /// A closure that opens services and stores, for a command that only reads or for one that also
  /// writes.
  package typealias Opening = (_ isReading: Bool) async throws(StoreError) -> CommandServices

  package let directory: any ServiceDirectory
  package let stores: Session.SessionStores
  package let sending: any OutboxSending
  package let world: any World
  package let secrets: any SecretCommandRunning
  /// The desktop's keyring; nil without one.
  package var secretStore: (any SecretStorage)?
  /// The values of sign-in fields from environment variables, which need not be typed.
  package var keys: [Service: SignInAnswers] = [:]
  package var mutes: [Mute] = []
  /// A closure that finds the location of the person; returns nil if the location is unknown.
  package var place: @MainActor (SignedInAccount) async -> Place? = { _ in nil }
  /// A closure that opens the session of an account; returns nil for an unsupported service.
  package var session: @MainActor (SignedInAccount) -> Session? = { _ in nil }
  /// The gateway for settings, tabs, mutes and places to export; nil if commands may not touch
  /// them.
  package var portableSettings: (any PortableSettingsGateway)?
  /// The error because of which fetched posts are only held in memory; nil if they are stored.
  package var memoryOnlyReason: StoreError?

  package init(
    directory: any ServiceDirectory, stores: Session.SessionStores, sending: any OutboxSending,
    world: any World, secrets: any SecretCommandRunning
  ) {
    self.directory = directory
    self.stores = stores
    self.sending = sending
    self.world = world
    self.secrets = secrets
  }

  /// Returns the signed-in accounts, the current one first.
  func accounts() throws(CommandFailure) -> [SignedInAccount] {
    do { return try stores.credentials.accounts() } catch { throw .store(error) }
  }

  /// Returns a signed-in account by id or handle, or by its service if that has only this account;
  /// the current account for nil.
  func signedInAccount(named name: String?) throws(CommandFailure) -> SignedInAccount {
    let accounts = try accounts()
    guard let name else {
      guard let current = accounts.first else { throw .notSignedIn }
      return current
    }
    var called = accounts.filter { $0.account.matchesName(name) }
    if called.isEmpty { called = accounts.filter { $0.account.service.rawValue == name } }
    guard let account = called.first else { throw .noSuchAccount(name) }
    guard called.count == 1 else { throw .severalAccounts(name) }
    return account
  }

  /// Returns an account with its secret; if a command prints the secret, the command runs now.
  func accountWithSecret(_ account: SignedInAccount) throws(CommandFailure) -> SignedInAccount {
    let unlocking = AccountUnlocker(
      directory: directory, credentials: stores.credentials, commands: secrets)
    do { return try unlocking.unlock(account) } catch { throw .secret(error) }
  }

  func connection(for account: SignedInAccount) throws(CommandFailure) -> ServiceConnection {
    guard let connection = directory.connection(for: account) else {
      throw .unsupportedService(account.account.service)
    }
    return connection
  }

  /// Reads a value from a store; throws if there is no durable store, since data held in memory was
  /// never stored.
  func readStore<Value>(
    _ read: () async throws(StoreError) -> Value
  ) async throws(CommandFailure) -> Value {
    if let memoryOnlyReason { throw .store(memoryOnlyReason) }
    return try await callStore(read)
  }

  func storedPost(_ post: Post.ID, of account: Account) async throws(CommandFailure) -> Post? {
    try await callStore { () async throws(StoreError) in
      try await stores.feeds.post(post, account: account.id)
    }
  }

  /// Returns the streams of an account; without the chosen tabs if these cannot be read.
  func streams(of connection: ServiceConnection) async -> OfferedStreams {
    var chosen: [StreamTab]?
    do throws(StoreError) {
      chosen = try await stores.tabs?.tabs(account: connection.account.id)
    } catch {
      chosen = nil
    }
    return OfferedStreams(connection, chosen: chosen?.isEmpty == true ? nil : chosen)
  }

  /// Writes a change, such as a new post, to the outbox, sends due items, and returns the results
  /// of all that were sent. Throws, without queueing, if the account's secret cannot be read.
  func sendChange(
    _ change: PendingChange, as account: SignedInAccount, key: OutboxItem.ID
  ) async throws(CommandFailure) -> [OutboxItem.ID: SendResult] {
    let account = try accountWithSecret(account)
    let item = OutboxItem(
      id: key, account: account.account.id, change: change,
      state: .queued(notBefore: nil, after: nil), createdAt: world.now)
    return try await callStore { () throws(StoreError) in
      try await stores.outbox.enqueue(item)
      return try await sending.sendItems(waitingOf: account, only: nil, evenIfHeld: false)
    }
  }

  func changeOutcome(
    of change: PendingChange, key: OutboxItem.ID, among results: [OutboxItem.ID: SendResult]
  ) throws(CommandFailure) -> ChangeOutcome {
    switch results[key] {
    case .delivered(let outcome): return outcome
    case .refused(let error): throw .refusedChange(change, error, key: key)
    case .kept(let error): throw .kept(error)
    // An older item goes first, or another window is sending and will send this one, too.
    case nil: throw .behind(results.values.lazy.compactMap(\.waitingReason).first)
    }
  }
}

/// The streams of an account, by the words that name them on the command line.
struct OfferedStreams {
  /// All streams of an account: tabs first, in their order.
  let streams: [StreamTab]
  let tabs: [StreamTab]

  /// Joins the streams of a service with the tabs that the person chose; `chosen` is nil if the
  /// person chose none.
  init(_ connection: ServiceConnection, chosen: [StreamTab]?) {
    tabs = chosen ?? connection.streams
    // At photo services likes and bookmarks are among the tabs, if at all.
    let hasOwn = connection.publishing != nil && !connection.account.service.isOfPhotos
    let hasLikes = connection.likeRefusal != .bookmarkInstead
    let own: [Feed] = hasOwn ? (hasLikes ? [.likes] : []) + [.bookmarks] : []
    let rest = connection.streams + own.map { .feed($0) }
    var known = Set(tabs)
    streams = tabs + rest.filter { known.insert($0).inserted }
  }

  /// Returns the word to type for a stream: a list by its name if no other has that name, else by
  /// its id.
  func typedWord(for stream: StreamTab) -> String {
    switch stream {
    case .nearby: return "nearby"
    case .feed(.tag(let tag)): return "#\(tag)"
    case .feed(let feed) where DerivedFeed(feed) != nil:
      if case .server(let host)? = DerivedFeed(feed) { return "timeline:\(host)" }
      return StreamName.words.first { $0.feed == feed }?.name ?? ""
    case .feed(.list(let id, let name)):
      return "list:" + (!name.isEmpty && lists(named: name).count == 1 ? name : id)
    // No other kind of stream is ever a tab.
    case .feed(let feed): return StreamName.words.first { $0.feed == feed }?.name ?? ""
    }
  }

  /// Returns the lists of an account with a name, in any case of letters, or with that id.
  func lists(named typed: String) -> [Feed] {
    let sought = typed.lowercased()
    return streams.compactMap(\.feed).filter {
      guard case .list(let id, let name) = $0 else { return false }
      return id == typed || name.lowercased() == sought
    }
  }
}
