import Doubles
import Testing

@testable import FeedDomain
@testable import UseCases

/// Going through all that somebody wrote, liked and keeps.
struct ArchiveReaderTests {
  private let world = PassingWorld()
  private let service = StubService()

  private func archiving(photos: (any PhotoGateway)? = nil) -> ArchiveFetcher {
    ArchiveFetcher(service.offering(photos: photos), photos: nil, world: world)
  }

  /// The ids that are handed on, and why there are no more.
  private func run(_ part: ArchivePart) async -> ([String], FeedError?) {
    var ids: [String] = []
    let problem = await archiving().fetchArchivePosts(of: part) { ids += $0.map(\.id.rawValue) }
    return (ids, problem)
  }

  @Test func `an account of web feeds has no posts of its own to archive`() {
    let reader = Account(service: .rss, person: Person.ID("me"), handle: "feeds")
    let connection = ServiceConnection(account: reader, streams: [], feeds: service) {
      $0.people = service
      $0.publishing = service
    }

    #expect(
      ArchiveFetcher(connection, photos: nil, world: world).parts == [.likes, .bookmarks])
    #expect(archiving().parts == ArchivePart.allCases)
  }

  @Test func `all pages of an archive part are fetched, and each post is passed on once`() async {
    await service.show(Post.samples(8, downTo: 1))

    let (ids, problem) = await run(.likes)

    #expect(ids == (1...8).reversed().map(String.init))
    #expect(problem == nil)
    #expect(await service.asked.count == 3)
  }

  @Test func `the archive part of posts has only the user's own posts`() async {
    await service.show([.sample("3", by: "me"), .sample("2", by: "bo"), .sample("1", by: "me")])
    await service.boost(Post.ID("3"), by: .sample("me"))

    #expect(await run(.posts).0 == ["1"])
    #expect(await run(.bookmarks).0 == ["3", "2", "1"])
  }

  @Test func `a page of the archive is fetched again after a temporary failure`() async {
    await service.show(Post.samples(2, downTo: 1))
    await service.fail(.unreachable, .serverFailed(503), .badReply)

    let (ids, problem) = await run(.likes)

    #expect(ids == ["2", "1"])
    #expect(problem == nil)
    #expect(world.slept.count == 3)
  }

  @Test func `a rate-limited archive waits until the limit ends`() async {
    await service.show(Post.samples(1, downTo: 1))
    await service.fail(.rateLimited(until: world.now.timeAdvanced(by: .seconds(300))))

    #expect(await run(.likes).0 == ["1"])
    #expect(world.slept == [.seconds(300)])
  }

  @Test(arguments: [FeedError.notFound, .signedOut])
  func `a permanent failure ends the archive part and is reported`(error: FeedError) async {
    await service.fail(error)

    let (ids, problem) = await run(.bookmarks)

    #expect(ids.isEmpty)
    #expect(problem == error)
    #expect(await service.asked.count == 1)
  }

  @Test func `an archive part that fails repeatedly keeps the posts fetched before`() async {
    await service.show(Post.samples(6, downTo: 1))
    var seen = 0

    let problem = await archiving().fetchArchivePosts(of: .likes) { posts in
      seen += posts.count
      await service.fail(.unreachable, .unreachable, .unreachable, .unreachable)
    }

    #expect(seen == 3)
    #expect(problem == .unreachable)
  }

  @Test func `cancelling the archive makes no further request`() async {
    await service.show(Post.samples(9, downTo: 1))
    let archiving = archiving()
    let work = Task {
      await archiving.fetchArchivePosts(of: .likes) { _ in withUnsafeCurrentTask { $0?.cancel() } }
    }

    #expect(await work.value == .cancelled)
    #expect(await service.asked.count == 1)
  }

  @Test func `an archived photo has its largest size for viewing, not the original`() async throws {
    let photos = StubPhotos()
    let photo = Photo(
      id: Photo.ID("p"),
      renditions: [
        Photo.PhotoRendition(url: "small", size: PhotoSize(width: 300, height: 200)),
        Photo.PhotoRendition(url: "large", size: PhotoSize(width: 900, height: 600)),
        Photo.PhotoRendition(
          url: "raw", size: PhotoSize(width: 9_000, height: 6_000), isForKeeping: true),
      ], size: PhotoSize(width: 9_000, height: 6_000), altText: "")

    #expect(
      try await archiving(photos: photos).cachedOrFetchedPhotoBytes(of: photo) == [
        0xFF, 0xD8, 0xFF,
      ])
    #expect(await photos.fetched == ["large"])
    await #expect(throws: FeedError.notFound) {
      try await archiving().cachedOrFetchedPhotoBytes(of: photo)
    }
  }

  @Test func `an archive part ends if the service sends endless pages without new posts`() async {
    let endless = EndlessFeeds()
    let account = Account(service: .mastodon, person: Person.ID("me"), handle: "me")
    let connection = ServiceConnection(account: account, streams: [], feeds: endless)
    var ids: [String] = []

    let problem = await ArchiveFetcher(connection, photos: nil, world: world).fetchArchivePosts(
      of: .likes
    ) {
      ids += $0.map(\.id.rawValue)
    }

    #expect(problem == .endless)
    #expect(ids == ["1"])
    #expect(await endless.asked <= 30)
  }
}
