import Doubles
import FeedDomain
import Testing
import UseCases

@MainActor struct FeedFollowerTests {
  private let world = FakeWorld()
  private let store = FakeFeedStore()
  private let service = StubService(Post.samples(4, downTo: 1))
  private let live = StubLive()
  private let told = Recording()

  @MainActor private final class Recording {
    var news: [FeedFollower.FollowedFeedUpdate] = []
    /// After so much of it, enough was told.
    var enough = Int.max
  }

  private func follow(
    showing count: Int = 0, without hidden: Set<Post.ID> = []
  ) -> Task<FeedError?, Never> {
    let connection = ServiceConnection(
      account: SignedInAccount.ada.account, streams: [.feed(.home)], feeds: service
    ) { $0.live = live }
    let following = FeedFollower(
      .home, of: connection, store: store, world: world, pace: .seconds(90)
    ) { _ in hidden }
    return Task { [told] in
      do throws(FeedError) {
        try await following.followFeed(showing: count) {
          told.news.append($0)
          return told.news.count < told.enough
        }
        return nil
      } catch {
        return error
      }
    }
  }

  private func entries(_ ids: String...) -> FeedFollower.FollowedFeedUpdate {
    .entries(ids.map { FeedEntry(Post.sample($0)) })
  }

  /// Lets the clock go on to the next who waits for it, once those are there.
  private func pass(waiting: Int = 1) async throws {
    #expect(await eventually { world.sleeping >= waiting })
    let next = try #require(world.nextWaking)
    world.pass(next.elapsedTime(since: world.now))
  }

  @Test func `following begins with the requested number of stored entries, oldest first`() async {
    let following = follow(showing: 2)

    #expect(await eventually { told.news == [entries("3", "4")] })
    following.cancel()
    #expect(await following.value == nil)
  }

  @Test func `read entries are left out of following unread ones, and not counted`() async {
    let following = follow(showing: 2, without: [Post.ID("3")])

    #expect(await eventually { told.news == [entries("2", "4")] })
    following.cancel()
    #expect(await following.value == nil)
  }

  @Test func `new entries are reported once, at the stream's refresh interval`() async throws {
    let following = follow()
    #expect(await eventually { world.sleeping == 1 })

    await service.post(Post.samples(6, downTo: 5))
    world.pass(.seconds(90))
    try await pass()

    #expect(await eventually { told.news == [entries("5", "6")] })
    #expect(await store.ids(of: .home).prefix(2) == ["6", "5"])
    following.cancel()
    #expect(await following.value == nil)
  }

  @Test func `a live update makes the follower fetch soon`() async throws {
    let following = follow()
    #expect(await eventually { world.sleeping == 1 })
    #expect(await eventually { await live.isHeard })

    await service.post([.sample("5")])
    await live.tell(.newEntries(.home))
    #expect(await eventually { world.nextWaking == FakeWorld.noon.timeAdvanced(by: .seconds(2)) })
    world.pass(.seconds(2))

    #expect(await eventually { told.news == [entries("5")] })
    following.cancel()
    #expect(await following.value == nil)
  }

  @Test func `entries sent by live updates are reported without a further request`() async throws {
    let following = follow()
    #expect(await eventually { world.sleeping == 1 })
    #expect(await eventually { await live.isHeard })
    await service.post([.sample("5")])
    await live.tell(.listening([.home]))
    #expect(await eventually { world.nextWaking == FakeWorld.noon.timeAdvanced(by: .seconds(2)) })
    world.pass(.seconds(2))
    #expect(await eventually { told.news == [entries("5")] })
    let asked = await service.asked.count

    for id in 6...9 { await live.tell(.posted(FeedEntry(.sample(String(id))), in: .home)) }
    await live.tell(.posted(FeedEntry(.sample("9")), in: .home))

    #expect(
      await eventually {
        told.news == [entries("5"), entries("6"), entries("7"), entries("8"), entries("9")]
      })
    #expect(await service.asked.count == asked)
    #expect(await store.ids(of: .home).prefix(5) == ["9", "8", "7", "6", "5"])
    following.cancel()
    #expect(await following.value == nil)
  }

  @Test
  func `if the newest known entry was deleted, unknown entries of the first page are reported`()
    async throws
  {
    let following = follow()
    #expect(await eventually { world.sleeping == 1 })

    await service.forget(Post.ID("4"))
    await service.post([.sample("5")])
    world.pass(.seconds(90))
    try await pass()

    #expect(await eventually { told.news == [entries("5")] })
    following.cancel()
    #expect(await following.value == nil)
  }

  @Test func `a failing service is reported once, and asked again`() async throws {
    let following = follow()
    #expect(await eventually { world.sleeping == 1 })

    await service.fail(.unreachable, .unreachable)
    world.pass(.seconds(90))
    try await pass()
    #expect(await eventually { told.news == [.failed(.unreachable)] })
    try await pass()
    await service.post([.sample("5")])
    try await pass()

    #expect(await eventually { told.news == [.failed(.unreachable), entries("5")] })
    following.cancel()
    #expect(await following.value == nil)
  }

  @Test(arguments: [FeedError.unreachable, .signedOut])
  func `a failure at the start ends following with the error`(_ error: FeedError) async {
    await service.fail(error)

    #expect(await follow().value == error)
  }

  @Test func `a rejected token ends following with the error`() async throws {
    let following = follow()
    #expect(await eventually { world.sleeping == 1 })

    await service.fail(.signedOut)
    world.pass(.seconds(90))
    try await pass()

    #expect(await following.value == .signedOut)
  }

  @Test func `following ends when the receiver has had enough`() async {
    told.enough = 1

    #expect(await follow(showing: 1).value == nil)
    #expect(told.news == [entries("4")])
  }
}
