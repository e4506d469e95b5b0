import Doubles
import FeedDomain
import Testing
import Threads

@testable import FeedServices

/// Feeds as streams, and what the user does with what is in them.
@Suite struct SyndicationReadingTests {
  private func fixture(folder: String? = nil) async throws -> SyndicationFixture {
    let fixture = SyndicationFixture(folder: folder) { request in
      request.url.contains("other.example")
        ? SyndicationFixture.rss(["x"], name: "Rain") : SyndicationFixture.rss("b", "a")
    }
    try await fixture.signIn("\(SyndicationFixture.feed) https://other.example/feed")
    return fixture
  }

  private func texts(_ feed: Feed, _ fixture: SyndicationFixture) async throws -> [String] {
    try await fixture.connection().feeds.feedPage(of: feed, .latest).entries.map {
      $0.post.content.text.plain
    }
  }

  @Test func `a feed is a stream and a profile, and home has all feeds`() async throws {
    let fixture = try await fixture()
    let fog = try #require(fixture.list.first)

    #expect(try await texts(fog.stream, fixture) == ["b", "a"])
    #expect(try await texts(.person(Person.ID(fog.id.rawValue)), fixture) == ["b", "a"])
    #expect(Set(try await texts(.home, fixture)) == ["a", "b", "x"])
    let person = try await fixture.connection().people?.person(Person.ID(fog.id.rawValue))
    #expect(person?.name == "Fog")
    #expect(person?.handle == "home.example")
    let collections = try await fixture.connection().people?.personsCollectionFeeds(
      of: LocalWebFeedConnection.emptyPersonID, after: nil)
    #expect(collections?.elements.count == 2)
  }

  @Test func `entries of an unnamed feed show the name that the feed states`() {
    var subscription = Subscription(
      id: .init("fog"), address: "https://fog.example/feed", name: "fog.example")
    var webFeed = WebFeed()
    #expect(Person(subscription, webFeed).name == "fog.example")
    webFeed.name = "Fog"
    #expect(Person(subscription, webFeed).name == "Fog")
    subscription.name = "Mine"
    #expect(Person(subscription, webFeed).name == "Mine")
  }

  @Test func `pages go down to the oldest entry, each entry once`() async throws {
    let titles = (1...250).map { "entry \($0)" }
    let fixture = SyndicationFixture { _ in SyndicationFixture.rss(titles) }
    try await fixture.signIn()
    let feeds = try fixture.connection().feeds

    var page = try await feeds.feedPage(of: .home, .latest)
    var seen = page.entries.map(\.id)
    while let older = page.older {
      page = try await feeds.feedPage(of: .home, .older(older))
      seen += page.entries.map(\.id)
    }

    #expect(seen.count == 250)
    #expect(Set(seen).count == 250)
  }

  @Test func `entries can be liked and bookmarked, but not answered or boosted`() async throws {
    let connection = try await fixture().connection()
    let post = try #require(
      try await connection.feeds.feedPage(of: .home, .latest).entries.first?.post)
    let abilities = connection.abilities

    #expect(abilities.permission(to: .mark(.liked), on: post, isOwn: false) == .allowed)
    #expect(abilities.permission(to: .mark(.bookmarked), on: post, isOwn: false) == .allowed)
    #expect(abilities.permission(to: .mark(.boosted), on: post, isOwn: false) != .allowed)
    #expect(abilities.permission(to: .reply, on: post, isOwn: false) != .allowed)
    #expect(abilities.supportsChange(.follow(post.author.id, false)))
  }

  @Test func `marked entries stay after their feed is unfollowed, until sign-out`() async throws {
    let folder = ScratchFolder()
    let fixture = try await fixture(folder: folder.path)
    let connection = try fixture.connection()
    let fog = try #require(fixture.list.first)
    let post = try #require(
      try await connection.feeds.feedPage(of: fog.stream, .latest).entries.first?.post)

    for mark in [Post.UserPostMarks.liked, .bookmarked] {
      _ = try await connection.publishing?.sendChange(
        .mark(post.id, mark, true), key: OutboxItem.ID("key"))
    }
    let marked = try await connection.feeds.feedPage(of: fog.stream, .latest).entries.first?.post
      .userMarks
    try await connection.subscriptions?.unsubscribe(from: fog.id)
    // Another window, or the next start.
    let again = SyndicationFixture(folder: folder.path) { _ in HTTPReply(status: 500) }
    try again.store.saveAccountAndMakeActive(try #require(fixture.store.storedAccounts().first))

    #expect(marked == [.liked, .bookmarked])
    #expect(try await texts(.bookmarks, again) == ["b"])
    #expect(try await texts(.likes, again) == ["b"])
    #expect(try await again.connection().feeds.conversation(of: post.id).focus == post.id)
    _ = try await again.connection().publishing?.sendChange(
      .mark(post.id, .bookmarked, false), key: OutboxItem.ID("key"))
    #expect(try await texts(.bookmarks, again) == [])
    #expect(try await texts(.likes, again) == ["b"])
    try await again.services.signIn.signOut(try #require(again.store.storedAccounts().first))
    #expect(folder.names == [])
  }

  @Test func `a long text is shown whole in its conversation`() async throws {
    let words = String(repeating: "word ", count: 400)
    let text =
      "<rss><channel><title>Fog</title><item><guid>1</guid><title>Long</title><description>\(words)"
      + "</description></item></channel></rss>"
    let fixture = SyndicationFixture { request in
      HTTPReply(status: 200, body: Array(text.utf8), url: request.url)
    }
    try await fixture.signIn()
    let feeds = try fixture.connection().feeds
    let post = try #require(try await feeds.feedPage(of: .home, .latest).entries.first?.post)

    let conversation = try await feeds.conversation(of: post.id)

    #expect(post.content.text.plain.hasPrefix("Long\nword"))
    #expect(post.content.text.plain.hasSuffix("…"))
    #expect(conversation.nodes.map(\.depth) == [0, 1])
    #expect(conversation.nodes.last?.post.content.text.plain.utf8.count == 1999)
  }

  @Test func `the list of feeds is stored, and another window's additions are read at once`()
    async throws
  {
    let fixture = try await fixture()
    let connection = try fixture.connection()
    let subscriptions = try #require(connection.subscriptions)

    let added = try await subscriptions.addSubscriptions(
      "https://third.example/feed", isTrustedList: false)
    let again = try await fixture.connection().subscriptions?.addSubscriptions(
      "https://third.example/feed https://fourth.example/feed", isTrustedList: false)

    #expect(added.new.map(\.address) == ["https://third.example/feed"])
    #expect(again?.new.map(\.address) == ["https://fourth.example/feed"])
    #expect(try await subscriptions.subscriptions().count == 4)
    #expect(try await subscriptions.opmlText().contains("https://fourth.example/feed"))
    #expect(try await connection.feeds.feedPage(of: .home, .latest).entries.count == 7)
  }

  @Test func `a folder's stream includes its subfolders, and they are renamed with it`() {
    var feeds = ["a", "b", "c"].map { Subscription(at: "https://\($0).example/feed") }
    (feeds[0].folder, feeds[1].folder, feeds[2].folder) = ("Tech", "Tech/Swift", "Technics")
    feeds[1].otherFolders = ["Tech"]
    var list = SubscriptionList(feeds)
    let tech = Feed.list(id: "folder/Tech", name: "Tech")
    #expect(list.subscriptions(in: tech)?.map(\.host) == ["a.example", "b.example"])

    list.renameFolder("Tech", to: "Code")

    #expect(list.subscriptions.map(\.folders) == [["Code"], ["Code/Swift", "Code"], ["Technics"]])
  }

  @Test func `a folder is renamed by the connection of web feeds`() async throws {
    let fixture = try await fixture()
    let list = try #require(try fixture.connection().subscriptions)
    let fog = try #require(fixture.list.first)
    try await list.changeSubscription(fog.id, .move("Tech"))

    try await list.renameFolder("Tech", to: "Code")

    #expect(try await list.subscriptions().map(\.folder) == ["Code", nil])
  }

  @Test func `tabs of untitled feeds of one host are named by their addresses`() {
    let feeds = ["a.xml", "b.xml"].map { Subscription(at: "https://fog.example/\($0)") }

    let names = SubscriptionList(feeds).streams.compactMap { feed in
      if case .list(_, let name) = feed { name } else { nil }
    }

    #expect(names == ["fog.example/a.xml", "fog.example/b.xml"])
  }

  @Test func `an audio entry has the player's address and its cover`() async throws {
    let bytes = try ServiceSample.bytes("Syndication/podcast.xml")
    let fixture = SyndicationFixture { request in
      HTTPReply(status: 200, body: bytes, url: request.url)
    }
    try await fixture.signIn()
    let connection = try fixture.connection()
    let post = try #require(
      try await connection.feeds.feedPage(of: .home, .latest).entries.first?.post)
    let photo = try #require(post.content.photos.first)

    let details = try await connection.photos?.photoDetails(ofPhoto: photo.id, in: post.id)

    #expect(photo.kind == .audio)
    #expect(photo.renditions.map(\.url) == ["https://pod.example/7.jpg"])
    #expect(details?.film == "https://pod.example/7.mp3")
    #expect(photo.url == "https://pod.example/7.mp3")
  }
}
