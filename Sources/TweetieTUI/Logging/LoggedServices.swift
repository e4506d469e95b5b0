import FeedDomain

/// The services, with every call noted in the log and every token kept out of it.
struct LoggedServices: ServiceDirectory {
  let services: any ServiceDirectory
  let log: FileLog
  let world: any World

  func signIn(to service: Service) -> (any SignInGateway)? {
    services.signIn(to: service).map { LoggedSignIn(gateway: $0, log: log, calls: calls) }
  }

  func connection(for account: SignedInAccount) -> ServiceConnection? {
    log.conceal(account.token)
    guard let plain = services.connection(for: account) else { return nil }
    return ServiceConnection(
      account: plain.account, streams: plain.streams,
      feeds: LoggedFeeds(gateway: plain.feeds, calls: calls),
      people: plain.people.map { LoggedPeople(gateway: $0, calls: calls) },
      collections: plain.collections.map { LoggedCollections(gateway: $0, calls: calls) },
      notices: plain.notices.map { LoggedNotices(gateway: $0, calls: calls) },
      photos: plain.photos.map { LoggedPhotos(gateway: $0, calls: calls) },
      places: plain.places.map { LoggedPlaces(gateway: $0, calls: calls) },
      tags: plain.tags.map { LoggedTags(gateway: $0, calls: calls) },
      hasTagStreams: plain.hasTagStreams,
      live: plain.live.map { LoggedLive(gateway: $0, calls: calls) },
      markers: plain.markers.map { LoggedMarkers(gateway: $0, calls: calls) },
      uploads: plain.uploads.map { LoggedUploads(gateway: $0, calls: calls) },
      publishing: plain.publishing.map { LoggedPublishing(gateway: $0, calls: calls) },
      editing: plain.editing.map { LoggedEditing(gateway: $0, calls: calls) },
      marks: plain.marks, likesOwn: plain.likesOwn,
      answersAreComments: plain.answersAreComments,
      refreshPace: plain.refreshPace, canSearch: plain.canSearch, keepsFor: plain.keepsFor,
      draftLimits: plain.draftLimits, habits: plain.habits,
      upkeep: plain.upkeep.map { LoggedUpkeep(gateway: $0, calls: calls) })
  }

  func forget() async { await services.forget() }

  private var calls: CallLog { CallLog(log: log, world: world) }
}

private struct LoggedSignIn: SignInGateway {
  let gateway: any SignInGateway
  let log: FileLog
  let calls: CallLog

  var ways: [SignInWay] { gateway.ways }

  func way(of account: SignedInAccount) -> SignInWay { gateway.way(of: account) }
  func isAnothers(_ account: SignedInAccount) -> Bool { gateway.isAnothers(account) }

  func begin(_ way: SignInWay, _ answers: SignInAnswers) async throws(FeedError) -> SignInStep {
    for field in SignInField.allCases where field.isSecret { log.conceal(answers.secret(field)) }
    let step = try await calls.note("sign in") { () async throws(FeedError) in
      try await gateway.begin(way, answers)
    }
    switch step {
    case .signedIn(let account): log.conceal(account.token)
    case .approval(let approval): log.conceal(approval.ticket)
    }
    return step
  }

  func finish(
    _ approval: SignInApproval, answer: Secret
  ) async throws(FeedError) -> SignedInAccount {
    log.conceal(answer)
    let account = try await calls.note("sign in, after the browser") { () async throws(FeedError) in
      try await gateway.finish(approval, answer: answer)
    }
    log.conceal(account.token)
    return account
  }

  func token(of account: SignedInAccount, holding secret: Secret) -> Secret? {
    gateway.token(of: account, holding: secret)
  }

  func signOut(_ account: SignedInAccount) async throws(FeedError) {
    // Lines about other accounts go as well: nobody can tell whose an address was.
    defer { log.forget() }
    try await calls.note("sign out") { () async throws(FeedError) in
      try await gateway.signOut(account)
    }
  }
}

private struct LoggedUpkeep: UpkeepGateway {
  let gateway: any UpkeepGateway
  let calls: CallLog

  func lookAgain() async throws(FeedError) {
    try await calls.note("look at the service again") { () async throws(FeedError) in
      try await gateway.lookAgain()
    }
  }
}

private struct LoggedFeeds: FeedGateway {
  let gateway: any FeedGateway
  let calls: CallLog

  func page(of feed: Feed, _ stretch: Stretch) async throws(FeedError) -> FeedPage {
    try await calls.note(
      "page of \(feed.fact), \(stretch.fact)", answered: { "\($0.entries.count) entries" }
    ) { () async throws(FeedError) in
      try await gateway.page(of: feed, stretch)
    }
  }

  func conversation(of post: Post.ID) async throws(FeedError) -> Conversation {
    try await calls.note("conversation", answered: { "\($0.nodes.count) posts" }) {
      () async throws(FeedError) in
      try await gateway.conversation(of: post)
    }
  }

  func posts(
    matching words: String, after cursor: Cursor?
  ) async throws(FeedError) -> Page<Post> {
    try await calls.note("search", answered: { "\($0.elements.count) posts" }) {
      () async throws(FeedError) in
      try await gateway.posts(matching: words, after: cursor)
    }
  }
}

private struct LoggedPeople: PeopleGateway {
  let gateway: any PeopleGateway
  let calls: CallLog

  var lists: PeopleLists { gateway.lists }
  var knowsOthers: Bool { gateway.knowsOthers }

  func person(_ id: Person.ID) async throws(FeedError) -> Person {
    try await calls.note("person") { () async throws(FeedError) in
      try await gateway.person(id)
    }
  }

  func people(
    _ list: PeopleList, after cursor: Cursor?
  ) async throws(FeedError) -> Page<Person> {
    try await calls.note(list.fact, answered: { "\($0.elements.count) people" }) {
      () async throws(FeedError) in
      try await gateway.people(list, after: cursor)
    }
  }
}

private struct LoggedCollections: CollectionGateway {
  let gateway: any CollectionGateway
  let calls: CallLog

  func collections(
    of person: Person.ID, after cursor: Cursor?
  ) async throws(FeedError) -> Page<Feed> {
    try await calls.note("collections", answered: { "\($0.elements.count) collections" }) {
      () async throws(FeedError) in
      try await gateway.collections(of: person, after: cursor)
    }
  }
}

private struct LoggedNotices: NoticeGateway {
  let gateway: any NoticeGateway
  let calls: CallLog

  func notices(after cursor: Cursor?) async throws(FeedError) -> Page<Notice> {
    try await calls.note("notifications", answered: { "\($0.elements.count) notices" }) {
      () async throws(FeedError) in
      try await gateway.notices(after: cursor)
    }
  }
}

private struct LoggedEditing: EditingGateway {
  let gateway: any EditingGateway
  let calls: CallLog

  func draft(of post: Post.ID, as id: Draft.ID) async throws(FeedError) -> Draft {
    try await calls.note("post to edit") { () async throws(FeedError) in
      try await gateway.draft(of: post, as: id)
    }
  }
}

private struct LoggedPublishing: PublishingGateway {
  let gateway: any PublishingGateway
  let calls: CallLog

  func send(_ change: Change, key: OutboxItem.ID) async throws(FeedError) -> Outcome {
    try await calls.note("send \(change.fact)") { () async throws(FeedError) in
      try await gateway.send(change, key: key)
    }
  }

  func resend(
    _ change: Change, key: OutboxItem.ID, since begun: Timestamp
  ) async throws(FeedError) -> Outcome {
    try await calls.note("send \(change.fact) again") { () async throws(FeedError) in
      try await gateway.resend(change, key: key, since: begun)
    }
  }

  func deliver(_ change: Change, of item: OutboxItem) async throws(FeedError) -> Outcome {
    let fact = item.attempts > 1 ? "send \(change.fact) again" : "send \(change.fact)"
    return try await calls.note(fact) { () async throws(FeedError) in
      try await gateway.deliver(change, of: item)
    }
  }
}
