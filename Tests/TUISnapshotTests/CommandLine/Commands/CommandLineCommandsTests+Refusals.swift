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

  @Test func `of a post whose reply was lost nothing is claimed`() async throws {
    var stage = CommandStage()
    stage.result = .kept(.outcomeUnknown)

    #expect(try await stage.run("post", "hi") == .failed)

    #expect(
      stage.errors.text
        == "tweetie: No answer came: it may have been sent, or not. "
        + "It is in the outbox, and Tweetie checks before it sends it again.\n")
  }

  @Test func `a post that may have been sent is asked about, and is sent again by its id`()
    async throws
  {
    var stage = CommandStage()
    let id = OutboxItem.ID("i9")
    // What is sent stays, so that it can be looked at.
    stage.result = .kept(.unreachable)
    stage.outbox = FakeOutbox([
      OutboxItem(
        id: id, account: item.account, change: .say("Hello"), state: .refused(.outcomeUnknown),
        createdAt: item.createdAt)
    ])

    _ = try await stage.run("outbox")
    _ = try await stage.run("outbox", "--json")
    #expect(stage.output.text.contains("It may have been sent, or not: the service does not tell."))
    #expect(stage.output.text.contains(#""state":"unknown""#))
    #expect(try await stage.run("outbox", "send", "i9") == .noNetwork)
    #expect(stage.errors.text.contains("The service cannot be reached."))
    #expect(try await stage.run("outbox", "send", "nowhere") == .failed)
  }
}
