import Doubles
import FeedDomain
import Testing
import UseCases

@MainActor @Suite struct MessagesInteractorTests {
  private let spy = Spy<Messages.Response>()
  private let ada = Correspondence.sample(
    "1", "ada", isUnread: true,
    last: .sample("7", by: "ada", mentions: ["me"], for: .mentioned))
  private let bo = Correspondence.sample("2", "bo", "cy")
  private let cy = Correspondence.sample("3", "cy", isUnread: true)

  private func opened() async -> (MessagesInteractor, StubCorrespondence, Setting) {
    let service = StubCorrespondence([ada, bo, cy])
    let setting = Setting(messages: service)
    let interactor = MessagesInteractor(setting.session, presenter: spy)
    await interactor.handle(.open)
    #expect(await eventually { spy.values.last == .shown([ada, bo], hasMore: true) })
    return (interactor, service, setting)
  }

  @Test func `they come page by page, and what was said last is kept`() async throws {
    let (interactor, _, setting) = await opened()

    await interactor.handle(.more)

    #expect(await eventually { spy.values.last == .shown([ada, bo, cy], hasMore: false) })
    #expect(await setting.store.post(Post.ID("7"), account: setting.account)?.isDirect == true)
  }

  @Test func `what is opened is read at once, and the service is told`() async throws {
    let (interactor, service, _) = await opened()

    await interactor.handle(.read(ada.id))
    await interactor.handle(.read(bo.id))

    #expect(spy.values.last == .shown([ada.read, bo], hasMore: true))
    #expect(await service.read == [ada.id])
  }

  @Test func `what the service could not be told is unread again`() async throws {
    let (interactor, service, _) = await opened()
    await service.fail(.unreachable)

    await interactor.handle(.read(ada.id))

    #expect(
      spy.values.suffix(3) == [
        .shown([ada.read, bo], hasMore: true), .shown([ada, bo], hasMore: true),
        .notMarked(.unreachable),
      ])
  }

  @Test func `a failure is told, and what is there stays`() async throws {
    let (interactor, service, _) = await opened()
    await service.fail(.unreachable)

    await interactor.handle(.refresh)
    #expect(await eventually { spy.values.last == .failed(.unreachable) })
    await interactor.resume()

    #expect(await eventually { spy.values.last == .shown([ada, bo], hasMore: true) })
  }

  @Test func `a service that wants patience is asked again by itself when the time is over`()
    async throws
  {
    let (interactor, service, setting) = await opened()
    let until = setting.world.now.advanced(by: .seconds(90))
    await service.fail(.rateLimited(until: until))
    await interactor.handle(.refresh)
    #expect(await eventually { spy.values.last == .failed(.rateLimited(until: until)) })
    #expect(await eventually { setting.world.nextWaking == until })

    setting.world.pass(.seconds(90))

    #expect(await eventually { spy.values.last == .shown([ada, bo], hasMore: true) })
  }
}
