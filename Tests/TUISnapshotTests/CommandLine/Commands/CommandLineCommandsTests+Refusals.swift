import Doubles
import FeedDomain
import Testing

@testable import Console
@testable import Scenes

extension CommandLineCommandsTests {
  @Test func `a refused post is saved in the outbox, and its item is named`() async throws {
    var fixture = CommandFixture()
    fixture.result = .refused(.refused("Too rude."))

    #expect(try await fixture.run("post", "hi") == .failed)
    #expect(
      fixture.errors.text
        == "tweetie: The service refused it: Too rude. "
        + "The text is saved in the outbox as ordered-key-1. See \"tweetie outbox --json\".\n")
  }

  @Test func `the outbox command lists unreadable items, as text and as JSON`() async throws {
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

  @Test func `outbox send reports why a refused post failed again, and where its text is`()
    async throws
  {
    var fixture = CommandFixture()
    fixture.outbox = FakeOutbox([item])
    fixture.result = .refused(.unreachable)

    #expect(try await fixture.run("outbox", "send") == .noNetwork)
    #expect(fixture.errors.text.contains("The text is saved in the outbox as i1."))
  }

  @Test func `a post whose reply was lost is reported as neither sent nor failed`() async throws {
    var fixture = CommandFixture()
    fixture.result = .keptInOutbox(.outcomeUnknown)

    #expect(try await fixture.run("post", "hi") == .failed)

    #expect(
      fixture.errors.text
        == "tweetie: The service did not confirm it: it may or may not have been sent. "
        + "It stays in the outbox, and Tweetie checks before sending it again.\n")
  }

  @Test func `a post with unknown outcome is listed as such, and outbox send takes its id`()
    async throws
  {
    var fixture = CommandFixture()
    let id = OutboxItem.ID("i9")
    // What is sent stays, so that it can be looked at.
    fixture.result = .keptInOutbox(.unreachable)
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
