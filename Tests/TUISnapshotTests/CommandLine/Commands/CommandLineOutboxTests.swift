import Doubles
import FeedDomain
import Testing

@testable import Console

/// The outbox by short ids, and leaving it behind.
@Suite struct CommandLineOutboxTests {
  private static func item(
    _ id: String, of account: Account.ID = CommandFixture.ada.account.id
  ) -> OutboxItem {
    OutboxItem(
      id: OutboxItem.ID(id), account: account, change: .like(id),
      state: .queued(notBefore: nil, after: .unreachable), createdAt: FakeWorld.noon)
  }

  private func fixture() -> CommandFixture {
    var fixture = CommandFixture()
    fixture.outbox = FakeOutbox(["t12a", "t12b", "t3"].map { Self.item($0) })
    return fixture
  }

  private func left(_ fixture: CommandFixture) async -> [String] {
    await fixture.outbox.held.map(\.id.rawValue)
  }

  @Test func `outbox drop accepts unique prefixes of ids, several at once`() async throws {
    let fixture = fixture()

    #expect(try await fixture.run("outbox", "drop", "t3", "t12b") == .done)
    #expect(fixture.output.text == "t3: Dropped.\nt12b: Dropped.\n")
    #expect(await left(fixture) == ["t12a"])
    #expect(try await fixture.run("outbox", "drop", "t1") == .done)
    #expect(await left(fixture) == [])
  }

  @Test func `an ambiguous prefix of an id is refused, with the ids listed`() async throws {
    let fixture = fixture()

    #expect(try await fixture.run("outbox", "drop", "t1") == .wrongUse)
    #expect(fixture.errors.text == "tweetie: Several ids start with t1: t12a, t12b.\n")
    #expect(try await fixture.run("outbox", "drop", "t1", "t3", "t9") == .failed)
    #expect(await left(fixture) == ["t12a", "t12b"])
  }

  @Test func `a full id is accepted though it is a prefix of another`() async throws {
    var fixture = CommandFixture()
    fixture.outbox = FakeOutbox([Self.item("t1"), Self.item("t12")])

    #expect(try await fixture.run("outbox", "drop", "t1") == .done)
    #expect(await left(fixture) == ["t12"])
  }

  @Test func `outbox send sends only the items that are named`() async throws {
    let fixture = fixture()

    #expect(try await fixture.run("outbox", "send", "t12b", "t3") == .done)
    #expect(await left(fixture) == ["t12a"])
    #expect(try await fixture.run("outbox", "send", "t3") == .failed)
    #expect(try await fixture.run("outbox", "send") == .done)
    #expect(await left(fixture) == [])
  }

  @Test func `outbox send does not report items as sent that another process holds`()
    async throws
  {
    var fixture = fixture()
    fixture.stopsAtFirst = true

    #expect(try await fixture.run("outbox", "send") == .noNetwork)
    #expect(fixture.output.text == "Sent: like t12a\n")
    #expect(
      fixture.errors.text
        == "tweetie: Saved in the outbox. Another running Tweetie will send it.\n")
  }

  @Test func `a later change at the server that was kept is named instead of being called sent`()
    async throws
  {
    var fixture = CommandFixture()
    fixture.outbox = FakeOutbox([Self.item("t1")])
    fixture.result = .delivered(.overruled(1, nil))

    #expect(try await fixture.run("outbox", "send") == .done)

    #expect(!fixture.output.text.contains("Sent"))
    #expect(
      fixture.errors.text.contains(
        "like t1: 1 entry was changed later at the server, and stays as it is there."))
  }

  @Test func `outbox lists, drops and sends the items of the given account only`() async throws {
    var fixture = fixture()
    let other = Account(service: .tweetie, person: Person.ID("9"), handle: "grace")
    fixture.accounts = FakeCredentials([
      CommandFixture.ada, SignedInAccount(other, token: Secret("t")),
    ])
    fixture.outbox = FakeOutbox([Self.item("t1"), Self.item("t2", of: other.id)])

    #expect(try await fixture.run("outbox", "--account", "grace") == .done)
    #expect(fixture.output.text.hasPrefix("t2  ") && !fixture.output.text.contains("t1"))
    #expect(try await fixture.run("outbox", "drop", "t1", "--account", "grace") == .failed)
    #expect(try await fixture.run("outbox", "send", "--account", "grace") == .done)
    #expect(await left(fixture) == ["t1"])
  }

  @Test func `an empty outbox id is a usage error`() {
    for action in ["send", "drop"] {
      #expect(throws: UsageError.missingOperand("ID")) {
        try LaunchOptions.parsedCommandLine(from: ["outbox", action, ""], environment: [:])
      }
    }
  }

  @Test func `a forced logout does not ask, and lists the items it discards`() async throws {
    var fixture = fixture()
    fixture.prompt = StubPrompt(["n"])
    fixture.service.signOutFailure = .unreachable

    #expect(try await fixture.run("logout", "--force") == .done)

    #expect(fixture.accounts.storedAccounts().isEmpty)
    #expect(fixture.output.text.hasPrefix("t12a  like t12a"))
    #expect(fixture.errors.text.contains("3 unsent changes were discarded."))
    #expect(fixture.errors.text.contains("Tweetie (built in) did not confirm the sign-out"))
  }

  @Test func `without a terminal a logout with unsent items fails, and names the force option`()
    async throws
  {
    let fixture = fixture()

    #expect(try await fixture.run("logout") == .failed)
    #expect(fixture.errors.text.contains("Use --force to sign out anyway."))
    #expect(fixture.accounts.storedAccounts() == [CommandFixture.ada])
  }

  @Test func `logout takes the account as an operand or an option, but not both`() async throws {
    var fixture = CommandFixture()
    let other = Account(service: .tweetie, person: Person.ID("9"), handle: "grace")
    fixture.accounts = FakeCredentials([
      CommandFixture.ada, SignedInAccount(other, token: Secret("t")),
    ])

    #expect(try await fixture.run("logout", "--account", "grace", "-f") == .done)
    #expect(fixture.accounts.storedAccounts() == [CommandFixture.ada])
    #expect(throws: UsageError.self) {
      try LaunchOptions.parsedCommandLine(
        from: ["logout", "ada", "--account", "grace"], environment: [:])
    }
  }

  @Test func `use makes an account the current one, by its name or its service`() async throws {
    var fixture = CommandFixture()
    let other = SignedInAccount(
      Account(
        service: .mastodon, person: Person.ID("9"), handle: "grace",
        server: "https://social.example"), token: Secret("t"))
    fixture.accounts = FakeCredentials([CommandFixture.ada, other])

    #expect(try await fixture.run("use", "mastodon") == .done)
    #expect(fixture.output.text == "The current account is @grace@social.example.\n")
    #expect(fixture.accounts.storedAccounts() == [other, CommandFixture.ada])
    #expect(try await fixture.run("use", "ada") == .done)
    #expect(fixture.accounts.storedAccounts() == [CommandFixture.ada, other])
    #expect(try await fixture.run("use", "nobody") == .failed)
  }
}

extension PendingChange {
  fileprivate static func like(_ post: String) -> PendingChange {
    .mark(Post.ID(post), .liked, true)
  }
}
