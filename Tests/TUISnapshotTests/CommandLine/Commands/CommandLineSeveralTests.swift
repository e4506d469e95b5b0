import Doubles
import FeedDomain
import Testing

@testable import Console

/// Posts that are named by addresses, several at once, and what became of them.
@Suite struct CommandLineSeveralTests {
  private static let address = "https://example.social/@grace/7"
  private static let own = Person(id: CommandFixture.ada.account.person, handle: "ada", name: "Ada")

  private func fixture(_ found: Post? = CommandFixture.post("p7", "Hi")) -> CommandFixture {
    var fixture = CommandFixture()
    fixture.service.marks = [.liked, .boosted, .bookmarked, .pinned]
    fixture.service.edits = true
    fixture.service.quotes = true
    fixture.service.addresses = StubAddresses(found.map { [.success(.post($0))] } ?? [])
    return fixture
  }

  private func post(of fixture: CommandFixture) async -> Post.ID? {
    await fixture.outbox.held.first?.change.post
  }

  @Test(arguments: ["like", "unlike", "boost", "unboost", "bookmark", "unbookmark", "unpin"])
  func `marks accept the web address of a post`(_ command: String) async throws {
    var fixture = fixture(
      command == "unpin" ? CommandLineSeveralTests.ownPost("p7") : CommandFixture.post("p7", "Hi"))
    fixture.result = .keptInOutbox(.unreachable)

    #expect(try await fixture.run(command, Self.address) == .noNetwork)
    #expect(await post(of: fixture) == Post.ID("p7"))
  }

  private static func ownPost(_ id: String) -> Post {
    Post(
      id: Post.ID(id), author: own, createdAt: FakeWorld.noon,
      content: Post.PostContent(text: RichText("Mine")))
  }

  @Test func `delete accepts the web address of a post`() async throws {
    var fixture = fixture(Self.ownPost("p7"))
    fixture.service.conversations = [
      Post.ID("p7"): Conversation(
        focus: Post.ID("p7"), nodes: [.init(Self.ownPost("p7"), depth: 0)])
    ]
    fixture.result = .keptInOutbox(.unreachable)

    #expect(try await fixture.run("delete", Self.address) == .noNetwork)
    #expect(await fixture.outbox.held.map(\.change) == [.delete(Post.ID("p7"))])
  }

  @Test(arguments: [
    ["reply", address, "Me!"], ["post", "Me!", "--reply-to", address],
    ["post", "Me!", "--quote", address], ["post", "Me!", "--edit", address],
  ])
  func `reply, quote and edit accept the web address of a post`(
    _ arguments: [String]
  ) async throws {
    var fixture = fixture()
    fixture.service.conversations = [
      Post.ID("p7"): Conversation(
        focus: Post.ID("p7"), nodes: [.init(CommandFixture.post("p7", "Hi"), depth: 0)])
    ]
    fixture.result = .keptInOutbox(.unreachable)

    #expect(try await fixture.run(arguments) == .noNetwork)
    guard case .publish(let draft)? = await fixture.outbox.held.first?.change else {
      Issue.record("no draft")
      return
    }
    #expect([draft.replyTo, draft.quoting, draft.editing].compactMap(\.self) == [Post.ID("p7")])
  }

  @Test func `marking several posts prints a result for each, and counts the failures`()
    async throws
  {
    var fixture = fixture(nil)
    let theirs = CommandFixture.post("p2", "Hi")
    fixture.store = FakeFeedStore([.home: [FeedEntry(theirs)]])

    #expect(try await fixture.run("pin", "p1", Self.address, "p2", "p3") == .failed)

    #expect(fixture.output.text == "p1: Pinned.\np3: Pinned.\n")
    let lines = fixture.errors.text.split(separator: "\n")
    #expect(lines.count == 3)
    #expect(lines[0].hasPrefix("tweetie: \(Self.address): "))
    #expect(lines[1] == "tweetie: p2: Only your own posts can be pinned.")
    #expect(lines[2] == "tweetie: 2 of 4 failed.")
  }

  @Test func `marking several posts exits with code 0 if all succeed`() async throws {
    let fixture = fixture()

    #expect(try await fixture.run("like", "p1", Self.address) == .done)
    #expect(fixture.output.text == "p1: Liked.\n\(Self.address): Liked.\n")
    #expect(fixture.errors.text == "")
  }

  @Test func `delete of an unknown post fails, and is not reported as done`() async throws {
    let fixture = fixture()

    #expect(try await fixture.run("delete", "nope") == .failed)
    #expect(fixture.output.text == "")
    #expect(fixture.errors.text == "tweetie: There is no post nope.\n")
    #expect(await fixture.outbox.held.isEmpty)
  }

  @Test func `delete of a stored post that is gone at the service succeeds`() async throws {
    var fixture = fixture()
    fixture.store = FakeFeedStore([.home: [FeedEntry(Self.ownPost("p1"))]])

    // The service knows no conversation of it.
    #expect(try await fixture.run("delete", "p1") == .done)
    #expect(fixture.output.text == "Deleted.\n")
  }

  @Test func `deleting another person's post fails, also if it is not stored`() async throws {
    var fixture = fixture()
    let theirs = CommandFixture.post("p1", "theirs")
    fixture.service.conversations = [
      theirs.id: Conversation(focus: theirs.id, nodes: [.init(theirs, depth: 0)])
    ]

    #expect(try await fixture.run("delete", "p1") == .failed)
    #expect(fixture.errors.text == "tweetie: Only your own posts can be deleted.\n")
    #expect(await fixture.outbox.held.isEmpty)
  }

  @Test func `post with JSON prints the id and address of the published post`() async throws {
    var fixture = fixture()
    let published = CommandFixture.post("p9", "hi", url: "https://example.social/@ada/9")
    fixture.result = .delivered(.post(published))

    #expect(try await fixture.run("post", "hi", "--json") == .done)
    #expect(
      fixture.output.text == """
        {"id":"p9","url":"https://example.social/@ada/9","state":"sent","posts_at":null,\
        "outbox_id":null}

        """)
  }

  @Test(arguments: [
    (OutboxSendResult.keptInOutbox(.unreachable), ExitCode.noNetwork, "queued"),
    (.refused(.refused("No.")), .failed, "refused"),
    (.keptInOutbox(.outcomeUnknown), .failed, "unknown"),
    (.refused(.outcomeUnknown), .failed, "unknown"),
  ])
  func `post with JSON prints the outbox id of a post that was not sent`(
    _ result: OutboxSendResult, _ code: ExitCode, _ state: String
  ) async throws {
    var fixture = fixture()
    fixture.result = result

    #expect(try await fixture.run("post", "hi", "--json") == code)
    #expect(
      fixture.output.text == """
        {"id":null,"url":null,"state":"\(state)","posts_at":null,"outbox_id":"ordered-key-1"}

        """)
    #expect(!fixture.errors.text.isEmpty)
  }

  @Test func `post with JSON prints the time of a scheduled post`() async throws {
    var fixture = CommandFixture()
    fixture.service.canSchedule = true

    #expect(try await fixture.run("post", "hi", "--at", "2h", "--json") == .done)
    #expect(fixture.output.text.contains(#""state":"scheduled","posts_at":"2026-03-04T14:00:00Z""#))
  }

  @Test func `post with JSON prints an object for each post of a thread`() async throws {
    var fixture = fixture()
    fixture.input = StubInput(piped: "One\n---\nTwo\n")
    fixture.service.draftLimits = DraftLimits(
      characters: 20, attachments: 1, visibilities: [.everybody], allowsWarning: false,
      threads: true)
    fixture.result = .keptInOutbox(.unreachable)

    #expect(try await fixture.run("post", "--thread", "--json") == .noNetwork)
    #expect(fixture.output.text.hasPrefix(#"{"id":null,"url":null,"state":"queued""#))
  }

  @Test func `list without a subject prints an object for each list as JSON`() async throws {
    var fixture = CommandFixture()
    fixture.service.extras = StubExtras([.trends, .lists, .editions])

    #expect(try await fixture.run("list", "--json") == .done)
    #expect(
      fixture.output.text == """
        {"list":"edits","target":"ID","target_needed":true}
        {"list":"links","target":"week","target_needed":false}
        {"list":"lists","target":"@HANDLE","target_needed":false}
        {"list":"trends","target":null,"target_needed":false}

        """)
  }

  @Test func `feed accepts a newly made list by name or id`() async throws {
    var fixture = CommandFixture()
    fixture.service.extras = StubExtras([.lists])
    fixture.service.pages = [
      FeedPage([FeedEntry(CommandFixture.post("p1", "Ahoy"))], older: nil)
    ]

    for name in ["list:Boats", "list:boats", "list:1"] {
      #expect(try await fixture.run("feed", name) == .done)
    }
    #expect(fixture.output.text.contains("Ahoy"))
    #expect(try await fixture.run("feed", "list:Trams") == .failed)
    #expect(fixture.errors.text.contains("This account has no stream \"list:Trams\"."))
    #expect(try await fixture.run("feed", "list:Boats", "--offline") == .failed)
  }
}
