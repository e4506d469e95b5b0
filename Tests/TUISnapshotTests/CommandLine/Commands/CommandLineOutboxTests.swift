import Doubles
import FeedDomain
import Testing

@testable import Console

/// The outbox by short ids, and leaving it behind.
@Suite struct CommandLineOutboxTests {
  private static func item(
    _ id: String, of account: Account.ID = CommandStage.ada.account.id
  ) -> OutboxItem {
    OutboxItem(
      id: OutboxItem.ID(id), account: account, change: .like(id),
      state: .queued(notBefore: nil, after: .unreachable), createdAt: FakeWorld.noon)
  }

  private func stage() -> CommandStage {
    var stage = CommandStage()
    stage.outbox = FakeOutbox(["t12a", "t12b", "t3"].map { Self.item($0) })
    return stage
  }

  private func left(_ stage: CommandStage) async -> [String] {
    await stage.outbox.held.map(\.id.rawValue)
  }

  @Test func `items are dropped by the beginnings of their ids, several at once`() async throws {
    let stage = stage()

    #expect(try await stage.run("outbox", "drop", "t3", "t12b") == .done)
    #expect(stage.output.text == "t3: Dropped.\nt12b: Dropped.\n")
    #expect(await left(stage) == ["t12a"])
    #expect(try await stage.run("outbox", "drop", "t1") == .done)
    #expect(await left(stage) == [])
  }

  @Test func `a beginning of several ids is not guessed`() async throws {
    let stage = stage()

    #expect(try await stage.run("outbox", "drop", "t1") == .wrongUse)
    #expect(stage.errors.text == "tweetie: Several ids begin with t1: t12a, t12b.\n")
    #expect(try await stage.run("outbox", "drop", "t1", "t3", "t9") == .failed)
    #expect(await left(stage) == ["t12a", "t12b"])
  }

  @Test func `a whole id counts though others begin with it`() async throws {
    var stage = CommandStage()
    stage.outbox = FakeOutbox([Self.item("t1"), Self.item("t12")])

    #expect(try await stage.run("outbox", "drop", "t1") == .done)
    #expect(await left(stage) == ["t12"])
  }

  @Test func `the items that are named are sent, and no other`() async throws {
    let stage = stage()

    #expect(try await stage.run("outbox", "send", "t12b", "t3") == .done)
    #expect(await left(stage) == ["t12a"])
    #expect(try await stage.run("outbox", "send", "t3") == .failed)
    #expect(try await stage.run("outbox", "send") == .done)
    #expect(await left(stage) == [])
  }

  @Test func `the outbox of one account is listed, sent and dropped by itself`() async throws {
    var stage = stage()
    let other = Account(service: .tweetie, person: Person.ID("9"), handle: "grace")
    stage.accounts = FakeCredentials([
      CommandStage.ada, SignedInAccount(other, token: Secret("t")),
    ])
    stage.outbox = FakeOutbox([Self.item("t1"), Self.item("t2", of: other.id)])

    #expect(try await stage.run("outbox", "--account", "grace") == .done)
    #expect(stage.output.text.hasPrefix("t2  ") && !stage.output.text.contains("t1"))
    #expect(try await stage.run("outbox", "drop", "t1", "--account", "grace") == .failed)
    #expect(try await stage.run("outbox", "send", "--account", "grace") == .done)
    #expect(await left(stage) == ["t1"])
  }

  @Test func `an empty id is not the beginning of all`() {
    for action in ["send", "drop"] {
      #expect(throws: UsageError.missingOperand("ID")) {
        try LaunchOptions.parse(arguments: ["outbox", action, ""], environment: [:])
      }
    }
  }

  @Test func `signing out by force asks nobody, and tells what is given up`() async throws {
    var stage = stage()
    stage.prompt = StubPrompt(["n"])
    stage.service.signOutFailure = .unreachable

    #expect(try await stage.run("logout", "--force") == .done)

    #expect(stage.accounts.accounts().isEmpty)
    #expect(stage.output.text.hasPrefix("t12a  like t12a"))
    #expect(stage.errors.text.contains("3 changes were not sent, and are given up."))
    #expect(stage.errors.text.contains("The service did not confirm it"))
  }

  @Test func `without force what was not sent is kept where nobody can be asked`() async throws {
    let stage = stage()

    #expect(try await stage.run("logout") == .failed)
    #expect(stage.errors.text.contains("--force signs out all the same."))
    #expect(stage.accounts.accounts() == [CommandStage.ada])
  }

  @Test func `the account to sign out of is an operand or an option`() async throws {
    var stage = CommandStage()
    let other = Account(service: .tweetie, person: Person.ID("9"), handle: "grace")
    stage.accounts = FakeCredentials([
      CommandStage.ada, SignedInAccount(other, token: Secret("t")),
    ])

    #expect(try await stage.run("logout", "--account", "grace", "-f") == .done)
    #expect(stage.accounts.accounts() == [CommandStage.ada])
    #expect(throws: UsageError.self) {
      try LaunchOptions.parse(
        arguments: ["logout", "ada", "--account", "grace"], environment: [:])
    }
  }

  @Test func `an account is made the current one, by its name or its service`() async throws {
    var stage = CommandStage()
    let other = SignedInAccount(
      Account(
        service: .mastodon, person: Person.ID("9"), handle: "grace",
        server: "https://social.example"), token: Secret("t"))
    stage.accounts = FakeCredentials([CommandStage.ada, other])

    #expect(try await stage.run("use", "mastodon") == .done)
    #expect(stage.output.text == "The current account is @grace@social.example.\n")
    #expect(stage.accounts.accounts() == [other, CommandStage.ada])
    #expect(try await stage.run("use", "ada") == .done)
    #expect(stage.accounts.accounts() == [CommandStage.ada, other])
    #expect(try await stage.run("use", "nobody") == .failed)
  }
}

extension Change {
  fileprivate static func like(_ post: String) -> Change { .mark(Post.ID(post), .liked, true) }
}
