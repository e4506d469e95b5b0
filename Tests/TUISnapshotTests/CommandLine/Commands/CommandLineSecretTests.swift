import Doubles
import FeedDomain
import Synchronization
import Terminal
import Testing

@testable import Console
@testable import Words

/// Accounts whose secret a command gives, on the command line.
struct CommandLineSecretTests {
  private static let source = SecretSource(command: "pass show sol", record: Secret("record"))
  private static let sol = SignedInAccount(
    Account(service: .tweetie, person: Person.ID("2"), handle: "sol"), token: Secret("record"),
    source: source)

  private func fixture(_ answers: [String: String] = ["pass show sol": "open"]) -> CommandFixture {
    var fixture = CommandFixture()
    fixture.accounts = FakeCredentials([Self.sol, CommandFixture.ada])
    fixture.service.pages = [FeedPage([], older: nil)]
    fixture.secrets = StubSecrets(answers)
    return fixture
  }

  @Test func `commands that contact the service run the account's secret command first`()
    async throws
  {
    for arguments in [["feed"], ["search", "x"], ["like", "1"], ["post", "x"]] {
      let fixture = fixture()

      #expect(try await fixture.run(arguments) == .done)

      #expect(fixture.secrets.asked == ["pass show sol"])
      let opened = try #require(fixture.accounts.storedAccounts().first)
      #expect(opened == Self.sol.replacingToken(with: Secret("record with open")))
    }
  }

  @Test func `commands that need no network do not run the secret command`() async throws {
    let commands = [
      ["feed", "--offline"], ["search", "x", "--offline"], ["accounts"], ["accounts", "--json"],
      ["outbox"], ["logout", "sol"],
    ]
    for arguments in commands {
      let fixture = fixture()

      #expect(try await fixture.run(arguments) == .done)

      #expect(fixture.secrets.asked == [])
    }
  }

  @Test func `an account with a stored token runs no secret command`() async throws {
    let fixture = fixture()

    #expect(try await fixture.run(["feed", "--account", "ada"]) == .done)

    #expect(fixture.secrets.asked == [])
  }

  @Test
  func `a failed secret command ends the command with its reason, and adds nothing to the outbox`()
    async throws
  {
    for arguments in [["feed"], ["search", "x"], ["like", "1"], ["post", "x"]] {
      let fixture = fixture([:])

      #expect(try await fixture.run(arguments) == .signedOut)

      #expect(
        fixture.errors.text
          == "tweetie: \"pass show sol\" gave no secret (code 1). Try it in a shell.\n")
      #expect(fixture.output.text == "")
      #expect(await fixture.outbox.outboxItems(of: nil).isEmpty)
    }
  }

  @Test
  func `outbox send sends the items of other accounts when one account's secret command fails`()
    async throws
  {
    var fixture = fixture([:])
    func item(_ id: String, of account: SignedInAccount) -> OutboxItem {
      OutboxItem(
        id: OutboxItem.ID(id), account: account.account.id,
        change: .mark(Post.ID(id), .liked, true), state: .queued(notBefore: nil, after: nil),
        createdAt: FakeWorld.noon)
    }
    fixture.outbox = FakeOutbox([item("1", of: Self.sol), item("2", of: CommandFixture.ada)])

    #expect(try await fixture.run("outbox", "send") == .signedOut)

    #expect(fixture.errors.text.contains("\"pass show sol\" gave no secret"))
    #expect(fixture.output.text.hasPrefix("Sent: "))
    #expect(await fixture.outbox.outboxItems(of: nil).map(\.id.rawValue) == ["1"])
  }

  @Test func `the accounts command prints where each secret is stored`() async throws {
    let fixture = fixture()

    _ = try await fixture.run("accounts")
    _ = try await fixture.run("accounts", "--json")

    #expect(
      fixture.output.text == """
        * @sol  tweetie:sol  secret from "pass show sol"
          @ada  tweetie:ada  secret in the accounts file
        {"id":"tweetie:sol","service":"tweetie","handle":"sol","server":null,"current":true,"secret":"command","command":"pass show sol"}
        {"id":"tweetie:ada","service":"tweetie","handle":"ada","server":null,"current":false,"secret":"file","command":null}

        """)
  }

  @Test func `the accounts command prints that a secret is in the Secret Service`() async throws {
    var fixture = fixture()
    let source = SecretSource(inStoreFor: Self.sol.account.id, record: Secret("record"))
    fixture.accounts = FakeCredentials([
      SignedInAccount(Self.sol.account, token: Secret("record"), source: source)
    ])

    _ = try await fixture.run("accounts")
    _ = try await fixture.run("accounts", "--json")

    #expect(
      fixture.output.text == """
        * @sol  tweetie:sol  secret in the Secret Service
        {"id":"tweetie:sol","service":"tweetie","handle":"sol","server":null,"current":true,"secret":"secret-service","command":null}

        """)
  }

  @Test func `a failure of the Secret Service is worded without the internal command`() {
    let source = SecretSource(inStoreFor: Self.sol.account.id, record: Secret("record"))
    let reasons: [SecretFailure.SecretFailureReason] = [
      .locked, .notFound, .tooSlow, .empty, .unreadable,
    ]

    let sentences = reasons.map {
      Wording().sentence(for: SecretFailure(source.command, $0)).string
    }

    #expect(Set(sentences).count == reasons.count)
    #expect(sentences.allSatisfy { $0.contains("Secret Service") && !$0.contains("tweetie:sol") })
  }

  @Test func `a failed secret command is named without its control characters`() {
    let command = "pass show \u{1B}[2Jsol"
    let reasons: [SecretFailure.SecretFailureReason] = [
      .forbidden, .notFound, .notStarted("x"), .tooSlow, .tooMuch, .failed(code: 3),
      .killed(signal: 9), .empty, .unreadable,
    ]

    for reason in reasons {
      let sentence = Wording().sentence(for: SecretFailure(command, reason)).string
      #expect(sentence.contains("pass show"))
      #expect(sentence.contains("sol"))
      #expect(!sentence.contains("\u{1B}"))
    }
  }

  @Test(arguments: [
    (["--token-command", "a", "--token-stdin"], "--token-stdin"),
    (["--password-stdin", "--token-command=a"], "--password-stdin"),
  ])
  func `login refuses a token command beside another source of the secret`(
    arguments: [String], other: String
  ) {
    #expect(throws: UsageError.contradiction(other, "--token-command")) {
      try LaunchOptions.parsedCommandLine(
        from: ["login", "mastodon"] + arguments, environment: [:])
    }
  }

  @Test(arguments: ["", " \t"])
  func `login refuses an empty token command`(command: String) {
    #expect(throws: UsageError.missingValue(option: "--token-command")) {
      try LaunchOptions.parsedCommandLine(
        from: ["login", "mastodon", "--token-command", command], environment: [:])
    }
  }
}
