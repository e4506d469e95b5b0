import Doubles
import FeedDomain
import Testing
import UseCases

/// What somebody put together stands on their profile.
@MainActor @Suite struct ProfileCollectionTests {
  private let spy = Spy<ProfileScene.SceneState>()
  private let setting = Setting(service: Post.samples(2, downTo: 1))

  private func looking(
    _ answers: [Result<Page<Feed>, FeedError>], _ gate: Gate? = nil
  ) -> ProfileInteractor {
    let plain = setting.session.connection
    let session = setting.session
    session.replaceToken(
      of: session.signedIn,
      connection: ServiceConnection(
        account: plain.account, streams: plain.streams, feeds: plain.feeds
      ) {
        $0.people = StubCollectors(setting.service, answers, gate)
        $0.publishing = plain.publishing
        $0.marks = plain.marks
      })
    return ProfileInteractor(
      session, actions: setting.actions, directory: setting.directory(), presenter: spy)
  }

  private var isQuiet: Bool { spy.last?.fetchProgress == .idle }

  private static func feeds(_ numbers: ClosedRange<Int>) -> [Feed] {
    numbers.map { .list(id: "c\($0)", name: "C\($0)") }
  }

  private func shows(_ numbers: ClosedRange<Int>, hasMore: Bool) -> Bool {
    spy.last?.collections == Self.feeds(numbers) && spy.last?.hasMoreCollections == hasMore
  }

  @Test func `five collections are shown first, then the rest, then the next page`() async {
    let interactor = looking(
      [
        .success(Page(Self.feeds(1...7), nextCursor: Cursor("2"))),
        .success(Page(Self.feeds(7...9))),
      ])

    await interactor.handle(.open(Person.ID("ada")))
    #expect(await eventually { shows(1...5, hasMore: true) })
    await interactor.handle(.moreCollections)
    #expect(shows(1...7, hasMore: true))
    await interactor.handle(.moreCollections)

    #expect(await eventually { shows(1...9, hasMore: false) })
    #expect(spy.values.allSatisfy { $0.failure == nil })
  }

  @Test func `a failure to fetch collections does not affect the profile`() async {
    let interactor = looking([.failure(.serverFailed(500))])

    await interactor.handle(.open(Person.ID("ada")))

    #expect(
      await eventually {
        spy.shows(Post.samples(2, downTo: 1).map { FeedEntry($0) }, hasMore: false)
      })
    #expect(spy.values.allSatisfy { $0.failure == nil })
  }

  @Test func `collections that arrive late are not shown with the next person`() async {
    let gate = Gate()
    let interactor = await looking([.success(Page(Self.feeds(1...2))), .success(Page([]))], gate)
      .after(.open(Person.ID("ada")))
    #expect(await eventually { await gate.waiting == 1 })

    await interactor.handle(.open(Person.ID("bob")))
    #expect(await eventually { await gate.waiting == 2 })
    await gate.open()

    #expect(await eventually { spy.isLoaded && isQuiet })
    #expect(spy.values.allSatisfy { $0.collections.isEmpty })
  }

  @Test func `a failure to load more collections is reported`() async {
    let interactor = looking(
      [
        .success(Page(Self.feeds(1...2), nextCursor: Cursor("2"))), .failure(.unreachable),
      ])
    await interactor.handle(.open(Person.ID("ada")))
    #expect(await eventually { shows(1...2, hasMore: true) })

    await interactor.handle(.moreCollections)

    #expect(await eventually { spy.last?.failure == .unreachable })
  }
}

private actor StubCollectors: PeopleFetchingGateway {
  nonisolated let hasCollections = true
  private let service: StubService
  private var answers: [Result<Page<Feed>, FeedError>]
  private let gate: Gate?

  init(_ service: StubService, _ answers: [Result<Page<Feed>, FeedError>], _ gate: Gate?) {
    (self.service, self.answers, self.gate) = (service, answers, gate)
  }

  func person(_ id: Person.ID) async throws(FeedError) -> Person { try await service.person(id) }

  func people(_ list: PeopleList, after cursor: Cursor?) async throws(FeedError) -> Page<Person> {
    try await service.people(list, after: cursor)
  }

  func personsCollectionFeeds(
    of person: Person.ID, after cursor: Cursor?
  ) async throws(FeedError) -> Page<Feed> {
    guard !answers.isEmpty else { throw .badReply }
    let answer = answers.removeFirst()
    await gate?.wait()
    return try answer.get()
  }
}

/// What holds answers back until it opens.
private actor Gate {
  private var held: [CheckedContinuation<Void, Never>] = []
  var waiting: Int { held.count }

  func wait() async { await withCheckedContinuation { held.append($0) } }

  func open() {
    for continuation in held { continuation.resume() }
    held = []
  }
}
