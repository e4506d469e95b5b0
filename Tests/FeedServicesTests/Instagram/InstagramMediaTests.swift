import Doubles
import FeedDomain
import Testing
import Threads

@testable import FeedServices

private final class Counter: Sendable {
  private let number = LockedValue(0)

  /// How often it was asked before.
  func next() -> Int {
    number.withLock { number in
      defer { number += 1 }
      return number
    }
  }
}

/// Publishing what lies on the web, and answering those who name the user.
@Suite struct InstagramMediaTests {
  private let key = OutboxItem.ID("key")

  /// One where everything is made ready after so many looks.
  private static func fixture(readyAfter looks: Int = 0, as state: JSON = "FINISHED")
    -> InstagramFixture
  {
    let (asked, made) = (Counter(), Counter())
    return InstagramFixture { request in
      switch (request.method, request.url) {
      case (.get, let url) where url.contains("status_code"):
        return .json(["status_code": asked.next() < looks ? "IN_PROGRESS" : state])
      case (.post, let url) where url.contains("/media_publish"): return .json(["id": "900"])
      case (.post, let url) where url.hasSuffix("/media"):
        return .json(["id": .string("c\(made.next())")])
      default: return .json(["data": []])
      }
    }
  }

  private func publish(
    _ addresses: String, _ more: [InputField: String] = [:], at fixture: InstagramFixture
  ) async throws -> [JSON] {
    var answers = more
    answers[.addresses] = addresses
    let act = ServiceAction(.publishMedia, addresses, answers: answers)
    _ = try await fixture.publishing.sendChange(.serviceAction(act), key: key)
    return fixture.stub.transport.requests.filter { $0.method == .post }.map(\.sentJSON)
  }

  @Test func `a picture is fetched by Instagram from its address, and published when ready`()
    async throws
  {
    let fixture = Self.fixture(readyAfter: 3)

    let sent = try await publish(
      " https://p.example/boat.jpg\n", [.words: "A boat", .altText: "White"], at: fixture)

    #expect(
      sent == [
        [
          "image_url": "https://p.example/boat.jpg", "caption": "A boat", "alt_text": "White",
        ], ["creation_id": "c0"],
      ])
    #expect(fixture.stub.transport.requests.last?.isRepeatable == false)
  }

  @Test(arguments: [
    ("https://p.example/a.MP4?x=1", [:] as [InputField: String], "REELS", true),
    ("https://p.example/a.mov", [.isStory: "true"], "STORIES", false),
    ("https://p.example/a.jpg", [.isStory: "true"], "STORIES", false),
  ])
  func `videos and stories are sent with their media type`(
    address: String, answers: [InputField: String], kind: String, hasCaption: Bool
  ) async throws {
    let sent = try await publish(address, answers, at: Self.fixture())

    #expect(sent[0]["media_type"] == .string(kind))
    #expect(sent[0]["caption"].isNull != hasCaption)
  }

  @Test func `several pictures and videos are published as a carousel`() async throws {
    let sent = try await publish(
      "https://p.example/a.jpg\nhttps://p.example/b.mp4", [.words: "Both"], at: Self.fixture())

    #expect(sent.count == 4)
    #expect(sent[0] == ["is_carousel_item": true, "image_url": "https://p.example/a.jpg"])
    #expect(
      sent[1] == [
        "is_carousel_item": true, "media_type": "VIDEO", "video_url": "https://p.example/b.mp4",
      ])
    #expect(sent[2]["media_type"] == "CAROUSEL" && sent[2]["children"].array.count == 2)
    #expect(sent[2]["caption"] == "Both")
  }

  @Test(arguments: [
    "", "/home/me/boat.jpg", "ftp://p.example/a.jpg",
    String(repeating: "https://p.example/a.jpg\n", count: 11),
  ])
  func `missing, local or too many addresses are refused without a request`(addresses: String) async
  {
    let fixture = Self.fixture()

    #expect(await failure { try await publish(addresses, at: fixture) } == .refused(nil))
    #expect(fixture.asked == [])
  }

  @Test(arguments: ["ERROR", "EXPIRED"])
  func `a medium that Instagram rejects is not published`(state: String) async {
    let fixture = Self.fixture(as: .string(state))

    #expect(
      await failure { try await publish("https://p.example/a.jpg", at: fixture) } == .refused(nil))
    #expect(!fixture.asked.contains { $0.contains("media_publish") })
  }

  @Test func `a medium that is never ready fails with a retriable error`() async {
    let fixture = Self.fixture(readyAfter: 1_000)

    #expect(
      await failure { try await publish("https://p.example/a.jpg", at: fixture) }
        == .serverFailed(206))
  }

  @Test(arguments: [("A boat", true), ("Something else", false)])
  func `a resent medium is found among the user's media, or else its outcome is unknown`(
    caption: String, isFound: Bool
  ) async throws {
    let fixture = InstagramFixture { request in
      if request.method == .post { return .json(["id": "c1"]) }
      if request.url.contains("status_code") { return .json(["status_code": "FINISHED"]) }
      return .json([
        "data": [
          [
            "id": "1", "caption": .string(caption), "media_type": "IMAGE",
            "media_url": "https://cdn.example/1.jpg", "timestamp": "2026-11-20T18:30:05+0000",
          ]
        ]
      ])
    }
    let act = ServiceAction(
      .publishMedia, "https://p.example/a.jpg",
      answers: [.addresses: "https://p.example/a.jpg", .words: "A  boat"])

    let failure = await failure {
      _ = try await fixture.publishing.resend(
        .serviceAction(act), key: key, since: fixture.stub.world.now)
    }

    #expect(failure == (isFound ? nil : .outcomeUnknown))
    #expect(!fixture.asked.contains { $0.contains("media_publish") })
  }

  private static let tagged: JSON = [
    "data": [
      [
        "id": "77", "caption": "With @lantern", "username": "harbour.invented",
        "media_type": "IMAGE", "media_url": "https://cdn.example/77.jpg",
        "timestamp": "2026-11-20T18:00:00+0000",
      ]
    ], "paging": ["cursors": ["after": "next"]],
  ]

  @Test func `media that mention the user are a stream`() async throws {
    let fixture = InstagramFixture(always: Self.tagged)
    let feed = InstagramFeeds.mentionsStream(of: InstagramFixture.account)

    let page = try await fixture.feeds.feedPage(of: feed, .latest)
    let post = try #require(page.entries.first?.post)
    let talk = try await fixture.feeds.conversation(of: post.id, knownPost: post)

    #expect(post.id == Post.ID("@77") && post.author.handle == "harbour.invented")
    #expect(post.author.relationship == nil)
    #expect(page.older == Cursor("next"))
    #expect(talk.nodes.map(\.post.id) == [post.id])
    #expect(fixture.asked == ["GET /v25.0/me/tags?limit=25"])
  }

  @Test func `a reply to a mention is sent once, and a resend's outcome is unknown`() async throws {
    let fixture = InstagramFixture(always: ["id": "5"])
    let draft = Draft(id: Draft.ID("1"), text: "Thank you", replyTo: Post.ID("@77"))

    let outcome = try await fixture.publishing.sendChange(.publish(draft), key: key)
    let again = await failure {
      try await fixture.publishing.resend(.publish(draft), key: key, since: fixture.stub.world.now)
    }

    #expect(outcome == .done && again == .outcomeUnknown)
    #expect(fixture.asked == ["POST /v25.0/me/mentions media_id=77 message=Thank you"])
  }

  @Test func `another person's medium can neither be deleted nor counted`() async throws {
    let fixture = InstagramFixture(always: [:])

    #expect(
      await failure { try await fixture.publishing.sendChange(.delete(Post.ID("@77")), key: key) }
        == .refused(nil))
    #expect(
      try await fixture.photos.photoDetails(ofPhoto: Photo.ID("77"), in: Post.ID("@77"))
        == PhotoDetails())
    #expect(fixture.asked == [])
  }
}
