import FeedDomain
import Threads

@testable import FeedServices

/// A service with sixty posts and nothing new: every second post has an answer, and no picture.
enum CountedService: String, CaseIterable, Sendable {
  case mastodon = "Mastodon"
  case bluesky = "Bluesky"
  case unsplash = "Unsplash"
  case flickr = "Flickr"
  case instagram = "Instagram"
  case rss = "RSS, Atom"

  static let home = "https://home.example"
  private static let count = 60
  private static let me = "did:plc:sol"

  /// The stream that is read.
  var feed: Feed {
    switch self {
    case .mastodon, .bluesky, .rss: .home
    case .unsplash, .instagram: .photos
    case .flickr: .trending
    }
  }

  /// Who is signed in there, and was looked at a moment ago.
  func account(now: Timestamp) -> SignedInAccount {
    switch self {
    case .mastodon:
      var server = MastodonServer(address: Self.home)
      server.software = .mastodon
      server.apiVersion = 10
      server.streaming = Self.home
      var token = MastodonAccountSecret(access: Secret("canary"), application: nil, server: server)
      token.refreshedAt = now
      return SignedInAccount(
        Account(
          service: .mastodon, person: Person.ID("me"), handle: "sol", server: server.origin),
        token: token.secret)
    case .bluesky:
      return SignedInAccount(
        Account(service: .bluesky, person: Person.ID(Self.me), handle: "sol.example.com"),
        token: BlueskyAccountSecret(
          access: Secret("access"), refresh: Secret("refresh"),
          home: BlueskyServerAndPinnedFeeds(server: Self.home, refreshedAt: now)
        ).secret)
    case .unsplash:
      return SignedInAccount(
        Account(service: .unsplash, person: UnsplashConnection.guestID, handle: "sol"),
        token: UnsplashAccountSecret(access: Secret("canary"), topics: [], refreshedAt: now).secret)
    case .flickr:
      return SignedInAccount(
        Account(service: .flickr, person: FlickrFixture.me, handle: "Me"),
        token: FlickrAccountSecret(key: "the-key", tokenGrant: FlickrFixture.tokenGrant).secret)
    case .instagram:
      return SignedInAccount(
        InstagramFixture.account,
        token: InstagramAccountSecret(access: Secret("canary"), obtainedAt: now).secret)
    case .rss:
      return SignedInAccount(
        Account(service: .rss, person: LocalWebFeedConnection.emptyPersonID, handle: "feeds"),
        token: SubscriptionList([Subscription(at: "\(Self.home)/feed", name: "Fog")]).secret)
    }
  }

  /// What the service answers.
  func answer(_ request: HTTPRequest) -> HTTPReply {
    let address = request.url.dropFirst(Self.home.count).split(separator: "?", maxSplits: 1)
    let path = address[0].split(separator: "/").map(String.init)
    let fields = FlickrQuery(request).fields
    return switch self {
    case .mastodon: path.count > 2 ? mastodon(path, fields) : .json([:], status: 404)
    case .bluesky: .json(bluesky(path.last ?? "", fields))
    case .unsplash:
      .json(
        unsplash(path, fields),
        fields["page"] == "1" ? ["Link": "<\(Self.home)/photos?page=2>; rel=\"next\""] : [:])
    case .flickr: .json(flickr(fields))
    case .instagram: .json(instagram(path, fields))
    case .rss: .json(rss)
    }
  }

  private var rss: JSON {
    [
      "version": "https://jsonfeed.org/version/1.1", "title": "Fog",
      "items": .array(
        Self.numbers(below: .max, limit: 60).map { number in
          [
            "id": .string(String(number)), "content_text": .string("Post \(number)"),
            "date_published": "2026-03-01T18:00:00Z",
          ]
        }),
    ]
  }

  private static func answers(to number: Int) -> Int { number.isMultiple(of: 2) ? 1 : 0 }

  private static func numbers(below: Int, limit: Int) -> [Int] {
    Array((1000..<min(below, 1000 + count)).reversed().prefix(limit))
  }
}

extension CountedService {
  private func mastodon(_ path: [String], _ fields: [String: String]) -> HTTPReply {
    func post(_ number: Int, answering: Int? = nil) -> JSON {
      [
        "id": .string(String(number)), "created_at": "2026-03-01T18:00:00Z",
        "content": .string("<p>Post \(number)</p>"), "account": ["id": "ada", "acct": "ada"],
        "in_reply_to_id": answering.map { .string(String($0)) } ?? .null,
        "replies_count": .number(String(number < 5000 ? Self.answers(to: number) : 0)),
      ]
    }
    let number = path.count > 3 ? Int(path[3]) ?? 0 : 0
    switch (path[2], path.last) {
    case ("timelines", _):
      if fields["min_id"] != nil { return .json([]) }
      let page = Self.numbers(below: fields["max_id"].flatMap { Int($0) } ?? .max, limit: 40)
      let next = "<\(Self.home)/api/v1/timelines/home?max_id=\(page.last ?? 0)>; rel=\"next\""
      return .json(.array(page.map { post($0) }), page.isEmpty ? [:] : ["Link": next])
    case ("statuses", "context"):
      let answers = Self.answers(to: number) > 0 ? [post(number + 5000, answering: number)] : []
      return .json(["ancestors": [], "descendants": .array(answers)])
    case ("statuses", _): return .json(post(number))
    case ("notifications", _):
      return .json(["notification_groups": [], "accounts": [], "statuses": []])
    case ("markers", _): return .json([:])
    default: return .json([:], status: 404)
    }
  }

  private func bluesky(_ method: String, _ fields: [String: String]) -> JSON {
    func post(_ number: Int) -> JSON {
      [
        "uri": .string(BlueskyPosts.uri(String(number))), "cid": .string("cid-\(number)"),
        "author": ["did": .string(BlueskyPosts.author), "handle": "ada.example"],
        "record": [
          "text": .string("Post \(number)"), "createdAt": "2026-03-01T18:00:00.000Z",
        ],
        "indexedAt": "2026-03-01T18:00:00.000Z",
        "replyCount": .number(String(Self.answers(to: number))),
      ]
    }
    switch method {
    case "app.bsky.feed.getTimeline":
      let limit = fields["limit"].flatMap { Int($0) } ?? 50
      let page = Self.numbers(
        below: fields["cursor"].flatMap { Int($0) } ?? .max, limit: min(limit, 40))
      return [
        "feed": .array(page.map { ["post": post($0)] }),
        "cursor": page.last.map { .string(String($0)) } ?? .null,
      ]
    case "app.bsky.feed.getPostThread":
      let number = Int(fields["uri"]?.split(separator: "/").last ?? "") ?? 0
      return [
        "thread": [
          "$type": "app.bsky.feed.defs#threadViewPost", "post": post(number), "replies": [],
        ]
      ]
    case "app.bsky.notification.listNotifications": return ["notifications": []]
    case "app.bsky.actor.getPreferences": return ["preferences": []]
    default: return ["views": [], "posts": []]
    }
  }

  private func unsplash(_ path: [String], _ fields: [String: String]) -> JSON {
    guard path.last == "photos" else { return UnsplashFixture.photo(path.last ?? "") }
    let page = Int(fields["page"] ?? "") ?? 1
    let numbers = Self.numbers(below: 1000 + Self.count - 30 * (page - 1), limit: 30)
    return .array(numbers.map { UnsplashFixture.photo(String($0)) })
  }

  private func flickr(_ fields: [String: String]) -> JSON {
    switch fields["method"] {
    case "flickr.photos.getSizes":
      return [
        "sizes": [
          "size": [
            [
              "label": "Small", "width": 240, "height": 160,
              "source": "https://live.example/1_m.jpg",
            ]
          ]
        ], "stat": "ok",
      ]
    case "flickr.photos.getFavorites": return ["photo": ["total": 1], "stat": "ok"]
    case "flickr.photos.getInfo":
      return [
        "photo": [
          "id": .string(fields["photo_id"] ?? ""),
          "owner": ["nsid": "90000001@N07", "username": "Juno"],
        ], "stat": "ok",
      ]
    case "flickr.photos.comments.getList": return ["comments": ["comment": []], "stat": "ok"]
    default:
      let page = Int(fields["page"] ?? "") ?? 1
      let numbers = Self.numbers(below: 1000 + Self.count - 30 * (page - 1), limit: 30)
      let photos = numbers.map { number in
        JSON.object(
          FlickrFixture.photo(String(number)).members + [
            JSON.JSONMember(
              name: "count_comments", value: .number(String(Self.answers(to: number))))
          ])
      }
      return ["photos": ["pages": 2, "photo": .array(photos)], "stat": "ok"]
    }
  }

  private func instagram(_ path: [String], _ fields: [String: String]) -> JSON {
    func medium(_ number: Int) -> JSON {
      [
        "id": .string(String(number)), "caption": .string("Medium \(number)"),
        "media_type": "IMAGE", "media_url": "https://files.example/1.jpg",
        "timestamp": "2026-03-01T18:00:00+0000",
        "comments_count": .number(String(Self.answers(to: number))),
      ]
    }
    switch path.last {
    case "media":
      let page = Self.numbers(
        below: fields["after"].flatMap { Int($0) } ?? .max, limit: 25)
      let last = page.last.map { JSON.string(String($0)) } ?? .null
      return [
        "data": .array(page.map(medium)),
        "paging": ["next": page.last == 1000 ? .null : "x", "cursors": ["after": last]],
      ]
    case "comments": return ["data": []]
    default: return medium(Int(path.last ?? "") ?? 0)
    }
  }
}

/// What a request asks, by name, wherever it stands.
private struct FlickrQuery {
  let fields: [String: String]

  init(_ request: HTTPRequest) {
    fields = Dictionary(request.flickrFields, uniquingKeysWith: { $1 })
  }
}
