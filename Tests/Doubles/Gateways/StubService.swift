package import FeedDomain

/// A service with one timeline, whose replies a test can hold back and make fail.
package actor StubService: FeedGateway, PublishingGateway, PeopleFetchingGateway, Holdable {
  package static let pageSize = 3

  /// The posts of the pretend service's stream, the newest first.
  private var timeline: [Post]
  private var boosters: [Post.ID: Person] = [:]
  private var feedFailures: [FeedError] = []
  private var isGathering = false
  private var conversations: [Post.ID: Conversation] = [:]
  private var answers: [Result<ChangeOutcome, FeedError>] = []
  private var failing: [PendingChange: FeedError] = [:]
  private var found: [Result<DeliveryCheckResult, FeedError>] = []
  /// For each check of a lost reply, the earlier tries that were passed to it.
  package private(set) var lookedFor: [PossiblyArrivedSendAttempts] = []
  package var gate = CallGate()
  private var uploadFailures: [FeedError] = []
  /// The idempotency keys with which pictures were uploaded, in order.
  package private(set) var uploads: [String] = []
  /// The number of bytes of each uploaded picture, in order.
  package private(set) var uploadedBytes: [Int] = []
  package private(set) var asked: [FetchRange] = []
  /// The conversations that were requested, each with the post that was already known.
  package private(set) var conversationsAsked: [(post: Post.ID, told: Post?)] = []
  /// The words for which posts were searched.
  package private(set) var searched: [String] = []
  package private(set) var sent: [PendingChange] = []
  /// The request budgets of the changes, in the order of `sent`.
  package private(set) var budgets: [RequestBudget?] = []
  package private(set) var keys: [OutboxItem.ID] = []
  /// For each sent change, the number of times that its item had been refused before.
  package private(set) var refusals: [Int] = []

  package init(_ timeline: [Post] = []) { self.timeline = timeline }

  package func post(_ posts: [Post]) { timeline = posts + timeline }
  package func show(_ posts: [Post]) { timeline = posts }
  /// Makes a post of the stream appear as boosted by a person.
  package func boost(_ id: Post.ID, by person: Person) { boosters[id] = person }
  package func forget(_ id: Post.ID) { timeline.removeAll { $0.id == id } }
  /// Makes the next requests for pages fail with these errors, one each.
  package func fail(_ errors: FeedError...) { feedFailures += errors }
  /// Sets the conversation that is returned for the post it focuses on.
  package func tell(_ conversation: Conversation) {
    conversations[conversation.focus] = conversation
  }
  /// Makes pages report that their stream is still being fetched, or stops it.
  package func gather(_ isGathering: Bool) { self.isGathering = isGathering }
  /// Sets the outcomes of the next changes sent to the service; later changes succeed.
  package func answer(_ answers: Result<ChangeOutcome, FeedError>...) { self.answers += answers }
  /// Makes the next uploads of pictures fail with these errors, one each.
  package func failUploads(_ errors: FeedError...) { uploadFailures += errors }

  package func feedPage(of feed: Feed, _ fetchRange: FetchRange) async throws(FeedError)
    -> FeedPage
  {
    asked.append(fetchRange)
    let error = feedFailures.isEmpty ? nil : feedFailures.removeFirst()
    await passGate()
    if let error { throw error }
    switch fetchRange {
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

  package func conversation(of post: Post.ID) async throws(FeedError) -> Conversation {
    try await conversation(of: post, known: nil)
  }

  package func conversation(
    of post: Post.ID, knownPost told: Post
  ) async throws(FeedError) -> Conversation {
    try await conversation(of: post, known: told)
  }

  private func conversation(
    of post: Post.ID, known: Post?
  ) async throws(FeedError) -> Conversation {
    conversationsAsked.append((post, known))
    if !feedFailures.isEmpty { throw feedFailures.removeFirst() }
    await passGate()
    if let told = conversations[post] { return told }
    return Conversation(
      focus: post,
      nodes: timeline.enumerated().map { Conversation.ConversationNode($1, depth: min($0, 1)) })
  }

  package func foundPosts(
    matching query: SearchQuery, after cursor: Cursor?
  ) async throws(FeedError) -> Page<Post> {
    searched.append(query.text)
    if !feedFailures.isEmpty { throw feedFailures.removeFirst() }
    await passGate()
    let start = cursor.flatMap { Int($0.rawValue) } ?? 0
    let end = min(timeline.count, start + Self.pageSize)
    return Page(
      Array(timeline[start..<end]), nextCursor: end < timeline.count ? Cursor(String(end)) : nil)
  }

  package func sendChange(_ change: PendingChange, of item: OutboxItem) async throws(FeedError)
    -> ChangeOutcome
  {
    sent.append(change)
    budgets.append(RequestBudget.current)
    keys.append(item.id)
    refusals.append(item.refusals)
    let answer: Result<ChangeOutcome, FeedError>
    if let error = failing[change] {
      answer = .failure(error)
    } else {
      answer = answers.isEmpty ? .success(.done) : answers.removeFirst()
    }
    await passGate()
    return try answer.get()
  }

  /// Makes these changes fail with an error from now on.
  package func fail(_ changes: [PendingChange], with error: FeedError) {
    for change in changes { failing[change] = error }
  }

  /// Sets the results of the next checks of lost replies; later checks find that the change can be
  /// sent again.
  package func find(_ found: Result<DeliveryCheckResult, FeedError>...) { self.found += found }

  package func askWhetherDelivered(
    _ change: PendingChange, key: OutboxItem.ID, after tries: PossiblyArrivedSendAttempts
  ) async throws(FeedError) -> DeliveryCheckResult {
    lookedFor.append(tries)
    return try found.isEmpty ? .repeatable : found.removeFirst().get()
  }

  package func person(_ id: Person.ID) async throws(FeedError) -> Person {
    if !feedFailures.isEmpty { throw feedFailures.removeFirst() }
    return .sample(id.rawValue)
  }

  package func people(_ list: PeopleList, after cursor: Cursor?) async throws(FeedError) -> Page<
    Person
  > {
    if !feedFailures.isEmpty { throw feedFailures.removeFirst() }
    await passGate()
    return cursor == nil
      ? Page([.sample("ada"), .sample("bo")], nextCursor: Cursor("2"))
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
}

extension StubService {
  package nonisolated var connection: ServiceConnection { offering() }

  package nonisolated func offering(
    edits: Bool = false, attachments: Int = 0, needsPicture: Bool = false,
    repliesStartWithHandle: Bool = true, photos: (any PhotoGateway)? = nil,
    places: (any PlaceGateway)? = nil, notifications: StubNotifications? = nil,
    live: (any LiveGateway)? = nil, retentionLimit: Duration? = nil,
    refreshInterval: Duration? = nil,
    canSearch: Bool = true, habits: PostingDefaults = PostingDefaults(),
    upkeep: (any AccountRefreshGateway)? = nil, canSetLanguage: Bool = false, threads: Bool = true,
    completion: (any TagAndEmojiCompletionGateway)? = nil,
    addresses: (any AddressResolvingGateway)? = nil,
    messages: (any DirectConversationGateway)? = nil,
    extras: (any OptionalInformationGateway)? = nil,
    textLimits: [ServiceAction.ServiceActionKind: [InputField: FormTextLimit]] = [:],
    publicServers: (any AccountlessReadingGateway)? = nil,
    marks: Post.UserPostMarks = [.liked, .boosted]
  ) -> ServiceConnection {
    ServiceConnection(
      account: SignedInAccount.sample.account, streams: [.feed(.home), .feed(.photos)], feeds: self
    ) {
      $0.people = self
      $0.notifications = notifications
      $0.photos = photos
      $0.places = places
      $0.completion = completion ?? self
      $0.hasTagStreams = true
      $0.live = live
      $0.markers = notifications
      $0.uploads = self
      $0.addresses = addresses
      $0.messages = messages
      $0.optionalInformation = extras
      $0.publicServers = publicServers
      $0.serviceActions = Set(ServiceAction.ServiceActionKind.allCases)
      $0.textLimits = textLimits
      $0.publishing = self
      $0.edits = edits
      $0.marks = marks
      $0.refreshInterval = refreshInterval
      $0.canSearch = canSearch
      $0.retentionLimit = retentionLimit
      $0.draftLimits = DraftLimits(
        characters: 20, attachments: attachments, needsPicture: needsPicture,
        visibilities: Visibility.allCases,
        allowsWarning: true, repliesStartWithHandle: repliesStartWithHandle,
        altText: 50, canSetLanguage: canSetLanguage, threads: threads)
      $0.postingDefaults = { habits }
      $0.upkeep = upkeep
    }
  }
}

extension StubService {
  package func editableDraft(of post: Post.ID, as id: Draft.ID) async throws(FeedError) -> Draft {
    if !feedFailures.isEmpty { throw feedFailures.removeFirst() }
    return Draft(
      id: id, text: "As it was", editing: post,
      attachments: [Draft.DraftAttachment(posted: "m", altText: "A photo")])
  }
}

extension StubService: UploadGateway {
  package func uploadPicture(
    _ picture: PreparedPicture, altText: String, key: String,
    progress: @escaping @Sendable (ByteTransferProgress) -> Void
  ) async throws(FeedError) -> String {
    uploads.append(key)
    uploadedBytes.append(picture.bytes.count)
    progress(
      ByteTransferProgress(receivedBytes: picture.bytes.count / 2, totalBytes: picture.bytes.count))
    await passGate()
    if !uploadFailures.isEmpty { throw uploadFailures.removeFirst() }
    return "name of \(key)"
  }
}

extension StubService: TagAndEmojiCompletionGateway {
  package func hashtags(matching beginning: String) -> [String] {
    [beginning + "s", beginning + "ship"]
  }
}
