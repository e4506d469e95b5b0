import Doubles
import FeedDomain
import Synchronization
import Testing
import UseCases

struct AccountUnlockerTests {
  private let credentials = FakeCredentials()
  private let commands = StubSecrets(["pass show sol": "open"])

  private func account(_ handle: String, command: String?) -> SignedInAccount {
    let record = Secret("record")
    return SignedInAccount(
      Account(service: .mastodon, person: Person.ID(handle), handle: handle), token: record,
      source: command.map { SecretSource(command: $0, record: record) })
  }

  private func unlocking(hasPlace: Bool = true) -> AccountUnlocker {
    AccountUnlocker(
      directory: StubRecords(hasPlace: hasPlace), credentials: credentials, commands: commands)
  }

  @Test func `the command's secret is put into the token in memory, for this run`() throws {
    let sol = account("sol", command: "pass show sol")
    try credentials.saveAccountAndMakeActive(sol)

    let opened = try unlocking().unlockAccount(sol)

    #expect(sol.isLocked)
    #expect(!opened.isLocked)
    #expect(opened.token == Secret("record with open"))
    #expect(opened.source == sol.source)
    #expect(credentials.storedAccounts() == [opened])
  }

  @Test func `no command runs for an account without one, or with a known secret`() throws {
    let kept = account("ada", command: nil)
    let open = account("sol", command: "pass show sol").replacingToken(with: Secret("known"))

    #expect(try unlocking().unlockAccount(kept) == kept)
    #expect(try unlocking().unlockAccount(open) == open)
    #expect(unlocking().unlockAllAccounts([kept, open]) == [])
    #expect(commands.asked == [])
  }

  @Test func `an account whose command fails stays locked, and the others are unlocked`()
    throws
  {
    let accounts = [account("bob", command: "false"), account("sol", command: "pass show sol")]
    for account in accounts { try credentials.saveAccountAndMakeActive(account) }

    let failures = unlocking().unlockAllAccounts(accounts + [account("eve", command: "false")])

    #expect(failures == [SecretFailure("false", .failed(code: 1))])
    #expect(credentials.storedAccounts().map(\.isLocked) == [false, true])
  }

  @Test func `an account whose token record has no place for the secret stays as it is`() throws {
    let sol = account("sol", command: "pass show sol")

    #expect(try unlocking(hasPlace: false).unlockAccount(sol) == sol)
  }
}

/// A service whose tokens say what secret is in them.
private struct StubRecords: ServiceDirectory, SignInGateway {
  let hasPlace: Bool

  var methods: [SignInMethod] { [SignInMethod(.token, fields: [.token])] }

  func signInGateway(to service: Service) -> (any SignInGateway)? { self }
  func connection(for account: SignedInAccount) -> ServiceConnection? { nil }
  func beginSignIn(_ way: SignInMethod, _ answers: SignInAnswers) async throws(FeedError)
    -> SignInStepResult
  {
    throw .refused(nil)
  }
  func signOut(_ account: SignedInAccount) async throws(FeedError) {}

  func accountTokenHoldingCommandSecret(of account: SignedInAccount, holding secret: Secret)
    -> Secret?
  {
    hasPlace ? Secret("\(account.token.revealed) with \(secret.revealed)") : nil
  }
}
