import Doubles
import FeedDomain
import Synchronization
import Testing

@testable import Console

/// `tweetie login … --secret-service`.
extension CommandLineSignInTests {
  @Test func `login with the Secret Service stores the token there, and none in the accounts file`()
    async throws
  {
    let code = try await run(
      "mastodon", "--server", "social.example", "--token-stdin", "--secret-service",
      piped: "token\n")

    #expect(code == .done)
    #expect(secretStore.secrets == [StubWays.ada.account.id: "token"])
    let account = try #require(accounts.storedAccounts().first)
    #expect(account.source?.inStore == account.account.id)
    #expect(account.source?.record == Secret("kept, but for a secret"))
  }

  @Test func `login stores a typed app password in the Secret Service`() async throws {
    let prompt = StubPrompt(["app-password"])

    #expect(try await run("bluesky", "--user", "ada", "--secret-service", prompt: prompt) == .done)

    #expect(Array(secretStore.secrets.values) == ["app-password"])
  }

  @Test func `login fails if the Secret Service is locked`() async throws {
    secretStore.failure = .locked

    let code = try await run(
      "mastodon", "--server", "social.example", "--token-stdin", "--secret-service",
      piped: "token\n")

    #expect(code == .signedOut)
    #expect(errors.text == "tweetie: The Secret Service is locked. Unlock it and try again.\n")
    #expect(accounts.storedAccounts().isEmpty)
  }

  @Test func `login refuses a token command together with the Secret Service`() {
    #expect(throws: UsageError.contradiction("--token-command", "--secret-service")) {
      try LaunchOptions.parsedCommandLine(
        from: ["login", "mastodon", "--secret-service", "--token-command=a"], environment: [:])
    }
  }
}

/// A store of secrets that fails where it is told to.
final class FakeSecretStore: SecretStorage {
  private let state = Mutex<
    (secrets: [Account.ID: String], failure: SecretFailure.SecretFailureReason?)
  >(
    ([:], nil))

  var secrets: [Account.ID: String] { state.withLock { $0.secrets } }
  var failure: SecretFailure.SecretFailureReason? {
    get { state.withLock { $0.failure } }
    set { state.withLock { $0.failure = newValue } }
  }

  func storedSecret(of account: Account.ID) throws(SecretFailure.SecretFailureReason) -> Secret {
    if let failure { throw failure }
    guard let secret = secrets[account] else { throw .empty }
    return Secret(secret)
  }

  func storeSecret(_ secret: Secret, of account: Account.ID) throws(SecretFailure
    .SecretFailureReason)
  {
    if let failure { throw failure }
    state.withLock { $0.secrets[account] = secret.revealed }
  }

  func deleteSecret(of account: Account.ID) throws(SecretFailure.SecretFailureReason) {
    state.withLock { $0.secrets[account] = nil }
  }
}
