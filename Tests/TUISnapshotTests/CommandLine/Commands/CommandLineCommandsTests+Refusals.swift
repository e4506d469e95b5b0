import Doubles
import FeedDomain
import Testing

@testable import Console
@testable import Scenes

extension CommandLineCommandsTests {
  @Test func `a refused post says where its text is`() async throws {
    var stage = CommandStage()
    stage.result = .refused(.refused("Too rude."))

    #expect(try await stage.run("post", "hi") == .failed)
    #expect(
      stage.errors.text
        == "tweetie: The service refused it: Too rude. "
        + "The text is kept as ordered-key-1: see \"tweetie outbox --json\".\n")
  }

  @Test func `what cannot be sent is listed, as text and as JSON`() async throws {
    var stage = CommandStage()
    stage.outbox = FakeOutbox(unreadable: [OutboxItem.ID("x")])

    _ = try await stage.run("outbox")
    _ = try await stage.run("outbox", "--json")

    #expect(
      stage.output.text == """
        x  Cannot be sent by this version
        {"id":"x","state":"unreadable"}

        """)
  }

  @Test func `a refused post that is sent again says where its text is, and how it failed`()
    async throws
  {
    var stage = CommandStage()
    stage.outbox = FakeOutbox([item])
    stage.result = .refused(.unreachable)

    #expect(try await stage.run("outbox", "send") == .noNetwork)
    #expect(stage.errors.text.contains("The text is kept as i1:"))
  }
}
