import Doubles
import FeedDomain
import Testing
import UseCases

/// A thread on its way: each post answers the one before, which was confirmed.
@MainActor @Suite struct ThreadDeliveryTests {
  private static let thread = Draft(
    id: Draft.ID("t0000000000000400x"), text: "One",
    following: ["Two", "Three"].map { Draft(id: Draft.ID("t0000000000000400x"), text: $0) })
  /// The keys that follow from the thread's.
  private static let keys = [
    "t0000000000000400x", "t0000000000000800x", "t0000000000000c00x",
  ].map { OutboxItem.ID($0) }

  private func setting(
    _ state: OutboxItem.OutboxItemState = .queued(notBefore: nil, after: nil)
  ) -> Setting {
    let maker = Setting()
    return Setting(outbox: [
      maker.item(Self.thread.id.rawValue, .publish(Self.thread), state),
      maker.item("later", .say("Later", id: "later"), .queued(notBefore: nil, after: nil)),
    ])
  }

  private func posted(_ id: String) -> Result<ChangeOutcome, FeedError> {
    .success(.post(.sample(id, by: "me")))
  }

  /// What was sent: the words, and which post they answer.
  private func sent(_ setting: Setting) async -> [String] {
    await setting.service.sent.map { change in
      guard case .publish(let draft) = change else { return "no post" }
      #expect(draft.following == [])
      return draft.replyTo.map { "\(draft.text) after \($0.rawValue)" } ?? draft.text
    }
  }

  @Test func `a thread is sent in order, before later posts`() async throws {
    let setting = setting()
    await setting.service.answer(posted("p1"), posted("p2"), posted("p3"))

    await setting.actions.startDelivery()

    #expect(await eventually { await setting.outbox.held.isEmpty })
    #expect(await sent(setting) == ["One", "Two after p1", "Three after p2", "Later"])
    #expect(await setting.service.keys.prefix(3) == Self.keys.prefix(3))
  }

  @Test func `a refused post of a thread keeps the rest, which is sent on request`() async throws {
    let setting = setting()
    await setting.service.answer(posted("p1"), .failure(.refused("Too loud.")))

    await setting.actions.startDelivery()

    // What is no part of the thread goes out.
    #expect(await eventually { await sent(setting).last == "Later" })
    let held = try #require(await setting.outbox.held.first)
    #expect(held.state == .refused(.refused("Too loud.")))
    guard case .publish(let rest) = held.change else {
      Issue.record("no post is held")
      return
    }
    #expect(rest.threadPosition == Draft.ThreadPosition(number: 2, count: 3))
    #expect(rest.posts.map(\.text) == ["Two", "Three"])

    await setting.service.answer(posted("p2"), posted("p3"))
    await setting.actions.deliverItemOrAllNow(held.id)

    #expect(await eventually { await setting.outbox.held.isEmpty })
    #expect(await sent(setting).suffix(2) == ["Two after p1", "Three after p2"])
  }

  @Test func `the unsent rest of a thread is taken back as a draft that replies to the sent post`()
    async throws
  {
    let setting = setting()
    await setting.service.answer(posted("p1"), .failure(.refused("Too loud.")))
    await setting.actions.startDelivery()
    #expect(await eventually { await sent(setting).last == "Later" })

    let draft = try #require(try await setting.actions.withdrawPost(Self.keys[1]))

    #expect(draft.posts.map(\.text) == ["Two", "Three"])
    #expect(draft.replyTo == Post.ID("p1"))
    #expect(draft.preceding == 1)
    // The service may know the key with the words before.
    #expect(draft.id.rawValue != Self.keys[1].rawValue)
    #expect(await setting.outbox.drafts(of: setting.account) == [draft])
    #expect(await setting.outbox.held == [])
  }

  @Test func `a post whose sending was interrupted is sent again with the same key`() async throws {
    let setting = setting(.ambiguous)
    await setting.service.answer(posted("p1"), posted("p2"), posted("p3"))

    await setting.actions.startDelivery()

    #expect(await eventually { await setting.outbox.held.isEmpty })
    #expect(await setting.service.keys.prefix(3) == Self.keys.prefix(3))
    #expect(await sent(setting).prefix(2) == ["One", "Two after p1"])
  }

  @Test func `a waiting thread is undone as a whole`() async throws {
    let setting = Setting()
    _ = try await setting.actions.queueChange(.publish(Self.thread))

    setting.actions.undoLastAction()

    #expect(await eventually { await setting.outbox.held.isEmpty })
    let drafts = await setting.outbox.drafts(of: setting.account)
    #expect(drafts.map { $0.posts.map(\.text) } == [["One", "Two", "Three"]])
    #expect(await setting.service.sent == [])
  }

  @Test func `if the service cannot tell whether a post arrived, its author decides`()
    async throws
  {
    let setting = setting()

    await setting.actions.startDelivery()

    #expect(await eventually { await sent(setting) == ["One", "Later"] })
    #expect(await eventually { await setting.outbox.held.count == 1 })
    #expect(await setting.outbox.held.first?.state == .refused(.badReply))
  }

  @Test func `a result that cannot be stored is stored later, and its post sent once`() async throws
  {
    let setting = Setting(outbox: [
      Setting().item(
        Self.thread.id.rawValue, .publish(Self.thread), .queued(notBefore: nil, after: nil))
    ])
    await setting.service.answer(posted("p1"), posted("p2"), posted("p3"))
    await setting.service.hold()
    await setting.actions.startDelivery()
    #expect(await eventually { await setting.service.waiting == 1 })
    await setting.outbox.fail(.full)

    await setting.service.release()
    #expect(await eventually { setting.world.sleeping == 1 })
    await setting.outbox.fail(nil)
    setting.world.pass(.seconds(60))

    #expect(await eventually { await setting.outbox.held.isEmpty })
    #expect(await sent(setting) == ["One", "Two after p1", "Three after p2"])
  }

  @Test func `sent and refused posts are reported with their positions in the thread`() async throws
  {
    let setting = setting()
    await setting.service.answer(posted("p1"), .failure(.refused(nil)))

    await setting.actions.startDelivery()

    #expect(await eventually { await sent(setting).last == "Later" })
    let places = setting.observer.news.compactMap { news -> Draft.ThreadPosition? in
      switch news {
      case .delivered(.publish(let draft), _), .refused(.publish(let draft), _):
        draft.threadPosition
      default: nil
      }
    }
    #expect(
      places == [
        Draft.ThreadPosition(number: 1, count: 3), Draft.ThreadPosition(number: 2, count: 3),
      ])
  }
}
