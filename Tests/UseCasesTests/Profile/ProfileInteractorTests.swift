import Doubles
import FeedDomain
import Testing
import UseCases

@MainActor @Suite struct ProfileInteractorTests {
  private let spy = Spy<ProfileScene.SceneState>()

  private func looking(_ setting: Setting) -> ProfileInteractor {
    ProfileInteractor(
      setting.session, actions: setting.actions, directory: setting.directory(), presenter: spy)
  }

  @Test func `a profile shows the person with their posts, page by page`() async throws {
    let setting = Setting(service: Post.samples(5, downTo: 1))
    let interactor = looking(setting)

    await interactor.handle(.open(Person.ID("ada")))

    #expect(
      await eventually {
        spy.shows(Post.samples(5, downTo: 3).map { FeedEntry($0) }, hasMore: true)
      })
    #expect(spy.last?.person == .sample("ada") && spy.last?.isOneself == false)
    await interactor.handle(.more)
    #expect(
      await eventually {
        spy.shows(Post.samples(5, downTo: 1).map { FeedEntry($0) }, hasMore: false)
      })
  }

  @Test func `each tab of a profile is fetched once, and only tabs that the service supports`()
    async throws
  {
    let setting = Setting(service: Post.samples(2, downTo: 1))
    let connection = setting.session.connection.changingGatewaysAndProperties {
      $0.profileParts = [.posts, .answers]
    }
    let session = AccountSession(
      .sample, connection: connection, stores: setting.session.stores, world: setting.world,
      log: NoLog())
    let interactor = ProfileInteractor(
      session, actions: setting.actions, directory: setting.directory(), presenter: spy)
    func hasAsked(_ count: Int) async -> Bool {
      await eventually { await setting.service.asked.count == count && isQuiet }
    }
    await interactor.handle(.open(Person.ID("ada")))
    #expect(await hasAsked(1))

    await interactor.handle(.look(at: .part(.answers)))
    #expect(spy.values.contains { $0.tab == .part(.answers) })
    #expect(await hasAsked(2))
    let answers = try await setting.store.feedWindow(
      of: .answers(Person.ID("ada")), account: setting.account, around: .top, above: 0, below: 9)
    #expect(answers.rows.count == 2)
    for tab in [ProfileScene.ProfileTabKind.part(.posts), .about, .part(.photos), .part(.answers)] {
      await interactor.handle(.look(at: tab))
    }

    #expect(await hasAsked(2))
    #expect(!spy.values.contains { $0.tab == .part(.photos) })
    let about = try #require(spy.values.last { $0.tab == .about })
    #expect(about.posts.isEmpty && about.latest.map(\.post.id.rawValue) == ["2", "1"])
  }

  @Test func `choosing a tab before the person is fetched does not cancel the request`()
    async throws
  {
    let setting = Setting(service: [])
    let interactor = await looking(setting).after(.open(Person.ID("ada")))

    await interactor.handle(.look(at: .about))

    #expect(await eventually { spy.last?.person == .sample("ada") })
    #expect(spy.last?.tab == .about)
  }

  @Test func `a late reply about one person is not shown in the profile of the next`() async throws
  {
    let setting = Setting(service: Post.samples(2, downTo: 1))
    let interactor = looking(setting)
    await setting.service.hold()
    await interactor.handle(.open(Person.ID("ada")))
    #expect(await eventually { await setting.service.waiting == 1 })

    await interactor.handle(.open(Person.ID("bob")))
    #expect(await eventually { await setting.service.waiting == 2 })
    let before = spy.values.count
    await setting.service.release()

    #expect(await eventually { spy.isLoaded && isQuiet })
    #expect(spy.values[before...].allSatisfy { $0.person?.handle ?? "bob" == "bob" })
    #expect(spy.last?.person == .sample("bob"))
  }

  @Test func `a stored person is shown in a tab that was chosen before the store was read`()
    async throws
  {
    let setting = Setting(service: Post.samples(2, downTo: 1))
    let plain = setting.session.connection
    setting.session.replaceToken(
      of: setting.session.signedIn,
      connection: ServiceConnection(
        account: plain.account, streams: plain.streams, feeds: plain.feeds
      ) { _ in })
    try await setting.store.storePeople([.sample("ada")], account: setting.account)
    let interactor = looking(setting)
    let opening = Task.immediate { await interactor.handle(.open(Person.ID("ada"))) }

    await interactor.handle(.look(at: .about))
    await opening.value

    #expect(spy.last?.person == .sample("ada"))
    #expect(spy.last?.tab == .about)
  }

  @Test func `an action elsewhere does not stop the fetch of a stored person`() async throws {
    let setting = Setting(service: Post.samples(2, downTo: 1))
    let interactor = looking(setting)
    let old = Person(id: Person.ID("ada"), handle: "ada", name: "Old name")
    try await setting.store.storePeople([old], account: setting.account)
    await interactor.handle(.open(Person.ID("ada")))
    #expect(spy.last?.person?.name == "Old name")

    interactor.handleActionReport(
      .delivered(.serviceAction(ServiceAction(.makeList, "Boats")), .done))

    #expect(await eventually { spy.last?.person == .sample("ada") })
  }

  @Test func `a like is also shown in the latest posts of the About tab`() async throws {
    let setting = Setting(service: Post.samples(2, downTo: 1))
    let interactor = await looking(setting).after(.open(Person.ID("ada")))
    #expect(await eventually { spy.isLoaded && isQuiet })
    await interactor.handle(.look(at: .about))

    await interactor.handle(.toggle(Post.ID("2"), .liked))

    #expect(spy.last?.latest.first?.post.userMarks == .liked)
  }

  /// Whether nothing is being asked.
  private var isQuiet: Bool {
    spy.last?.fetchProgress == .idle && spy.answers > 0
  }

  @Test func `a boosted post is shown as boosted from store and service, also after a like`()
    async throws
  {
    let boost = FeedEntry(
      id: FeedEntry.ID("b"), post: .sample("9", by: "grace"), boostedBy: .sample("ada"))
    let setting = Setting()
    _ = try await setting.store.mergeFetchedPage(
      FeedPage([boost], older: nil), into: .person(Person.ID("ada")), account: setting.account,
      at: .top, now: setting.world.now)
    await setting.service.show([.sample("8")])
    await setting.service.boost(Post.ID("8"), by: .sample("ada"))
    await setting.service.hold()
    let interactor = looking(setting)

    await interactor.handle(.open(Person.ID("ada")))
    #expect(spy.shows([boost], hasMore: false))
    await setting.service.release()

    let fetched = FeedEntry(
      id: FeedEntry.ID("8"), post: .sample("8"), boostedBy: .sample("ada"))
    #expect(await eventually { spy.shows([fetched], hasMore: false) })
    await interactor.handle(.toggle(Post.ID("8"), .liked))
    #expect(
      spy.last?.posts.map(\.post) == [setting.actions.applyingPendingChanges(to: fetched.post)])
  }

  @Test func `a post that was deleted at the service does not reappear`() async throws {
    let setting = Setting(
      service: [.sample("2", by: "me"), .sample("1", by: "me")], undoWindow: .zero)
    let interactor = await looking(setting).after(.open(Person.ID("me")))
    #expect(await eventually { spy.last?.posts.count == 2 && isQuiet })

    await interactor.handle(.delete(Post.ID("2")))

    let deletion = ActionReport.delivered(.delete(Post.ID("2")), .done)
    #expect(await eventually { setting.observer.news.contains(deletion) })
    #expect(spy.last?.posts.map(\.post.id) == [Post.ID("1")])
  }

  @Test func `a follow is shown at once`() async throws {
    let setting = Setting(service: [])
    let interactor = await looking(setting).after(.open(Person.ID("ada")))
    #expect(await eventually { spy.isLoaded })

    await interactor.handle(.toggleFollow)

    let followed = Person.sample("ada").settingFollowed(true)
    #expect(spy.last?.person == followed)
  }

  @Test func `blocking a person asks for confirmation, and unblocking does not`() async throws {
    let setting = Setting(service: [])
    let interactor = await looking(setting).after(.open(Person.ID("ada")))
    #expect(await eventually { spy.isLoaded })

    await interactor.handle(.toggleBlock)
    #expect(spy.last?.question == .block(.sample("ada")))
    #expect(
      setting.actions.applyingPendingChanges(to: Person.sample("ada")).relationship == .stranger)
    await interactor.handle(.reallyBlock)
    #expect(
      setting.actions.applyingPendingChanges(to: Person.sample("ada")).relationship == .blocked)
    await interactor.handle(.toggleBlock)

    #expect(
      setting.actions.applyingPendingChanges(to: Person.sample("ada")).relationship == .stranger)
  }

  @Test func `hiding boosts requires following the person, and is shown once it is delivered`()
    async throws
  {
    let setting = Setting(service: [])
    let interactor = await looking(setting).after(.open(Person.ID("ada")))
    #expect(await eventually { spy.isLoaded })

    await interactor.handle(.toggleRelationship(.hideBoosts))
    #expect(spy.effects.last == .say(.followFirst))
    await interactor.handle(.toggleRelationship(.blockServer))
    #expect(spy.effects.last == .say(.ownServer))
    #expect(await setting.outbox.held.isEmpty)

    // What is on the wire is in the outbox still.
    await setting.service.hold()
    await interactor.handle(.toggleFollow, .toggleRelationship(.hideBoosts))
    guard case .askTime(.hideBoosts, let person) = spy.effects.last else {
      Issue.record("no question for how long")
      return
    }
    #expect(await setting.actions.hideBoosts(by: person, for: nil) == nil)
    let act = PendingChange.serviceAction(ServiceAction(.hideBoosts, "ada", detail: "ada"))
    #expect(await eventually { await setting.outbox.held.map(\.change).contains(act) })
    interactor.handleActionReport(.delivered(act, .done))
    await setting.service.release()
    #expect(spy.last?.person?.relationshipFlags == RelationshipFlags(hidesBoosts: true))
  }

  @Test func `the key shows boosts again that were hidden for a time`() async throws {
    let setting = Setting(service: [], mutes: MuteList(FakeMutes(), log: NoLog()))
    let interactor = await looking(setting).after(.open(Person.ID("ada")))
    #expect(await eventually { spy.isLoaded })
    await interactor.handle(.toggleFollow)
    let ada = Person.sample("ada")

    #expect(await setting.actions.hideBoosts(by: ada, for: .seconds(60)) == nil)
    #expect(
      setting.actions.applyingPendingChanges(to: ada).hasRelationshipFlag(switchedBy: .hideBoosts))
    let row = FeedRow.entry(
      FeedEntry(id: FeedEntry.ID("b"), post: .sample("1", by: "bo"), boostedBy: ada))
    #expect(row.applyingPendingChanges(through: setting.actions) == nil)
    await interactor.handle(.toggleRelationship(.hideBoosts))
    #expect(spy.effects.contains(.say(.boostsShown(handle: "ada"))))
    #expect(row.applyingPendingChanges(through: setting.actions) == row)

    _ = await setting.actions.hideBoosts(by: ada, for: .seconds(60))
    await interactor.handle(.undo)
    #expect(
      await eventually {
        spy.effects.contains {
          if case .action(.muteUndone(.boosts(of: "ada", _)), _) = $0 { true } else { false }
        }
      })
    #expect(row.applyingPendingChanges(through: setting.actions) == row)

    _ = await setting.actions.hideBoosts(by: ada, for: .seconds(60))
    setting.world.pass(.seconds(61))
    #expect(row.applyingPendingChanges(through: setting.actions) == row)
  }

  @Test func `editing the user's own profile fetches its current values first`()
    async throws
  {
    let extras = StubExtras()
    let setting = Setting(extras: extras)
    let me = setting.session.account.person
    let interactor = await looking(setting).after(.open(Person.ID("ada")))
    await interactor.handle(.say(.profile))
    #expect(spy.effects.isEmpty)
    await interactor.handle(.open(me))
    await extras.fail(.unreachable)

    await interactor.handle(.say(.profile))
    #expect(await eventually { spy.last?.failure == .unreachable })
    await interactor.handle(.say(.profile))

    let answers: [InputField: String] = [.name: "Sol", .words: "Sails."]
    #expect(await eventually { spy.effects == [.openForm(.profile, me, answers: answers)] })
    await interactor.handle(.close)
  }

  @Test func `blocking a server asks for confirmation, and unblocking does not`() async throws {
    let setting = Setting(service: [])
    let there = Person(
      id: Person.ID("ada"), handle: "ada@fog.example", name: "Ada", relationship: .stranger)
    try await setting.store.storePeople([there], account: setting.account)
    await setting.service.fail(.unreachable)
    let interactor = await looking(setting).after(.open(Person.ID("ada")))

    await interactor.handle(.toggleRelationship(.blockServer))
    #expect(spy.last?.question == .blockServer("fog.example"))
    #expect(await setting.outbox.held.isEmpty)
    await interactor.handle(.reallyBlockServer)
    let act = ServiceAction(.blockServer, "fog.example")
    #expect(await eventually { await setting.outbox.held.map(\.change) == [.serviceAction(act)] })
    interactor.handleActionReport(.delivered(.serviceAction(act), .done))
    await interactor.handle(.toggleRelationship(.blockServer))

    #expect(spy.last?.question == nil)
    #expect(await eventually { await setting.outbox.held.map(\.change) != [.serviceAction(act)] })
  }

  @Test func `the follow key withdraws a follow request`() async throws {
    let setting = Setting(service: [])
    let asked = Person(
      id: Person.ID("ada"), handle: "ada", name: "ada", relationship: .requested)
    try await setting.store.storePeople([asked], account: setting.account)
    await setting.service.fail(.unreachable)
    let interactor = await looking(setting).after(.open(Person.ID("ada")))

    await interactor.handle(.toggleFollow)

    #expect(setting.observer.news.first == .performed(.follow(Person.ID("ada"), false)))
    #expect(setting.actions.applyingPendingChanges(to: asked).relationship == .stranger)
  }

  @Test func `signing out first shows the pending changes and drafts that would be lost`()
    async throws
  {
    let item = Setting().item("a", .say("Hello"), .refused(.unreachable))
    let setting = Setting(outbox: [item])
    let draft = Draft(id: Draft.ID("d"), text: "Begun")
    _ = try await setting.outbox.saveDraftIfUnchanged(
      draft, over: nil, account: SignedInAccount.sample.account.id, now: setting.world.now)
    let interactor = looking(setting)

    await interactor.handle(.signOut)

    #expect(
      spy.values.map(\.question) == [.signOut(SignOutLosses(undelivered: [item], drafts: [draft]))])
  }

  @Test func `signing out of the last account erases the mutes, after saying so`() async throws {
    let setting = Setting()
    let other = SignedInAccount(
      Account(service: .mastodon, person: Person.ID("sol"), handle: "sol"), token: Secret("t"))
    setting.muteStore.kept = [.tag("boats")]
    try setting.credentials.saveAccountAndMakeActive(other)
    let interactor = await looking(setting).after(.signOut)
    #expect(spy.last?.question == .signOut(SignOutLosses()))

    try setting.credentials.removeAccount(other.account.id)
    await interactor.handle(.signOut)
    #expect(spy.last?.question == .signOut(SignOutLosses(mutes: true)))
    await interactor.handle(.reallySignOut)

    #expect(setting.muteStore.kept.isEmpty)
  }

  @Test func `signing out erases outbox, drafts, cache and token`() async throws {
    let setting = Setting(service: Post.samples(3, downTo: 1))
    try await setting.hold(Post.samples(3, downTo: 1))
    try setting.credentials.saveAccountAndMakeActive(.sample)
    _ = try await setting.outbox.saveDraftIfUnchanged(
      Draft(id: Draft.ID("d"), text: "Hm"), over: nil, account: setting.account,
      now: setting.world.now)
    setting.actions.performChange(.boost("1"))
    #expect(await eventually { await setting.outbox.held.count == 1 })
    let interactor = looking(setting)

    await interactor.handle(.reallySignOut)

    #expect(spy.last?.question == .signingOut && spy.effects == [.signedOut(nil)])
    #expect(await setting.signIn.signedOut == [setting.account])
    #expect(await setting.store.erased == [setting.account, setting.account])
    #expect(await setting.outbox.held == [])
    #expect(await setting.outbox.drafts(of: setting.account) == [])
    #expect(setting.credentials.storedAccounts() == [])
    #expect(setting.world.sleeping == 0)
  }

  @Test func `a service that does not answer delays signing out by three seconds only`()
    async throws
  {
    let setting = Setting()
    await setting.signIn.hold()
    let interactor = looking(setting)

    let leaving = Task { await interactor.handle(.reallySignOut) }
    #expect(await eventually { setting.world.sleeping == 1 })
    setting.world.pass(.seconds(3))
    await leaving.value

    #expect(spy.effects == [.signedOut(.unreachable)])
    #expect(await setting.store.erased == [setting.account, setting.account])
    await setting.signIn.release()
  }

  @Test func `a page that arrives after signing out is not stored`() async throws {
    let setting = Setting(service: Post.samples(3, downTo: 1))
    await setting.service.hold()
    let stream = StreamInteractor(
      setting.session, actions: setting.actions, presenter: Spy<StreamScene.SceneState>())
    await stream.handle(.open(.home))
    #expect(await eventually { await setting.service.waiting == 1 })

    await looking(setting).handle(.reallySignOut)
    await stream.handle(
      .remember(ReadingPosition(entry: FeedEntry.ID("3"), row: 0), seen: FeedEntry.ID("3")))
    await setting.service.release()
    await stream.handle(.close)

    for _ in 0..<100 { await Task.yield() }
    #expect(await setting.store.ids(of: .home) == [])
    #expect(await setting.store.placesKept == [])
  }

  @Test func `a failure to erase the store while signing out is reported`() async throws {
    let setting = Setting()
    await setting.store.fail(.readOnly)

    await looking(setting).handle(.reallySignOut)

    #expect(spy.effects == [.say(.storeFailed(.readOnly)), .signedOut(nil)])
  }
}
