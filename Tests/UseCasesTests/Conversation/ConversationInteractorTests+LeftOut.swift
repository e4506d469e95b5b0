import Doubles
import FeedDomain
import Testing
import UseCases

/// Answers that a service left out of a conversation.
extension ConversationInteractorTests {
  private func tree(
    _ focus: String, _ posts: [(String, Int)], cut: [String] = [], hasMore: Bool = false
  ) -> Conversation {
    Conversation(
      focus: Post.ID(focus),
      nodes: posts.map { Conversation.ConversationNode(.sample($0.0), depth: $0.1) },
      hasMore: hasMore,
      postsWithMissingReplies: Set(cut.map { Post.ID($0) }))
  }

  private var shown: Conversation? {
    spy.last?.conversation
  }

  @Test func `replies that were left out are fetched and inserted below their post`() async throws {
    let setting = Setting()
    await setting.service.tell(
      tree("1", [("1", 0), ("2", 1), ("3", 2), ("6", 1)], cut: ["3"], hasMore: true))
    await setting.service.tell(
      tree("3", [("0", 0), ("2", 1), ("3", 2), ("4", 3), ("5", 4), ("6", 3)], cut: ["5", "9"]))
    let interactor = await reading(setting).after(.open(Post.ID("1")))
    #expect(await eventually { shown?.postsWithMissingReplies == [Post.ID("3")] })
    #expect(shown?.hasMore == true)

    await interactor.handle(.goOn(below: Post.ID("3")))

    let expected = tree(
      "1", [("1", 0), ("2", 1), ("3", 2), ("4", 3), ("5", 4), ("6", 1)], cut: ["5"], hasMore: true)
    #expect(await eventually { shown == expected })
    #expect(spy.answers > 0)
    #expect(await setting.store.storedPost(Post.ID("5"), account: setting.account) != nil)
  }

  @Test func `a reply sent below fetched replies leaves those in place`() async throws {
    let setting = Setting(undoWindow: .zero)
    await setting.service.tell(tree("1", [("1", 0), ("2", 1)], cut: ["2"]))
    await setting.service.tell(tree("2", [("1", 0), ("2", 1), ("3", 2)]))
    let interactor = await reading(setting).after(.open(Post.ID("1")))
    #expect(await eventually { shown?.postsWithMissingReplies == [Post.ID("2")] })
    await interactor.handle(.goOn(below: Post.ID("2")))
    #expect(await eventually { ids == ["1", "2", "3"] })
    await setting.service.tell(tree("3", [("2", 0), ("3", 1), ("4", 2)]))

    setting.actions.performChange(
      .publish(Draft(id: Draft.ID("d"), text: "Me too", replyTo: Post.ID("3"))))

    #expect(await eventually { ids == ["1", "2", "3", "4"] })
    await setting.actions.stopDelivery()
  }

  @Test func `a refresh keeps and updates replies that were fetched on request`() async throws {
    let setting = Setting()
    await setting.service.tell(tree("1", [("1", 0), ("2", 1), ("9", 1)], cut: ["2"]))
    await setting.service.tell(tree("2", [("1", 0), ("2", 1), ("3", 2)], cut: ["3"]))
    await setting.service.tell(tree("3", [("2", 0), ("3", 1), ("4", 2)]))
    let interactor = await reading(setting).after(.open(Post.ID("1")))
    #expect(await eventually { shown?.postsWithMissingReplies == [Post.ID("2")] })
    for post in ["2", "3"] {
      await interactor.handle(.goOn(below: Post.ID(post)))
      #expect(await eventually { shown?.postsWithMissingReplies.contains(Post.ID(post)) == false })
    }
    #expect(ids == ["1", "2", "3", "4", "9"])
    let before = spy.values.count
    await setting.service.tell(tree("1", [("1", 0), ("2", 1), ("8", 1), ("9", 1)], cut: ["2"]))
    await setting.service.tell(tree("2", [("1", 0), ("2", 1), ("3", 2), ("5", 2)], cut: ["3"]))

    await interactor.handle(.refresh)

    #expect(await eventually { ids == ["1", "2", "3", "4", "5", "8", "9"] })
    for told in spy.values[before...].compactMap(\.conversation) {
      #expect(
        told.nodes.contains { $0.post.id == Post.ID("4") } && told.postsWithMissingReplies == [])
    }
  }

  @Test func `if the post is gone, no further replies are offered below it`() async throws {
    let setting = Setting()
    await setting.service.tell(tree("1", [("1", 0), ("2", 1)], cut: ["2"]))
    let interactor = await reading(setting).after(.open(Post.ID("1")))
    #expect(await eventually { shown?.postsWithMissingReplies == [Post.ID("2")] })
    await setting.service.fail(.notFound)

    await interactor.handle(.goOn(below: Post.ID("2")))

    #expect(await eventually { shown?.postsWithMissingReplies == [] })
    #expect(ids == ["1", "2"])
    #expect(spy.values.allSatisfy { !$0.isGone })
  }

  @Test func `replies that cannot be fetched are still offered`() async throws {
    let setting = Setting()
    await setting.service.tell(tree("1", [("1", 0), ("2", 1)], cut: ["2"]))
    let interactor = await reading(setting).after(.open(Post.ID("1")))
    #expect(await eventually { shown?.postsWithMissingReplies == [Post.ID("2")] })
    await setting.service.fail(.unreachable)

    await interactor.handle(.goOn(below: Post.ID("2")))

    #expect(await eventually { spy.last?.fetch == .failed(.unreachable) })
    #expect(shown?.postsWithMissingReplies == [Post.ID("2")])
  }
}

/// Replies that only the post's own server knows.
extension ConversationInteractorTests {
  private static func node(
    _ id: String, url: String, answering parent: String? = nil, depth: Int = 0, likes: Int = 0
  ) -> Conversation.ConversationNode {
    Conversation.ConversationNode(
      Post(
        id: Post.ID(id), author: .sample("ada"), createdAt: Timestamp(milliseconds: 0),
        content: Post.PostContent(text: RichText(id)),
        reply: parent.map { Post.ReplyTarget(to: Post.ID($0), handle: nil) }, url: url,
        counts: Post.PostCounts(likes: likes)), depth: depth)
  }

  private func mark(_ id: String) -> String {
    AccountlessEntityID(host: "a.example", id: id).marked
  }

  private func servers(_ error: FeedError? = nil) -> StubPublicServers {
    StubPublicServers(
      conversation: Conversation(
        focus: Post.ID(mark("90")),
        nodes: [
          Self.node(mark("90"), url: "https://a.example/@ada/90"),
          Self.node(
            mark("91"), url: "https://a.example/@bo/91", answering: mark("90"), depth: 1),
        ]), error: error)
  }

  private func opened(_ servers: StubPublicServers) async -> (ConversationInteractor, Setting) {
    let setting = Setting(publicServers: servers)
    await setting.service.tell(
      Conversation(
        focus: Post.ID("1"), nodes: [Self.node("1", url: "https://a.example/@ada/90")]))
    let interactor = await reading(setting).after(.open(Post.ID("1")))
    #expect(await eventually { ids == ["1"] && spy.last?.fetch == .idle })
    return (interactor, setting)
  }

  @Test func `missing replies are offered, fetched from the post's own server, and stored`()
    async throws
  {
    let servers = servers()
    let (interactor, setting) = await opened(servers)
    #expect(spy.last?.ownServer == "a.example")
    #expect(await servers.asked.isEmpty)

    await interactor.handle(.fetchMissingReplies)

    #expect(await eventually { ids == ["1", mark("91")] })
    #expect(spy.last?.ownServer == nil)
    #expect(
      await eventually { spy.effects == [.say(.missingReplies(1, from: "a.example"))] })
    #expect(await setting.store.storedPost(Post.ID(mark("91")), account: setting.account) != nil)

    await interactor.handle(.refresh)
    #expect(await eventually { spy.last?.fetch == .idle && ids == ["1", mark("91")] })
  }

  @Test func `missing replies requested during a fetch are fetched after it`() async throws {
    let servers = servers()
    let setting = Setting(publicServers: servers)
    let post = Self.node("1", url: "https://a.example/@ada/90")
    try await setting.hold([post.post])
    await setting.service.tell(Conversation(focus: Post.ID("1"), nodes: [post]))
    await setting.service.hold()
    let interactor = await reading(setting).after(.open(Post.ID("1")))
    #expect(spy.last?.ownServer == "a.example" && spy.last?.fetch == .waiting(.underWay))

    await interactor.handle(.fetchMissingReplies)
    #expect(await servers.asked.isEmpty)
    await setting.service.release()

    #expect(await eventually { ids == ["1", mark("91")] })
    #expect(await eventually { spy.effects == [.say(.missingReplies(1, from: "a.example"))] })
  }

  @Test func `a server that requires a token is named in a message, and the conversation stays`()
    async
  {
    let (interactor, setting) = await opened(servers(.membersOnly))

    await interactor.handle(.fetchMissingReplies)

    #expect(
      await eventually {
        spy.effects == [.say(.missingRepliesFailed(.membersOnly, at: "a.example"))]
      })
    #expect(ids == ["1"])
    #expect(spy.last?.ownServer == "a.example")
    #expect(!spy.effects.contains(.askToSignIn(setting.session.account)))
  }

  @Test func `without another server a message says that there are no missing replies to fetch`()
    async
  {
    let setting = Setting()
    await setting.service.tell(
      Conversation(
        focus: Post.ID("1"), nodes: [Self.node("1", url: "https://a.example/@ada/90")]))
    let interactor = await reading(setting).after(.open(Post.ID("1")))
    #expect(await eventually { ids == ["1"] })

    await interactor.handle(.fetchMissingReplies)

    #expect(spy.last?.ownServer == nil)
    #expect(spy.effects == [.say(.noMissingReplies)])
  }

  @Test func `replies are sorted by thread, time or likes`() async {
    func node(_ id: String, depth: Int, likes: Int, minute: Int64) -> Conversation.ConversationNode
    {
      Conversation.ConversationNode(
        Post(
          id: Post.ID(id), author: .sample("ada"),
          createdAt: Timestamp(milliseconds: minute * 60_000),
          content: Post.PostContent(text: RichText(id)), counts: Post.PostCounts(likes: likes)),
        depth: depth)
    }
    let setting = Setting()
    await setting.service.tell(
      Conversation(
        focus: Post.ID("b"),
        nodes: [
          node("a", depth: 0, likes: 0, minute: 0), node("b", depth: 1, likes: 0, minute: 1),
          node("c", depth: 2, likes: 1, minute: 2), node("d", depth: 3, likes: 5, minute: 9),
          node("e", depth: 2, likes: 2, minute: 3),
        ]))
    let interactor = await reading(setting).after(.open(Post.ID("b")))
    #expect(await eventually { ids == ["a", "b", "c", "d", "e"] })

    await interactor.handle(.sort(.time))
    #expect(spy.last?.conversation?.nodes.map(\.post.id.rawValue) == ["a", "b", "c", "e", "d"])
    #expect(spy.last?.conversation?.nodes.map(\.depth) == [0, 1, 0, 0, 0])

    await interactor.handle(.sort(.likes))
    #expect(spy.last?.conversation?.nodes.map(\.post.id.rawValue) == ["a", "b", "d", "e", "c"])

    await interactor.handle(.sort(.thread))
    #expect(spy.last?.conversation?.nodes.map(\.depth) == [0, 1, 2, 3, 2])
  }
}
