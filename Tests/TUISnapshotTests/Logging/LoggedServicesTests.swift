import FeedDomain
import Glibc
import Synchronization
import Testing

@testable import TweetieTUI

struct LoggedServicesTests {
  private let directory: String
  private let log: FileLog
  private let services: LoggedServices

  init() throws {
    var template = Array("/tmp/tweetie-calls-XXXXXX".utf8CString)
    try #require(template.withUnsafeMutableBufferPointer { mkdtemp($0.baseAddress!) } != nil)
    directory = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    var stub = ServiceStub(pages: [FeedPage([], older: nil)])
    stub.signOutFailure = .refused("Ada may not leave")
    log = FileLog(
      path: "\(directory)/log", thresholds: [.network: .info], world: WorldStub())
    services = LoggedServices(services: stub, log: log, world: WorldStub())
  }

  /// The lines of the log without their times; the log goes with them.
  private func lines() throws -> [String] {
    defer {
      unlink("\(directory)/log")
      rmdir(directory)
    }
    let text = try #require(SourceTree.text(at: "\(directory)/log"))
    return text.split(separator: "\n").map { String($0.split(separator: " ", maxSplits: 1)[1]) }
  }

  @Test func `nothing that a service offers is lost on the way`() async throws {
    let whole = WholeService()
    let log = FileLog(path: nil, thresholds: [:], world: WorldStub())
    let logged = LoggedServices(services: whole, log: log, world: WorldStub())
    let plain = try #require(whole.connection(for: CommandStage.ada))
    let connection = try #require(logged.connection(for: CommandStage.ada))

    for (member, after) in zip(
      Mirror(reflecting: plain).children, Mirror(reflecting: connection).children)
    {
      let name = try #require(member.label)
      #expect("\(member.value)" != "nil", "the test's own service offers \(name)")
      #expect("\(after.value)" != "nil", "\(name) is lost")
    }
    #expect(connection.account == plain.account)
    #expect(connection.streams == plain.streams)
    #expect(connection.marks == plain.marks)
    #expect(!connection.likesOwn)
    #expect(connection.hasTagStreams)
    #expect(connection.keepsFor == plain.keepsFor)
    #expect(connection.refreshPace == plain.refreshPace)
    #expect(!connection.canSearch)
    #expect(connection.draftLimits == plain.draftLimits)
    #expect(connection.habits == plain.habits)
  }

  @Test func `what a gateway does in its own way, it does under the log as well`() async throws {
    let whole = WholeService()
    let log = FileLog(path: nil, thresholds: [:], world: WorldStub())
    let logged = LoggedServices(services: whole, log: log, world: WorldStub())
    let connection = try #require(logged.connection(for: CommandStage.ada))

    #expect(connection.people?.lists == .likers)
    #expect(connection.people?.knowsOthers == false)
    #expect(connection.onlyPerson == connection.account.person)
    #expect(connection.places?.credit == "whose")
    #expect(try await connection.tags?.tags(matching: "s") == ["s"])
    #expect(try await connection.markers?.lastRead(in: .home) == FeedEntry.ID("e"))
    #expect(try await connection.markers?.lastReadNotice() == .notice(Notice.ID("n")))
    await #expect(throws: FeedError.notFound) {
      try await connection.markers?.setLastRead(WholeService.notice)
    }
    await #expect(throws: FeedError.notFound) {
      try await connection.photos?.kept(Photo.ID("p"), in: Post.ID("p"))
    }
    let again = try await connection.publishing?.resend(
      .delete(Post.ID("p")), key: OutboxItem.ID("k"), since: WorldStub.noon)
    #expect(again == .person(WholeService.ada))
    let item = OutboxItem(
      id: OutboxItem.ID("k"), account: connection.account.id, change: .delete(Post.ID("p")),
      state: .sending, createdAt: WorldStub.noon)
    let delivered = try await connection.publishing?.deliver(item.change, of: item)
    #expect(delivered == .standing(WholeService.ada.id, .followed))
    let draft = try await connection.editing?.draft(of: Post.ID("p"), as: Draft.ID("d"))
    #expect(draft?.editing == Post.ID("p"))
    let heard = Mutex<[LiveEvent]>([])
    try await connection.live?.listen { event in heard.withLock { $0.append(event) } }
    #expect(heard.withLock { $0 } == [.notice])
    await #expect(throws: FeedError.notFound) { try await connection.upkeep?.lookAgain() }
    let collections = try await connection.collections?.collections(
      of: WholeService.ada.id, after: nil)
    #expect(collections?.elements == [.photos])
    #expect(logged.signIn(to: .tweetie)?.way(of: CommandStage.ada).kind == .token)
    await logged.forget()
    #expect(whole.forgotten.isUp)
  }

  @Test func `a call is noted by its kind, its answer and its time`() async throws {
    let connection = try #require(services.connection(for: CommandStage.ada))

    _ = try await connection.feeds.page(of: .tag("secret"), .latest)
    _ = try await connection.publishing?.send(
      .mark(Post.ID("77"), .liked, true), key: OutboxItem.ID("k"))

    #expect(
      try lines() == [
        "info network: page of tag, latest: 0 entries, 0 ms",
        "info network: send mark 1 on: done, 0 ms",
      ])
  }

  @Test func `a failure is noted without names or the service's words`() async throws {
    let gateway = try #require(services.signIn(to: .tweetie))

    await #expect(throws: FeedError.self) {
      try await gateway.signIn(Credentials(user: "ada", password: Secret("wrong")))
    }
    #expect(try lines() == ["info network: sign in: invalid credentials, 0 ms"])
  }

  @Test func `signing out leaves no line, whatever the service says`() async throws {
    let gateway = try #require(services.signIn(to: .tweetie))
    log.note(.network, .info, "GET https://example.social/api/v1/statuses/5")

    await #expect(throws: FeedError.self) { try await gateway.signOut(CommandStage.ada) }

    #expect(try lines() == [])
  }
}

/// Offers everything that a service can offer, and does what has a usual way in one of its own.
private struct WholeService: ServiceDirectory, SignInGateway, FeedGateway, PeopleGateway,
  NoticeGateway, PhotoGateway, PlaceGateway, TagGateway, LiveGateway, MarkerGateway, UploadGateway,
  PublishingGateway, EditingGateway, UpkeepGateway, CollectionGateway
{
  static let ada = Person(id: Person.ID("a"), handle: "ada", name: "Ada")
  let forgotten = Flag()
  static let notice = Notice(
    id: Notice.ID("n"), kind: .follow, people: [ada], post: nil, at: WorldStub.noon)

  var ways: [SignInWay] {
    [SignInWay(.browser, fields: []), SignInWay(.token, fields: [.token])]
  }
  var lists: PeopleLists { .likers }
  var knowsOthers: Bool { false }
  var credit: String? { "whose" }

  func signIn(to service: Service) -> (any SignInGateway)? { self }
  func way(of account: SignedInAccount) -> SignInWay { ways[1] }
  func forget() async { forgotten.raise() }

  func connection(for account: SignedInAccount) -> ServiceConnection? {
    ServiceConnection(
      account: account.account, streams: [.feed(.home)], feeds: self, people: self,
      collections: self, notices: self, photos: self, places: self, tags: self, live: self,
      markers: self, uploads: self,
      publishing: self, editing: self, marks: .boosted, likesOwn: false, refreshPace: .seconds(2),
      canSearch: false,
      keepsFor: .seconds(1),
      draftLimits: DraftLimits(
        characters: 1, attachments: 2, visibilities: [.everybody], allowsWarning: true),
      habits: DraftHabits(language: "vi"), upkeep: self)
  }

  func lookAgain() async throws(FeedError) { throw .notFound }
  func collections(
    of person: Person.ID, after cursor: Cursor?
  ) async throws(FeedError) -> Page<Feed> {
    Page([.photos])
  }

  func begin(_ way: SignInWay, _ answers: SignInAnswers) async throws(FeedError) -> SignInStep {
    throw .notFound
  }
  func signOut(_ account: SignedInAccount) async throws(FeedError) {}
  func page(of feed: Feed, _ stretch: Stretch) async throws(FeedError) -> FeedPage {
    throw .notFound
  }
  func conversation(of post: Post.ID) async throws(FeedError) -> Conversation { throw .notFound }
  func posts(matching words: String, after cursor: Cursor?) async throws(FeedError) -> Page<Post> {
    throw .notFound
  }
  func person(_ id: Person.ID) async throws(FeedError) -> Person { Self.ada }
  func people(_ list: PeopleList, after cursor: Cursor?) async throws(FeedError) -> Page<Person> {
    throw .notFound
  }
  func notices(after cursor: Cursor?) async throws(FeedError) -> Page<Notice> { throw .notFound }
  func bytes(
    of rendition: Photo.Rendition, progress: @escaping @Sendable (Transfer) -> Void
  ) async throws(FeedError) -> [UInt8] { throw .notFound }
  func details(of photo: Photo.ID, in post: Post.ID) async throws(FeedError) -> PhotoDetails {
    throw .notFound
  }
  func kept(_ photo: Photo.ID, in post: Post.ID) async throws(FeedError) { throw .notFound }
  func places(named name: String) async throws(FeedError) -> [Place] { [] }
  func places(beginning: String) async throws(FeedError) -> [Place] { [] }
  func name(latitude: Double, longitude: Double) async throws(FeedError) -> Place? { nil }
  func tags(matching beginning: String) async throws(FeedError) -> [String] { [beginning] }
  func listen(_ tell: @escaping @Sendable (LiveEvent) -> Void) async throws(FeedError) {
    tell(.notice)
  }
  func keepsMarks(in feed: Feed) -> Bool { true }
  func lastRead(in feed: Feed) async throws(FeedError) -> FeedEntry.ID? { FeedEntry.ID("e") }
  func setLastRead(_ entry: FeedEntry.ID, in feed: Feed) async throws(FeedError) -> Bool { true }
  func lastReadNotice() async throws(FeedError) -> NoticeMark? { .notice(Notice.ID("n")) }
  func setLastRead(_ notice: Notice) async throws(FeedError) -> Bool { throw .notFound }
  func upload(
    _ picture: PreparedPicture, altText: String, key: String,
    progress: @escaping @Sendable (Transfer) -> Void
  ) async throws(FeedError) -> String { throw .notFound }
  func draft(of post: Post.ID, as id: Draft.ID) async throws(FeedError) -> Draft {
    Draft(id: id, editing: post)
  }
  func send(_ change: Change, key: OutboxItem.ID) async throws(FeedError) -> Outcome { .done }
  func resend(
    _ change: Change, key: OutboxItem.ID, since begun: Timestamp
  ) async throws(FeedError) -> Outcome { .person(Self.ada) }
  func deliver(_ change: Change, of item: OutboxItem) async throws(FeedError) -> Outcome {
    .standing(Self.ada.id, .followed)
  }
}
