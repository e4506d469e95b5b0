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
      nodes: posts.map { Conversation.Node(.sample($0.0), depth: $0.1) }, hasMore: hasMore,
      cut: Set(cut.map { Post.ID($0) }))
  }

  private var shown: Conversation? {
    spy.last?.conversation
  }

  @Test func `answers that were left out are fetched on, and stand in their place`() async throws {
    let setting = Setting()
    await setting.service.tell(
      tree("1", [("1", 0), ("2", 1), ("3", 2), ("6", 1)], cut: ["3"], hasMore: true))
    await setting.service.tell(
      tree("3", [("0", 0), ("2", 1), ("3", 2), ("4", 3), ("5", 4), ("6", 3)], cut: ["5", "9"]))
    let interactor = reading(setting)
    await interactor.handle(.open(Post.ID("1")))
    #expect(await eventually { shown?.cut == [Post.ID("3")] })
    #expect(shown?.hasMore == true)

    await interactor.handle(.goOn(below: Post.ID("3")))

    let expected = tree(
      "1", [("1", 0), ("2", 1), ("3", 2), ("4", 3), ("5", 4), ("6", 1)], cut: ["5"], hasMore: true)
    #expect(await eventually { shown == expected })
    #expect(spy.answers > 0)
    #expect(await setting.store.post(Post.ID("5"), account: setting.account) != nil)
  }

  @Test func `an answer given below what was fetched on takes nothing of it away`() async throws {
    let setting = Setting(undoWindow: .zero)
    await setting.service.tell(tree("1", [("1", 0), ("2", 1)], cut: ["2"]))
    await setting.service.tell(tree("2", [("1", 0), ("2", 1), ("3", 2)]))
    let interactor = reading(setting)
    await interactor.handle(.open(Post.ID("1")))
    #expect(await eventually { shown?.cut == [Post.ID("2")] })
    await interactor.handle(.goOn(below: Post.ID("2")))
    #expect(await eventually { ids == ["1", "2", "3"] })
    await setting.service.tell(tree("3", [("2", 0), ("3", 1), ("4", 2)]))

    setting.actions.perform(
      .publish(Draft(id: Draft.ID("d"), text: "Me too", replyTo: Post.ID("3"))))

    #expect(await eventually { ids == ["1", "2", "3", "4"] })
    await setting.actions.stopDelivery()
  }

  @Test func `fetched again, what was fetched on stays, and is brought up to date`() async throws {
    let setting = Setting()
    await setting.service.tell(tree("1", [("1", 0), ("2", 1), ("9", 1)], cut: ["2"]))
    await setting.service.tell(tree("2", [("1", 0), ("2", 1), ("3", 2)], cut: ["3"]))
    await setting.service.tell(tree("3", [("2", 0), ("3", 1), ("4", 2)]))
    let interactor = reading(setting)
    await interactor.handle(.open(Post.ID("1")))
    #expect(await eventually { shown?.cut == [Post.ID("2")] })
    for post in ["2", "3"] {
      await interactor.handle(.goOn(below: Post.ID(post)))
      #expect(await eventually { shown?.cut.contains(Post.ID(post)) == false })
    }
    #expect(ids == ["1", "2", "3", "4", "9"])
    let before = spy.values.count
    await setting.service.tell(tree("1", [("1", 0), ("2", 1), ("8", 1), ("9", 1)], cut: ["2"]))
    await setting.service.tell(tree("2", [("1", 0), ("2", 1), ("3", 2), ("5", 2)], cut: ["3"]))

    await interactor.handle(.refresh)

    #expect(await eventually { ids == ["1", "2", "3", "4", "5", "8", "9"] })
    for told in spy.values[before...].compactMap(\.conversation) {
      #expect(told.nodes.contains { $0.post.id == Post.ID("4") } && told.cut == [])
    }
  }

  @Test func `below a post that is gone there is nothing more`() async throws {
    let setting = Setting()
    await setting.service.tell(tree("1", [("1", 0), ("2", 1)], cut: ["2"]))
    let interactor = reading(setting)
    await interactor.handle(.open(Post.ID("1")))
    #expect(await eventually { shown?.cut == [Post.ID("2")] })
    await setting.service.fail(.notFound)

    await interactor.handle(.goOn(below: Post.ID("2")))

    #expect(await eventually { shown?.cut == [] })
    #expect(ids == ["1", "2"])
    #expect(spy.values.allSatisfy { !$0.isGone })
  }

  @Test func `answers that cannot be fetched stay left out`() async throws {
    let setting = Setting()
    await setting.service.tell(tree("1", [("1", 0), ("2", 1)], cut: ["2"]))
    let interactor = reading(setting)
    await interactor.handle(.open(Post.ID("1")))
    #expect(await eventually { shown?.cut == [Post.ID("2")] })
    await setting.service.fail(.unreachable)

    await interactor.handle(.goOn(below: Post.ID("2")))

    #expect(await eventually { spy.last?.fetch == .failed(.unreachable) })
    #expect(shown?.cut == [Post.ID("2")])
  }
}
