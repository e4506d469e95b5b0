internal import FeedDomain
internal import Synchronization

/// The number of requests one action may make, so that no server keeps a client asking by what it
/// answers. It travels with the task, as `Purpose` does.
final class RequestBudget: Sendable {
  /// More than any action needs: the longest are a hundred pages of a list.
  static let usual = 150

  /// The budget of what is done now; nil where nothing is counted.
  @TaskLocal static var current: RequestBudget?

  private let left: Atomic<Int>

  init(_ requests: Int = RequestBudget.usual) { left = Atomic(requests) }

  /// Counts a request; false where there was none left.
  func spend() -> Bool { left.subtract(1, ordering: .relaxed).newValue >= 0 }

  /// Does the work as one action, or as a part of the action it belongs to.
  @_semantics("optimize.sil.specialize.generic.never")
  static func action<Value>(
    _ work: () async throws(FeedError) -> Value
  ) async throws(FeedError) -> Value {
    guard current == nil else { return try await work() }
    let result = await $current.withValue(RequestBudget()) { () async -> Result<Value, FeedError> in
      do throws(FeedError) { return .success(try await work()) } catch { return .failure(error) }
    }
    return try result.get()
  }
}

extension ServiceConnection {
  /// The same, where each call to a gateway is an action with a budget of its own.
  func budgeted() -> ServiceConnection {
    var connection = self
    connection.feeds = BudgetedFeeds(gateway: feeds)
    connection.people = people.map { BudgetedPeople(gateway: $0) }
    connection.addresses = addresses.map { BudgetedAddresses(gateway: $0) }
    connection.notices = notices.map { BudgetedNotices(gateway: $0) }
    connection.extras = extras.map { BudgetedExtras(gateway: $0) }
    connection.messages = messages.map { BudgetedMessages(gateway: $0) }
    connection.uploads = uploads.map { BudgetedUploads(gateway: $0) }
    connection.publishing = publishing.map { BudgetedPublishing(gateway: $0) }
    connection.subscriptions = subscriptions.map { BudgetedSubscriptions(gateway: $0) }
    return connection
  }
}

private struct BudgetedFeeds: FeedGateway {
  let gateway: any FeedGateway

  func page(of feed: Feed, _ stretch: Stretch) async throws(FeedError) -> FeedPage {
    try await RequestBudget.action { () async throws(FeedError) in
      try await gateway.page(of: feed, stretch)
    }
  }

  func conversation(of post: Post.ID) async throws(FeedError) -> Conversation {
    try await RequestBudget.action { () async throws(FeedError) in
      try await gateway.conversation(of: post)
    }
  }

  func conversation(of post: Post.ID, told: Post) async throws(FeedError) -> Conversation {
    try await RequestBudget.action { () async throws(FeedError) in
      try await gateway.conversation(of: post, told: told)
    }
  }

  func posts(
    matching query: SearchQuery, after cursor: Cursor?
  ) async throws(FeedError) -> Page<Post> {
    try await RequestBudget.action { () async throws(FeedError) in
      try await gateway.posts(matching: query, after: cursor)
    }
  }
}

private struct BudgetedPeople: PeopleGateway {
  let gateway: any PeopleGateway

  var lists: PeopleLists { gateway.lists }
  var knowsOthers: Bool { gateway.knowsOthers }
  var tellsCollections: Bool { gateway.tellsCollections }

  func person(_ id: Person.ID) async throws(FeedError) -> Person {
    try await RequestBudget.action { () async throws(FeedError) in try await gateway.person(id) }
  }

  func person(called handle: String) async throws(FeedError) -> Person {
    try await RequestBudget.action { () async throws(FeedError) in
      try await gateway.person(called: handle)
    }
  }

  func people(_ list: PeopleList, after cursor: Cursor?) async throws(FeedError) -> Page<Person> {
    try await RequestBudget.action { () async throws(FeedError) in
      try await gateway.people(list, after: cursor)
    }
  }

  func collections(
    of person: Person.ID, after cursor: Cursor?
  ) async throws(FeedError) -> Page<Feed> {
    try await RequestBudget.action { () async throws(FeedError) in
      try await gateway.collections(of: person, after: cursor)
    }
  }
}

private struct BudgetedAddresses: AddressGateway {
  let gateway: any AddressGateway

  func kind(of address: String) -> Destination.Kind? { gateway.kind(of: address) }

  func destination(of address: String) async throws(FeedError) -> Destination {
    try await RequestBudget.action { () async throws(FeedError) in
      try await gateway.destination(of: address)
    }
  }
}

private struct BudgetedNotices: NoticeGateway {
  let gateway: any NoticeGateway

  var kinds: Set<Notice.Kind> { gateway.kinds }

  func notices(after cursor: Cursor?) async throws(FeedError) -> Page<Notice> {
    try await RequestBudget.action { () async throws(FeedError) in
      try await gateway.notices(after: cursor)
    }
  }
}

private struct BudgetedExtras: ExtrasGateway {
  let gateway: any ExtrasGateway

  var extras: Set<Extra> { gateway.extras }

  func editions(of post: Post.ID) async throws(FeedError) -> [Edition] {
    try await RequestBudget.action { () async throws(FeedError) in
      try await gateway.editions(of: post)
    }
  }

  func translation(
    of post: Post.ID, into language: String
  ) async throws(FeedError) -> Translation {
    try await RequestBudget.action { () async throws(FeedError) in
      try await gateway.translation(of: post, into: language)
    }
  }

  func pinnedPosts(of person: Person.ID) async throws(FeedError) -> [Post] {
    try await RequestBudget.action { () async throws(FeedError) in
      try await gateway.pinnedPosts(of: person)
    }
  }

  func announcements() async throws(FeedError) -> [Announcement] {
    try await RequestBudget.action { () async throws(FeedError) in
      try await gateway.announcements()
    }
  }

  func serverFacts() async throws(FeedError) -> ServerFacts {
    try await RequestBudget.action { () async throws(FeedError) in try await gateway.serverFacts() }
  }

  func ownProfile() async throws(FeedError) -> [AskedField: String] {
    try await RequestBudget.action { () async throws(FeedError) in try await gateway.ownProfile() }
  }

  func lists(with person: Person.ID?) async throws(FeedError) -> [ReaderList] {
    try await RequestBudget.action { () async throws(FeedError) in
      try await gateway.lists(with: person)
    }
  }

  func trends() async throws(FeedError) -> [Trend] {
    try await RequestBudget.action { () async throws(FeedError) in try await gateway.trends() }
  }

  func scheduledPosts() async throws(FeedError) -> [ScheduledPost] {
    try await RequestBudget.action { () async throws(FeedError) in
      try await gateway.scheduledPosts()
    }
  }

  func wordFilters() async throws(FeedError) -> [WordFilter] {
    try await RequestBudget.action { () async throws(FeedError) in try await gateway.wordFilters() }
  }

  func statistics(of person: Person.ID) async throws(FeedError) -> [Statistic] {
    try await RequestBudget.action { () async throws(FeedError) in
      try await gateway.statistics(of: person)
    }
  }

  func feeds(matching words: String?) async throws(FeedError) -> [FoundFeed] {
    try await RequestBudget.action { () async throws(FeedError) in
      try await gateway.feeds(matching: words)
    }
  }
}

private struct BudgetedMessages: CorrespondenceGateway {
  let gateway: any CorrespondenceGateway

  func correspondences(after cursor: Cursor?) async throws(FeedError) -> Page<Correspondence> {
    try await RequestBudget.action { () async throws(FeedError) in
      try await gateway.correspondences(after: cursor)
    }
  }

  func markRead(_ id: Correspondence.ID) async throws(FeedError) {
    try await RequestBudget.action { () async throws(FeedError) in try await gateway.markRead(id) }
  }
}

private struct BudgetedUploads: UploadGateway {
  let gateway: any UploadGateway

  func upload(
    _ picture: PreparedPicture, altText: String, key: String,
    progress: @escaping @Sendable (Transfer) -> Void
  ) async throws(FeedError) -> String {
    try await RequestBudget.action { () async throws(FeedError) in
      try await gateway.upload(picture, altText: altText, key: key, progress: progress)
    }
  }
}

private struct BudgetedPublishing: PublishingGateway {
  let gateway: any PublishingGateway

  func send(_ change: Change, key: OutboxItem.ID) async throws(FeedError) -> Outcome {
    try await RequestBudget.action { () async throws(FeedError) in
      try await gateway.send(change, key: key)
    }
  }

  func readBack(
    _ change: Change, key: OutboxItem.ID, after tries: EarlierTries
  ) async throws(FeedError) -> ReadBack {
    try await RequestBudget.action { () async throws(FeedError) in
      try await gateway.readBack(change, key: key, after: tries)
    }
  }

  func show(_ picture: PreparedPicture, as field: AskedField) async throws(FeedError) {
    try await RequestBudget.action { () async throws(FeedError) in
      try await gateway.show(picture, as: field)
    }
  }

  func draft(of post: Post.ID, as id: Draft.ID) async throws(FeedError) -> Draft {
    try await RequestBudget.action { () async throws(FeedError) in
      try await gateway.draft(of: post, as: id)
    }
  }

  func deliver(_ change: Change, of item: OutboxItem) async throws(FeedError) -> Outcome {
    try await RequestBudget.action { () async throws(FeedError) in
      try await gateway.deliver(change, of: item)
    }
  }
}

private struct BudgetedSubscriptions: SubscriptionGateway {
  let gateway: any SubscriptionGateway

  func subscriptions() async throws(FeedError) -> [Subscription] {
    try await RequestBudget.action { () async throws(FeedError) in
      try await gateway.subscriptions()
    }
  }

  func troubled(in feed: Feed) async -> [Subscription] { await gateway.troubled(in: feed) }

  /// An outline holds as many feeds as it likes, and each is found by a few requests.
  func add(_ typed: String, isOwnList: Bool) async throws(FeedError) -> AddedSubscriptions {
    try await gateway.add(typed, isOwnList: isOwnList)
  }

  func rejected(in path: String) async throws(FeedError) -> [RejectedEntry] {
    try await RequestBudget.action { () async throws(FeedError) in
      try await gateway.rejected(in: path)
    }
  }

  func remove(_ id: Subscription.ID) async throws(FeedError) {
    try await RequestBudget.action { () async throws(FeedError) in try await gateway.remove(id) }
  }

  func outline() async throws(FeedError) -> String {
    try await RequestBudget.action { () async throws(FeedError) in try await gateway.outline() }
  }
}

/// Signing in, where each step is an action with a budget of its own.
struct BudgetedSignIn: SignInGateway {
  let gateway: any SignInGateway

  var ways: [SignInWay] { gateway.ways }
  var visitor: SignInAnswers? { gateway.visitor }

  func way(of account: SignedInAccount) -> SignInWay { gateway.way(of: account) }
  func isAnothers(_ account: SignedInAccount) -> Bool { gateway.isAnothers(account) }

  func begin(_ way: SignInWay, _ answers: SignInAnswers) async throws(FeedError) -> SignInStep {
    try await RequestBudget.action { () async throws(FeedError) in
      try await gateway.begin(way, answers)
    }
  }

  func finish(
    _ approval: SignInApproval, answer: Secret
  ) async throws(FeedError) -> SignedInAccount {
    try await RequestBudget.action { () async throws(FeedError) in
      try await gateway.finish(approval, answer: answer)
    }
  }

  func signOut(_ account: SignedInAccount) async throws(FeedError) {
    try await RequestBudget.action { () async throws(FeedError) in
      try await gateway.signOut(account)
    }
  }

  func token(of account: SignedInAccount, holding secret: Secret) -> Secret? {
    gateway.token(of: account, holding: secret)
  }
}
