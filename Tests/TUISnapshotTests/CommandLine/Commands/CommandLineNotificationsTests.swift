import Doubles
import FeedDomain
import Testing

@testable import Console
@testable import Scenes

/// `tweetie notifications`.
struct CommandLineNotificationsTests {
  private static let sol = SignedInAccount(
    Account(
      service: .mastodon, person: Person.ID("sol"), handle: "sol", server: "https://one.example"),
    token: Secret("s"))

  private static func notice(
    _ id: String, _ kind: Notification.NotificationKind = .like,
    post: Post? = CommandFixture.post("p1", "Rye")
  ) -> Notification {
    Notification(
      id: Notification.ID(id), kind: kind,
      people: [Person(id: Person.ID("2"), handle: "grace", name: "Grace\u{1B}[2J")], count: 3,
      post: post, createdAt: FakeWorld.noon.timeAdvanced(by: .seconds(-7_200)))
  }

  private func fixture(_ notifications: (any NotificationGateway)?) -> CommandFixture {
    var fixture = CommandFixture()
    fixture.service.notifications = notifications
    return fixture
  }

  @Test func `notifications prints each notification with its post`() async throws {
    let fixture = fixture(
      StubNotificationPages(pages: [[Self.notice("1"), Self.notice("2", .follow, post: nil)]]))

    #expect(try await fixture.run("notifications") == .done)

    #expect(
      fixture.output.text == """
        Grace[2J and 2 others liked your post · 2h
          Rye
          1 reply · 0 boosts · 12 likes · p1

        Grace[2J and 2 others follow you · 2h

        """)
  }

  @Test func `notifications with JSON prints an object in each line`() async throws {
    let fixture = fixture(StubNotificationPages(pages: [[Self.notice("1", .follow, post: nil)]]))

    #expect(try await fixture.run("notifications", "--json") == .done)

    #expect(
      fixture.output.text
        == "{\"id\":\"1\",\"kind\":\"follow\",\"at\":\"2026-03-04T10:00:00Z\",\"people\":["
        + "{\"id\":\"2\",\"handle\":\"grace\",\"name\":\"Grace\\u001b[2J\"}],"
        + "\"count\":3,\"post\":null,\"subject\":null}\n")
  }

  @Test(arguments: [("2", ["1", "2"]), ("3", ["1", "2", "3"]), ("9", ["1", "2", "3"])])
  func `notifications fetches pages until the requested number is reached or no new ones come`(
    count: String, ids: [String]
  ) async throws {
    let fixture = fixture(
      StubNotificationPages(pages: [[Self.notice("1"), Self.notice("2")], [Self.notice("3")]]))

    #expect(try await fixture.run("notifications", "-n", count, "--json") == .done)

    let lines = fixture.output.text.split(separator: "\n")
    #expect(lines.map { $0.prefix(9) } == ids.map { "{\"id\":\"\($0)\""[...] })
  }

  @Test func `notifications folds muted posts and posts with warnings`() async throws {
    var fixture = fixture(
      StubNotificationPages(pages: [
        [
          Self.notice("1", .mention),
          Self.notice(
            "2", .quote, post: CommandFixture.post("p2", "the butler", warning: "spoiler")),
        ]
      ]))
    fixture.mutes = [.words("rye")]

    #expect(try await fixture.run("notifications") == .done)

    #expect(fixture.output.text.contains("[muted] rye"))
    #expect(fixture.output.text.contains("[warning] spoiler"))
    #expect(!fixture.output.text.contains("butler"))
  }

  @Test func `where none are asked for, it is not said that there are none`() async throws {
    let fixture = fixture(StubNotificationPages(pages: [[Self.notice("1")]]))

    #expect(try await fixture.run("notifications", "-n", "0") == .done)

    #expect(fixture.output.text.isEmpty)
    #expect(fixture.errors.text.isEmpty)
  }

  @Test func `notifications of all accounts are sorted together, each with its account`()
    async throws
  {
    var fixture = fixture(
      StubNotificationPages(pages: [[Self.notice("1", .follow, post: nil)]]))
    fixture.accounts = FakeCredentials([CommandFixture.ada, Self.sol])

    #expect(try await fixture.run("notifications", "everything") == .done)
    #expect(try await fixture.run("notifications", "everything", "-n", "1", "--json") == .done)

    let lines = fixture.output.text.split(separator: "\n")
    #expect(lines.count == 3)
    #expect(
      lines.prefix(2).allSatisfy { $0.hasPrefix("Grace[2J and 2 others follow you · 2h · @") })
    #expect(Set(lines.prefix(2)).count == 2)
    #expect(lines.last?.contains("\"account\":\"") == true)
    await #expect(throws: UsageError.self) { try await fixture.run("notifications", "elsewhere") }
  }

  @Test
  func `for all accounts each failing account has an error line, and the first sets the exit code`()
    async throws
  {
    var fixture = fixture(StubNotificationPages(failure: .unreachable))
    fixture.accounts = FakeCredentials([CommandFixture.ada, Self.sol])

    #expect(try await fixture.run("notifications", "everything") == .noNetwork)

    #expect(fixture.errors.text.split(separator: "\n").count >= 2)
    #expect(fixture.output.text.isEmpty)
  }

  @Test func `notifications offline prints the stored ones`() async throws {
    var fixture = fixture(StubNotificationPages(failure: .unreachable))
    fixture.notifications = FakeNotificationStore([Self.notice("1")])

    #expect(try await fixture.run("notifications") == .noNetwork)
    #expect(fixture.output.text.isEmpty)
    #expect(try await fixture.run("notifications", "--offline") == .done)
    #expect(fixture.output.text.hasPrefix("Grace[2J and 2 others liked your post"))
  }

  @Test func `with an in-memory store notifications fails offline`() async throws {
    var fixture = fixture(StubNotificationPages(pages: [[]]))
    fixture.notifications = FakeNotificationStore([])
    fixture.memoryOnlyReason = .full

    #expect(try await fixture.run("notifications", "--offline") == .failed)
    #expect(fixture.errors.text == "tweetie: The disk is full. Free some space and try again.\n")
  }

  @Test func `notifications prints a message if there are none, or if the service has none`()
    async throws
  {
    let quiet = fixture(StubNotificationPages(pages: [[]]))
    let silent = fixture(nil)

    #expect(try await quiet.run("notifications") == .done)
    #expect(quiet.errors.text == "tweetie: No notifications yet.\n")
    #expect(try await silent.run("notifications") == .failed)
    #expect(silent.errors.text == "tweetie: This service does not support notifications.\n")
  }
}

/// Tells pages, of which the last one leads to itself.
struct StubNotificationPages: NotificationGateway {
  var pages: [[Notification]] = [[]]
  var failure: FeedError?
  let kinds: Set<Notification.NotificationKind> = [.mention]

  func notifications(after cursor: Cursor?) async throws(FeedError) -> Page<Notification> {
    if let failure { throw failure }
    let place = cursor.flatMap { Int($0.rawValue) } ?? 0
    return Page(pages[place], nextCursor: Cursor(String(min(place + 1, pages.count - 1))))
  }
}
