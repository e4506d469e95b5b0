import Doubles
import FeedDomain
import Testing

@testable import Console
@testable import Scenes

extension CommandLineCommandsTests {
  @Test func `a refused post says where its text is`() async throws {
    var fixture = CommandFixture()
    fixture.result = .refused(.refused("Too rude."))

    #expect(try await fixture.run("post", "hi") == .failed)
    #expect(
      fixture.errors.text
        == "tweetie: The service refused it: Too rude. "
        + "The text is saved in the outbox as ordered-key-1. See \"tweetie outbox --json\".\n")
  }

  @Test func `what cannot be sent is listed, as text and as JSON`() async throws {
    var fixture = CommandFixture()
    fixture.outbox = FakeOutbox(unreadable: [OutboxItem.ID("x")])

    _ = try await fixture.run("outbox")
    _ = try await fixture.run("outbox", "--json")

    #expect(
      fixture.output.text == """
        x  Cannot be sent by this version
        {"id":"x","state":"unreadable"}

        """)
  }

  @Test func `a refused post that is sent again says where its text is, and how it failed`()
    async throws
  {
    var fixture = CommandFixture()
    fixture.outbox = FakeOutbox([item])
    fixture.result = .refused(.unreachable)

    #expect(try await fixture.run("outbox", "send") == .noNetwork)
    #expect(fixture.errors.text.contains("The text is saved in the outbox as i1."))
  }

  @Test func `of a post whose reply was lost nothing is claimed`() async throws {
    var fixture = CommandFixture()
    fixture.result = .kept(.outcomeUnknown)

    #expect(try await fixture.run("post", "hi") == .failed)

    #expect(
      fixture.errors.text
        == "tweetie: The service did not confirm it: it may or may not have been sent. "
        + "It stays in the outbox, and Tweetie checks before sending it again.\n")
  }

  @Test func `a post that may have been sent is asked about, and is sent again by its id`()
    async throws
  {
    var fixture = CommandFixture()
    let id = OutboxItem.ID("i9")
    // What is sent stays, so that it can be looked at.
    fixture.result = .kept(.unreachable)
    fixture.outbox = FakeOutbox([
      OutboxItem(
        id: id, account: item.account, change: .say("Hello"), state: .refused(.outcomeUnknown),
        createdAt: item.createdAt)
    ])

    _ = try await fixture.run("outbox")
    _ = try await fixture.run("outbox", "--json")
    #expect(
      fixture.output.text.contains("It may or may not have been sent."))
    #expect(fixture.output.text.contains(#""state":"unknown""#))
    #expect(try await fixture.run("outbox", "send", "i9") == .noNetwork)
    #expect(fixture.errors.text.contains("The service cannot be reached."))
    #expect(try await fixture.run("outbox", "send", "nowhere") == .failed)
  }
}
