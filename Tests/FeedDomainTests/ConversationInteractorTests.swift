import FeedDomain
import Testing

@MainActor @Suite struct ConversationInteractorTests {
  private let spy = ConversationPresenterSpy()

  private var ids: [String] {
    for case .conversation(let conversation, _) in spy.responses.reversed() {
      return conversation.nodes.map(\.post.id.rawValue)
    }
    return []
  }

  private func reading(_ setting: Setting) -> ConversationInteractor {
    ConversationInteractor(setting.session, actions: setting.actions, presenter: spy)
  }

  @Test func `what is held shows first, then what the service has`() async throws {
    let setting = Setting(service: Post.samples(2, downTo: 1))
    try await setting.hold([.sample("2")])
    await setting.service.hold()
    let interactor = reading(setting)

    await interactor.handle(.open(Post.ID("2")))

    #expect(ids == ["2"])
    #expect(spy.responses.last == .loading(true))
    await setting.service.release()
    #expect(await eventually { ids == ["2", "1"] })
    #expect(await setting.store.post(Post.ID("1"), account: setting.account) != nil)
  }

  @Test func `a failure keeps what is shown`() async throws {
    let setting = Setting()
    try await setting.hold([.sample("2")])
    await setting.service.fail(.unreachable)
    let interactor = reading(setting)

    await interactor.handle(.open(Post.ID("2")))

    #expect(await eventually { spy.responses.last == .failed(.unreachable) })
    #expect(ids == ["2"])
  }

  @Test func `a post that the service has no longer is forgotten`() async throws {
    let setting = Setting()
    try await setting.hold([.sample("2"), .sample("1")])
    await setting.service.fail(.notFound)
    let interactor = reading(setting)

    await interactor.handle(.open(Post.ID("2")))

    #expect(await eventually { spy.responses.contains(.gone) })
    let changes = ActionNews.changed(ChangeSet(feeds: [.home], posts: [Post.ID("2")]))
    #expect(await eventually { setting.observer.news.contains(changes) })
    #expect(await setting.store.post(Post.ID("2"), account: setting.account) == nil)
    #expect(await setting.store.post(Post.ID("1"), account: setting.account) != nil)
  }

  @Test func `what another window stored is shown`() async throws {
    let setting = Setting()
    try await setting.hold([.sample("2")])
    await setting.service.fail(.unreachable)
    let interactor = reading(setting)
    await interactor.handle(.open(Post.ID("2")))
    #expect(await eventually { spy.responses.last == .failed(.unreachable) })
    let liked = Post.sample("2").applying(.like("2"))
    _ = try await setting.store.keep([liked], account: setting.account)

    await setting.actions.noticeOthers()

    #expect(await eventually { spy.responses.contains(.changed([liked])) })
  }

  @Test func `closing calls off what is fetched`() async throws {
    let setting = Setting(service: Post.samples(2, downTo: 1))
    await setting.service.hold()
    let interactor = reading(setting)
    await interactor.handle(.open(Post.ID("2")))
    #expect(await eventually { await setting.service.waiting == 1 })

    await interactor.handle(.close)
    await setting.service.release()

    for _ in 0..<100 { await Task.yield() }
    #expect(spy.responses == [.loading(true), .loading(false)])
  }

  @Test func `a like shows in the same turn and a deleted post vanishes`() async throws {
    let setting = Setting(service: [.sample("2", by: "me"), .sample("1")])
    let interactor = reading(setting)
    await interactor.handle(.open(Post.ID("1")))
    #expect(await eventually { ids == ["2", "1"] })

    await interactor.handle(.toggle(Post.ID("1"), .liked))
    #expect(spy.responses.contains(.changed([Post.sample("1").marked(.liked, true)])))
    await interactor.handle(.delete(Post.ID("2")))

    #expect(ids == ["1"])
  }

  @Test func `opening a post uncovers nothing`() async throws {
    let told = Post.sample("2", photos: ["p"])
    let bare = Post(
      id: told.id, author: told.author, createdAt: told.createdAt, content: told.content,
      reply: Post.Reply(to: Post.ID("0"), handle: nil), counts: Post.Counts(likes: 5))
    let setting = Setting(service: [bare])
    try await setting.hold([.covered("2")])
    let interactor = reading(setting)

    await interactor.handle(.open(Post.ID("2")))

    let expected = Post.covered("2").with(counts: bare.counts, own: [])
    #expect(
      await eventually {
        await setting.store.post(Post.ID("2"), account: setting.account) == expected
      })
    #expect(
      await eventually {
        spy.responses.contains {
          if case .conversation(let shown, _) = $0 {
            shown.nodes.first?.post == expected
          } else {
            false
          }
        }
      })
  }
}
