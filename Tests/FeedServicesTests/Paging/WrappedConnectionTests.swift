import Doubles
import FeedDomain
import Synchronization
import Testing

@testable import FeedServices

/// A wrapped connection offers whatever the service offers.
@Suite struct WrappedConnectionTests {
  private let plain = WholeService().connection
  private let connection = WholeService().connection.changingGatewaysAndProperties {
    $0.endListsAtRepeatedPages()
  }

  @Test func `a wrapped connection offers everything that the service's connection offers`()
    async throws
  {
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
    #expect(!connection.canLikeOwn)
    #expect(connection.likeRefusal == .notFromPrograms)
    #expect(connection.hasTagStreams)
    #expect(connection.edits)
    #expect(connection.retentionLimit == plain.retentionLimit)
    #expect(connection.refreshInterval == plain.refreshInterval)
    #expect(!connection.canSearch)
    #expect(connection.draftLimits == plain.draftLimits)
    #expect(connection.postingDefaults == plain.postingDefaults)
  }

  @Test func `a wrapped connection keeps the special behaviour of its gateways`() async throws {
    #expect(connection.people?.lists == .likers)
    #expect(connection.people?.canFetchOthers == false)
    #expect(connection.people?.hasCollections == true)
    #expect(connection.notifications?.kinds == [.like, .poll])
    #expect(connection.abilities.onlyPerson == connection.account.person)
    #expect(connection.places?.credit == "whose")
    #expect(connection.addresses?.linkKind(of: "https://example.org") == .person)
    #expect(try await connection.messages?.directConversations(after: nil).elements == [])
    #expect(connection.optionalInformation?.extras == [.editions])
    #expect(try await connection.optionalInformation?.revisions(of: Post.ID("p")) == [])
    #expect(try await connection.subscriptions?.opmlText() == "outline")
    #expect(try await connection.completion?.emojiNames() == ["blob"])
    #expect(try await connection.completion?.hashtags(matching: "s") == ["s"])
    #expect(try await connection.markers?.lastReadEntry(in: .home) == FeedEntry.ID("e"))
    #expect(try await connection.markers?.lastReadNotification() == .notice(Notification.ID("n")))
    await #expect(throws: FeedError.notFound) {
      try await connection.markers?.sendLastReadNotificationUnlessConflict(WholeService.notice)
    }
    await #expect(throws: FeedError.notFound) {
      try await connection.photos?.notifyServiceOfSavedPhoto(Photo.ID("p"), in: Post.ID("p"))
    }
    let found = try await connection.publishing?.askWhetherDelivered(
      .delete(Post.ID("p")), key: OutboxItem.ID("k"),
      after: PossiblyArrivedSendAttempts(
        firstAttempt: WholeService.moment, lastAttempt: WholeService.moment))
    #expect(found == .arrived(.person(WholeService.ada)))
    let item = OutboxItem(
      id: OutboxItem.ID("k"), account: connection.account.id, change: .delete(Post.ID("p")),
      state: .sending, createdAt: WholeService.moment)
    let delivered = try await connection.publishing?.sendChange(item.change, of: item)
    #expect(delivered == .relationship(WholeService.ada.id, .followed))
    let draft = try await connection.publishing?.editableDraft(of: Post.ID("p"), as: Draft.ID("d"))
    #expect(draft?.editing == Post.ID("p"))
    let heard = Mutex<[LiveEvent]>([])
    try await connection.live?.listenForLiveEvents { event in heard.withLock { $0.append(event) } }
    #expect(heard.withLock { $0 } == [.notice])
    await #expect(throws: FeedError.notFound) {
      try await connection.upkeep?.refreshAccountFactsIfOld()
    }
    let collections = try await connection.people?.personsCollectionFeeds(
      of: WholeService.ada.id, after: nil)
    #expect(collections?.elements == [.photos])
  }
}

/// Offers everything that a service can offer, and does what has a usual way in one of its own.
private struct WholeService: FeedGateway, PeopleFetchingGateway, NotificationGateway, PhotoGateway,
  PlaceGateway,
  TagAndEmojiCompletionGateway, LiveGateway, ReadingMarkGateway, UploadGateway,
  PublishingGateway, AccountRefreshGateway,
  SubscriptionGateway, AddressResolvingGateway, DirectConversationGateway,
  OptionalInformationGateway
{
  static let ada = Person(id: Person.ID("a"), handle: "ada", name: "Ada")
  static let moment = Timestamp(milliseconds: 1_790_000_000_000)
  static let notice = Notification(
    id: Notification.ID("n"), kind: .follow, people: [ada], post: nil, createdAt: moment)

  var lists: PeopleListKinds { .likers }
  var kinds: Set<Notification.NotificationKind> { [.like, .poll] }
  var canFetchOthers: Bool { false }
  var hasCollections: Bool { true }
  func linkKind(of address: String) -> ResolvedLink.ResolvedLinkKind? { .person }
  func linkDestination(of address: String) async throws(FeedError) -> ResolvedLink {
    .person(Self.ada)
  }
  func directConversations(after cursor: Cursor?) async throws(FeedError) -> Page<
    DirectConversation
  > {
    Page([])
  }
  var extras: Set<OptionalInformationKind> { [.editions] }
  func revisions(of post: Post.ID) async throws(FeedError) -> [PostRevision] { [] }
  func pinnedPosts(of person: Person.ID) async throws(FeedError) -> [Post] { [] }
  func markConversationRead(_ id: DirectConversation.ID) async throws(FeedError) {}
  var credit: String? { "whose" }

  var connection: ServiceConnection {
    let account = Account(service: .tweetie, person: Self.ada.id, handle: "ada")
    return ServiceConnection(account: account, streams: [.feed(.home)], feeds: self) {
      $0.people = self
      $0.addresses = self
      $0.messages = self
      $0.optionalInformation = self
      $0.notifications = self
      $0.photos = self
      $0.places = self
      $0.completion = self
      $0.hasTagStreams = true
      $0.live = self
      $0.markers = self
      $0.uploads = self
      $0.publishing = self
      $0.edits = true
      $0.marks = .boosted
      $0.canLikeOwn = false
      $0.likeRefusal = .notFromPrograms
      $0.refreshInterval = .seconds(2)
      $0.canSearch = false
      $0.retentionLimit = .seconds(1)
      $0.draftLimits = DraftLimits(
        characters: 1, attachments: 2, visibilities: [.everybody], allowsWarning: true)
      $0.postingDefaults = { PostingDefaults(language: "vi") }
      $0.upkeep = self
      $0.subscriptions = self
    }
  }

  let mayWait = true
  func emojiNames() async throws(FeedError) -> [String] { ["blob"] }
  func refreshAccountFactsIfOld() async throws(FeedError) { throw .notFound }
  func subscriptions() async throws(FeedError) -> [Subscription] { [] }
  func failingSubscriptions(in feed: Feed) async -> [Subscription] { [] }
  func addSubscriptions(_ typed: String, isTrustedList: Bool) async throws(FeedError)
    -> AddSubscriptionsResult
  {
    throw .notFound
  }
  func rejectedImportEntries(in path: String) async throws(FeedError) -> [RejectedImportEntry] {
    []
  }
  func unsubscribe(from id: Subscription.ID) async throws(FeedError) { throw .notFound }
  func opmlText() async throws(FeedError) -> String { "outline" }
  func personsCollectionFeeds(
    of person: Person.ID, after cursor: Cursor?
  ) async throws(FeedError) -> Page<Feed> {
    Page([.photos])
  }

  func feedPage(of feed: Feed, _ fetchRange: FetchRange) async throws(FeedError) -> FeedPage {
    throw .notFound
  }
  func conversation(of post: Post.ID) async throws(FeedError) -> Conversation { throw .notFound }
  func foundPosts(
    matching query: SearchQuery, after cursor: Cursor?
  ) async throws(FeedError) -> Page<Post> {
    throw .notFound
  }
  func person(_ id: Person.ID) async throws(FeedError) -> Person { Self.ada }
  func people(_ list: PeopleList, after cursor: Cursor?) async throws(FeedError) -> Page<Person> {
    throw .notFound
  }
  func notifications(after cursor: Cursor?) async throws(FeedError) -> Page<Notification> {
    throw .notFound
  }
  func fetchPhotoBytes(
    of rendition: Photo.PhotoRendition, progress: @escaping @Sendable (ByteTransferProgress) -> Void
  ) async throws(FeedError) -> [UInt8] { throw .notFound }
  func photoDetails(ofPhoto photo: Photo.ID, in post: Post.ID) async throws(FeedError)
    -> PhotoDetails
  {
    throw .notFound
  }
  func notifyServiceOfSavedPhoto(_ photo: Photo.ID, in post: Post.ID) async throws(FeedError) {
    throw .notFound
  }
  func places(named name: String) async throws(FeedError) -> [Place] { [] }
  func places(beginning: String) async throws(FeedError) -> [Place] { [] }
  func place(latitude: Double, longitude: Double) async throws(FeedError) -> Place? { nil }
  func hashtags(matching beginning: String) async throws(FeedError) -> [String] { [beginning] }
  func listenForLiveEvents(_ tell: @escaping @Sendable (LiveEvent) -> Void) async throws(FeedError)
  {
    tell(.notice)
  }
  func keepsReadingMarks(in feed: Feed) -> Bool { true }
  func lastReadEntry(in feed: Feed) async throws(FeedError) -> FeedEntry.ID? { FeedEntry.ID("e") }
  func sendLastReadEntryUnlessConflict(_ entry: FeedEntry.ID, in feed: Feed) async throws(FeedError)
    -> Bool
  {
    true
  }
  func lastReadNotification() async throws(FeedError) -> LastReadNotificationMark? {
    .notice(Notification.ID("n"))
  }
  func sendLastReadNotificationUnlessConflict(_ notice: Notification) async throws(FeedError)
    -> Bool
  {
    throw .notFound
  }
  func uploadPicture(
    _ picture: PreparedPicture, altText: String, key: String,
    progress: @escaping @Sendable (ByteTransferProgress) -> Void
  ) async throws(FeedError) -> String { throw .notFound }
  func editableDraft(of post: Post.ID, as id: Draft.ID) async throws(FeedError) -> Draft {
    Draft(id: id, editing: post)
  }
  func askWhetherDelivered(
    _ change: PendingChange, key: OutboxItem.ID, after tries: PossiblyArrivedSendAttempts
  ) async throws(FeedError) -> DeliveryCheckResult { .arrived(.person(Self.ada)) }
  func sendChange(_ change: PendingChange, of item: OutboxItem) async throws(FeedError)
    -> ChangeOutcome
  {
    .relationship(Self.ada.id, .followed)
  }
}
