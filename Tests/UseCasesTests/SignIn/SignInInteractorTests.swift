import Doubles
import FeedDomain
import Testing
import UseCases

@MainActor @Suite struct SignInInteractorTests {
  private let spy = Spy<SignInScene.SceneState>()
  private let gateway = StubSignIn()
  private let typed: SignInAnswers = [.user: Secret("me"), .password: Secret("secret")]
  private let password = SignInMethod(.password, fields: [.user, .password])

  private func form(_ occasion: SignInScene.SignInOccasion = .first)
    -> SignInScene.ServiceSignInForm
  {
    SignInScene.ServiceSignInForm(
      occasion: occasion, service: .tweetie, methods: [password], method: password,
      hasOthers: occasion == .first)
  }

  private func signingIn(_ credentials: FakeCredentials = FakeCredentials()) -> SignInInteractor {
    SignInInteractor(
      directory: StubDirectory(gateway: gateway), credentials: credentials, presenter: spy)
  }

  @Test func `a correct password stores the account`() async {
    let credentials = FakeCredentials()
    let interactor = await signingIn(credentials).after(.open(.first))

    await interactor.handle(.submit(typed))

    #expect(await eventually { spy.effects == [.signedIn(.sample)] })
    #expect(
      spy.values == [
        SignInScene.SceneState(.form(form())), SignInScene.SceneState(.form(form()), .checking),
      ])
    #expect(credentials.storedAccounts() == [.sample])
  }

  @Test(arguments: [("me", true), ("someone", false)])
  func `signing in as another person with the same handle erases the cache`(
    person: String, isKept: Bool
  ) async throws {
    let setting = try await Setting().holding(Post.samples(2, downTo: 1))
    let now = SignedInAccount.sample.account
    let before = Account(
      service: now.service, person: isKept ? now.person : Person.ID(person), handle: now.handle,
      server: now.server)
    let credentials = FakeCredentials()
    try credentials.saveAccountAndMakeActive(SignedInAccount(before, token: Secret("old")))
    let interactor = SignInInteractor(
      directory: StubDirectory(gateway: gateway), credentials: credentials,
      feeds: setting.store, presenter: spy)
    await interactor.handle(.open(.another), .choose(.tweetie))

    await interactor.handle(.submit(typed))

    #expect(await eventually { spy.effects == [.signedIn(.sample)] })
    let held = await setting.store.storedPost(Post.ID("1"), account: now.id)
    #expect((held != nil) == isKept)
    #expect(credentials.storedAccounts() == [.sample])
  }

  @Test func `a wrong password is reported, and the sign-in can be tried again`() async {
    let interactor = signingIn()
    await gateway.fail(.invalidCredentials)
    await interactor.handle(.open(.first))

    await interactor.handle(.submit(typed))
    #expect(
      await eventually {
        spy.values.suffix(2).map(\.progress) == [
          .checking, .refused(.invalidCredentials, at: .password),
        ]
      })
    await interactor.handle(.submit(typed))

    #expect(await eventually { spy.effects == [.signedIn(.sample)] })
  }

  @Test func `a cancelled sign-in stores no account, even if a reply arrives late`() async {
    let credentials = FakeCredentials()
    let interactor = signingIn(credentials)
    await gateway.hold()
    await interactor.handle(.open(.first), .submit(typed))
    #expect(await eventually { await gateway.waiting == 1 })

    await interactor.handle(.cancel)
    await gateway.release()

    #expect(spy.values.map(\.progress) == [.ready, .checking, .ready])
    for _ in 0..<100 { await Task.yield() }
    #expect(credentials.storedAccounts() == [])
  }

  @Test func `submitting twice signs in once`() async {
    let interactor = signingIn()
    await gateway.hold()
    await interactor.handle(.open(.first))

    await interactor.handle(.submit(typed), .submit(typed))
    await gateway.release()

    #expect(await eventually { spy.effects == [.signedIn(.sample)] })
    #expect(spy.values.dropFirst().map(\.progress) == [.checking])
  }

  @Test func `an account that cannot be stored is not signed in`() async {
    let interactor = await signingIn(FakeCredentials(failure: .readOnly)).after(.open(.first))

    await interactor.handle(.submit(typed))

    #expect(await eventually { spy.last?.progress == .notKept(.readOnly) })
  }

  @Test func `signing in again is prefilled with the handle, for that account only`() async {
    let interactor = signingIn()
    let again = SignInScene.SignInOccasion.again(SignedInAccount.sample.account)

    await interactor.handle(.open(again))

    #expect(spy.values == [SignInScene.SceneState(.form(form(again)))])
    #expect(form(again).knownValue(of: .user) == "me")
    #expect(form(again).knownValue(of: .password) == nil)
  }

  @Test func `an application key from the settings is prefilled`() async {
    let interactor = SignInInteractor(
      directory: StubDirectory(gateway: gateway), credentials: FakeCredentials(),
      keys: [.tweetie: [.key: Secret("the-key")]], presenter: spy)

    await interactor.handle(.open(.first))

    guard case .form(let form)? = spy.last?.page else { return #expect(Bool(false)) }
    #expect(form.knownValue(of: .key) == "the-key")
    #expect(form.knownValue(of: .secret) == nil)
  }

  @Test
  func `a page with several feeds offers them before signing in, and the user chooses one or none`()
    async
  {
    let feeds = ["posts", "comments"].map {
      FeedCandidate(address: "https://fog.example/\($0)", title: $0)
    }
    await gateway.offer(feeds)
    let interactor = await signingIn().after(.open(.first))

    await interactor.handle(.submit([.address: Secret("fog.example")]))
    #expect(await eventually { spy.last == SignInScene.SceneState(.feeds(feeds)) })
    await interactor.handle(.cancel)
    #expect(spy.last == SignInScene.SceneState(.form(form())))
    #expect(await gateway.submitted == [])

    await interactor.handle(.submit([.address: Secret("fog.example")]))
    #expect(await eventually { spy.last == SignInScene.SceneState(.feeds(feeds)) })
    await interactor.handle(.pick(feeds[1]))
    #expect(await eventually { spy.effects == [.signedIn(.sample)] })
    #expect(await gateway.submitted == [[.address: Secret("https://fog.example/comments")]])
  }

  @Test func `lines of an imported list that were not added are shown before the sign-in ends`()
    async
  {
    let rejected = [RejectedImportEntry(line: 3, name: "exec:~/fog.sh", address: nil, .program)]
    await gateway.offer(rejecting: rejected)
    let credentials = FakeCredentials()
    let interactor = await signingIn(credentials).after(.open(.first))

    await interactor.handle(.submit([.address: Secret("~/.newsboat/urls")]))

    #expect(await eventually { spy.last?.page == .rejected(rejected, .sample) })
    #expect(credentials.storedAccounts() == [.sample])
    #expect(spy.effects == [])
    await interactor.handle(.proceed)
    #expect(spy.effects == [.signedIn(.sample)])
  }

  @Test func `signing in to another account begins with the list of services`() async {
    let interactor = signingIn()

    await interactor.handle(.open(.another), .choose(.mastodon), .showServices)

    guard case .form(let form)? = spy.values[1].page else { return #expect(Bool(false)) }
    #expect(form.service == .mastodon)
    #expect(
      [spy.values[0].page, spy.values[2].page] == [
        .services(Service.allCases, chosen: nil), .services(Service.allCases, chosen: .mastodon),
      ])
  }
}

/// Signing in by way of a browser.
@MainActor @Suite struct BrowserSignInTests {
  private let spy = Spy<SignInScene.SceneState>()
  private let gateway = StubBrowserSignIn()
  private let credentials = FakeCredentials()

  private func atTheBrowser() async -> SignInInteractor {
    let interactor = SignInInteractor(
      directory: gateway, credentials: credentials, presenter: spy)
    await interactor.handle(.open(.first), .submit([.server: Secret("social.example")]))
    #expect(
      await eventually { spy.last == SignInScene.SceneState(.approval(StubBrowserSignIn.approval)) }
    )
    return interactor
  }

  @Test func `the code from the browser signs in`() async {
    let interactor = await atTheBrowser()

    await interactor.handle(.answer(Secret("code")))

    #expect(await eventually { spy.effects == [.signedIn(.sample)] })
    #expect(credentials.storedAccounts() == [.sample])
  }

  @Test func `after a wrong code a correct one signs in`() async {
    let interactor = await atTheBrowser()

    await interactor.handle(.answer(Secret("cod")))
    #expect(
      await eventually { spy.last?.progress == .refused(.invalidCredentials, at: nil) })
    await interactor.handle(.answer(Secret("code")))

    #expect(await eventually { spy.effects == [.signedIn(.sample)] })
  }

  @Test func `cancelling the approval leads back to the form`() async throws {
    let interactor = await atTheBrowser()

    await interactor.handle(.cancel, .answer(Secret("code")))

    guard case .form? = spy.last?.page else { return #expect(Bool(false)) }
    #expect(credentials.storedAccounts() == [])
  }

  @Test func `signing in again begins with the method used before, and offers the other one`()
    async throws
  {
    let interactor = SignInInteractor(
      directory: gateway, credentials: credentials, presenter: spy)
    try credentials.saveAccountAndMakeActive(.sample)

    await interactor.handle(.open(.again(SignedInAccount.sample.account)))

    guard case .form(let form)? = spy.last?.page else { return #expect(Bool(false)) }
    #expect(form.method.kind == .token)
    #expect(form.otherMethod?.kind == .browser)
    #expect(!form.hasOthers)
    await interactor.handle(.take(gateway.methods[0]))
    guard case .form(let other)? = spy.last?.page else { return #expect(Bool(false)) }
    #expect(other.method.kind == .browser)
  }

  @Test(arguments: ["me", "somebody else"])
  func `an account whose handle changed keeps its secret command, another person's does not`(
    person: String
  ) async throws {
    let source = SecretSource(command: "pass show me", record: Secret("record"))
    let old = Account(service: .tweetie, person: Person.ID(person), handle: "old")
    try credentials.saveAccountAndMakeActive(
      SignedInAccount(old, token: Secret("record"), source: source))
    let interactor = SignInInteractor(
      directory: gateway, credentials: credentials, presenter: spy)
    await interactor.handle(.open(.again(old)))

    await interactor.handle(.submit([.server: Secret("here")]))
    #expect(
      await eventually { spy.last == SignInScene.SceneState(.approval(StubBrowserSignIn.approval)) }
    )
    await interactor.handle(.answer(Secret("code")))

    #expect(await eventually { credentials.storedAccounts().count == 2 })
    #expect(credentials.storedAccounts().first?.account == SignedInAccount.sample.account)
    #expect(credentials.storedAccounts().first?.source == (person == "me" ? source : nil))
  }

  @Test func `signing in again says whether the secret command gave no secret or a rejected one`()
    async throws
  {
    let source = SecretSource(command: "pass show me", record: Secret("record"))
    let interactor = SignInInteractor(
      directory: gateway, credentials: credentials, presenter: spy)
    func problem(_ token: String) async throws -> SignInScene.SecretCommandProblem? {
      let account = SignedInAccount(
        SignedInAccount.sample.account, token: Secret(token), source: source)
      try credentials.saveAccountAndMakeActive(account)
      await interactor.handle(.open(.again(account.account)))
      guard case .form(let form)? = spy.last?.page else { return nil }
      return form.problem
    }

    #expect(try await problem("record") == .printedNothing(command: "pass show me"))
    #expect(try await problem("told") == .refused(command: "pass show me"))
  }

  @Test(arguments: [
    (FeedError.notFound, SignInField?.some(.server)), (.unreachable, .server),
    (.invalidCredentials, .token), (.rateLimited(until: nil), nil),
  ])
  func `a failed sign-in names the field to correct`(_ error: FeedError, _ field: SignInField?) {
    let way = SignInMethod(.token, fields: [.server, .token])

    #expect(way.fieldToCorrect(after: error) == field)
  }

  @Test func `without a server field a person that is not found means a wrong user name`() {
    let way = SignInMethod(.appPassword, fields: [.user, .password])

    #expect(way.fieldToCorrect(after: .notFound) == .user)
    #expect(way.fieldToCorrect(after: .unreachable) == nil)
  }
}
