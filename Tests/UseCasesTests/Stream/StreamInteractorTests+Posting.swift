import Doubles
import Testing

@testable import FeedDomain
@testable import UseCases

/// What the user posts while they read.
extension StreamInteractorTests {
  private var draft: Draft { Draft(id: Draft.ID("d"), text: "Hello") }

  /// A stream in which a post of the user's own was confirmed.
  private func posted(
    _ setting: Setting, at place: String = "2"
  ) async throws -> StreamInteractor {
    try await setting.hold(Post.samples(2, downTo: 1))
    let interactor = await reading(setting, freshFor: .seconds(60)).after(.open(.home))
    await interactor.handle(
      .remember(
        ReadingPosition(entry: FeedEntry.ID(place), row: 0), seen: FeedEntry.ID(place)))
    interactor.applyActionReport(
      .delivered(.publish(draft), .post(.sample("own", by: "me"))), of: interactor.session.account)
    #expect(await eventually { spy.ids == ["own", "2", "1"] })
    return interactor
  }

  @Test func `a new post by the user is at the top of the stream at once, without a request`()
    async throws
  {
    let setting = Setting()

    _ = try await posted(setting)

    #expect(await eventually { spy.effects.contains(.showRowsAbove) })
    #expect(await setting.service.asked == [])
  }

  @Test func `the next refresh moves the user's new post to its place, once and without a gap`()
    async throws
  {
    let setting = Setting()
    let interactor = try await posted(setting)
    await setting.service.show(
      [.sample("4"), .sample("own", by: "me"), .sample("3")] + Post.samples(2, downTo: 1))

    await interactor.handle(.refresh)

    #expect(await eventually { spy.ids == ["4", "own", "3", "2", "1"] && spy.activity == .none })
    #expect(spy.rows.count == 5)
    #expect(setting.session.freshPosts.isEmpty)
  }

  @Test func `a new post by the user that the service's page does not contain is removed`()
    async throws
  {
    let setting = Setting()
    let interactor = try await posted(setting)
    await setting.service.show(Post.samples(3, downTo: 1))

    await interactor.handle(.refresh)

    #expect(await eventually { spy.ids == ["3", "2", "1"] && spy.activity == .none })
  }

  @Test func `a reading position at an unstored new post is stored as the newest stored entry`()
    async throws
  {
    let setting = Setting()
    let interactor = try await posted(setting)

    await interactor.handle(
      .remember(ReadingPosition(entry: FeedEntry.ID("own"), row: 0), seen: FeedEntry.ID("own")))
    await interactor.handle(.close)

    let status = await setting.store.feedStatus(of: .stream(.home, setting.account))
    #expect(
      status.readingPosition?.entry == FeedEntry.ID("2") && status.lastRead == FeedEntry.ID("2"))
  }

  @Test func `a new post by the user disappears when it is deleted`() async throws {
    let setting = Setting()
    let interactor = try await posted(setting)

    interactor.applyActionReport(
      .delivered(.delete(Post.ID("own")), .done), of: interactor.session.account)

    #expect(await eventually { spy.ids == ["2", "1"] })
  }

  @Test func `a new reply by the user causes a fetch, because the stream may not contain it`()
    async throws
  {
    let setting = try await Setting().holding(Post.samples(2, downTo: 1))
    let interactor = await reading(setting, freshFor: .seconds(60)).after(.open(.home))
    let answer = Draft(id: Draft.ID("d"), text: "Hello", replyTo: Post.ID("1"))

    interactor.applyActionReport(
      .delivered(.publish(answer), .post(.sample("own", by: "me"))), of: interactor.session.account)

    #expect(await eventually { await !setting.service.asked.isEmpty })
  }
}

@Suite struct NewOwnPostsTests {
  private let now = Timestamp(milliseconds: 10_000)

  private func entry(_ id: String, at milliseconds: Int64, isBoost: Bool = false) -> FeedEntry {
    let post = Post(
      id: Post.ID(id), author: .sample("ada"), createdAt: Timestamp(milliseconds: milliseconds),
      content: Post.PostContent(text: RichText("Hello")))
    return FeedEntry(
      id: FeedEntry.ID(id), post: post, boostedBy: isBoost ? .sample("bo") : nil)
  }

  @Test func `a new post by the user is placed by date, ignoring boosts and dates in the future`() {
    var fresh = NewOwnPosts()
    fresh.addNewOwnPost(entry("own", at: 5_000).post)
    let rows = [
      entry("future", at: 20_000), entry("newer", at: 6_000),
      entry("boost", at: 7_000, isBoost: true),
      entry("older", at: 4_000),
    ]

    let woven = fresh.insertingNewOwnPosts(into: rows.map { .entry($0) }, now: now)

    #expect(
      woven.compactMap(\.entry?.id.rawValue) == ["future", "newer", "own", "boost", "older"])
  }
}
