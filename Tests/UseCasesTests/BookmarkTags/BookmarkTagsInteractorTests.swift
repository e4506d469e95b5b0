import Doubles
import FeedDomain
import Testing
import UseCases

@MainActor @Suite struct BookmarkTagsInteractorTests {
  private let spy = Spy<BookmarkTagsScene.SceneState>()
  private let setting = Setting(marks: [.liked, .bookmarked])
  private let post = Post.ID("1")

  private func opened(_ post: Post.ID?) async throws -> BookmarkTagsInteractor {
    try await setting.hold([.sample("1"), .sample("2")])
    let interactor = BookmarkTagsInteractor(
      setting.session, actions: setting.actions, presenter: spy)
    await interactor.handle(.open(post))
    return interactor
  }

  private var entries: [String]? {
    spy.last?.entries.map { "\($0.isSet ? "✓" : "") \($0.tag.name) \($0.count)" }
  }

  @Test func `a stream of bookmarks that cannot be read reports a store error`()
    async throws
  {
    let setting = Setting()
    let connection = setting.session.connection.connectionAddingDerivedFeeds(
      from: setting.store, tags: setting.bookmarkTags, in: setting.world)
    let tag = try #require(BookmarkTag("recipes"))
    await setting.bookmarkTags.fail(.damaged)

    await #expect(throws: FeedError.storeFailed(.damaged)) {
      try await connection.feeds.feedPage(of: DerivedFeed.tagged(tag).feed(), .latest)
    }
  }

  @Test func `adding a tag to a post also bookmarks it`() async throws {
    let interactor = try await opened(post)
    #expect(entries == [])

    await interactor.handle(.add("Sour dough"))

    #expect(entries == ["✓ sour dough 1"])
    #expect(spy.last?.lastAdded == BookmarkTag("sour dough"))
    #expect(
      await eventually { await setting.service.sent == [.mark(post, .bookmarked, true)] })
  }

  @Test func `a tag is removed from a bookmark and added again`() async throws {
    let bread = try #require(BookmarkTag("bread"))
    try await setting.bookmarkTags.storeLocalBookmarkTag(
      bread, true, on: Post.ID("2"), account: setting.account)
    let interactor = try await opened(post)
    #expect(entries == [" bread 1"])

    await interactor.handle(.toggle(bread))
    #expect(entries == ["✓ bread 2"])
    await interactor.handle(.toggle(bread))
    #expect(entries == [" bread 1"])
  }

  @Test func `an invalid tag and a failure to store a tag are reported`() async throws {
    let interactor = try await opened(post)

    await interactor.handle(.add("#"))
    #expect(spy.effects.last == .say(.invalid(.tag)))
    await setting.bookmarkTags.fail(.full)
    await interactor.handle(.add("bread"))
    #expect(spy.effects.last == .say(.storeFailed(.full)))
    #expect(entries == [])
  }

  @Test func `the bookmarks with a tag are a stream, last tagged first`() async throws {
    let bread = try #require(BookmarkTag("bread"))
    _ = try await opened(nil)
    for id in ["1", "2", "gone"] {
      try await setting.bookmarkTags.storeLocalBookmarkTag(
        bread, true, on: Post.ID(id), account: setting.account)
    }

    let feed = DerivedFeed.tagged(bread).feed()
    let page = try await setting.session.connection.feeds.feedPage(of: feed, .latest)

    #expect(page.entries.map(\.post.id.rawValue) == ["2", "1"])
    #expect(page.older == nil)
  }

  @Test func `without a network the stored bookmarks with a tag are shown`() async throws {
    let bread = try #require(BookmarkTag("bread"))
    _ = try await opened(nil)
    for id in ["1", "2", "gone"] {
      try await setting.bookmarkTags.storeLocalBookmarkTag(
        bread, true, on: Post.ID(id), account: setting.account)
    }
    await setting.service.fail(.unreachable)

    let feed = DerivedFeed.tagged(bread).feed()
    let page = try await setting.session.connection.feeds.feedPage(of: feed, .latest)

    #expect(page.entries.map(\.post.id.rawValue) == ["2", "1"])
  }
}
