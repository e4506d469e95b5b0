import Doubles
import FeedDomain
import Testing

@testable import Console

/// What is done with people, and lists of them.
@Suite struct CommandLinePeopleTests {
  private static let grace = Person(id: Person.ID("g"), handle: "grace", name: "Grace")
  private static let noor = Person(id: Person.ID("n"), handle: "noor", name: "Noor")

  private func fixture() -> CommandFixture {
    var fixture = CommandFixture()
    fixture.service.people = [Self.grace, Self.noor]
    return fixture
  }

  @Test(arguments: [
    ("mute", PendingChange.mute(grace.id, true), "Muted @grace.\n"),
    ("unmute", .mute(grace.id, false), "Unmuted @grace.\n"),
    ("block", .block(grace.id, true), "Blocked @grace.\n"),
    ("unblock", .block(grace.id, false), "Unblocked @grace.\n"),
  ])
  func `muting and blocking a person goes through the outbox`(
    _ command: String, _ change: PendingChange, _ words: String
  ) async throws {
    var fixture = fixture()

    #expect(try await fixture.run(command, "@grace") == .done)
    #expect(fixture.output.text == words)
    fixture.result = .keptInOutbox(.unreachable)
    #expect(try await fixture.run(command, "grace") == .noNetwork)

    #expect(await fixture.outbox.held.map(\.change) == [change])
  }

  @Test(arguments: ["mute", "unmute", "block", "unblock"])
  func `mute and block fail at a service without moderation`(_ command: String) async throws {
    var fixture = fixture()
    fixture.service.moderatesPeople = false

    #expect(try await fixture.run(command, "@grace") == .failed)
    #expect(fixture.errors.text == "tweetie: This service does not let you mute or block people.\n")
    #expect(await fixture.outbox.held.isEmpty)
  }

  @Test func `follow handles several people in order, and reports an unknown handle`()
    async throws
  {
    let fixture = fixture()

    #expect(try await fixture.run("follow", "@grace", "@nobody", "@noor") == .failed)

    #expect(fixture.output.text == "grace: Following @grace.\nnoor: Following @noor.\n")
    #expect(
      fixture.errors.text == """
        tweetie: nobody: There is nobody called @nobody.
        tweetie: 1 of 3 failed.

        """)
  }

  @Test(arguments: ["followers", "following"])
  func `followers and following print people, as text and as JSON`(_ command: String) async throws {
    let fixture = fixture()

    #expect(try await fixture.run(command) == .done)
    #expect(fixture.output.text == "Grace @grace\n  g\n\nNoor @noor\n  n\n")
    let other = self.fixture()
    #expect(try await other.run(command, "@noor", "-n", "1", "--json") == .done)
    #expect(other.output.text.hasPrefix(#"{"id":"g","handle":"grace","#))
    #expect(other.output.text.filter { $0 == "\n" }.count == 1)
  }

  @Test func `followers, following and requests fail at a service without these lists`()
    async throws
  {
    var fixture = CommandFixture()
    fixture.service.people = nil

    let lists = "This service does not show who follows whom.\n"
    for (command, message) in [
      ("followers", lists), ("following", lists),
      ("requests", "This service does not support follow requests.\n"),
    ] {
      #expect(try await fixture.run(command) == .failed)
      #expect(fixture.errors.text.hasSuffix(message))
    }
  }

  @Test func `requests lists follow requests, and accepts or rejects them`() async throws {
    var fixture = fixture()
    #expect(try await fixture.run("requests", "--json") == .done)
    #expect(fixture.output.text.filter { $0 == "\n" }.count == 2)

    #expect(try await fixture.run("requests", "accept", "@grace", "@noor") == .done)
    #expect(
      fixture.output.text.hasSuffix(
        "grace: @grace now follows you.\nnoor: @noor now follows you.\n"))
    fixture.result = .keptInOutbox(.unreachable)
    #expect(try await fixture.run("requests", "reject", "n") == .noNetwork)
    #expect(await fixture.outbox.held.map(\.change) == [.answerFollowRequest(Self.noor.id, false)])
  }

  @Test func `accepting a person without a follow request fails`() async throws {
    let fixture = fixture()

    #expect(try await fixture.run("requests", "accept", "@ada") == .failed)
    #expect(fixture.errors.text.contains("@ada has not asked to follow you."))
    #expect(await fixture.outbox.held.isEmpty)
  }

  @Test func `requests prints a message if there are no follow requests`() async throws {
    var fixture = CommandFixture()
    fixture.service.people = []

    #expect(try await fixture.run("requests") == .done)
    #expect(fixture.errors.text == "tweetie: No follow requests.\n")
  }

  private func asking(_ poll: Poll?, by author: Person = grace) -> CommandFixture {
    var fixture = fixture()
    let post = Post(
      id: Post.ID("p1"), author: author, createdAt: FakeWorld.noon,
      content: Post.PostContent(text: RichText("Tea?"), poll: poll))
    fixture.service.conversations = [
      post.id: Conversation(focus: post.id, nodes: [.init(post, depth: 0)])
    ]
    fixture.result = .keptInOutbox(.unreachable)
    return fixture
  }

  private static let options = ["Assam", "Earl Grey", "1"].map {
    Poll.PollOption(title: $0, votes: 0)
  }

  /// An answer in its words comes before one by its number.
  private static let votes: [(typed: [String], chosen: Set<Int>)] = [
    (["2"], [1]), (["earl grey"], [1]), (["Assam", "2"], [0, 1]), (["1"], [2]),
  ]

  @Test(arguments: votes)
  func `vote accepts numbers and texts of the choices`(
    _ answers: [String], _ places: Set<Int>
  ) async throws {
    let fixture = asking(Poll(options: Self.options, closesAt: nil, allowsSeveral: true))

    #expect(try await fixture.run(["vote", "p1"] + answers) == .noNetwork)
    #expect(await fixture.outbox.held.map(\.change) == [.vote(Post.ID("p1"), places)])
  }

  @Test(
    arguments: [(Poll?, [String], String, ExitCode)]([
      (nil, ["1"], "There is no poll in this post.", ExitCode.failed),
      (
        Poll(options: options, closesAt: nil), ["Mint"], "has no answer \"Mint\". It has: 1 Assam",
        .wrongUse
      ),
      (Poll(options: options, closesAt: nil), ["Assam", "2"], "allows only one answer", .wrongUse),
      (
        Poll(options: options, closesAt: nil, hasVoted: true), ["2"], "already voted in this poll",
        .failed
      ),
      (Poll(options: options, closesAt: FakeWorld.noon), ["2"], "The poll is closed.", .failed),
    ]))
  func `vote refuses an invalid vote, and adds nothing to the outbox`(
    _ poll: Poll?, _ answers: [String], _ reason: String, _ code: ExitCode
  ) async throws {
    let fixture = asking(poll)

    #expect(try await fixture.run(["vote", "p1"] + answers) == code)
    #expect(fixture.errors.text.contains(reason), "\(fixture.errors.text)")
    #expect(await fixture.outbox.held.isEmpty)
  }

  @Test func `voting in the user's own poll fails`() async throws {
    let own = Person(id: CommandFixture.ada.account.person, handle: "ada", name: "Ada")
    let fixture = asking(Poll(options: Self.options, closesAt: nil), by: own)

    #expect(try await fixture.run("vote", "p1", "2") == .failed)
    #expect(fixture.errors.text == "tweetie: You cannot vote in your own poll.\n")
  }

  @Test(arguments: [
    ["mute"], ["mute", "@"], ["vote", "p1"], ["vote"], ["requests", "paint"],
    ["requests", "accept"],
    ["followers", "@a", "@b"], ["use"], ["use", "a", "b"],
  ])
  func `malformed arguments of commands about people are usage errors`(arguments: [String]) {
    #expect(throws: UsageError.self) {
      try LaunchOptions.parsedCommandLine(from: arguments, environment: [:])
    }
  }
}
