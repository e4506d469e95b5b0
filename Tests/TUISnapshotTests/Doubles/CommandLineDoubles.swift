import FeedDomain
import Synchronization
import Terminal

@testable import TweetieTUI

/// Keeps what is written to it, or refuses.
final class SinkSpy: ByteSink {
  private(set) var bytes: [UInt8] = []
  private let refusal: OutputError?

  init(refusing refusal: OutputError? = nil) { self.refusal = refusal }

  var text: String { String(decoding: bytes, as: UTF8.self) }

  func write(_ bytes: [UInt8]) throws(OutputError) {
    if let refusal { throw refusal }
    self.bytes += bytes
  }
}

/// Answers questions from a list, as somebody at a terminal would; without one, nobody is there.
final class PromptStub: Prompt {
  private(set) var questions: [String] = []
  private var answers: [String]
  private let isCalledOff: Bool

  /// Gives the answers in order; after the last one there is nobody, or somebody who calls it off.
  init(_ answers: [String] = [], thenCallsOff isCalledOff: Bool = false) {
    self.answers = answers
    self.isCalledOff = isCalledOff
  }

  func line(_ question: SafeText) throws(CommandFailure) -> String? {
    questions.append(question.string)
    guard answers.isEmpty else { return answers.removeFirst() }
    if isCalledOff { throw .calledOff }
    return nil
  }

  func secret(_ question: SafeText) throws(CommandFailure) -> Secret? {
    try line(question).map { Secret($0) }
  }
}

struct InputStub: PipedInput {
  var isTerminal = false
  var piped = ""

  func text() throws(InputError) -> String { piped }
}

/// Noon on 4 March 2026, and keys that count up.
final class WorldStub: World {
  static let noon = Timestamp(milliseconds: 1_772_625_600_000)
  private let keys = Mutex(0)

  var now: Timestamp { Self.noon }

  func sleep(for duration: Duration) async throws(CancellationError) {}

  func randomKey() -> String {
    keys.withLock { count in
      count += 1
      return "key\(count)"
    }
  }

  func orderedKey() -> String { "ordered-" + randomKey() }

  func random() -> Double { 0 }
}

final class CredentialStoreFake: CredentialStore {
  private let kept: Mutex<[SignedInAccount]>

  init(_ accounts: [SignedInAccount] = []) { kept = Mutex(accounts) }

  func accounts() throws(StoreError) -> [SignedInAccount] { kept.withLock { $0 } }

  func save(_ account: SignedInAccount) throws(StoreError) {
    kept.withLock { $0.insert(account, at: 0) }
  }

  func replace(_ account: SignedInAccount) throws(StoreError) {
    try remove(account.account.id)
    try save(account)
  }

  func renew(_ account: SignedInAccount) throws(StoreError) {
    kept.withLock { $0 = $0.map { $0.account.id == account.account.id ? account : $0 } }
  }

  func remove(_ account: Account.ID) throws(StoreError) {
    kept.withLock { $0.removeAll { $0.account.id == account } }
  }
}

/// Remembers pages as they come, each stream a list.
actor FeedStoreFake: FeedStore {
  private(set) var pages: [Feed: [FeedEntry]] = [:]
  private(set) var kept: [Post] = []
  private(set) var erased: [Account.ID] = []

  /// Why nothing can be kept.
  private let failure: StoreError?

  init(_ pages: [Feed: [FeedEntry]] = [:], failure: StoreError? = nil) {
    self.pages = pages
    self.failure = failure
  }

  func window(
    of feed: Feed, account: Account.ID, around anchor: WindowAnchor, above: Int, below: Int
  ) async throws(StoreError) -> FeedWindow {
    let rows = (pages[feed] ?? []).prefix(below).map { FeedRow.entry($0) }
    return FeedWindow(rows, hasMoreAbove: false, hasMoreBelow: false, status: FeedStatus())
  }

  func commit(
    _ page: FeedPage, to feed: Feed, account: Account.ID, at placement: PagePlacement,
    now: Timestamp
  ) async throws(StoreError) -> ChangeSet {
    if let failure { throw failure }
    pages[feed, default: []] += page.entries
    return ChangeSet(feeds: [feed])
  }

  func keep(
    _ posts: [Post], account: Account.ID, now: Timestamp
  ) async throws(StoreError) -> ChangeSet {
    if let failure { throw failure }
    kept += posts
    return ChangeSet()
  }

  func remove(_ post: Post.ID, account: Account.ID) async throws(StoreError) -> ChangeSet {
    ChangeSet()
  }

  func post(_ id: Post.ID, account: Account.ID) async throws(StoreError) -> Post? {
    pages.values.joined().first { $0.post.id == id }?.post
  }

  func conversation(of post: Post.ID, account: Account.ID) async throws(StoreError)
    -> Conversation?
  { nil }

  func keep(_ people: [Person], account: Account.ID) async throws(StoreError) {}

  func person(_ id: Person.ID, account: Account.ID) async throws(StoreError) -> Person? { nil }

  func setPlace(
    _ place: ReadingPlace?, lastRead: FeedEntry.ID?, in feed: Feed, account: Account.ID
  ) async throws(StoreError) {}

  func setLastRead(_ entry: FeedEntry.ID, in feed: Feed, account: Account.ID)
    async throws(StoreError)
  {}

  func setArrangement(
    _ arrangement: Arrangement, of feed: Feed, account: Account.ID
  ) async throws(StoreError) {}

  func setLastFeed(_ feed: Feed, account: Account.ID) async throws(StoreError) {}

  func recentPlaces(account: Account.ID, limit: Int) -> [Place] { [] }
  func lastFeed(account: Account.ID) async throws(StoreError) -> Feed? { nil }

  func posts(matching words: String, account: Account.ID?, limit: Int) async throws(StoreError)
    -> [Post]
  {
    Array(
      pages.values.joined().map(\.post).filter { $0.content.text.plain.contains(words) }
        .prefix(limit))
  }

  func tidy(account: Account.ID) {}
  func erase(account: Account.ID) async throws(StoreError) { erased.append(account) }
}

/// Whether something happened.
final class Flag: Sendable {
  private let state = Mutex(false)

  var isUp: Bool { state.withLock { $0 } }
  func raise() { state.withLock { $0 = true } }
}

/// A service with one stream, whose pages are given.
struct ServiceStub: ServiceDirectory, SignInGateway, FeedGateway, PublishingGateway, EditingGateway
{
  let forgotten = Flag()
  var edits = false
  var likesOwn = true
  var hasPlaces = false
  var postsLater = false
  var streams: [StreamTab] = [.feed(.home), .feed(.photos)]
  var lists: [Feed] = []
  var notices: (any NoticeGateway)?
  var collections: (any CollectionGateway)?
  var needsPicture = false
  var pages: [FeedPage] = []
  var failure: FeedError?
  var signOutFailure: FeedError?

  func signIn(to service: Service) -> (any SignInGateway)? { service == .tweetie ? self : nil }
  func forget() async { forgotten.raise() }

  func connection(for account: SignedInAccount) -> ServiceConnection? {
    ServiceConnection(
      account: account.account,
      streams: streams + (hasPlaces ? [.nearby] : [])
        + lists.map { .feed($0) }, feeds: self, people: nil, collections: collections,
      notices: notices,
      publishing: self, editing: edits ? self : nil, marks: [.liked],
      likesOwn: likesOwn,
      draftLimits: DraftLimits(
        characters: 20, attachments: 1, needsPicture: needsPicture, visibilities: [.everybody],
        allowsWarning: false, postsLater: postsLater))
  }

  func draft(of post: Post.ID, as id: Draft.ID) async throws(FeedError) -> Draft {
    Draft(id: id, text: "before", editing: post, attachments: [.init(posted: "m", altText: "A")])
  }

  var ways: [SignInWay] { [SignInWay(.password, fields: [.user, .password])] }

  func begin(_ way: SignInWay, _ answers: SignInAnswers) async throws(FeedError) -> SignInStep {
    guard answers == [.user: Secret("ada"), .password: Secret("engine")] else {
      throw .invalidCredentials
    }
    return .signedIn(CommandStage.ada)
  }

  func token(of account: SignedInAccount, holding secret: Secret) -> Secret? {
    Secret("\(account.token.revealed) with \(secret.revealed)")
  }

  func signOut(_ account: SignedInAccount) async throws(FeedError) {
    if let signOutFailure { throw signOutFailure }
  }

  func page(of feed: Feed, _ stretch: Stretch) async throws(FeedError) -> FeedPage {
    if let failure { throw failure }
    guard case .older(let cursor) = stretch else { return pages[0] }
    return pages[Int(cursor.rawValue) ?? 0]
  }

  func conversation(of post: Post.ID) async throws(FeedError) -> Conversation { throw .notFound }

  func posts(matching words: String, after cursor: Cursor?) async throws(FeedError) -> Page<Post> {
    if let failure { throw failure }
    return Page(pages.flatMap { $0.entries.map(\.post) })
  }

  func send(_ change: Change, key: OutboxItem.ID) async throws(FeedError) -> Outcome { .done }
}
