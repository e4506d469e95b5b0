internal import FeedDomain

/// A connection of an account to the built-in demo service, with all its gateways; the account's
/// token is part of each call.
struct DemoConnection: Sendable {
  let connection: SimulatedServerConnection
  let token: Secret

  /// Runs a query on the demo server's world as a simulated call, which takes time and can fail;
  /// returns the answer.
  @_semantics("optimize.sil.specialize.generic.never")
  func queryDemoWorld<Answer: Sendable>(
    _ call: SimulatedFaults.DemoCallKind, _ fact: String? = nil,
    _ question: @escaping @Sendable (DemoWorld, Timestamp) throws(FeedError) -> Answer
  ) async throws(FeedError) -> Answer {
    try await connection.callDemoServer(call, fact) { [token] server throws(FeedError) in
      try await server.queryCurrentDemoWorld(token, question)
    }
  }
}

extension DemoConnection: FeedGateway {
  func feedPage(of feed: Feed, _ fetchRange: FetchRange) async throws(FeedError) -> FeedPage {
    try await queryDemoWorld(.feed, "page of \(feed.logText), \(fetchRange.logText)") {
      demoWorld, now throws(FeedError) in
      try DemoStreamPager(demoWorld: demoWorld, now: now).feedPage(of: feed, fetchRange)
    }
  }

  func conversation(of post: Post.ID) async throws(FeedError) -> Conversation {
    try await queryDemoWorld(.conversation) { demoWorld, now throws(FeedError) in
      guard let number = DemoPostNumber(post) else { throw .notFound }
      return try demoWorld.conversation(of: number, now: now)
    }
  }

  func foundPosts(
    matching query: SearchQuery, after cursor: Cursor?
  ) async throws(FeedError) -> Page<Post> {
    try await queryDemoWorld(.search) { demoWorld, now throws(FeedError) in
      try DemoListPager(demoWorld: demoWorld, now: now).posts(matching: query, after: cursor)
    }
  }
}

extension DemoConnection: PeopleFetchingGateway {
  var lists: PeopleListKinds { .all.subtracting(.featured) }

  func person(_ id: Person.ID) async throws(FeedError) -> Person {
    try await queryDemoWorld(.people) { demoWorld, now throws(FeedError) in
      demoWorld.personWithProfile(try demoWorld.personIndex(of: id), now: now)
    }
  }

  func people(_ list: PeopleList, after cursor: Cursor?) async throws(FeedError) -> Page<Person> {
    try await queryDemoWorld(.people) { demoWorld, now throws(FeedError) in
      try DemoListPager(demoWorld: demoWorld, now: now).people(list, after: cursor)
    }
  }
}

extension DemoConnection: NotificationGateway {
  var kinds: Set<Notification.NotificationKind> { [.like, .boost, .mention, .poll, .follow] }

  func notifications(after cursor: Cursor?) async throws(FeedError) -> Page<Notification> {
    try await queryDemoWorld(.notifications) { demoWorld, now throws(FeedError) in
      try DemoListPager(demoWorld: demoWorld, now: now).notifications(after: cursor)
    }
  }
}

extension DemoConnection: TagAndEmojiCompletionGateway {
  func hashtags(matching beginning: String) async throws(FeedError) -> [String] {
    try await queryDemoWorld(.search) { demoWorld, now throws(FeedError) in
      DemoListPager(demoWorld: demoWorld, now: now).tags(matching: beginning)
    }
  }
}

extension DemoConnection: PublishingGateway {
  func sendChange(_ change: PendingChange, of item: OutboxItem) async throws(FeedError)
    -> ChangeOutcome
  {
    try await connection.callDemoServer(SimulatedFaults.DemoCallKind(change)) {
      [token] server throws(FeedError) in
      try await server.applyChange(change, key: item.id, token)
    }
  }

  /// Returns a draft that repeats a post of the demo service, with the post's pictures, which the
  /// service keeps after the post's deletion.
  func draftForPostingAgain(_ post: Post, as id: Draft.ID) async throws(FeedError) -> Draft {
    try await queryDemoWorld(.conversation) { demoWorld, now throws(FeedError) in
      let storedPost = try demoWorld.storedPost(post.id, now: now)
      let shown = demoWorld.postAsUserSeesIt(for: storedPost, now: now)
      return changedCopy(Draft(repeating: shown, as: id)) {
        $0.attachments = shown.content.photos.map {
          Draft.DraftAttachment(posted: $0.id.rawValue, altText: $0.altText)
        }
      }
    }
  }
}

extension DemoConnection: AddressResolvingGateway {
  func linkKind(of address: String) -> ResolvedLink.ResolvedLinkKind? {
    guard let parts = Self.demoAddressParts(of: address) else { return nil }
    return parts.count == 1 ? .person : .post
  }

  func linkDestination(of address: String) async throws(FeedError) -> ResolvedLink {
    guard let parts = Self.demoAddressParts(of: address) else { throw .notFound }
    return parts.count == 1
      ? .person(try await person(Person.ID(parts[0])))
      : .post(try await post(Post.ID(parts[1])))
  }

  /// Returns the handle in a web address of the demo service, and the post's number in the address
  /// of a post; nil for other addresses.
  private static func demoAddressParts(of address: String) -> [String]? {
    let beginnings = ["https", "http"].map { "\($0)://\(DemoWorld.host)/@" }
    guard let beginning = beginnings.first(where: address.hasPrefix) else { return nil }
    let path = address.dropFirst(beginning.count).prefix { $0 != "?" && $0 != "#" }
    let parts = path.split(separator: "/").map(String.init)
    guard (1...2).contains(parts.count),
      parts.count == 1 || DemoPostNumber(Post.ID(parts[1])) != nil
    else { return nil }
    return parts
  }
}

extension DemoConnection: PhotoGateway {
  func fetchPhotoBytes(
    of rendition: Photo.PhotoRendition, progress: @escaping @Sendable (ByteTransferProgress) -> Void
  ) async throws(FeedError) -> [UInt8] {
    guard let address = DemoPhotoAddress(rendition.url) else { throw .notFound }
    let bytes = try await connection.callDemoServer(.photo) { [token] server throws(FeedError) in
      try await server.pictureBytes(address.photo, token)
    }
    try await SimulatedTransfer(connection: connection).simulateTransfer(of: bytes.count, progress)
    return bytes
  }

  func photoDetails(ofPhoto photo: Photo.ID, in post: Post.ID) async throws(FeedError)
    -> PhotoDetails
  {
    try await queryDemoWorld(.details) { demoWorld, now throws(FeedError) in
      let storedPost = try demoWorld.storedPost(post, now: now)
      guard let photo = storedPost.content.photos.first(where: { $0.id == photo }) else {
        throw .notFound
      }
      var details = DemoPhotoDetailsGenerator(seed: demoWorld.seed).photoDetails(
        of: photo, in: storedPost, now: now)
      details.localVideoPath = demoWorld.files.videoPath(of: photo.id)
      return details
    }
  }
}

extension DemoConnection: PlaceGateway {
  func places(named beginning: String) async throws(FeedError) -> [Place] {
    try await queryDemoWorld(.place) { demoWorld, _ in
      DemoCityIndex(cities: demoWorld.files.cities).places(named: beginning)
    }
  }

  func place(latitude: Double, longitude: Double) async throws(FeedError) -> Place? {
    try await queryDemoWorld(.place) { demoWorld, _ in
      DemoCityIndex(cities: demoWorld.files.cities).placeNamedAfterNearestCity(
        latitude: latitude, longitude: longitude)
    }
  }
}

extension DemoConnection: UploadGateway {
  func uploadPicture(
    _ picture: PreparedPicture, altText: String, key: String,
    progress: @escaping @Sendable (ByteTransferProgress) -> Void
  ) async throws(FeedError) -> String {
    guard picture.bytes.count <= Self.maximumBytes else {
      throw .refused("The picture is larger than 16 MB.")
    }
    return try await connection.callDemoServer(.upload) {
      [token, connection] server throws(FeedError) in
      try await SimulatedTransfer(connection: connection).simulateTransfer(
        of: picture.bytes.count, progress)
      return try await server.storeUploadedPicture(picture, key: key, token).text
    }
  }

  private static var maximumBytes: Int { 16 << 20 }
}

struct DemoSignIn: SignInGateway {
  let connection: SimulatedServerConnection

  let methods = [SignInMethod(.password, fields: [.user, .password])]
  let visitor: SignInAnswers? = [
    .user: Secret(DemoServer.demoCredentials.user),
    .password: DemoServer.demoCredentials.password,
  ]

  func beginSignIn(_ way: SignInMethod, _ answers: SignInAnswers) async throws(FeedError)
    -> SignInStepResult
  {
    let credentials = Credentials(user: answers[.user], password: answers.secretAnswer(.password))
    return .signedIn(
      try await connection.callDemoServer(.signIn) { server throws(FeedError) in
        try await server.signIn(credentials)
      })
  }

  func signOut(_ account: SignedInAccount) async throws(FeedError) {
    try await connection.callDemoServer(.signOut) { server throws(FeedError) in
      try await server.signOutErasingAccount(account.token)
    }
  }
}

/// A simulated download or upload of a file, in chunks.
struct SimulatedTransfer {
  /// The speed of simulated transfers in bytes per second.
  private static let pace = 2 << 20
  private static let part = 64 << 10

  let connection: SimulatedServerConnection

  /// Waits as long as a simulated transfer of a number of bytes takes, and reports the progress.
  func simulateTransfer(of count: Int, _ progress: @Sendable (ByteTransferProgress) -> Void)
    async throws(FeedError)
  {
    guard connection.host.settings.latency > .zero else {
      return progress(ByteTransferProgress(receivedBytes: count, totalBytes: count))
    }
    for start in stride(from: 0, to: count, by: Self.part) {
      let end = min(count, start + Self.part)
      try await connection.waitForDelay(.seconds(1) * (Double(end - start) / Double(Self.pace)))
      progress(ByteTransferProgress(receivedBytes: end, totalBytes: count))
    }
  }
}
