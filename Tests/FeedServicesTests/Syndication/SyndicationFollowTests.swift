import Doubles
import FeedDomain
import Groundwork
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

  @Test func `a feed can be followed and unfollowed, but not muted or blocked`() async throws {
    let id = try await person()
    let connection = try fixture.connection()

    #expect(try await connection.people?.person(id).relationship == .followed)
    #expect(connection.abilities.supportsChange(.follow(id, false)))
    #expect(!connection.abilities.supportsChange(.mute(id, true)))
    #expect(!connection.abilities.supportsChange(.block(id, true)))
  }

  @Test func `an unfollowed feed leaves the list and home, and can still be read`()
    async throws
  {
    let id = try await person()

    #expect(try await follow(id, false) == .stranger)

    #expect(fixture.list.isEmpty)
    #expect(try fixture.connection().streams == [.feed(.home)])
    #expect(try await fixture.home().isEmpty)
    let page = try await fixture.connection().feeds.feedPage(of: .person(id), .latest)
    #expect(page.entries.count == 2)
  }

  @Test func `an unfollowed feed is followed again with its folder`() async throws {
    let id = try await person()
    let before = fixture.list

    _ = try await follow(id, false)

    #expect(try await follow(id, true) == .followed)
    #expect(fixture.list == before)
    #expect(try await fixture.home() == ["b", "a"])
  }

  @Test func `a feed unsubscribed by the command line can be followed again`() async throws {
    let id = try await person()

    try await fixture.connection().subscriptions?.unsubscribe(from: Subscription.ID(id.rawValue))

    #expect(try await follow(id, true) == .followed)
    #expect(fixture.list.count == 1)
  }

  @Test func `the last fifty unfollowed feeds are remembered`() throws {
    var list = SubscriptionList((0..<60).map { Subscription(at: "https://home.example/\($0)") })

    for subscription in list.subscriptions { list.removeSubscription(subscription.id) }

    #expect(list.cancelled.count == 50)
    #expect(list.cancelled.first?.address == "https://home.example/59")
    #expect(SubscriptionList(list.secret) == list)
  }

  @Test func `removing one of two marks keeps the entry's place in the other list`() throws {
    func entry(_ id: String) -> LikedAndBookmarkedEntries.LikedOrBookmarkedEntry {
      LikedAndBookmarkedEntries.LikedOrBookmarkedEntry(
        subscription: Subscription.ID("feed"), name: "Fog", item: WebFeedEntry(id: id))
    }
    var marks = LikedAndBookmarkedEntries()
    for (second, id) in ["old", "middle", "new"].enumerated() {
      let time = Timestamp(milliseconds: Int64(second) * 1000)
      marks.setLikeOrBookmark(entry(id), [.liked, .bookmarked], true, at: time)
    }

    marks.setLikeOrBookmark(entry("old"), .bookmarked, false, at: Timestamp(milliseconds: 9000))
    marks.setLikeOrBookmark(entry("old"), .bookmarked, true, at: Timestamp(milliseconds: 9000))

    for marks in [marks, LikedAndBookmarkedEntries(try JSON(marks.bytes))] {
      #expect(marks.entriesLikedOrBookmarked(.liked).map(\.item.id) == ["new", "middle", "old"])
      #expect(
        marks.entriesLikedOrBookmarked(.bookmarked).map(\.item.id) == ["old", "new", "middle"])
    }
  }

  @Test func `marks stored by older versions have one date for both`() {
    let item = WebFeedEntry(id: "1").json
    let marks = LikedAndBookmarkedEntries([
      "marks": [["feed": "f", "bits": 5, "at": 7000, "item": item]]
    ])

    let time = Timestamp(milliseconds: 7000)
    #expect(marks.entries.map(\.likedAt) == [time])
    #expect(marks.entries.map(\.bookmarkedAt) == [time])
  }

  @Test func `marked entries with long texts are all kept, the latest with their texts`()
    throws
  {
    let folder = ScratchFolder()
    let long = RichText(String(repeating: "fog ", count: 250_000))
    for number in 0..<10 {
      var item = WebFeedEntry(id: "\(number)")
      (item.text, item.fullText) = (RichText("fog"), long)
      let entry = LikedAndBookmarkedEntries.LikedOrBookmarkedEntry(
        subscription: Subscription.ID("feed"), name: "Fog", item: item)
      try WebFeedFileCache(folder: folder.path).changeLikesAndBookmarks {
        $0.setLikeOrBookmark(entry, .bookmarked, true, at: Timestamp(milliseconds: Int64(number)))
      }
    }

    let marks = WebFeedFileCache(folder: folder.path).marks.entriesLikedOrBookmarked(.bookmarked)

    #expect(marks.map(\.item.id) == (0..<10).reversed().map { "\($0)" })
    #expect(marks.prefix(3).allSatisfy { $0.item.fullText == long })
    #expect(marks.last?.item.content?.isCut == true && marks.last?.item.text.plain == "fog")
  }

  @Test(arguments: [false, true])
  func `an unreadable file of marks or saved entries is not overwritten`(isOfMarks: Bool) {
    let folder = ScratchFolder()
    let name = isOfMarks ? "marks.json" : "\(Subscription.saved.id.rawValue).json"
    // As from a backup that lost the permissions.
    folder.write(Array("{}".utf8), to: name, mode: 0o644)
    let cache = WebFeedFileCache(folder: folder.path)

    #expect(throws: FileOperationError.self) {
      if isOfMarks {
        try cache.changeLikesAndBookmarks { _ in Issue.record("changed without what is stored") }
      } else {
        try cache.changeFeedOfSavedAddresses { _ in Issue.record("changed without what is stored") }
      }
    }
    #expect(folder.bytes(of: name) == Array("{}".utf8))
  }

  @Test(arguments: [false, true])
  func `a damaged file of marks or saved entries is kept under another name, which is said`(
    isOfMarks: Bool
  ) throws {
    let folder = ScratchFolder()
    let name = isOfMarks ? "marks.json" : "\(Subscription.saved.id.rawValue).json"
    let damaged = Array((isOfMarks ? #"{"marks":["# : "{}\n[{\"id\":\"a\"}?").utf8)
    folder.write(damaged, to: name)
    let cache = WebFeedFileCache(folder: folder.path)
    func change() throws {
      if isOfMarks {
        try cache.changeLikesAndBookmarks {
          $0.setLikeOrBookmark(
            LikedAndBookmarkedEntries.LikedOrBookmarkedEntry(
              subscription: Subscription.ID("feed"), name: "Fog", item: WebFeedEntry(id: "1")),
            .liked, true, at: Timestamp(milliseconds: 1))
        }
      } else {
        try cache.changeFeedOfSavedAddresses { $0.webFeed.entries = [WebFeedEntry(id: "1")] }
      }
    }

    let error = #expect(throws: FileOperationError.self) { try change() }

    #expect(error?.reason.contains("\(name).damaged-1") == true)
    #expect(folder.bytes(of: name + ".damaged-1") == damaged)
    try change()
    #expect(
      isOfMarks
        ? cache.marks.entries.count == 1
        : cache.cachedWebFeed(Subscription.saved.id).webFeed.entries.count == 1)
    cache.deleteLikesAndBookmarks()
    if isOfMarks { #expect(folder.bytes(of: name + ".damaged-1") == []) }
  }

  @Test func `bookmarks in a damaged file are not shown as none`() async throws {
    let folder = ScratchFolder()
    let fixture = SyndicationFixture(folder: folder.path) { _ in SyndicationFixture.rss("a") }
    try await fixture.signIn()
    folder.write(Array("{".utf8), to: "marks.json")
    let feeds = try fixture.connection().feeds

    let error = await #expect(throws: FeedError.self) {
      try await feeds.feedPage(of: .bookmarks, .latest)
    }

    guard case .storeFailed(.failed(_, let reason)) = error else {
      Issue.record("another error")
      return
    }
    #expect(reason.contains("marks.json.damaged-1"))
    #expect(try await feeds.feedPage(of: .bookmarks, .latest).entries == [])
  }

  @Test func `marks set by eight windows at once are all stored`() async throws {
    let folder = ScratchFolder()
    let path = folder.path

    try await withThrowingTaskGroup { group in
      for window in 0..<8 {
        group.addTask {
          let cache = WebFeedFileCache(folder: path)
          for number in 0..<10 {
            let entry = LikedAndBookmarkedEntries.LikedOrBookmarkedEntry(
              subscription: Subscription.ID("feed"), name: "Fog",
              item: WebFeedEntry(id: "\(window)-\(number)"))
            try cache.changeLikesAndBookmarks {
              $0.setLikeOrBookmark(entry, .liked, true, at: Timestamp(milliseconds: 0))
            }
          }
        }
      }
      try await group.waitForAll()
    }

    #expect(WebFeedFileCache(folder: path).marks.entries.count == 80)
    withExtendedLifetime(folder) {}
  }
}
