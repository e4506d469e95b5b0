package import FeedDomain
import Preferences
package import UseCases

package enum SendResult: Equatable, Sendable {
  case delivered(Outcome)
  /// It stays in the outbox, because of that.
  case kept(FeedError)
  case refused(FeedError)

  /// Why it waits; nil where it does not.
  var reasonToWait: FeedError? { if case .kept(let error) = self { error } else { nil } }
}

/// Sends what waits, for a command that wants to know what came of it.
@MainActor package protocol OutboxSending: Sendable {
  /// Sends what is due of the account, oldest first, each once, and tells what became of each.
  ///
  /// What the service confirmed is in the store before this returns. Items on another process's wire
  /// are not in the answer, nor those held back so that they can be undone, unless they are sent too.
  /// Where some are named, those are sent whatever they wait for, and no other that is not due.
  func send(
    waitingOf account: SignedInAccount, only: Set<OutboxItem.ID>?, evenIfHeld: Bool
  ) async throws(StoreError) -> [OutboxItem.ID: SendResult]
}

/// Services, stores and accounts, as commands use them.
package struct CommandServices {
  /// Opens them, for a command that merely reads or for one that writes, too.
  package typealias Opening = (_ isReading: Bool) async throws(StoreError) -> CommandServices

  package let directory: any ServiceDirectory
  package let stores: Session.Stores
  package let sending: any OutboxSending
  package let world: any World
  /// The commands that give secrets.
  package let secrets: any SecretPrompting
  /// The system's own store of secrets; nil where there is none.
  package var secretStore: (any SecretStorage)?
  /// What need not be typed to sign in.
  package var keys: [Service: SignInAnswers] = [:]
  package var mutes: [Mute] = []
  /// Finds out where the reader is; nil where nobody knows.
  package var place: @MainActor (SignedInAccount) async -> Place? = { _ in nil }
  /// An account in use; nil where its service is not spoken.
  package var session: @MainActor (SignedInAccount) -> Session? = { _ in nil }
  /// Settings, tabs, mutes and places; nil where they are not to be touched.
  package var portableSettings: (any PortableSettingsGateway)?
  /// Why nothing is stored of what is fetched; nil where it is.
  package var inMemoryBecause: StoreError?

  package init(
    directory: any ServiceDirectory, stores: Session.Stores, sending: any OutboxSending,
    world: any World, secrets: any SecretPrompting
  ) {
    self.directory = directory
    self.stores = stores
    self.sending = sending
    self.world = world
    self.secrets = secrets
  }

  /// Who is signed in, the current account first.
  func accounts() throws(CommandFailure) -> [SignedInAccount] {
    do { return try stores.credentials.accounts() } catch { throw .store(error) }
  }

  /// The account of that id or handle, or of that service where it has no other; the current one
  /// without a name.
  func account(named name: String?) throws(CommandFailure) -> SignedInAccount {
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
  func opened(_ account: SignedInAccount) throws(CommandFailure) -> SignedInAccount {
    let unlocking = AccountUnlocker(
      directory: directory, credentials: stores.credentials, commands: secrets)
    do { return try unlocking.open(account) } catch { throw .secret(error) }
  }

  func connection(for account: SignedInAccount) throws(CommandFailure) -> ServiceConnection {
    guard let connection = directory.connection(for: account) else {
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

  func stored(_ post: Post.ID, of account: Account) async throws(CommandFailure) -> Post? {
    try await remembering { () async throws(StoreError) in
      try await stores.feeds.post(post, account: account.id)
    }
  }

  /// The streams of an account; those that the reader chose cannot always be read, which is no reason
  /// to print none.
  func streams(of connection: ServiceConnection) async -> OfferedStreams {
    var chosen: [StreamTab]?
    do throws(StoreError) {
      chosen = try await stores.tabs?.tabs(account: connection.account.id)
    } catch {
      chosen = nil
    }
    return OfferedStreams(connection, chosen: chosen?.isEmpty == true ? nil : chosen)
  }

  /// Queues the change, durably, sends what waits, and returns what became of all that was sent. Where
  /// the account's secret cannot be had, nothing is queued.
  func send(
    _ change: PendingChange, as account: SignedInAccount, key: OutboxItem.ID
  ) async throws(CommandFailure) -> [OutboxItem.ID: SendResult] {
    let account = try opened(account)
    let item = OutboxItem(
      id: key, account: account.account.id, change: change,
      state: .queued(notBefore: nil, after: nil), createdAt: world.now)
    return try await remembering { () throws(StoreError) in
      try await stores.outbox.enqueue(item)
      return try await sending.send(waitingOf: account, only: nil, evenIfHeld: false)
    }
  }

  /// What the service made of one of them.
  func outcome(
    of change: PendingChange, key: OutboxItem.ID, among results: [OutboxItem.ID: SendResult]
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

/// The streams that an account has, by the words that name them on the command line.
struct OfferedStreams {
  /// The streams: those that are tabs first, in their order.
  let streams: [StreamTab]
  let tabs: [StreamTab]

  /// What the service offers and what the reader chose; nil where they chose nothing.
  init(_ connection: ServiceConnection, chosen: [StreamTab]?) {
    tabs = chosen ?? connection.streams
    // At services of photos they are among the tabs, where there are any.
    let hasOwn = connection.publishing != nil && !connection.account.service.isOfPhotos
    let own: [Feed] = hasOwn ? [.likes, .bookmarks] : []
    let rest = connection.streams + own.map { .feed($0) }
    var known = Set(tabs)
    streams = tabs + rest.filter { known.insert($0).inserted }
  }

  /// What is typed for a stream: a list by its name, where no other is called so, else by its id.
  func word(for stream: StreamTab) -> String {
    switch stream {
    case .nearby: return "nearby"
    case .feed(.tag(let tag)): return "#\(tag)"
    case .feed(.list(let id, let name)):
      return "list:" + (!name.isEmpty && lists(called: name).count == 1 ? name : id)
    // None of the others is ever a tab.
    case .feed(let feed): return StreamName.words.first { $0.feed == feed }?.name ?? ""
    }
  }

  /// The lists that somebody means who typed that: by name, however it is written, or by id.
  func lists(called typed: String) -> [Feed] {
    let sought = typed.lowercased()
    return streams.compactMap(\.feed).filter {
      guard case .list(let id, let name) = $0 else { return false }
      return id == typed || name.lowercased() == sought
    }
  }
}
