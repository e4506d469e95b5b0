import Doubles
import FeedDomain
import FeedStorage
import Synchronization
import Testing

/// Accounts whose secret a command gives: of them the file holds everything but the secret.
struct CommandedAccountTests {
  private static let source = SecretSource(
    command: "pass show \"tweetie sol\"\n\\", record: Secret(#"{"access":"stand-in"}"#))
  private let sol = Account(
    service: .mastodon, person: Person.ID("2"), handle: "sol", server: "https://social.example")

  private func account(_ token: String, _ source: SecretSource? = Self.source) -> SignedInAccount {
    SignedInAccount(sol, token: Secret(token), source: source)
  }

  private let other = SignedInAccount(
    Account(service: .tweetie, person: Person.ID("1"), handle: "ada"), token: Secret("kept"))

  @Test func `the accounts file stores the secret command, never its secret`() throws {
    let directory = ScratchFolder()
    let store = FileCredentialStore(path: directory["accounts"])

    try store.saveAndActivateReplacingSecretSource(account("canary-1"))
    try store.saveRenewedToken(of: account("canary-2"))
    // Typed, or traded by somebody who knows of no command.
    try store.saveAccountAndMakeActive(account("canary-3", nil))
    try store.saveRenewedToken(of: account("canary-4", nil))
    try store.saveAccountAndMakeActive(other)

    #expect(directory.names(containing: "canary").isEmpty)
    #expect(try store.storedAccounts() == [other, account("canary-4")])
    let text = String(decoding: directory.bytes(of: "accounts"), as: UTF8.self)
    #expect(text.contains("\ncommand=pass show \"tweetie sol\"\\n\\\\\n"))
    #expect(text.contains("\ntoken={\"access\":\"stand-in\"}\n"))
  }

  @Test func `account facts are stored with the account, without the secret`() throws {
    let directory = ScratchFolder()
    let store = FileCredentialStore(path: directory["accounts"])
    try store.saveAndActivateReplacingSecretSource(account("canary-1"))
    try store.saveAccountAndMakeActive(other)
    let learnt = SecretSource(
      command: Self.source.command, record: Secret(#"{"access":"stand-in","lists":1}"#))
    let elsewhere = SecretSource(command: "another", record: Secret("{}"))

    try store.saveChangedAccount(of: account("canary-2", learnt))
    try store.saveChangedAccount(of: account("canary-3", elsewhere))
    try store.saveChangedAccount(of: other.replacingToken(with: Secret("kept, and more")))

    #expect(directory.names(containing: "canary").isEmpty)
    let more = other.replacingToken(with: Secret("kept, and more"))
    #expect(try store.storedAccounts() == [more, account("canary-2", learnt)])
    #expect(
      try FileCredentialStore(path: directory["accounts"]).storedAccounts()
        == [more, account(learnt.record.revealed, learnt)])
    try store.removeAccount(sol.id)
    try store.saveChangedAccount(of: account("canary-2", learnt))
    #expect(try store.storedAccounts() == [more])
  }

  @Test func `another run reads the secret command only, and the account is locked`() throws {
    let directory = ScratchFolder()
    let store = FileCredentialStore(path: directory["accounts"])
    try store.saveAndActivateReplacingSecretSource(account("canary"))

    let kept = try FileCredentialStore(path: directory["accounts"]).storedAccounts()

    #expect(kept == [account(Self.source.record.revealed)])
    #expect(kept.map(\.isLocked) == [true])
    #expect(try store.storedAccounts().map(\.isLocked) == [false])
  }

  @Test func `only saving with a source changes the source of an account's secret`() throws {
    let directory = ScratchFolder()
    let path = directory["accounts"]
    let stores: [any CredentialStore] = [
      FileCredentialStore(path: path), MemoryCredentialStore(),
    ]
    for store in stores {
      try store.saveAccountAndMakeActive(account("canary-old", nil))
      try store.saveAndActivateReplacingSecretSource(account("canary-new"))
      #expect(directory.names(containing: "canary").isEmpty)
      try store.saveAccountAndMakeActive(account("canary-typed", nil))
      #expect(try store.storedAccounts() == [account("canary-typed")])

      try store.saveAndActivateReplacingSecretSource(account("chosen", nil))

      #expect(try store.storedAccounts() == [account("chosen", nil)])
    }
    #expect(try FileCredentialStore(path: path).storedAccounts() == [account("chosen", nil)])
  }

  @Test func `switching accounts keeps each locked or unlocked`() throws {
    let directory = ScratchFolder()
    let store = FileCredentialStore(path: directory["accounts"])
    try store.saveAndActivateReplacingSecretSource(account(Self.source.record.revealed))
    try store.saveAccountAndMakeActive(other)

    try store.saveAccountAndMakeActive(try #require(store.storedAccounts().last))
    #expect(try store.storedAccounts().first?.isLocked == true)
    try store.saveRenewedToken(of: account("canary"))
    try store.saveAccountAndMakeActive(try #require(store.storedAccounts().first))

    #expect(try store.storedAccounts() == [account("canary"), other])
    #expect(directory.names(containing: "canary").isEmpty)
  }

  @Test func `the store reports a secret source that no account needs any more`() throws {
    let directory = ScratchFolder()
    let dropped = Dropped()
    let store = FileCredentialStore(path: directory["accounts"]) { dropped.note($0) }
    let inStore = SecretSource(inStoreFor: sol.id, record: Secret("record"))

    try store.saveAndActivateReplacingSecretSource(account("1", inStore))
    try store.saveAndActivateReplacingSecretSource(account("2", inStore))
    try store.saveAccountAndMakeActive(account("3", nil))
    #expect(dropped.commands == [])
    try store.saveAndActivateReplacingSecretSource(account("4"))
    try store.removeAccount(sol.id)

    #expect(dropped.commands == [inStore.command, Self.source.command])
  }

  @Test func `removing an account forgets its unlocked secret`() throws {
    let directory = ScratchFolder()
    let store = FileCredentialStore(path: directory["accounts"])
    try store.saveAndActivateReplacingSecretSource(account("canary"))

    try store.removeAccount(sol.id)
    try store.saveAndActivateReplacingSecretSource(account(Self.source.record.revealed))

    #expect(try store.storedAccounts().map(\.isLocked) == [true])
  }
}

/// Whose secrets are needed no more.
private final class Dropped: Sendable {
  private let kept = Mutex<[String]>([])
  var commands: [String] { kept.withLock { $0 } }
  func note(_ source: SecretSource) { kept.withLock { $0.append(source.command) } }
}
