import Doubles
import FeedDomain
import Testing

@testable import FeedServices

/// Leaving a feed, and following it again, as somebody's profile offers it.
@Suite struct SyndicationFollowTests {
  private let fixture = SyndicationFixture { _ in SyndicationFixture.rss("b", "a") }

  private func person() async throws -> Person.ID {
    try await fixture.signIn()
    return Person.ID(try #require(fixture.list.first).id.rawValue)
  }

  private func follow(_ person: Person.ID, _ isFollowed: Bool) async throws -> Relationship? {
    let publishing = try #require(try fixture.connection().publishing)
    let outcome = try await publishing.sendChange(.follow(person, isFollowed), key: .init("1"))
    guard case .person(let person) = outcome else { return nil }
    return person.relationship
  }

  @Test func `a feed is followed, and can be left`() async throws {
    let id = try await person()
    let connection = try fixture.connection()

    #expect(try await connection.people?.person(id).relationship == .followed)
    #expect(connection.abilities.supportsChange(.follow(id, false)))
    #expect(!connection.abilities.supportsChange(.mute(id, true)))
    #expect(!connection.abilities.supportsChange(.block(id, true)))
  }

  @Test func `what is left is gone from the list and from home, and can be looked at`()
    async throws
  {
    let id = try await person()

    #expect(try await follow(id, false) == .stranger)

    #expect(fixture.list.isEmpty)
    #expect(try fixture.connection().streams == [.feed(.home)])
    #expect(try await fixture.home().isEmpty)
    let page = try await fixture.connection().feeds.page(of: .person(id), .latest)
    #expect(page.entries.count == 2)
  }

  @Test func `what was left is followed again as it was, in its folder`() async throws {
    let id = try await person()
    let before = fixture.list

    _ = try await follow(id, false)

    #expect(try await follow(id, true) == .followed)
    #expect(fixture.list == before)
    #expect(try await fixture.home() == ["b", "a"])
  }

  @Test func `what was left by the command line can be followed again as well`() async throws {
    let id = try await person()

    try await fixture.connection().subscriptions?.unsubscribe(from: Subscription.ID(id.rawValue))

    #expect(try await follow(id, true) == .followed)
    #expect(fixture.list.count == 1)
  }

  @Test func `of what was left fifty are remembered, the last ones`() throws {
    var list = SubscriptionList((0..<60).map { Subscription(at: "https://home.example/\($0)") })

    for subscription in list.subscriptions { list.removeSubscription(subscription.id) }

    #expect(list.former.count == 50)
    #expect(list.former.first?.address == "https://home.example/59")
    #expect(SubscriptionList(list.secret) == list)
  }

  @Test func `marks of many windows are all kept`() async throws {
    let folder = ScratchFolder()
    let path = folder.path

    try await withThrowingTaskGroup { group in
      for window in 0..<8 {
        group.addTask {
          let cache = FeedFileCache(folder: path)
          for number in 0..<10 {
            let entry = MarkedEntries.MarkedFeedEntry(
              subscription: Subscription.ID("feed"), name: "Fog",
              item: WebFeedEntry(id: "\(window)-\(number)"), marks: [],
              markedAt: Timestamp(milliseconds: 0))
            try cache.changeMarkedEntries { $0.setEntryMark(entry, .liked, true) }
          }
        }
      }
      try await group.waitForAll()
    }

    #expect(FeedFileCache(folder: path).marks.entries.count == 80)
    withExtendedLifetime(folder) {}
  }
}
