import Doubles
import FeedDomain
import Testing
import UseCases

@MainActor @Suite struct OutboxInteractorTests {
  private let spy = Spy<OutboxScene.SceneState>()

  private func managing(_ setting: Setting) -> OutboxInteractor {
    OutboxInteractor(setting.session, actions: setting.actions, presenter: spy)
  }

  @Test func `a pending change is shown with its post`() async throws {
    let item = Setting().item("a", .like("1"), .refused(.unreachable))
    let setting = try await Setting(outbox: [item]).holding([.sample("1")])
    let interactor = managing(setting)

    await interactor.handle(.open)

    #expect(
      spy.values == [
        OutboxScene.SceneState([OutboxScene.UnsentItemRow(item, post: .sample("1"))])
      ])
  }

  @Test func `changes made a moment ago are in the outbox list`() async {
    let setting = Setting()
    let interactor = managing(setting)
    for word in ["One", "Two", "Three"] {
      setting.actions.performChange(.say(word, id: word))
    }

    await interactor.handle(.open)

    let first = spy.values.first?.waiting?.map(\.item.id.rawValue)
    #expect(first == ["One", "Two", "Three"])
  }

  @Test func `the wait reason of a pending change is updated when its time has passed`()
    async throws
  {
    let later = FakeWorld().now.timeAdvanced(by: .seconds(60))
    let items = [
      Setting().item("a", .like("1"), .queued(notBefore: later, after: .unreachable)),
      Setting().item("b", .like("2"), .queued(notBefore: nil, after: nil)),
    ]
    let setting = Setting(outbox: items)
    let interactor = managing(setting)
    await interactor.handle(.open)
    let next = OutboxWaitReason.nextTry(later, after: .unreachable)
    #expect(
      spy.values == [
        OutboxScene.SceneState([
          .init(items[0], post: nil, wait: next), .init(items[1], post: nil, wait: next),
        ])
      ])
    #expect(await eventually { setting.world.sleeping == 1 })

    setting.world.pass(.seconds(61))

    #expect(
      await eventually {
        spy.values.last
          == OutboxScene.SceneState([
            .init(items[0], post: nil, wait: .nextTry(nil, after: .unreachable)),
            .init(items[1], post: nil, wait: .sentNext),
          ])
      })
  }

  @Test func `withdrawing a post makes it a draft`() async throws {
    let item = Setting().item("a", .say("Hello"), .refused(.unreachable))
    let setting = Setting(outbox: [item])
    let interactor = await managing(setting).after(.open)

    await interactor.handle(.withdraw(item.id))

    let draft = try #require(await setting.outbox.drafts(of: setting.account).first)
    #expect(draft.text == "Hello")
    #expect(spy.values.last == OutboxScene.SceneState([], drafts: [.init(draft, post: nil)]))
  }

  @Test func `drafts are shown with the posts they refer to, but no draft that is queued`()
    async throws
  {
    let queued = Draft(id: Draft.ID("q"), text: "Hello")
    let item = Setting().item("q", .publish(queued), .refused(.unreachable))
    let setting = try await Setting(outbox: [item]).holding([.sample("1")])
    let reply = Draft(id: Draft.ID("r"), text: "Rye", replyTo: Post.ID("1"))
    for draft in [queued, reply] {
      _ = try await setting.outbox.saveDraftIfUnchanged(
        draft, over: nil, account: setting.account, now: setting.world.now)
    }
    let interactor = managing(setting)

    await interactor.handle(.open)

    #expect(
      spy.values == [
        OutboxScene.SceneState(
          [.init(item, post: nil)], drafts: [.init(reply, post: .sample("1"))])
      ])
  }

  @Test func `a draft that changed since it was shown is not discarded`()
    async throws
  {
    let setting = Setting()
    let draft = Draft(id: Draft.ID("d"), text: "Rye")
    let spelt = draft.with(\.text, "Spelt")
    let (account, now) = (setting.account, setting.world.now)
    _ = try await setting.outbox.saveDraftIfUnchanged(draft, over: nil, account: account, now: now)
    let interactor = await managing(setting).after(.open)
    _ = try await setting.outbox.saveDraftIfUnchanged(
      spelt, over: draft, account: account, now: now)

    await interactor.handle(.discard(draft.id))
    #expect(spy.values.last == OutboxScene.SceneState([], drafts: [.init(spelt, post: nil)]))
    await interactor.handle(.discard(draft.id))

    #expect(spy.values.last == OutboxScene.SceneState([]))
    #expect(await setting.outbox.drafts(of: account) == [])
  }

  @Test func `an item that is being sent cannot be withdrawn`() async throws {
    let item = Setting().item("a", .say("Hello"), .sending)
    let setting = Setting(outbox: [item])
    let interactor = managing(setting)

    await interactor.handle(.withdraw(item.id))

    #expect(spy.effects == [.say(.tooLate)])
    #expect(await setting.outbox.drafts(of: setting.account) == [])
  }

  @Test func `an unreadable item is shown and can be removed`() async throws {
    let setting = Setting()
    await setting.outbox.spoil(.init("x"))
    let interactor = managing(setting)

    await interactor.handle(.open, .withdraw(.init("x")))

    #expect(
      spy.values == [
        OutboxScene.SceneState([], unreadable: [.init("x")]), OutboxScene.SceneState([]),
      ])
  }

  @Test func `sending an item now removes it from the list`() async throws {
    let item = Setting().item("a", .say("Hello"), .refused(.unreachable))
    let setting = Setting(outbox: [item])
    let interactor = await managing(setting).after(.open)

    await interactor.handle(.send(item.id))

    #expect(await eventually { spy.values.last == OutboxScene.SceneState([]) })
    #expect(await setting.service.sent == [.say("Hello")])
  }
}
