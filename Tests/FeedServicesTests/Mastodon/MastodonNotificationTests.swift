import Doubles
import FeedDomain
import Testing

@testable import FeedServices
@testable import UseCases

/// Notices as newer servers tell them: those together that belong together.
@Suite struct MastodonNotificationTests {
  private static func account(_ id: String) -> JSON { ["id": .string(id), "acct": .string(id)] }

  private static func group(
    _ key: String, _ type: String, latest: String, count: Int = 1, by people: [String],
    about status: String? = nil, from least: String? = nil
  ) -> JSON {
    [
      "group_key": .string(key), "type": .string(type),
      "notifications_count": .number(String(count)),
      "most_recent_notification_id": .string(latest),
      "page_min_id": least.map { JSON.string($0) } ?? .null,
      "latest_page_notification_at": "2026-11-20T18:00:00.000Z",
      "sample_account_ids": .array(people.map { .string($0) }),
      "status_id": status.map { JSON.string($0) } ?? .null,
    ]
  }

  private let page: JSON = [
    "accounts": [Self.account("ada"), Self.account("bo")],
    "statuses": [MastodonPosts.post("1", by: "me")],
    "notification_groups": [
      Self.group(
        "favourite-1-9", "favourite", latest: "90", count: 7, by: ["ada", "bo", "gone"],
        about: "1", from: "81"),
      Self.group("ungrouped-80", "moderation_warning", latest: "80", by: []),
      Self.group("ungrouped-79", "from_the_future", latest: "79", by: ["bo"], from: "79"),
      Self.group("ungrouped-78", "follow", latest: "78", by: ["nobody we were told of"]),
      ["type": "favourite"],
    ],
  ]

  @Test func `grouped notifications are read as one, with all people counted`() async throws {
    let fixture = MastodonFixture(always: page)

    let notifications = try await fixture.notifications.notifications(after: nil).elements

    #expect(notifications.map(\.kind) == [.like, .warning, .other])
    #expect(notifications.map(\.id.rawValue) == ["90", "80", "79"])
    #expect(notifications.first?.people.map(\.handle) == ["ada", "bo"])
    #expect(notifications.first?.count == 7)
    #expect(notifications.first?.post?.id == Post.ID("1"))
    #expect(notifications.first?.topic == "group:favourite-1-9")
  }

  @Test func `grouped notifications are paged by the oldest id of the page`() async throws {
    let fixture = MastodonFixture(apiVersion: 9, always: page)

    let page = try await fixture.notifications.notifications(after: nil)
    _ = try await fixture.notifications.notifications(after: page.nextCursor)

    #expect(
      fixture.asked == [
        "GET /api/v2/notifications?limit=40", "GET /api/v2/notifications?limit=40&max_id=78",
      ])
  }

  @Test(arguments: [9, 10])
  func `supported notification types are sent to servers of API version 10`(version: Int)
    async throws
  {
    let fixture = MastodonFixture(apiVersion: version, always: page)

    _ = try await fixture.notifications.notifications(after: nil)

    let asked = try #require(fixture.asked.first)
    let types = asked.split(separator: "&").filter { $0.hasPrefix("supported_types%5B%5D=") }
    #expect(types.count == (version < 10 ? 0 : 16))
    #expect(asked.contains("supported_types%5B%5D=collection_update") == (version > 9))
  }

  private static let collection: JSON = [
    "id": "5", "account_id": "ada", "name": "Boats & <fog>",
    "uri": "https://home.example/ap/ada/collections/5",
    "url": "https://home.example/collections/5",
  ]

  @Test(
    arguments: [
      ("added_to_collection", Notification.NotificationKind.collected),
      ("collection_update", .collectionEdit),
    ])
  func `a collection notification has the collection's name and page`(
    type: String, kind: Notification.NotificationKind
  )
    async throws
  {
    func with(_ name: String, _ value: JSON) -> JSON {
      let group = Self.group("ungrouped-9", type, latest: "9", by: ["ada"])
      return [
        "accounts": [Self.account("ada")], "statuses": [], "collections": [Self.collection],
        "notification_groups": [.object(group.members + [.init(name: name, value: value)])],
      ]
    }
    let single: JSON = [
      [
        "id": "9", "type": .string(type), "created_at": "2026-11-20T18:00:00Z",
        "account": Self.account("ada"), "collection": Self.collection,
      ]
    ]

    for (version, answer) in [
      (10, with("collection", Self.collection)), (10, with("collection_id", "5")), (1, single),
    ] {
      let notice = try await MastodonFixture(apiVersion: version, always: answer).notifications
        .notifications(after: nil).elements.first

      #expect(notice?.kind == kind)
      #expect(
        notice?.subject
          == Notification.NotificationSubjectBesidesPost(
            title: "Boats & <fog>", url: "https://home.example/collections/5")
      )
    }
  }

  @Test func `a notification of an unknown type shows the server's fallback title`() async throws {
    let fallback: JSON = ["title": "<p>Ada sent you a <b>kite</b> &lt;3</p>", "summary": "x"]
    let group = Self.group("ungrouped-9", "kite", latest: "9", by: ["ada"])
    let lonely = Self.group("ungrouped-8", "kite", latest: "8", by: [])
    let told = JSON.JSONMember(name: "fallback", value: fallback)
    let fixture = MastodonFixture(always: [
      "accounts": [Self.account("ada")], "statuses": [],
      "notification_groups": [
        .object(group.members + [told]), .object(lonely.members + [told]),
      ],
    ])

    let notifications = try await fixture.notifications.notifications(after: nil).elements

    #expect(notifications.map(\.kind) == [.other, .other])
    let titles = notifications.compactMap { $0.subject?.title }
    #expect(titles == ["Ada sent you a kite <3", "Ada sent you a kite <3"])
  }

  @Test func `people have their portraits, together and one after the other`() throws {
    let ada: JSON = ["id": "ada", "acct": "ada", "avatar": "https://sea.example/ada.png"]
    let reader = MastodonNotificationJSONReader(
      MastodonJSONReader(software: .mastodon, me: nil, now: Timestamp(milliseconds: 0)))

    let single = reader.parsedNotificationsGroupingSimilar([
      ["id": "9", "type": "follow", "account": ada]
    ])
    let grouped = reader.parsedGroupedNotifications([
      "accounts": [ada],
      "notification_groups": [Self.group("f", "follow", latest: "9", by: ["ada"])],
    ])

    for found in [single, grouped] {
      #expect(
        found.first?.people.first?.portrait?.renditions.map(\.url) == [
          "https://sea.example/ada.png"
        ])
    }
  }

  @Test func `Pleroma's chat and move notifications have their subjects`() throws {
    let ada: JSON = ["id": "1", "acct": "ada", "display_name": "Ada"]
    let reader = MastodonNotificationJSONReader(
      MastodonJSONReader(software: .akkoma, me: nil, now: Timestamp(milliseconds: 0)))
    let found = reader.parsedNotificationsGroupingSimilar([
      [
        "id": "9", "type": "pleroma:chat_mention", "account": ada,
        "chat_message": ["content": "Tea &amp; cake?"],
      ],
      [
        "id": "8", "type": "move", "account": ada,
        "target": ["id": "2", "acct": "ada@gull.example", "url": "https://gull.example/@ada"],
      ],
    ])

    #expect(
      found.map(\.subject) == [
        .init(title: "Ada: Tea & cake?"),
        .init(title: "Ada → @ada@gull.example", url: "https://gull.example/@ada"),
      ])
  }

  @Test func `a server without grouped notifications is asked for single ones`() async throws {
    let single: JSON = [
      "id": "5", "type": "follow", "created_at": "2026-11-20T18:00:00Z",
      "account": Self.account("ada"),
    ]
    let fixture = MastodonFixture { request in
      request.url.contains("/v2/") ? .json(["error": "No"], status: 404) : .json([single])
    }

    let notifications = try await fixture.notifications.notifications(after: nil).elements

    #expect(notifications.map(\.kind) == [.follow])
  }

  @Test(arguments: [(200, true), (409, false)])
  func `a read marker that another program changed meanwhile is reported as not stored`(
    status: Int, isKept: Bool
  ) async throws {
    let fixture = MastodonFixture { _ in .json([:], status: status) }
    let notice = Notification(
      id: Notification.ID("7"), kind: .follow, people: [], post: nil, createdAt: fixture.world.now)

    #expect(
      try await fixture.markers.sendLastReadEntryUnlessConflict(FeedEntry.ID("9"), in: .home)
        == isKept)
    #expect(try await fixture.markers.sendLastReadNotificationUnlessConflict(notice) == isKept)
    #expect(
      fixture.asked == [
        "POST /api/v1/markers home[last_read_id]=9",
        "POST /api/v1/markers notifications[last_read_id]=7",
      ])
  }

  @Test(
    arguments: [
      (nil, nil), ("id=\"abc\", retry=3, result_count=0", .seconds(3)), ("retry=9", .seconds(9)),
      ("id=\"x\"", .seconds(5)), ("id=\"x\", retry=soon", .seconds(5)), ("", .seconds(5)),
      ("id=\"x\",retry=0", .seconds(1)), ("retry=-5", .seconds(1)),
      ("retry=99999999999", .seconds(60)), ("retry=99999999999999999999999", .seconds(5)),
    ] as [(String?, Duration?)])
  func `a conversation reports when the server will have more replies`(
    header: String?, pause: Duration?
  ) async throws {
    let fixture = MastodonFixture { request in
      guard request.url.hasSuffix("/context") else { return .json(MastodonPosts.post("1")) }
      let headers: HTTPHeaders = header.map { ["Mastodon-Async-Refresh": $0] } ?? [:]
      return .json(["ancestors": [], "descendants": [MastodonPosts.post("2")]], headers)
    }

    let conversation = try await fixture.feeds.conversation(of: Post.ID("1"))

    #expect(conversation.retryDelay == pause)
  }

  @Test func `a snac server that ignores the page position is asked for older notifications once`()
    async throws
  {
    func single(_ id: String, _ minute: Int) -> JSON {
      [
        "id": .string(id), "type": "follow_request", "account": Self.account("p\(id)"),
        "created_at": .string("2026-11-20T18:0\(minute):00.000Z"),
      ]
    }
    let fixture = MastodonFixture(
      .snac, apiVersion: 0, always: [single("9", 3), single("8", 2), single("7", 1)])
    var list = NotificationList()

    list.mergeLatestPage(try await fixture.notifications.notifications(after: nil))
    let isNew = list.appendOlderPageReportingNew(
      try await fixture.notifications.notifications(after: list.nextCursor))

    #expect(list.notifications.map(\.id.rawValue) == ["9", "8", "7"])
    #expect(!isNew && list.nextCursor == nil)
    #expect(fixture.asked.count == 2)
  }

  @Test func `a filter that hides a post hides notifications about it`() async throws {
    var post = MastodonPosts.post("1")
    guard case .object(var members) = post else { throw FeedError.badReply }
    members.append(
      .init(
        name: "filtered",
        value: [["filter": ["context": ["notifications"], "filter_action": "hide"]]]))
    post = .object(members)
    let fixture = MastodonFixture(always: [
      "accounts": [Self.account("ada")], "statuses": [post],
      "notification_groups": [
        Self.group("ungrouped-9", "mention", latest: "9", by: ["ada"], about: "1")
      ],
    ])

    #expect(try await fixture.notifications.notifications(after: nil).elements.isEmpty)
  }

  @Test(
    arguments: [
      ("mention", .mention), ("status", .published), ("reblog", .boost), ("follow", .follow),
      ("follow_request", .request), ("favourite", .like), ("poll", .poll), ("update", .edit),
      ("quote", .quote), ("quoted_update", .quoteEdit), ("severed_relationships", .severed),
      ("moderation_warning", .warning), ("admin.sign_up", .newcomer), ("admin.report", .report),
      ("pleroma:emoji_reaction", .reaction), ("collection_update", .collectionEdit),
      ("added_to_collection", .collected), ("kite", .other),
    ] as [(String, Notification.NotificationKind)])
  func `each notification type maps to its kind`(name: String, kind: Notification.NotificationKind)
  {
    #expect(Notification.NotificationKind(mastodon: name) == kind)
  }
}
