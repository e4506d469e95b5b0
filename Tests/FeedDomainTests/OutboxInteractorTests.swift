import FeedDomain
import Testing

@MainActor @Suite struct OutboxInteractorTests {
  private let spy = OutboxPresenterSpy()

  @Test func `what waits is shown with the post it is about`() async throws {
    let item = Setting().item("a", .like("1"), .refused(.unreachable))
    let setting = Setting(outbox: [item])
    try await setting.hold([.sample("1")])
    let interactor = OutboxInteractor(
      setting.session, actions: setting.actions, presenter: spy)

    await interactor.handle(.open)

    #expect(spy.responses == [.items([OutboxReading.Waiting(item, post: .sample("1"))])])
  }

  @Test func `withdrawing a post makes it a draft`() async throws {
    let item = Setting().item("a", .say("Hello"), .refused(.unreachable))
    let setting = Setting(outbox: [item])
    let interactor = OutboxInteractor(
      setting.session, actions: setting.actions, presenter: spy)
    await interactor.handle(.open)

    await interactor.handle(.withdraw(item.id))

    #expect(spy.responses.last == .items([]))
    #expect(await setting.outbox.drafts(of: setting.account).map(\.text) == ["Hello"])
  }

  @Test func `what is on the wire cannot be withdrawn`() async throws {
    let item = Setting().item("a", .say("Hello"), .sending)
    let setting = Setting(outbox: [item])
    let interactor = OutboxInteractor(
      setting.session, actions: setting.actions, presenter: spy)

    await interactor.handle(.withdraw(item.id))

    #expect(spy.responses.contains(.tooLate))
    #expect(await setting.outbox.drafts(of: setting.account) == [])
  }

  @Test func `sending now sends, and the list empties`() async throws {
    let item = Setting().item("a", .say("Hello"), .refused(.unreachable))
    let setting = Setting(outbox: [item])
    let interactor = OutboxInteractor(
      setting.session, actions: setting.actions, presenter: spy)
    await interactor.handle(.open)

    await interactor.handle(.send(item.id))

    #expect(await eventually { spy.responses.last == .items([]) })
    #expect(await setting.service.sent == [.say("Hello")])
  }
}
