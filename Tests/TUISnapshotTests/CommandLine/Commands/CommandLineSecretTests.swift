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

  private func stage(_ answers: [String: String] = ["pass show sol": "open"]) -> CommandStage {
    var stage = CommandStage()
    stage.accounts = FakeCredentials([Self.sol, CommandStage.ada])
    stage.service.pages = [FeedPage([], older: nil)]
    stage.secrets = StubSecrets(answers)
    return stage
  }

  @Test func `what the service is asked for opens the account first`() async throws {
    for arguments in [["feed"], ["search", "x"], ["like", "1"], ["post", "x"]] {
      let stage = stage()

      #expect(try await stage.run(arguments) == .done)

      #expect(stage.secrets.asked == ["pass show sol"])
      let opened = try #require(stage.accounts.accounts().first)
      #expect(opened == Self.sol.holding(Secret("record with open")))
    }
  }

  @Test func `what is here needs no secret`() async throws {
    let commands = [
      ["feed", "--offline"], ["search", "x", "--offline"], ["accounts"], ["accounts", "--json"],
      ["outbox"], ["logout", "sol"],
    ]
    for arguments in commands {
      let stage = stage()

      #expect(try await stage.run(arguments) == .done)

      #expect(stage.secrets.asked == [])
    }
  }

  @Test func `an account with its token here asks no command`() async throws {
    let stage = stage()

    #expect(try await stage.run(["feed", "--account", "ada"]) == .done)

    #expect(stage.secrets.asked == [])
  }

  @Test func `a command that fails ends it with its sentence, and nothing is queued`() async throws
  {
    for arguments in [["feed"], ["search", "x"], ["like", "1"], ["post", "x"]] {
      let stage = stage([:])

      #expect(try await stage.run(arguments) == .signedOut)

      #expect(
        stage.errors.text
          == "tweetie: \"pass show sol\" gave no secret (code 1). Try it in a shell.\n")
      #expect(stage.output.text == "")
      #expect(await stage.outbox.items(of: nil).isEmpty)
    }
  }

  @Test func `what waits in the others is sent, whatever one account's command does`() async throws
  {
    var stage = stage([:])
    func item(_ id: String, of account: SignedInAccount) -> OutboxItem {
      OutboxItem(
        id: OutboxItem.ID(id), account: account.account.id,
        change: .mark(Post.ID(id), .liked, true), state: .queued(notBefore: nil, after: nil),
        createdAt: FakeWorld.noon)
    }
    stage.outbox = FakeOutbox([item("1", of: Self.sol), item("2", of: CommandStage.ada)])

    #expect(try await stage.run("outbox", "send") == .signedOut)

    #expect(stage.errors.text.contains("\"pass show sol\" gave no secret"))
    #expect(stage.output.text.hasPrefix("Sent: "))
    #expect(await stage.outbox.items(of: nil).map(\.id.rawValue) == ["1"])
  }

  @Test func `the accounts say where each secret is`() async throws {
    let stage = stage()

    _ = try await stage.run("accounts")
    _ = try await stage.run("accounts", "--json")

    #expect(
      stage.output.text == """
        * @sol  tweetie:sol  secret from "pass show sol"
          @ada  tweetie:ada  secret in the accounts file
        {"id":"tweetie:sol","service":"tweetie","handle":"sol","server":null,"current":true,"secret":"command","command":"pass show sol"}
        {"id":"tweetie:ada","service":"tweetie","handle":"ada","server":null,"current":false,"secret":"file","command":null}

        """)
  }

  @Test func `the accounts say that a secret is in the system's store`() async throws {
    var stage = stage()
    let source = SecretSource(inStoreFor: Self.sol.account.id, record: Secret("record"))
    stage.accounts = FakeCredentials([
      SignedInAccount(Self.sol.account, token: Secret("record"), source: source)
    ])

    _ = try await stage.run("accounts")
    _ = try await stage.run("accounts", "--json")

    #expect(
      stage.output.text == """
        * @sol  tweetie:sol  secret in the Secret Service
        {"id":"tweetie:sol","service":"tweetie","handle":"sol","server":null,"current":true,"secret":"secret-service","command":null}

        """)
  }

  @Test func `a failure of the system's store names it and no command`() {
    let source = SecretSource(inStoreFor: Self.sol.account.id, record: Secret("record"))
    let reasons: [SecretFailure.Reason] = [.locked, .notFound, .tooSlow, .empty, .unreadable]

    let sentences = reasons.map {
      Wording().sentence(for: SecretFailure(source.command, $0)).string
    }

    #expect(Set(sentences).count == reasons.count)
    #expect(sentences.allSatisfy { $0.contains("Secret Service") && !$0.contains("tweetie:sol") })
  }

  @Test func `a failure names the command, as text that drives no terminal`() {
    let command = "pass show \u{1B}[2Jsol"
    let reasons: [SecretFailure.Reason] = [
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
  func `a secret comes from one place`(arguments: [String], other: String) {
    #expect(throws: UsageError.contradiction(other, "--token-command")) {
      try LaunchOptions.parse(arguments: ["login", "mastodon"] + arguments, environment: [:])
    }
  }

  @Test(arguments: ["", " \t"])
  func `a command has a word at least`(command: String) {
    #expect(throws: UsageError.missingValue(option: "--token-command")) {
      try LaunchOptions.parse(
        arguments: ["login", "mastodon", "--token-command", command], environment: [:])
    }
  }
}
