import Doubles
import FeedDomain
import Testing

@testable import Console

/// `tweetie fetch`: what is brought here, and what is said of it.
struct CommandLineFetchTests {
  private func stage() -> CommandStage {
    var stage = CommandStage()
    stage.service.pages = [
      FeedPage([FeedEntry(CommandStage.post("p1", "One"))], older: Cursor("1")),
      FeedPage([FeedEntry(CommandStage.post("p2", "Two"))], older: nil),
    ]
    stage.service.conversations = [
      Post.ID("p1"): Conversation(
        focus: Post.ID("p1"),
        nodes: [
          Conversation.Node(CommandStage.post("p1", "One"), depth: 0),
          Conversation.Node(CommandStage.post("p3", "Yes"), depth: 1),
        ])
    ]
    return stage
  }

  @Test func `it says what is here`() async throws {
    let stage = stage()

    #expect(try await run(stage, "fetch", "--threads") == .done)

    #expect(stage.output.text == "Ready: 2 posts, 1 conversation\n")
    #expect(stage.errors.text.isEmpty)
    #expect(await stage.store.ids(of: .home) == ["p1", "p2"])
    #expect(await stage.store.held.contains(Post.ID("p3")))
  }

  @Test func `a program gets an object`() async throws {
    let stage = stage()

    #expect(try await run(stage, "fetch", "home", "photos", "--json") == .done)

    #expect(
      stage.output.text == """
        {"posts":2,"pictures":0,"conversations":0,"bytes":0,"missing_pictures":0,"complete":true}

        """)
  }

  @Test func `without a network it says what is here, and the code says why not more`()
    async throws
  {
    var stage = stage()
    stage.service.failure = .unreachable
    stage.store = FakeFeedStore([.home: [FeedEntry(CommandStage.post("p1", "One"))]])

    #expect(try await run(stage, "fetch", "--json") == .noNetwork)

    #expect(stage.output.text.contains(#""posts":1"#))
    #expect(stage.output.text.contains(#""complete":false"#))
  }

  @Test func `a stream that is none is refused before anything is asked`() async throws {
    let stage = stage()

    await #expect(throws: UsageError.self) { try await run(stage, "fetch", "home", "?") }
    #expect(try await run(stage, "fetch", "local") == .failed)
    #expect(stage.errors.text.contains("no stream"))
  }

  @Test func `what cannot be stored is not fetched`() async throws {
    var stage = stage()
    stage.inMemoryBecause = .full

    #expect(try await run(stage, "fetch") == .failed)

    #expect(stage.output.text.isEmpty)
  }

  /// The clock goes on by itself while a question waits for the next.
  private func run(_ stage: CommandStage, _ arguments: String...) async throws -> ExitCode {
    let clock = Task { [world = stage.world] in
      while !Task.isCancelled {
        if world.sleeping > 0 { world.pass(.seconds(1)) }
        await Task.yield()
      }
    }
    defer { clock.cancel() }
    return try await stage.run(arguments)
  }
}
