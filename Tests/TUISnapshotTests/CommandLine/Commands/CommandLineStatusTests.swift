import Doubles
import FeedDomain
import Testing

@testable import Console

/// `tweetie status`.
struct CommandLineStatusTests {
  private func fixture() async throws -> CommandFixture {
    var fixture = CommandFixture()
    let account = CommandFixture.ada.account.id
    _ = try await fixture.store.mergeFetchedPage(
      FeedPage(["3", "2", "1"].map { FeedEntry(CommandFixture.post($0, "Rye")) }, older: nil),
      into: .home, account: account, at: .top, now: FakeWorld.noon)
    try await fixture.store.advanceLastReadEntry(FeedEntry.ID("1"), in: .stream(.home, account))
    let notifications = FakeNotificationStore()
    await notifications.replaceStoredNotifications(
      [
        Notification(
          id: Notification.ID("n1"), kind: .follow, people: [.sample("bo")], count: 1, post: nil,
          createdAt: FakeWorld.noon)
      ], of: account)
    fixture.notifications = notifications
    try await fixture.outbox.enqueueItem(
      OutboxItem(
        id: OutboxItem.ID("k1"), account: account, change: .mark(Post.ID("1"), .liked, true),
        state: .queued(notBefore: nil, after: nil), createdAt: FakeWorld.noon))
    return fixture
  }

  @Test(arguments: [
    ("text", "2 unread · 1 notification · 1 waiting\n"),
    ("json", "{\"unread\":2,\"notifications\":1,\"outbox\":1,\"refused\":0}\n"),
    ("tmux", "2 #[bold]◆ 1#[nobold] ◷ 1\n"),
    (
      "waybar",
      "{\"text\":\"2 ◆ 1 ◷ 1\",\"tooltip\":\"2 unread · 1 notification · 1 waiting\","
        + "\"class\":\"unread\"}\n"
    ),
  ])
  func `status prints the counts in each format`(format: String, text: String) async throws {
    let fixture = try await fixture()
    #expect(try await fixture.run("status", "--format", format) == .done)
    #expect(fixture.output.text == text)
  }

  @Test func `status counts unread entries of followed feeds, also those in no stored stream`()
    async throws
  {
    var fixture = CommandFixture()
    fixture.accounts = FakeCredentials([
      SignedInAccount(
        Account(service: .rss, person: Person.ID(""), handle: "feeds"), token: Secret("list"))
    ])
    fixture.service.subscriptions = StubSubscriptions([
      Subscription(id: Subscription.ID("sea"), address: "https://sea.example/feed", name: "Sea")
    ])
    fixture.readStates = FakeReadStates(
      ["sea/1", "sea/2", "left/3"].map { id in
        ReadStateEntryReference(
          Post.ID(id), of: Person.ID(String(id.prefix { $0 != "/" })), writtenAt: FakeWorld.noon)
      })

    #expect(try await fixture.run("status") == .done)

    #expect(fixture.output.text == "2 unread\n")
  }

  @Test func `status prints nothing if nothing is unread, and zeros as JSON`() async throws {
    let fixture = CommandFixture()
    #expect(try await fixture.run("status") == .done)
    #expect(fixture.output.text == "")
    #expect(try await fixture.run("status", "--json") == .done)
    #expect(fixture.output.text.hasPrefix("{\"unread\":0,"))
  }

  @Test func `status for an unknown account fails`() async throws {
    #expect(try await CommandFixture().run("status", "--account", "nobody") != .done)
  }
}
