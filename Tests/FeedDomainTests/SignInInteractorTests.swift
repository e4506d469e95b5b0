import FeedDomain
import Testing

@MainActor @Suite struct SignInInteractorTests {
  private let spy = SignInPresenterSpy()
  private let gateway = StubSignIn()
  private let typed = Credentials(user: "me", password: Secret("secret"))

  private func signingIn(_ credentials: FakeCredentials = FakeCredentials()) -> SignInInteractor {
    SignInInteractor(
      directory: StubDirectory(gateway: gateway), credentials: credentials, presenter: spy)
  }

  @Test func `the right password keeps the account`() async {
    let credentials = FakeCredentials()
    let interactor = signingIn(credentials)
    await interactor.handle(.open(.tweetie, again: nil))

    await interactor.handle(.submit(typed))

    #expect(await eventually { spy.responses.last == .signedIn(.sample) })
    #expect(spy.responses.prefix(2) == [.ready(.tweetie, handle: nil), .checking])
    #expect(credentials.accounts() == [.sample])
  }

  @Test func `the wrong password says so, and can be tried again`() async {
    let interactor = signingIn()
    await gateway.fail(.invalidCredentials)

    await interactor.handle(.submit(typed))
    #expect(await eventually { spy.responses == [.checking, .refused(.invalidCredentials)] })
    await interactor.handle(.submit(typed))

    #expect(await eventually { spy.responses.last == .signedIn(.sample) })
  }

  @Test func `called off, nobody is signed in, however late the answer`() async {
    let credentials = FakeCredentials()
    let interactor = signingIn(credentials)
    await gateway.hold()
    await interactor.handle(.submit(typed))
    #expect(await eventually { await gateway.waiting == 1 })

    await interactor.handle(.cancel)
    await gateway.release()

    #expect(spy.responses == [.checking, .ready(.tweetie, handle: nil)])
    for _ in 0..<100 { await Task.yield() }
    #expect(credentials.accounts() == [])
  }

  @Test func `pressing twice tries once`() async {
    let interactor = signingIn()
    await gateway.hold()

    await interactor.handle(.submit(typed))
    await interactor.handle(.submit(typed))
    await gateway.release()

    #expect(await eventually { spy.responses == [.checking, .signedIn(.sample)] })
  }

  @Test func `an account that cannot be kept is not signed in`() async {
    let interactor = signingIn(FakeCredentials(failure: .readOnly))

    await interactor.handle(.submit(typed))

    #expect(await eventually { spy.responses.last == .notKept(.readOnly) })
  }

  @Test func `signing in again knows the handle`() async {
    let interactor = signingIn()

    await interactor.handle(.open(.tweetie, again: SignedInAccount.sample.account))

    #expect(spy.responses == [.ready(.tweetie, handle: "me")])
  }
}
