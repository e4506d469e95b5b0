import Doubles
import Testing

@testable import FeedDomain
@testable import UseCases

/// What is brought here, and how little is asked for that.
@MainActor struct OfflineCopierTests {
  private let world = PassingWorld(at: FakeWorld.noon.milliseconds)
  private let store = FakeFeedStore()
  private let service = StubService()
  private let photos = StubPhotos()
  private let cache = FakePhotoCache()

  private func session() -> AccountSession {
    AccountSession(
      .sample, connection: service.offering(photos: photos),
      stores: AccountSession.SessionStores(
        feeds: store, outbox: FakeOutbox(), drafts: FakeOutbox(), credentials: FakeCredentials(),
        photos: cache), world: world, log: NoLog())
  }

  private func fetch(_ plan: OfflineCopyPlan) async -> OfflineCopyResult {
    await OfflineCopier(session(), plan).copyForOfflineReading()
  }

  /// A post that answers another, is answered so often, and is so many hours old.
  private func post(
    _ id: String, answering other: String? = nil, replies: Int = 0, hours: Int = 0,
    photos: [Photo] = []
  ) -> Post {
    Post(
      id: Post.ID(id), author: .sample("ada"),
      createdAt: world.now.timeAdvanced(by: .seconds(-3_600 * hours)),
      content: Post.PostContent(text: RichText("Hello"), photos: photos),
      reply: other.map { Post.ReplyTarget(to: Post.ID($0), handle: "ada") },
      counts: Post.PostCounts(replies: replies))
  }

  @Test func `an offline copy stores the newest posts page by page`() async {
    await service.show(Post.samples(7, downTo: 1))

    let offlineCopy = await fetch(OfflineCopyPlan([.home]))

    #expect(offlineCopy.posts == 7)
    #expect(offlineCopy.missingPart == nil)
    #expect(await service.asked.count == 3)
    #expect(await store.ids(of: .home) == ["7", "6", "5", "4", "3", "2", "1"])
  }

  @Test func `an offline copy fetches only pages and conversations with replies, each once`() async
  {
    // Two answers to one post that is here, an answer to one that is not, and a post by itself.
    let root = post("1", replies: 2, hours: 5)
    let answers = [post("3", answering: "1", hours: 3), post("2", answering: "1", hours: 4)]
    let other = post("4", answering: "elsewhere", hours: 2)
    await service.show([post("5", hours: 1), other] + answers + [root])
    await service.tell(
      Conversation(
        focus: root.id,
        nodes: [Conversation.ConversationNode(root, depth: 0)]
          + answers.map { Conversation.ConversationNode($0, depth: 1) }))
    await service.tell(
      Conversation(
        focus: other.id,
        nodes: [
          Conversation.ConversationNode(post("elsewhere", replies: 1), depth: 0),
          Conversation.ConversationNode(other, depth: 1),
        ]))

    let plan = OfflineCopyPlan([.home], hasThreads: true)
    let offlineCopy = await fetch(plan)

    #expect(offlineCopy.posts == 5)
    #expect(offlineCopy.conversations == 2)
    #expect(await service.asked.count == 2)
    #expect(Set(await service.conversationsAsked.map(\.post)) == [root.id, other.id])
    // Each was told as part of its page: the service need not tell it once more.
    #expect(await service.conversationsAsked.allSatisfy { $0.told != nil })

    let again = await fetch(plan)

    #expect(again == offlineCopy)
    #expect(await service.asked.count == 3)
    #expect(await service.conversationsAsked.count == 2)
  }

  @Test func `an offline copy with a start date fetches no older posts`() async {
    await service.show((1...9).map { post("\($0)", hours: $0) })

    let offlineCopy = await fetch(
      OfflineCopyPlan([.home], startTime: world.now.timeAdvanced(by: .seconds(-4 * 3_600))))

    #expect(offlineCopy.posts == 4)
    #expect(await service.asked.count == 2)
  }

  @Test func `an offline copy closes gaps between stored pages, from the top`() async throws {
    let account = SignedInAccount.sample.account.id
    await service.show(Post.samples(20, downTo: 1))
    _ = try await store.mergeFetchedPage(
      FeedPage(Post.samples(3, downTo: 1).map { FeedEntry($0) }, older: nil), into: .home,
      account: account, at: .top, now: world.now)
    _ = try await store.mergeFetchedPage(
      FeedPage(Post.samples(20, downTo: 18).map { FeedEntry($0) }, older: Cursor("17")),
      into: .home, account: account, at: .top, now: world.now)

    let offlineCopy = await fetch(OfflineCopyPlan([.home]))

    #expect(offlineCopy.posts == 20)
    #expect(await store.ids(of: .home) == (1...20).reversed().map(String.init))
  }

  @Test func `an offline copy ends when its request budget is spent, and says so`() async {
    await service.show(Post.samples(30, downTo: 1))
    var plan = OfflineCopyPlan([.home])
    plan.budget.requests = 4

    let offlineCopy = await fetch(plan)

    #expect(offlineCopy.posts == 12)
    #expect(offlineCopy.missingPart == .budget)
    #expect(await service.asked.count == 4)
  }

  @Test func `an offline copy stops at a connection failure, and counts the stored posts`()
    async throws
  {
    _ = try await store.mergeFetchedPage(
      FeedPage(Post.samples(2, downTo: 1).map { FeedEntry($0) }, older: nil), into: .home,
      account: SignedInAccount.sample.account.id, at: .top, now: world.now)
    await service.fail(.unreachable, .unreachable)

    let offlineCopy = await fetch(OfflineCopyPlan([.home, .local], hasThreads: true))

    #expect(offlineCopy.posts == 2)
    #expect(offlineCopy.missingPart == .service(.unreachable))
    #expect(await service.asked.count == 1)
  }

  @Test func `a conversation that is gone does not stop the offline copy`() async {
    await service.show([post("2", replies: 1), post("1", replies: 1)])
    let plan = OfflineCopyPlan([.home], hasThreads: true)
    _ = await fetch(OfflineCopyPlan([.home]))
    // The page first, which has nothing new, and then the conversation.
    await service.show([post("2", replies: 1), post("1", replies: 1)])
    await service.tell(
      Conversation(focus: Post.ID("1"), nodes: [Conversation.ConversationNode(post("1"), depth: 0)])
    )
    let gone = GoneConversation(service: service, gone: Post.ID("2"))
    let session = session()
    session.replaceToken(
      of: .sample, connection: session.connection.changingGatewaysAndProperties { $0.feeds = gone })

    let offlineCopy = await OfflineCopier(session, plan).copyForOfflineReading()

    #expect(offlineCopy.missingPart == nil)
    #expect(offlineCopy.conversations == 1)
  }

  @Test func `a cancelled offline copy makes no further request`() async {
    await service.show(Post.samples(9, downTo: 1))
    await service.hold()
    let (session, plan) = (session(), OfflineCopyPlan([.home]))
    let work = Task { await OfflineCopier(session, plan).copyForOfflineReading() }
    #expect(await eventually { await service.waiting == 1 })

    work.cancel()
    await service.release()

    #expect(await work.value.missingPart == .calledOff)
    #expect(await service.asked.count == 1)
  }

  @Test func `the progress of an offline copy is reported`() async {
    await service.show([post("2", replies: 1), post("1")])
    var told: [OfflineCopyResult] = []

    let offlineCopy = await OfflineCopier(session(), OfflineCopyPlan([.home], hasThreads: true)) {
      told.append($0)
    }.copyForOfflineReading()

    #expect(told.map(\.posts) == [2, 2])
    #expect(told.last == offlineCopy)
  }
}

// MARK: - Pictures

extension OfflineCopierTests {
  private func photo(_ name: String, widths: [Int]) -> Photo {
    Photo(
      id: Photo.ID(name),
      renditions: widths.map {
        Photo.PhotoRendition(url: "\(name)-\($0)", size: PhotoSize(width: $0, height: $0 / 2))
      }, size: PhotoSize(width: 4_000, height: 2_000), altText: "")
  }

  private var screen: PhotoSize { PhotoSize(width: 1_000, height: 800) }

  @Test func `an offline copy stores pictures in the smallest size that fills the screen`() async {
    await service.show([post("1", photos: [photo("p", widths: [400, 980, 2_000])])])

    let offlineCopy = await fetch(OfflineCopyPlan([.home], screen: screen))

    #expect(offlineCopy.pictures == 1)
    #expect(offlineCopy.bytes == 3)
    #expect(await photos.fetched == ["p-980"])
    #expect(Set(cache.kept.keys) == ["p-980"])
  }

  @Test func `a picture cached in the same or a larger size is counted and not fetched`() async {
    let kept = photo("p", widths: [400, 980, 2_000])
    await cache.storePhotoBytes(
      [1, 2], of: kept.renditions[2], for: SignedInAccount.sample.account.id)
    await service.show([post("1", photos: [kept])])

    let offlineCopy = await fetch(OfflineCopyPlan([.home], screen: screen))

    #expect(offlineCopy.pictures == 1)
    #expect(offlineCopy.bytes == 2)
    #expect(await photos.fetched.isEmpty)
  }

  @Test func `a picture that cannot be fetched is counted as missing, and the others are fetched`()
    async
  {
    let names = ["a", "b", "c", "d", "e"]
    await service.show([post("1", photos: names.map { photo($0, widths: [2_000]) })])
    await photos.fail(.notFound)

    let offlineCopy = await fetch(OfflineCopyPlan([.home], screen: screen))

    #expect(offlineCopy.pictures == 4)
    #expect(offlineCopy.missingPictures == 1)
    #expect(offlineCopy.missingPart == nil)
  }

  @Test func `an offline copy stops fetching pictures when its byte budget is spent`() async {
    await service.show([
      post("1", photos: (1...9).map { photo("\($0)", widths: [2_000]) })
    ])
    var plan = OfflineCopyPlan([.home], screen: screen)
    plan.budget.bytes = 12

    let offlineCopy = await fetch(plan)

    #expect(offlineCopy.pictures == 4)
    #expect(offlineCopy.missingPart == .budget)
  }

  @Test func `without the option pictures an offline copy fetches none`() async {
    await service.show([post("1", photos: [photo("p", widths: [2_000])])])

    #expect(await fetch(OfflineCopyPlan([.home])).pictures == 0)
    #expect(await photos.fetched.isEmpty)
  }
}

/// A service that has one of its conversations no longer.
private struct GoneConversation: FeedGateway {
  let service: StubService
  let gone: Post.ID

  func feedPage(of feed: Feed, _ fetchRange: FetchRange) async throws(FeedError) -> FeedPage {
    try await service.feedPage(of: feed, fetchRange)
  }

  func conversation(of post: Post.ID) async throws(FeedError) -> Conversation {
    guard post != gone else { throw .notFound }
    return try await service.conversation(of: post)
  }

  func foundPosts(
    matching query: SearchQuery, after cursor: Cursor?
  ) async throws(FeedError) -> Page<Post> {
    try await service.foundPosts(matching: query, after: cursor)
  }
}
