import Doubles
import FeedDomain
import Testing

@testable import FeedServices

/// Lists of people at Bluesky, and what else people put together there.
@Suite struct BlueskyListTests {
  private static let boats = "at://\(BlueskySample.me.rawValue)/app.bsky.graph.list/boats"
  private let key = OutboxItem.ID("key")

  private static func list(_ name: String, _ kind: String = "curatelist") -> JSON {
    [
      "uri": .string("at://\(BlueskySample.me.rawValue)/app.bsky.graph.list/\(name)"),
      "name": .string(name), "purpose": .string("app.bsky.graph.defs#\(kind)"),
    ]
  }

  private func send(_ act: ServiceAction, at fixture: BlueskyFixture) async throws -> [JSON] {
    _ = try await fixture.publishing.sendChange(.serviceAction(act), key: key)
    return fixture.transport.requests.filter { $0.method == .post }.map(\.sentJSON)
  }

  @Test func `the user's lists are read page by page, without moderation lists`() async throws {
    let fixture = BlueskyFixture { request in
      request.url.contains("cursor=2")
        ? .json(["lists": [Self.list("cakes")]])
        : .json(["lists": [Self.list("boats"), Self.list("spam", "modlist")], "cursor": "2"])
    }

    let lists = try await fixture.extras.userListsMarkingThose(with: nil)

    #expect(lists.map(\.title) == ["boats", "cakes"] && lists[0].id == Self.boats)
    #expect(lists.allSatisfy { $0.hasPerson == nil })
  }

  @Test func `the user's lists say whether a person is a member`() async throws {
    let fixture = BlueskyFixture(always: [
      "listsWithMembership": [
        ["list": Self.list("boats"), "listItem": ["uri": "at://x/app.bsky.graph.listitem/1"]],
        ["list": Self.list("cakes")],
      ]
    ])

    let lists = try await fixture.extras.userListsMarkingThose(with: Person.ID("did:plc:ada"))

    #expect(lists.map(\.hasPerson) == [true, false])
    #expect(fixture.asked[0].hasPrefix("GET app.bsky.graph.getListsWithMembership?actor="))
  }

  @Test func `creating a list twice writes the same record key`() async throws {
    let fixture = BlueskyFixture(always: ["uri": "at://a/b/c", "cid": "c"])

    let sent = try await send(ServiceAction(.makeList, "Boats"), at: fixture)
    let again = try await send(ServiceAction(.makeList, "Boats"), at: fixture)

    #expect(sent[0]["record"]["name"] == "Boats")
    #expect(sent[0]["record"]["purpose"] == "app.bsky.graph.defs#curatelist")
    #expect(sent[0]["rkey"].nonEmptyString != nil && again.last?["rkey"] == sent[0]["rkey"])
  }

  @Test func `renaming a list keeps its other fields`() async throws {
    let fixture = BlueskyFixture(always: [
      "uri": .string(Self.boats), "cid": "c1",
      "value": ["name": "Boats", "purpose": "app.bsky.graph.defs#curatelist"],
    ])

    let sent = try await send(
      ServiceAction(.renameList, Self.boats, answers: [.name: "Ships"]), at: fixture)

    #expect(sent.count == 1 && sent[0]["rkey"] == "boats" && sent[0]["swapRecord"] == "c1")
    #expect(
      sent[0]["record"] == [
        "$type": "app.bsky.graph.list", "purpose": "app.bsky.graph.defs#curatelist",
        "name": "Ships",
      ])
  }

  @Test(arguments: ["at://did:plc:other/app.bsky.graph.list/boats", "5", ""])
  func `deleting or renaming a list of another account is refused without a request`(id: String)
    async
  {
    let fixture = BlueskyFixture(always: [:])

    for act in [
      ServiceAction(.dropList, id), ServiceAction(.renameList, id, answers: [.name: "Ships"]),
    ] {
      #expect(
        await failure { try await fixture.publishing.sendChange(.serviceAction(act), key: key) }
          == .refused(nil))
    }
    #expect(fixture.asked == [])
  }

  @Test func `a person is added to a list, and removed whichever program added them`() async throws
  {
    let ada = "did:plc:ada"
    let item = "at://\(BlueskySample.me.rawValue)/app.bsky.graph.listitem/other"
    let fixture = BlueskyFixture { request in
      request.url.contains("getListsWithMembership")
        ? .json([
          "listsWithMembership": [
            ["list": Self.list("boats"), "listItem": ["uri": .string(item)]]
          ]
        ]) : .json(["uri": "at://a/b/c", "cid": "c"])
    }

    let put = try await send(
      ServiceAction(.changeListMembership, ada, answers: [.list: Self.boats]), at: fixture)
    let all = try await send(
      ServiceAction(.changeListMembership, ada, answers: [.list: Self.boats], isDone: false),
      at: fixture)

    #expect(put[0]["record"]["subject"] == .string(ada))
    #expect(put[0]["record"]["list"] == .string(Self.boats))
    #expect(all.dropFirst().map { $0["rkey"] } == ["other", put[0]["rkey"]])
  }

  @Test func `a person's feeds behind many empty pages are found`() async throws {
    let fixture = BlueskyFixture { request in
      guard request.url.contains("getActorFeeds") else {
        return .json(["lists": [], "starterPacks": []])
      }
      let isFirst = !request.url.contains("cursor=")
      let page = isFirst ? 0 : Int(request.url.split(separator: "=").last ?? "") ?? 0
      return page < 9
        ? .json(["feeds": [], "cursor": .string(String(page + 1))])
        : .json(["feeds": [["uri": "at://a/app.bsky.feed.generator/f", "displayName": "Cats"]]])
    }
    let person = Person.ID("did:plc:ada")

    let first = try await fixture.people.personsCollectionFeeds(of: person, after: nil)
    let second = try await fixture.people.personsCollectionFeeds(
      of: person, after: first.nextCursor)

    #expect(first.elements == [])
    #expect(
      second.elements == [.list(id: "at://a/app.bsky.feed.generator/f", name: "Cats")])
  }

  @Test func `a person's feeds, lists and starter packs are read as streams`() async throws {
    let fixture = BlueskyFixture { request in
      switch request.url {
      case let url where url.contains("getActorFeeds"):
        .json(["feeds": [["uri": "at://a/app.bsky.feed.generator/f", "displayName": "Cats"]]])
      case let url where url.contains("getLists"):
        .json(["lists": [Self.list("boats"), Self.list("spam", "modlist")]])
      default:
        .json([
          "starterPacks": [
            [
              "uri": "at://a/app.bsky.graph.starterpack/p",
              "record": ["name": "Sailors", "list": "at://a/app.bsky.graph.list/crew"],
            ], ["record": ["name": "No list"]],
          ]
        ])
      }
    }
    var feeds: [Feed] = []
    var cursor: Cursor?
    repeat {
      let page = try await fixture.people.personsCollectionFeeds(
        of: Person.ID("did:plc:ada"), after: cursor)
      feeds += page.elements
      cursor = page.nextCursor
    } while cursor != nil && feeds.count < 9

    #expect(
      feeds == [
        .list(id: "at://a/app.bsky.feed.generator/f", name: "Cats"),
        .list(id: Self.boats, name: "boats"),
        .list(id: "at://a/app.bsky.graph.list/crew", name: "Sailors"),
      ])
  }
}
