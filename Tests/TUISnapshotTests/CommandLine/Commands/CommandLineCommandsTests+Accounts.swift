import Doubles
import FeedDomain
import Testing

@testable import Console
@testable import Scenes

/// Signing in and out, and the accounts.
extension CommandLineCommandsTests {
  @Test func `who one is is told by handle and id, or by its JSON`() async throws {
    let stage = CommandStage()

    #expect(try await stage.run("whoami") == .done)
    #expect(try await stage.run("whoami", "--json") == .done)

    #expect(
      stage.output.text == """
        @ada  tweetie:ada
        {"id":"tweetie:ada","service":"tweetie","handle":"ada","server":null,"current":true,\
        "secret":"file","command":null}

        """)
    #expect(try await stage.run("whoami", "--account", "nobody") == .failed)
  }

  @Test func `nobody signed in ends with code 3 and the way in`() async throws {
    var stage = CommandStage()
    stage.accounts = FakeCredentials()

    #expect(try await stage.run("feed") == .signedOut)
    #expect(stage.errors.text == "tweetie: Nobody is signed in. Try: tweetie login tweetie\n")
  }

  @Test func `the right password signs in and is kept`() async throws {
    var stage = CommandStage()
    stage.accounts = FakeCredentials()
    stage.input = StubInput(piped: "engine\n")

    let code = try await stage.run("login", "tweetie", "--user", "ada", "--password-stdin")

    #expect(code == .done)
    #expect(stage.output.text == "Signed in as @ada.\n")
    #expect(stage.accounts.accounts() == [CommandStage.ada])
  }

  @Test func `a wrong password is refused`() async throws {
    var stage = CommandStage()
    stage.accounts = FakeCredentials()
    stage.prompt = StubPrompt(["ada", "motor"])

    #expect(try await stage.run("login", "tweetie") == .failed)
    #expect(stage.prompt.questions == ["User name:", "Password:"])
    #expect(stage.errors.text == "tweetie: Invalid credentials\n")
    #expect(stage.accounts.accounts().isEmpty)
  }

  @Test func `a service of a later version is named`() async throws {
    let stage = CommandStage()

    #expect(try await stage.run("login", "mastodon") == .failed)
    #expect(stage.errors.text == "tweetie: This version does not support mastodon yet.\n")
  }

  @Test func `signing out erases everything`() async throws {
    var stage = CommandStage()
    stage.service.signOutFailure = .unreachable

    #expect(try await stage.run("logout") == .done)
    #expect(stage.accounts.accounts().isEmpty)
    // Once more after the token is gone: what an open window wrote meanwhile.
    let twice = [CommandStage.ada.account.id, CommandStage.ada.account.id]
    #expect(await stage.store.erased == twice)
    #expect(await stage.outbox.erased == twice)
    #expect(stage.service.forgotten.isUp)
    #expect(stage.errors.text.contains("may still work there"))
  }

  @Test func `signing out shows what would be lost, and asks`() async throws {
    var stage = CommandStage()
    stage.outbox = FakeOutbox([item])

    #expect(try await stage.run("logout") == .failed)
    #expect(stage.output.text.contains("post \"hello\""))

    stage.prompt = StubPrompt(["n"])
    #expect(try await stage.run("logout") == .failed)
    #expect(stage.accounts.accounts().count == 1)

    stage.prompt = StubPrompt(["y"])
    #expect(try await stage.run("logout", "@ada") == .done)
    #expect(stage.accounts.accounts().isEmpty)
  }

  @Test func `a draft is not thrown away where nobody can be asked`() async throws {
    var stage = CommandStage()
    stage.drafts = FakeOutbox(
      drafts: [Draft(id: Draft.ID("d"), text: "Begun")], of: CommandStage.ada.account.id)

    #expect(try await stage.run("logout") == .failed)

    #expect(stage.output.text.contains("post \"Begun\"  Saved as a draft."))
    #expect(stage.errors.text.contains("1 change has not been sent"))
    #expect(stage.accounts.accounts().count == 1)
  }

  @Test func `a draft is listed with what waits, and dropped like it`() async throws {
    var stage = CommandStage()
    stage.drafts = FakeOutbox(
      drafts: [Draft(id: Draft.ID("d"), text: "Begun")], of: CommandStage.ada.account.id)

    _ = try await stage.run("outbox")
    #expect(stage.output.text == "d  post \"Begun\"  Saved as a draft.\n")
    _ = try await stage.run("outbox", "--json")
    #expect(stage.output.text.contains("\"state\":\"draft\""))
    #expect(try await stage.run("outbox", "drop", "d") == .done)
    #expect(try await stage.run("outbox", "drop", "d") == .failed)

    #expect(try await stage.run("logout") == .done)
  }

  @Test func `calling off the question signs nobody out`() async throws {
    var stage = CommandStage()
    stage.prompt = StubPrompt(thenCallsOff: true)

    #expect(try await stage.run("logout") == .failed)
    #expect(stage.errors.text == "tweetie: Cancelled.\n")
    #expect(stage.accounts.accounts() == [CommandStage.ada])
    #expect(await stage.store.erased.isEmpty)
  }

  @Test func `calling off signing in says just that`() async throws {
    var stage = CommandStage()
    stage.prompt = StubPrompt(["ada"], thenCallsOff: true)

    #expect(try await stage.run("login", "tweetie") == .failed)
    #expect(stage.errors.text == "tweetie: Cancelled.\n")
  }

  @Test func `accounts are listed with the current one first`() async throws {
    let stage = CommandStage()

    _ = try await stage.run("accounts")
    _ = try await stage.run("accounts", "--json")

    #expect(
      stage.output.text == """
        * @ada  tweetie:ada  secret in the accounts file
        {"id":"tweetie:ada","service":"tweetie","handle":"ada","server":null,"current":true,"secret":"file","command":null}

        """)
  }

  @Test(arguments: [["accounts"], ["accounts", "--json"]])
  func `with nobody signed in the list is empty in either form`(arguments: [String]) async throws {
    var stage = CommandStage()
    stage.accounts = FakeCredentials()

    #expect(try await stage.run(arguments) == .done)
    #expect(stage.output.text.isEmpty)
    #expect(stage.errors.text.isEmpty == arguments.contains("--json"))
  }

  @Test func `an account that is not there is named`() async throws {
    let stage = CommandStage()

    #expect(try await stage.run("feed", "--account", "eve") == .failed)
    #expect(stage.errors.text.contains("No account eve is signed in."))
  }
}
