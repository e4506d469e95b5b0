import CFaults
import Doubles
import FeedDomain
import Testing
import Threads

@testable import FeedStorage

/// A new token that cannot be written: the one in the file is worthless by then.
struct UnsavedTokenTests {
  private let directory: ScratchFolder
  private let store: FileCredentialStore
  private let told = LockedValue<[String]>([])

  init() {
    directory = ScratchFolder()
    store = FileCredentialStore(path: directory["accounts"])
    store.setTokenSaveFailureHandler { [told] account, _ in
      told.withLock { $0.append(account.handle) }
    }
  }

  /// Another process, which sees the file alone.
  private var other: FileCredentialStore { FileCredentialStore(path: directory["accounts"]) }

  private func ada(_ token: String) -> SignedInAccount {
    SignedInAccount(
      Account(service: .bluesky, person: Person.ID("ada"), handle: "ada"), token: Secret(token))
  }

  private let bob = SignedInAccount(
    Account(service: .tweetie, person: Person.ID("bob"), handle: "bob"), token: Secret("bob's"))

  /// Renews on a disk on which nothing goes any more from that call on; whether it failed.
  private func renewInVain(_ account: SignedInAccount, from call: Int32 = 0) -> Bool {
    cfaults_kill(directory.path, call, 0)
    defer { _ = cfaults_revive(directory.path) }
    do throws(StoreError) {
      try store.saveRenewedToken(of: account)
      return false
    } catch {
      return true
    }
  }

  @Test
  func `a token whose writing failed is used in this run, and stored by a retry`()
    throws
  {
    var failures = 0
    for call in 0..<12 {
      try store.saveAccountAndMakeActive(ada("old"))
      let hasFailed = renewInVain(ada("new"), from: Int32(call))
      failures += hasFailed ? 1 : 0

      #expect(try store.storedAccounts() == [ada("new")], "call \(call)")
      try store.retrySavingTokens()
      #expect(try other.storedAccounts() == [ada("new")] && store.unsaved == [], "call \(call)")
    }

    #expect(failures > 4)
    #expect(told.withLock { $0 } == Array(repeating: "ada", count: failures))
  }

  @Test func `retries continue until a token is stored, and a newer token replaces it`() throws {
    try store.saveAccountAndMakeActive(bob)
    try store.saveAccountAndMakeActive(ada("old"))
    #expect(renewInVain(ada("new")) && renewInVain(ada("newer"), from: 3))

    cfaults_kill(directory.path, 0, 0)
    #expect(throws: StoreError.self) { try store.retrySavingTokens() }
    _ = cfaults_revive(directory.path)
    #expect(store.unsaved == [ada("old").account])
    #expect(try other.storedAccounts() == [ada("old"), bob])
    try store.retrySavingTokens()

    #expect(try other.storedAccounts() == [ada("newer"), bob])
  }

  @Test func `saving another account stores the unsaved token too`() throws {
    try store.saveAccountAndMakeActive(ada("old"))
    #expect(renewInVain(ada("new"), from: 3))

    try store.saveAccountAndMakeActive(bob)

    #expect(try other.storedAccounts() == [bob, ada("new")])
    #expect(store.unsaved == [])
  }

  @Test func `a token saved by another window replaces the unsaved one`() throws {
    try store.saveAccountAndMakeActive(ada("old"))
    // The file was read, and could not be written.
    #expect(renewInVain(ada("new"), from: 4))
    try other.saveAccountAndMakeActive(ada("theirs"))

    try store.retrySavingTokens()

    #expect(try store.storedAccounts() == [ada("theirs")])
    #expect(try other.storedAccounts() == [ada("theirs")] && store.unsaved == [])
  }

  @Test func `signing out here or in another window discards the unsaved token`() throws {
    try store.saveAccountAndMakeActive(bob)
    for leaving in [store, other] {
      try store.saveAccountAndMakeActive(ada("old"))
      #expect(renewInVain(ada("new"), from: 3))
      try leaving.removeAccount(ada("old").account.id)

      try store.retrySavingTokens()

      #expect(try store.storedAccounts() == [bob] && other.storedAccounts() == [bob])
      #expect(store.unsaved == [])
    }
  }

  @Test func `account facts that could not be written are not kept as an unsaved token`() throws {
    try store.saveAccountAndMakeActive(ada("old"))
    cfaults_kill(directory.path, 3, 0)

    #expect(throws: StoreError.self) { try store.saveChangedAccount(of: ada("old, and lists")) }

    _ = cfaults_revive(directory.path)
    #expect(try store.storedAccounts() == [ada("old")])
    #expect(store.unsaved == [] && told.withLock { $0 } == [])
  }
}
