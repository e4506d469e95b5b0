import FeedDomain

/// A service with one timeline, whose replies a test can hold back and spoil.
actor StubService: FeedGateway, PublishingGateway, PeopleGateway {
  static let pageSize = 3

  /// What it has, the newest first.
  private var timeline: [Post]
  private var boosters: [Post.ID: Person] = [:]
  private var feedFailures: [FeedError] = []
  private var isGathering = false
  private var conversations: [Post.ID: Conversation] = [:]
  private var answers: [Result<Outcome, FeedError>] = []
  private var held: [CheckedContinuation<Void, Never>] = []
  private var isHolding = false
  private var uploadFailures: [FeedError] = []
  /// The keys under which pictures came.
  private(set) var uploads: [String] = []
  /// How many bytes each of them had.
  private(set) var uploadedBytes: [Int] = []
  private(set) var asked: [Stretch] = []
  /// The words that posts were searched for.
  private(set) var searched: [String] = []
  private(set) var sent: [Change] = []
  private(set) var keys: [OutboxItem.ID] = []
  /// How often each item had been refused before it came.
  private(set) var refusals: [Int] = []
  var waiting: Int { held.count }

  init(_ timeline: [Post] = []) { self.timeline = timeline }

  func post(_ posts: [Post]) { timeline = posts + timeline }
  func show(_ posts: [Post]) { timeline = posts }
  /// A post is in the timeline because somebody boosted it.
  func boost(_ id: Post.ID, by person: Person) { boosters[id] = person }
  func forget(_ id: Post.ID) { timeline.removeAll { $0.id == id } }
  /// The next requests for pages fail so.
  func fail(_ errors: FeedError...) { feedFailures += errors }
  /// What is told of the conversation around its focus.
  func tell(_ conversation: Conversation) { conversations[conversation.focus] = conversation }
  /// Pages are of streams that are still being gathered, or no longer.
  func gather(_ isGathering: Bool) { self.isGathering = isGathering }
  /// The next changes are answered so; after that, each is done.
  func answer(_ answers: Result<Outcome, FeedError>...) { self.answers += answers }
  /// The next pictures fail so.
  func failUploads(_ errors: FeedError...) { uploadFailures += errors }
  /// Keeps every reply back until `release`.
  func hold() { isHolding = true }

  func release() {
    isHolding = false
    for continuation in held { continuation.resume() }
    held = []
  }

  func page(of feed: Feed, _ stretch: Stretch) async throws(FeedError) -> FeedPage {
    asked.append(stretch)
    let error = feedFailures.isEmpty ? nil : feedFailures.removeFirst()
    await gate()
    if let error { throw error }
    switch stretch {
    case .latest: return page(from: 0)
    case .older(let cursor):
      return page(from: Int(cursor.rawValue).map { timeline.count - $0 } ?? 0)
    case .newer(let entry):
      guard let place = timeline.firstIndex(where: { $0.id.rawValue == entry.rawValue })
      else { throw .notFound }
      let start = max(0, place - Self.pageSize)
      let page = FeedPage(
        timeline[start..<place].map { FeedEntry($0) }, older: nil, hasNewer: start > 0,
        isUnfinished: isGathering)
      return page
    }
  }

  func conversation(of post: Post.ID) async throws(FeedError) -> Conversation {
    if !feedFailures.isEmpty { throw feedFailures.removeFirst() }
    await gate()
    if let told = conversations[post] { return told }
    return Conversation(
      focus: post, nodes: timeline.enumerated().map { Conversation.Node($1, depth: min($0, 1)) })
  }

  func posts(
    matching words: String, after cursor: Cursor?
  ) async throws(FeedError) -> Page<Post> {
    searched.append(words)
    if !feedFailures.isEmpty { throw feedFailures.removeFirst() }
    await gate()
    let start = cursor.flatMap { Int($0.rawValue) } ?? 0
    let end = min(timeline.count, start + Self.pageSize)
    return Page(
      Array(timeline[start..<end]), next: end < timeline.count ? Cursor(String(end)) : nil)
  }

  func send(_ change: Change, key: OutboxItem.ID) async throws(FeedError) -> Outcome {
    sent.append(change)
    keys.append(key)
    let answer = answers.isEmpty ? .success(.done) : answers.removeFirst()
    await gate()
    return try answer.get()
  }

  func deliver(_ change: Change, of item: OutboxItem) async throws(FeedError) -> Outcome {
    refusals.append(item.refusals)
    return try await deliver(change, of: item, key: item.id)
  }

  func person(_ id: Person.ID) async throws(FeedError) -> Person {
    if !feedFailures.isEmpty { throw feedFailures.removeFirst() }
    return .sample(id.rawValue)
  }

  func people(_ list: PeopleList, after cursor: Cursor?) async throws(FeedError) -> Page<Person> {
    if !feedFailures.isEmpty { throw feedFailures.removeFirst() }
    await gate()
    return cursor == nil
      ? Page([.sample("ada"), .sample("bo")], next: Cursor("2"))
      : Page([.sample("bo"), .sample("cy")])
  }

  private func page(from start: Int) -> FeedPage {
    let end = min(timeline.count, start + Self.pageSize)
    return FeedPage(
      timeline[min(start, end)..<end].map { post in
        FeedEntry(
          id: FeedEntry.ID(post.id.rawValue), post: post, boostedBy: boosters[post.id])
      },
      // Counted from the end, so that it stays right when posts arrive.
      older: end < timeline.count ? Cursor(String(timeline.count - end)) : nil,
      isUnfinished: isGathering)
  }

  private func gate() async {
    guard isHolding else { return }
    await withCheckedContinuation { held.append($0) }
  }
}

/// Signs in one person, and tells who signed out.
actor StubSignIn: SignInGateway {
  private var failures: [FeedError] = []
  private var isHolding = false
  private var held: [CheckedContinuation<Void, Never>] = []
  private(set) var signedOut: [Account.ID] = []
  /// How often there was nobody left.
  private(set) var forgotten = 0
  var waiting: Int { held.count }

  func fail(_ error: FeedError) { failures.append(error) }
  func forget() { forgotten += 1 }
  func hold() { isHolding = true }

  func release() {
    isHolding = false
    for continuation in held { continuation.resume() }
    held = []
  }

  nonisolated let ways = [SignInWay(.password, fields: [.user, .password])]

  func begin(_ way: SignInWay, _ answers: SignInAnswers) async throws(FeedError) -> SignInStep {
    if isHolding { await withCheckedContinuation { held.append($0) } }
    if !failures.isEmpty { throw failures.removeFirst() }
    return .signedIn(.sample)
  }

  func signOut(_ account: SignedInAccount) async throws(FeedError) {
    if isHolding { await withCheckedContinuation { held.append($0) } }
    if !failures.isEmpty { throw failures.removeFirst() }
    signedOut.append(account.account.id)
  }
}

/// Signs in one person by way of a browser, or with a token.
struct StubBrowserSignIn: SignInGateway, ServiceDirectory {
  static let approval = SignInApproval(
    url: "https://social.example/authorize", ticket: Secret("ticket"))

  let ways = [
    SignInWay(.browser, fields: [.server]), SignInWay(.token, fields: [.server, .token]),
  ]

  func way(of account: SignedInAccount) -> SignInWay { ways[1] }

  func begin(_ way: SignInWay, _ answers: SignInAnswers) async throws(FeedError) -> SignInStep {
    .approval(Self.approval)
  }

  func finish(
    _ approval: SignInApproval, answer: Secret
  ) async throws(FeedError) -> SignedInAccount {
    guard approval == Self.approval, answer.revealed == "code" else { throw .invalidCredentials }
    return .sample
  }

  func signOut(_ account: SignedInAccount) async throws(FeedError) {}
  func signIn(to service: Service) -> (any SignInGateway)? { self }
  func connection(for account: SignedInAccount) -> ServiceConnection? { nil }
}

/// Knows the stubs alone.
struct StubDirectory: ServiceDirectory {
  let gateway: StubSignIn

  func signIn(to service: Service) -> (any SignInGateway)? { gateway }
  func forget() async { await gateway.forget() }
  func connection(for account: SignedInAccount) -> ServiceConnection? { nil }
}

extension StubService: EditingGateway {
  func draft(of post: Post.ID, as id: Draft.ID) async throws(FeedError) -> Draft {
    if !feedFailures.isEmpty { throw feedFailures.removeFirst() }
    return Draft(
      id: id, text: "As it was", editing: post,
      attachments: [Draft.Attachment(posted: "m", altText: "A photo")])
  }
}

extension StubService: UploadGateway {
  func upload(
    _ picture: PreparedPicture, altText: String, key: String,
    progress: @escaping @Sendable (Transfer) -> Void
  ) async throws(FeedError) -> String {
    uploads.append(key)
    uploadedBytes.append(picture.bytes.count)
    progress(Transfer(received: picture.bytes.count / 2, expected: picture.bytes.count))
    await gate()
    if !uploadFailures.isEmpty { throw uploadFailures.removeFirst() }
    return "name of \(key)"
  }
}

extension StubService: TagGateway {
  func tags(matching beginning: String) -> [String] { [beginning + "s", beginning + "ship"] }
}
