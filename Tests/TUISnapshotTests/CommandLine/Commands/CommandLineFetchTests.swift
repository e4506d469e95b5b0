import Doubles
import FeedDomain
import Testing

@testable import Console

/// `tweetie fetch`: what is brought here, and what is said of it.
struct CommandLineFetchTests {
  private func fixture() -> CommandFixture {
    var fixture = CommandFixture()
    fixture.service.pages = [
      FeedPage([FeedEntry(CommandFixture.post("p1", "One"))], older: Cursor("1")),
      FeedPage([FeedEntry(CommandFixture.post("p2", "Two"))], older: nil),
    ]
    fixture.service.conversations = [
      Post.ID("p1"): Conversation(
        focus: Post.ID("p1"),
        nodes: [
          Conversation.ConversationNode(CommandFixture.post("p1", "One"), depth: 0),
          Conversation.ConversationNode(CommandFixture.post("p3", "Yes"), depth: 1),
        ])
    ]
    return fixture
  }

  @Test func `fetch prints the number of posts and conversations that are stored`() async throws {
    let fixture = fixture()

    #expect(try await run(fixture, "fetch", "--threads") == .done)

    #expect(fixture.output.text == "Ready: 2 posts, 1 conversation\n")
    #expect(fixture.errors.text.isEmpty)
    #expect(await fixture.store.ids(of: .home) == ["p1", "p2"])
    #expect(await fixture.store.held.contains(Post.ID("p3")))
  }

  @Test func `fetch with JSON prints an object with the counts`() async throws {
    let fixture = fixture()

    #expect(try await run(fixture, "fetch", "home", "photos", "--json") == .done)

    #expect(
      fixture.output.text == """
        {"posts":2,"pictures":0,"conversations":0,"bytes":0,"articles":0,"missing_pictures":0,"complete":true}

        """)
  }

  @Test func `fetch without a network prints the stored counts, and exits with code 4`()
    async throws
  {
    var fixture = fixture()
    fixture.service.failure = .unreachable
    fixture.store = FakeFeedStore([.home: [FeedEntry(CommandFixture.post("p1", "One"))]])

    #expect(try await run(fixture, "fetch", "--json") == .noNetwork)

    #expect(fixture.output.text.contains(#""posts":1"#))
    #expect(fixture.output.text.contains(#""complete":false"#))
  }

  @Test(arguments: [["fetch"], ["feed"]])
  func `if every feed of the stream fails the feeds are named instead of "the service"`(
    _ arguments: [String]
  ) async throws {
    var fixture = fixture()
    fixture.accounts = FakeCredentials([
      SignedInAccount(
        Account(service: .rss, person: Person.ID(""), handle: "feeds"), token: Secret("list"))
    ])
    fixture.service.failure = .badReply
    fixture.service.subscriptions = StubSubscriptions([
      Subscription(
        id: Subscription.ID("a"), address: "https://a.example/feed", name: "Fog Bank",
        problem: .unreadable)
    ])

    #expect(try await run(fixture, arguments[0]) == .failed)

    #expect(fixture.errors.text.contains("Fog Bank: could not be read last time"))
    #expect(!fixture.errors.text.contains("The service"))
  }

  @Test func `fetch refuses a malformed or unsupported stream`() async throws {
    let fixture = fixture()

    await #expect(throws: UsageError.self) { try await run(fixture, "fetch", "home", "?") }
    #expect(try await run(fixture, "fetch", "local") == .failed)
    #expect(fixture.errors.text.contains("no stream"))
  }

  @Test func `fetch fails with an in-memory store`() async throws {
    var fixture = fixture()
    fixture.memoryOnlyReason = .full

    #expect(try await run(fixture, "fetch") == .failed)

    #expect(fixture.output.text.isEmpty)
  }

  private static func item(
    _ id: String, _ state: OutboxItem.OutboxItemState = .queued(notBefore: nil, after: .unreachable)
  ) -> OutboxItem {
    OutboxItem(
      id: OutboxItem.ID(id), account: CommandFixture.ada.account.id, change: .like(id),
      state: state, createdAt: FakeWorld.noon)
  }

  @Test func `fetch sends the outbox first`() async throws {
    var fixture = fixture()
    fixture.outbox = FakeOutbox([Self.item("t1"), Self.item("t2")])

    #expect(try await run(fixture, "fetch") == .done)

    #expect(await fixture.outbox.held.isEmpty)
    #expect(fixture.output.text == "Ready: 2 posts\n")
    #expect(fixture.errors.text.isEmpty)
  }

  @Test func `fetch reports that the server's later change was kept`() async throws {
    var fixture = fixture()
    fixture.outbox = FakeOutbox([Self.item("t1")])
    fixture.result = .delivered(.overruled(1, nil))

    #expect(try await run(fixture, "fetch") == .done)

    #expect(fixture.errors.text.contains("like t1: 1 entry was changed later at the server"))
  }

  @Test func `fetch reports waiting items in one line, and fetches the streams`()
    async throws
  {
    var fixture = fixture()
    fixture.outbox = FakeOutbox([Self.item("t1"), Self.item("t2")])
    fixture.result = .keptInOutbox(.serverFailed(503))

    #expect(try await run(fixture, "fetch") == .done)

    #expect(fixture.output.text == "Ready: 2 posts\n")
    #expect(
      fixture.errors.text.hasPrefix("tweetie: 2 changes wait in the outbox. "),
      "\(fixture.errors.text)")
    #expect(fixture.errors.text.split(separator: "\n").count == 1)
  }

  @Test func `fetch reports a newly refused item once, and an earlier refused one not at all`()
    async throws
  {
    var fixture = fixture()
    fixture.outbox = FakeOutbox([
      Self.item("t1"), Self.item("old", .refused(.refused("Too late"))),
    ])
    fixture.result = .refused(.refused("No such post"))

    #expect(try await run(fixture, "fetch") == .done)

    #expect(fixture.errors.text.hasPrefix("tweetie: like t1: "), "\(fixture.errors.text)")
    #expect(fixture.errors.text.split(separator: "\n").count == 1)
  }

  /// The clock goes on by itself while a question waits for the next.
  private func run(_ fixture: CommandFixture, _ arguments: String...) async throws -> ExitCode {
    let clock = Task { [world = fixture.world] in
      while !Task.isCancelled {
        if world.sleeping > 0 { world.pass(.seconds(1)) }
        await Task.yield()
      }
    }
    defer { clock.cancel() }
    return try await fixture.run(arguments)
  }
}
