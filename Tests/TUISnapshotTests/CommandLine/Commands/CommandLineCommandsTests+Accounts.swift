import Doubles
import FeedDomain
import Testing

@testable import Console
@testable import Scenes

/// Signing in and out, and the accounts.
extension CommandLineCommandsTests {
  @Test func `whoami prints handle and id, or a JSON object`() async throws {
    let fixture = CommandFixture()

    #expect(try await fixture.run("whoami") == .done)
    #expect(try await fixture.run("whoami", "--json") == .done)

    #expect(
      fixture.output.text == """
        @ada  tweetie:ada
        {"id":"tweetie:ada","service":"tweetie","handle":"ada","server":null,"current":true,\
        "secret":"file","command":null}

        """)
    #expect(try await fixture.run("whoami", "--account", "nobody") == .failed)
  }

  @Test func `a command without an account exits with code 3 and names the login command`()
    async throws
  {
    var fixture = CommandFixture()
    fixture.accounts = FakeCredentials()

    #expect(try await fixture.run("feed") == .signedOut)
    #expect(
      fixture.errors.text == """
        tweetie: You are not signed in. Try: tweetie login tweetie, \
        or: tweetie feeds add ADDRESS

        """)
  }

  @Test func `login with the right password stores the account`() async throws {
    var fixture = CommandFixture()
    fixture.accounts = FakeCredentials()
    fixture.input = StubInput(piped: "engine\n")

    let code = try await fixture.run("login", "tweetie", "--user", "ada", "--password-stdin")

    #expect(code == .done)
    #expect(fixture.output.text == "Signed in as @ada.\n")
    #expect(fixture.accounts.storedAccounts() == [CommandFixture.ada])
  }

  @Test func `login with a wrong password fails with the service's message, and stores no account`()
    async throws
  {
    var fixture = CommandFixture()
    fixture.accounts = FakeCredentials()
    fixture.prompt = StubPrompt(["ada", "motor"])

    #expect(try await fixture.run("login", "tweetie") == .failed)
    #expect(fixture.prompt.questions == ["User name:", "Password:"])
    #expect(
      fixture.errors.text
        == "tweetie: Invalid credentials. The user name or the password is wrong.\n")
    #expect(fixture.accounts.storedAccounts().isEmpty)
  }

  @Test func `login at an unsupported service names the service`() async throws {
    let fixture = CommandFixture()

    #expect(try await fixture.run("login", "mastodon") == .failed)
    #expect(fixture.errors.text == "tweetie: This version does not support mastodon yet.\n")
  }

  @Test
  func `logout erases the account's posts and outbox, and says if the token may still be valid`()
    async throws
  {
    var fixture = CommandFixture()
    fixture.service.signOutFailure = .unreachable

    #expect(try await fixture.run("logout") == .done)
    #expect(fixture.accounts.storedAccounts().isEmpty)
    // Once more after the token is gone: what an open window wrote meanwhile.
    let twice = [CommandFixture.ada.account.id, CommandFixture.ada.account.id]
    #expect(await fixture.store.erased == twice)
    #expect(await fixture.outbox.erased == twice)
    #expect(fixture.service.forgotten.isUp)
    #expect(fixture.errors.text.contains("may still be valid there"))
  }

  @Test func `logout lists unsent items, and asks before they are lost`() async throws {
    var fixture = CommandFixture()
    fixture.outbox = FakeOutbox([item])

    #expect(try await fixture.run("logout") == .failed)
    #expect(fixture.output.text.contains("post \"hello\""))

    fixture.prompt = StubPrompt(["n"])
    #expect(try await fixture.run("logout") == .failed)
    #expect(fixture.accounts.storedAccounts().count == 1)

    fixture.prompt = StubPrompt(["y"])
    #expect(try await fixture.run("logout", "@ada") == .done)
    #expect(fixture.accounts.storedAccounts().isEmpty)
  }

  @Test func `logout with a draft fails if no prompt is possible, and lists the draft`()
    async throws
  {
    var fixture = CommandFixture()
    fixture.drafts = FakeOutbox(
      drafts: [Draft(id: Draft.ID("d"), text: "Begun")], of: CommandFixture.ada.account.id)

    #expect(try await fixture.run("logout") == .failed)

    #expect(fixture.output.text.contains("post \"Begun\"  Saved as a draft."))
    #expect(fixture.errors.text.contains("1 change has not been sent"))
    #expect(fixture.accounts.storedAccounts().count == 1)
  }

  @Test func `the outbox command lists drafts, and drops a draft by its id`() async throws {
    var fixture = CommandFixture()
    fixture.drafts = FakeOutbox(
      drafts: [Draft(id: Draft.ID("d"), text: "Begun")], of: CommandFixture.ada.account.id)

    _ = try await fixture.run("outbox")
    #expect(fixture.output.text == "d  post \"Begun\"  Saved as a draft.\n")
    _ = try await fixture.run("outbox", "--json")
    #expect(fixture.output.text.contains("\"state\":\"draft\""))
    #expect(try await fixture.run("outbox", "drop", "d") == .done)
    #expect(try await fixture.run("outbox", "drop", "d") == .failed)

    #expect(try await fixture.run("logout") == .done)
  }

  @Test func `cancelling the logout prompt keeps the account signed in`() async throws {
    var fixture = CommandFixture()
    fixture.prompt = StubPrompt(thenCallsOff: true)

    #expect(try await fixture.run("logout") == .failed)
    #expect(fixture.errors.text == "tweetie: Cancelled.\n")
    #expect(fixture.accounts.storedAccounts() == [CommandFixture.ada])
    #expect(await fixture.store.erased.isEmpty)
  }

  @Test func `cancelling the login prompt prints only that it was cancelled`() async throws {
    var fixture = CommandFixture()
    fixture.prompt = StubPrompt(["ada"], thenCallsOff: true)

    #expect(try await fixture.run("login", "tweetie") == .failed)
    #expect(fixture.errors.text == "tweetie: Cancelled.\n")
  }

  @Test func `the accounts command marks the current account, as text and as JSON`() async throws {
    let fixture = CommandFixture()

    _ = try await fixture.run("accounts")
    _ = try await fixture.run("accounts", "--json")

    #expect(
      fixture.output.text == """
        * @ada  tweetie:ada  secret in the accounts file
        {"id":"tweetie:ada","service":"tweetie","handle":"ada","server":null,"current":true,"secret":"file","command":null}

        """)
  }

  @Test(arguments: [["accounts"], ["accounts", "--json"]])
  func `the accounts command without an account prints an empty list, as text and as JSON`(
    arguments: [String]
  ) async throws {
    var fixture = CommandFixture()
    fixture.accounts = FakeCredentials()

    #expect(try await fixture.run(arguments) == .done)
    #expect(fixture.output.text.isEmpty)
    #expect(fixture.errors.text.isEmpty == arguments.contains("--json"))
  }

  @Test func `an unknown account is named in the error message`() async throws {
    let fixture = CommandFixture()

    #expect(try await fixture.run("feed", "--account", "eve") == .failed)
    #expect(fixture.errors.text.contains("No account eve is signed in."))
  }
}
