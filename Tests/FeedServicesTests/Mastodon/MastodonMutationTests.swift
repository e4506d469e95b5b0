import FeedDomain
import Testing

@testable import FeedServices

/// Replies in which anything at all is missing or of another type.
@Suite struct MastodonMutationTests {
  @Test(arguments: 0..<10)
  func `a malformed post does not affect other posts of the page`(_ place: Int) throws {
    let page = try MastodonSample.json("timeline-home").array
    let healthy = MastodonPosts.post("1")
    let reader = MastodonSample.reader()
    let whole = reader.parsedEntriesExceptHidden([healthy])

    let broken = page[place].variants.filter { variant in
      let entries = reader.parsedEntriesExceptHidden([variant.json, healthy])
      return Array(entries.suffix(1)) != whole || (variant.isHarmless && entries.count != 2)
    }

    #expect(broken.map(\.path) == [])
  }

  @Test(arguments: ["pixelfed", "gotosocial", "akkoma", "snac", "snac_boost"])
  func `a malformed post of another software does not affect other posts`(_ name: String) throws {
    let sample = try MastodonSample.json("compat-statuses")[name]
    let healthy = MastodonPosts.post("1")
    let reader = MastodonSample.reader(.other)
    let whole = reader.parsedEntriesExceptHidden([healthy])

    let broken = sample.variants.filter { variant in
      let entries = reader.parsedEntriesExceptHidden([variant.json, healthy])
      return Array(entries.suffix(1)) != whole || (variant.isHarmless && entries.count != 2)
    }

    #expect(broken.map(\.path) == [])
  }

  @Test(arguments: 0..<10)
  func `a malformed notification does not affect other notifications`(_ place: Int) throws {
    let page = try MastodonSample.json("notifications").array
    let healthy = try #require(page.first)
    let reader = MastodonSample.reader(.mastodon, .notifications)
    let whole = MastodonNotificationJSONReader(reader).parsedNotificationsGroupingSimilar([healthy])

    let broken = page[place].variants.filter { variant in
      Array(
        MastodonNotificationJSONReader(reader).parsedNotificationsGroupingSimilar([
          variant.json, healthy,
        ]).suffix(
          1))
        != whole
    }

    #expect(whole.count == 1)
    #expect(broken.map(\.path) == [])
  }

  @Test func `a malformed person does not affect other people`() throws {
    let page = try MastodonSample.json("favourited-by").array
    let healthy = try #require(page.first)
    let reader = MastodonSample.reader()

    for variant in page[1].variants {
      #expect(
        reader.parsedPeople([variant.json, healthy]).suffix(1) == reader.parsedPeople([healthy]),
        "\(variant.path)")
    }
  }

  @Test func `a malformed instance reply still leaves a usable server`() throws {
    let instance = try MastodonSample.json("instance-v2")

    for variant in instance.variants {
      var server = MastodonServer(address: "https://example.social")
      server.readInstanceFacts(from: variant.json)

      #expect(server.limits.characters > 0, "\(variant.path)")
      #expect(server.streams.first == .home, "\(variant.path)")
      #expect(MastodonServer(stored: server.json) == server, "\(variant.path)")
    }
  }

  @Test func `a malformed relationship does not affect other relationships`() throws {
    let relationships = try MastodonSample.json("account")["relationships"]
    let reader = MastodonSample.reader()
    let whole = reader.parsedRelationships(relationships)

    for variant in relationships.array[0].variants {
      let read = reader.parsedRelationships(
        .array([variant.json] + relationships.array.dropFirst()))

      #expect(
        whole.filter { $0.key.rawValue != "110900000000000303" }.allSatisfy {
          read[$0.key]?.relationship == $0.value.relationship
        })
    }
  }
}

extension JSONVariant {
  /// Whether the change touches nothing that a post cannot do without: its id, its author, the post
  /// inside it, and what filters say.
  fileprivate var isHarmless: Bool {
    guard let first = path.first else { return false }
    return !["id", "account", "reblog", "filtered"].contains(first)
  }
}
