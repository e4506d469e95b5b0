import Doubles
import FeedDomain
import Testing
import UseCases

@MainActor @Suite struct ArrivalInteractorTests {
  private let spy = Spy<LinkResolutionScene.SceneState>()
  private let page = ResolvableLink.address("https://example.social/@ada/12345")

  private func setting(_ answer: Result<ResolvedLink, FeedError>...) -> (Setting, StubAddresses) {
    let addresses = StubAddresses(answer)
    return (Setting(addresses: addresses), addresses)
  }

  @Test func `a linked post is stored before it is opened`() async throws {
    let (setting, _) = setting(.success(.post(.sample("7"))))
    let interactor = LinkResolutionInteractor(setting.session, presenter: spy)

    await interactor.handle(.open(page))

    #expect(await eventually { spy.last?.destination == .post(.sample("7")) })
    #expect(spy.values.contains { $0.fetch == .waiting(.underWay) })
    #expect(await setting.store.storedPost(Post.ID("7"), account: setting.account) != nil)
  }

  @Test func `a handle is resolved with a search for people`() async throws {
    let (setting, addresses) = setting()
    let interactor = LinkResolutionInteractor(setting.session, presenter: spy)

    await interactor.handle(.open(.handle("ada")))

    #expect(await eventually { spy.last?.destination == .person(.sample("ada")) })
    #expect(await addresses.asked.isEmpty)
  }

  @Test func `a link that is not found is reported, and resolved again on refresh`() async throws {
    let (setting, addresses) = setting(.failure(.notFound), .success(.person(.sample("ada"))))
    let interactor = LinkResolutionInteractor(setting.session, presenter: spy)

    await interactor.handle(.open(page))
    #expect(await eventually { spy.last?.fetch == .failed(.notFound) })
    await interactor.handle(.refresh)

    #expect(await eventually { spy.last?.destination == .person(.sample("ada")) })
    #expect(await addresses.asked == [page.text, page.text])
  }

  @Test func `signing in again repeats the resolution of a link`() async throws {
    let (setting, _) = setting(.failure(.signedOut), .success(.post(.sample("7"))))
    let interactor = LinkResolutionInteractor(setting.session, presenter: spy)

    await interactor.handle(.open(page))
    #expect(await eventually { spy.last?.fetch == .failed(.signedOut) })
    #expect(spy.effects == [.askToSignIn(setting.session.account)])
    await interactor.repeatRequestsAfterSignIn()

    #expect(await eventually { spy.last?.destination == .post(.sample("7")) })
  }

  @Test func `a closed link page shows no late result`() async throws {
    let (setting, addresses) = setting(.success(.post(.sample("7"))))
    await addresses.hold()
    let interactor = LinkResolutionInteractor(setting.session, presenter: spy)
    await interactor.handle(.open(page))
    #expect(await eventually { await !addresses.asked.isEmpty })

    await interactor.handle(.close)
    await addresses.release()

    #expect(spy.last?.fetch == .idle && spy.last?.destination == nil)
  }

  @Test func `only addresses of the service and handles can be resolved`() {
    let (setting, _) = setting()
    let connection = setting.session.connection

    #expect(connection.resolvableLink(to: page.text) == page)
    #expect(connection.resolvableLink(to: "https://example.org/blog") == nil)
    #expect(connection.resolvableLink(typed: " \(page.text) ") == page)
    #expect(
      connection.resolvableLink(typed: "@ada@example.social") == .handle("ada@example.social"))
    #expect(connection.resolvableLink(typed: "two words") == nil)
    #expect(Setting().session.connection.resolvableLink(to: page.text) == nil)
  }
}
