import Doubles
import Testing

@testable import FeedDomain
@testable import UseCases

@MainActor @Suite struct ConversationInteractorTests {
  let spy = Spy<ConversationScene.SceneState>()

  var ids: [String] {
    spy.last?.posts.map(\.id.rawValue) ?? []
  }

  func reading(_ setting: Setting) -> ConversationInteractor {
    ConversationInteractor(setting.session, actions: setting.actions, presenter: spy)
  }

  @Test func `the stored post is shown first, then the service's conversation`() async throws {
    let setting = try await Setting(service: Post.samples(2, downTo: 1)).holding([.sample("2")])
    await setting.service.hold()
    let interactor = reading(setting)

    await interactor.handle(.open(Post.ID("2")))

    #expect(ids == ["2"])
    #expect(spy.last?.fetch == .waiting(.underWay))
    await setting.service.release()
    #expect(await eventually { ids == ["2", "1"] })
    #expect(await setting.store.storedPost(Post.ID("1"), account: setting.account) != nil)
  }

  @Test func `a like count fetched with a conversation is updated in the stream beside it`()
    async throws
  {
    func post(likes: Int) -> Post {
      Post.sample("2").replacingCountsAndMarks(
        counts: Post.PostCounts(replies: 1, boosts: 0, likes: likes), marks: [])
    }
    let setting = try await Setting().holding([post(likes: 3), .sample("1")])
    let shown = Spy<StreamScene.SceneState>()
    let stream = StreamInteractor(
      setting.session, actions: setting.actions, presenter: shown,
      pacing: StreamOptions(interval: nil, freshFor: .zero))
    await stream.handle(.open(.home))
    await setting.service.tell(
      Conversation(
        focus: Post.ID("2"), nodes: [Conversation.ConversationNode(post(likes: 4), depth: 0)]))
    let interactor = reading(setting)

    await interactor.handle(.open(Post.ID("2")))

    #expect(await eventually { shown.last?.posts.post(Post.ID("2")) == post(likes: 4) })
    #expect(ids == ["2"])
    await stream.handle(.close)
  }

  @Test func `a like count fetched with another stream is updated in an open conversation`()
    async throws
  {
    func post(likes: Int) -> Post {
      Post.sample("2").replacingCountsAndMarks(
        counts: Post.PostCounts(replies: 1, boosts: 0, likes: likes), marks: [])
    }
    let setting = try await Setting().holding([post(likes: 6)])
    let interactor = reading(setting)
    await interactor.handle(.glance(Post.ID("2")))
    #expect(ids == ["2"])

    let fetch = FeedFetcher(session: setting.session, feed: .photos) { _ in }
    await setting.service.show([post(likes: 7)])
    try await fetch.fetchLatestPage()

    #expect(await eventually { spy.last?.posts == [post(likes: 7)] })
  }

  @Test func `while the service is collecting replies it is asked again, up to four times`()
    async throws
  {
    let setting = Setting()
    let post = Conversation.ConversationNode(.sample("2"), depth: 0)
    await setting.service.tell(
      Conversation(focus: Post.ID("2"), nodes: [post], retryDelay: .seconds(3)))
    let interactor = reading(setting)
    await interactor.handle(.open(Post.ID("2")))

    for round in 1...4 {
      #expect(await eventually { isGathering(setting) && loads == round })
      setting.world.pass(.seconds(3))
    }

    #expect(await eventually { loads == 5 && spy.last?.fetch == .idle })
    // Whoever would wait again has begun to by then.
    for _ in 0..<100 { await Task.yield() }
    #expect(setting.world.sleeping == 0)
  }

  /// Whether it waits for what the service gathers.
  private func isGathering(_ setting: Setting) -> Bool {
    setting.world.nextWaking == setting.world.now.timeAdvanced(by: .seconds(3))
  }

  @Test func `replies collected meanwhile are shown, and no further request is made`() async throws
  {
    let setting = Setting()
    let (post, answer) = (Post.sample("2"), Post.sample("3"))
    await setting.service.tell(
      Conversation(
        focus: post.id, nodes: [.init(post, depth: 0)], retryDelay: .seconds(3)))
    let interactor = reading(setting)
    await interactor.handle(.open(post.id))
    #expect(await eventually { isGathering(setting) })

    await setting.service.tell(
      Conversation(
        focus: post.id, nodes: [.init(post, depth: 0), .init(answer, depth: 1)]))
    setting.world.pass(.seconds(3))

    #expect(await eventually { ids == ["2", "3"] && spy.last?.fetch != .waiting(.underWay) })
    for _ in 0..<100 { await Task.yield() }
    #expect(setting.world.sleeping == 0)
  }

  @Test func `a preview or a closed conversation does not wait for replies being collected`()
    async throws
  {
    let setting = Setting()
    await setting.service.tell(
      Conversation(
        focus: Post.ID("2"), nodes: [.init(.sample("2"), depth: 0)], retryDelay: .seconds(3)))
    let interactor = reading(setting)

    await interactor.handle(.glance(Post.ID("2")))
    #expect(await eventually { spy.answers > 0 })
    for _ in 0..<100 { await Task.yield() }
    #expect(setting.world.sleeping == 0)
    await interactor.handle(.open(Post.ID("2")))
    #expect(await eventually { setting.world.sleeping == 1 })
    await interactor.handle(.close)

    #expect(await eventually { setting.world.sleeping == 0 })
  }

  private var loads: Int { spy.questions }

  @Test func `a failure keeps the conversation that is shown`() async throws {
    let setting = try await Setting().holding([.sample("2")])
    await setting.service.fail(.unreachable)
    let interactor = reading(setting)

    await interactor.handle(.open(Post.ID("2")))

    #expect(await eventually { spy.last?.fetch == .failed(.unreachable) })
    #expect(ids == ["2"])
  }

  @Test func `opening a post that is gone from the service deletes it from the store`() async throws
  {
    let setting = try await Setting().holding([.answered("2", 1), .sample("1")])
    await setting.service.fail(.notFound)
    let interactor = reading(setting)

    await interactor.handle(.open(Post.ID("2")))

    #expect(await eventually { spy.last?.isGone == true })
    let changes = ActionReport.changed(StoreChangeSet(feeds: [.home], posts: [Post.ID("2")]))
    #expect(await eventually { setting.observer.news.contains(changes) })
    #expect(await setting.store.storedPost(Post.ID("2"), account: setting.account) == nil)
    #expect(await setting.store.storedPost(Post.ID("1"), account: setting.account) != nil)
  }

  @Test func `previewing a post that is gone keeps it in the store until a refresh`() async throws {
    let setting = try await Setting().holding([.answered("2", 1), .sample("1")])
    await setting.service.fail(.notFound)
    let interactor = reading(setting)

    await interactor.handle(.glance(Post.ID("2")))

    #expect(await eventually { spy.last?.isGone == true })
    #expect(await setting.store.storedPost(Post.ID("2"), account: setting.account) != nil)

    await setting.service.fail(.notFound)
    await interactor.handle(.refresh)

    #expect(
      await eventually {
        await setting.store.storedPost(Post.ID("2"), account: setting.account) == nil
      })
  }

  @Test func `all posts of a conversation are stored at once, and none is read singly`() async {
    let setting = Setting(service: Post.samples(300, downTo: 1))
    let interactor = reading(setting)

    await interactor.handle(.open(Post.ID("2")))

    #expect(await eventually { ids.count == 300 && spy.last?.fetch == .idle })
    #expect(await setting.store.held.count == 300)
    #expect(await setting.store.postReads <= 2)
  }

  @Test func `a change stored by another window is shown`() async throws {
    let setting = try await Setting().holding([.sample("2")])
    await setting.service.fail(.unreachable)
    let interactor = reading(setting)
    await interactor.handle(.open(Post.ID("2")))
    #expect(await eventually { spy.last?.fetch == .failed(.unreachable) })
    let liked = Post.sample("2").applyingPendingChange(.like("2"))
    _ = try await setting.store.storePosts(
      [liked], account: setting.account, now: setting.world.now)

    await setting.actions.reloadOutboxAndScenes()

    #expect(await eventually { spy.last?.posts == [liked] })
  }

  @Test func `closing a conversation cancels its fetch`() async throws {
    let setting = Setting(service: Post.samples(2, downTo: 1))
    await setting.service.hold()
    let interactor = await reading(setting).after(.open(Post.ID("2")))
    #expect(await eventually { await setting.service.waiting == 1 })

    await interactor.handle(.close)
    await setting.service.release()

    for _ in 0..<100 { await Task.yield() }
    #expect(spy.values.map(\.fetch) == [.waiting(.underWay), .idle])
  }

  @Test func `a like is shown at once, and a deleted post disappears`() async throws {
    let setting = Setting(service: [.sample("2", by: "me"), .sample("1")])
    let interactor = await reading(setting).after(.open(Post.ID("1")))
    #expect(await eventually { ids == ["2", "1"] })

    await interactor.handle(.toggle(Post.ID("1"), .liked))
    #expect(spy.last?.posts.last == Post.sample("1").settingMark(.liked, isSet: true))
    await interactor.handle(.delete(Post.ID("2")))

    #expect(ids == ["1"])
  }

  @Test func `opening a covered post does not uncover it`() async throws {
    let told = Post.sample("2", photos: ["p"])
    let bare = Post(
      id: told.id, author: told.author, createdAt: told.createdAt, content: told.content,
      reply: Post.ReplyTarget(to: Post.ID("0"), handle: nil), counts: Post.PostCounts(likes: 5))
    let setting = try await Setting(service: [bare]).holding([.covered("2")])
    let interactor = reading(setting)

    await interactor.handle(.open(Post.ID("2")))

    let expected = Post.covered("2").replacingCountsAndMarks(counts: bare.counts, marks: [])
    #expect(
      await eventually {
        await setting.store.storedPost(Post.ID("2"), account: setting.account) == expected
      })
    #expect(
      await eventually {
        spy.last?.posts.first == expected
      })
  }

  @Test func `a rate-limited conversation is fetched again when the limit ends`()
    async throws
  {
    let setting = Setting(service: Post.samples(2, downTo: 1))
    let until = setting.world.now.timeAdvanced(by: .seconds(90))
    await setting.service.fail(.rateLimited(until: until))
    let interactor = reading(setting)
    await interactor.handle(.open(Post.ID("2")))
    #expect(await eventually { spy.last?.fetch == .failed(.rateLimited(until: until)) })
    #expect(await eventually { setting.world.nextWaking == until })

    setting.world.pass(.seconds(89))
    for _ in 0..<100 { await Task.yield() }
    #expect(loads == 1)
    setting.world.pass(.seconds(1))

    #expect(await eventually { ids == ["2", "1"] && loads == 2 })
    for _ in 0..<100 { await Task.yield() }
    #expect(setting.world.sleeping == 0)
  }

  @Test func `closing a rate-limited conversation cancels the next try`() async throws {
    let setting = Setting(service: Post.samples(2, downTo: 1))
    await setting.service.fail(.rateLimited(until: nil))
    let interactor = await reading(setting).after(.open(Post.ID("2")))
    #expect(await eventually { spy.last?.fetch == .failed(.rateLimited(until: nil)) })
    #expect(await eventually { setting.world.sleeping == 1 })

    await interactor.handle(.close)

    #expect(await eventually { setting.world.sleeping == 0 })
  }
}
