import Doubles
import FeedDomain
import Testing
import UseCases

/// What is asked about posts that the user only passes.
extension ConversationInteractorTests {
  @Test func `the preview of a post without replies or parent makes no request`()
    async throws
  {
    let setting = try await Setting().holding([.answered("2", 0)])

    await reading(setting).handle(.glance(Post.ID("2")))

    #expect(ids == ["2"])
    #expect(await asked(setting) == [])
    #expect(spy.questions == 0)
  }

  @Test func `a previewed conversation is fetched again only when its post has more replies`()
    async throws
  {
    let setting = try await Setting(service: [.answered("2", 1)]).holding([.answered("2", 1)])
    let interactor = await reading(setting).after(.glance(Post.ID("2")))
    #expect(
      await eventually { await asked(setting) == ["2"] && spy.last?.fetch != .waiting(.underWay) })
    setting.world.pass(.seconds(1))

    await interactor.handle(.glance(Post.ID("2")))
    #expect(await asked(setting) == ["2"])
    let answered = Post.answered("2", 2)
    _ = try await setting.store.storePosts(
      [answered], account: setting.account, now: setting.world.now)
    await interactor.handle(.glance(Post.ID("2")))

    #expect(await eventually { await asked(setting) == ["2", "2"] })
    let known = await setting.service.conversationsAsked.map(\.told?.id)
    #expect(known == [Post.ID("2"), Post.ID("2")])
  }

  @Test func `previews make one request a second, for the post that stays selected`() async throws {
    let setting = try await Setting().holding((1...3).map { .answered("\($0)", 1) })
    let interactors = (1...3).map { _ in reading(setting) }
    await interactors[0].handle(.glance(Post.ID("1")))
    #expect(await eventually { await asked(setting) == ["1"] })

    await interactors[1].handle(.glance(Post.ID("2")))
    #expect(await eventually { setting.world.sleeping == 1 })
    await interactors[1].handle(.close)
    await interactors[2].handle(.glance(Post.ID("3")))
    #expect(await eventually { setting.world.sleeping == 1 })
    setting.world.pass(.seconds(1))

    #expect(await eventually { await asked(setting) == ["1", "3"] })
    await interactors[2].handle(.close)
  }

  @Test func `a rate limit is not shown in a preview, but after a refresh`() async throws {
    let setting = try await Setting().holding([.answered("2", 1)])
    await setting.service.fail(.rateLimited(until: nil))

    let interactor = await reading(setting).after(.glance(Post.ID("2")))

    #expect(await eventually { spy.last?.fetch == .idle })
    await setting.service.fail(.rateLimited(until: nil))
    await interactor.handle(.refresh)
    #expect(await eventually { spy.last?.fetch == .failed(.rateLimited(until: nil)) })
  }

  @Test func `opening a post fetched a moment ago requests only its replies`()
    async throws
  {
    let setting = Setting(service: [.answered("2", 1)])
    let stream = StreamInteractor(
      setting.session, actions: setting.actions, presenter: Spy<StreamScene.SceneState>())
    await stream.handle(.open(.home))
    #expect(await eventually { await setting.store.held == [Post.ID("2")] })
    for _ in 0..<100 { await Task.yield() }

    await reading(setting).handle(.open(Post.ID("2")))
    #expect(await eventually { await asked(setting) == ["2"] })
    // What is told counts from when it is kept, which is later than when it is asked for.
    #expect(await eventually { spy.answers > 0 })
    // It would look for new posts meanwhile, and be told of this one again.
    await stream.handle(.close)
    setting.world.pass(.seconds(120))
    await reading(setting).handle(.open(Post.ID("2")))

    #expect(await eventually { await asked(setting) == ["2", "2"] })
    let known = await setting.service.conversationsAsked.map(\.told?.id)
    #expect(known == [Post.ID("2"), nil])
  }

  private func asked(_ setting: Setting) async -> [String] {
    await setting.service.conversationsAsked.map(\.post.rawValue)
  }
}

extension Post {
  /// A post with so many answers.
  static func answered(_ id: String, _ count: Int) -> Post {
    Post.sample(id).replacingCountsAndMarks(counts: PostCounts(replies: count, likes: 3), marks: [])
  }
}
