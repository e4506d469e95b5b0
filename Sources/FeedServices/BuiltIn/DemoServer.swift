internal import FeedDomain
internal import Glibc
internal import Groundwork
internal import Threads

/// A server of the built-in demo service: owns the world, checks tokens and writes the journal. It
/// has its own thread, because the journal waits for the disk.
actor DemoServer {
  private let thread = SerialThread(name: "tweetie-service")
  private let clock: any World
  private let settings: SimulatedServerSettings
  private let journal: DemoJournal
  private let uploads: DemoUploadedPictureStore
  private var faults: SimulatedFaultChooser
  private var demoWorld: DemoWorld?
  private let folder: String
  /// The files of the demo world, or the error of reading them; read when first needed.
  private lazy var files = Result { () throws(FeedError) in try DemoFiles(folder: folder) }
  private var tokens: Set<String> = []

  nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

  init(clock: any World, settings: SimulatedServerSettings, journal path: String?, folder: String) {
    (self.clock, self.settings, self.folder) = (clock, settings, folder)
    journal = DemoJournal(path: path)
    uploads = DemoUploadedPictureStore(directory: path.map { "\($0)-pictures" })
    faults = SimulatedFaultChooser(settings.faults, file: settings.faultsFile)
  }

  /// Chooses the simulated fault of a call to the demo server that begins now, and counts its use;
  /// returns nil for no fault.
  func chooseFaultKind(
    for call: SimulatedFaults.DemoCallKind
  ) throws(FeedError) -> SimulatedFaults.FaultKind? {
    try faults.nextFaultKindCountingUse(for: call)
  }

  /// The handle of the demo service's only account.
  static let reader = "tweetieuser"
  static let demoCredentials = Credentials(user: reader, password: Secret("tweetie123"))

  /// Checks the credentials of the demo service's only account; returns it with a new token.
  func signIn(_ credentials: Credentials) throws(FeedError) -> SignedInAccount {
    guard credentials.user == Self.demoCredentials.user,
      credentials.password.revealed == Self.demoCredentials.password.revealed
    else { throw .invalidCredentials }
    _ = try files.get()
    let token = clock.randomKey()
    try translatingDiskErrors { () throws(FileOperationError) in
      _ = try journal.lockFile(creating: true)
      defer { journal.unlockFile() }
      try applyNewJournalRecords()
      let beginning = DemoJournalRecord.began(
        seed: settings.seed, at: clock.now, newPostInterval: settings.newPostInterval)
      try journal.appendRecords(
        (demoWorld == nil ? [beginning] : []) + [.issued(digest: Secret(token).digest)])
      try applyNewJournalRecords()
    }
    let account = Account(service: .tweetie, person: Person.ID(Self.reader), handle: Self.reader)
    return SignedInAccount(account, token: Secret(token))
  }

  /// Erases the demo account and its actions; does nothing for an unknown token.
  func signOutErasingAccount(_ token: Secret) throws(FeedError) {
    try translatingDiskErrors { () throws(FileOperationError) in
      try applyNewJournalRecords()
      guard isKnownToken(token) else { return }
      try uploads.erasePictures()
      try journal.eraseFile()
      try applyNewJournalRecords()
    }
  }

  /// Runs a closure on the demo world as it is at the present time, and returns its result.
  func queryCurrentDemoWorld<Answer>(
    _ token: Secret, _ question: (DemoWorld, Timestamp) throws(FeedError) -> Answer
  ) throws(FeedError) -> Answer {
    try translatingDiskErrors { () throws(FileOperationError) in try applyNewJournalRecords() }
    let now = clock.now
    return try question(try currentDemoWorld(for: token, now: now), now)
  }

  /// Applies the user's change to the demo world, but only once if it is sent repeatedly with the
  /// same outbox key; returns the outcome.
  func applyChange(_ change: PendingChange, key: OutboxItem.ID, _ token: Secret) throws(FeedError)
    -> ChangeOutcome
  {
    let isThere = try translatingDiskErrors { () throws(FileOperationError) in
      try journal.lockFile(creating: false)
    }
    guard isThere else { throw .signedOut }
    defer { journal.unlockFile() }
    try translatingDiskErrors { () throws(FileOperationError) in try applyNewJournalRecords() }
    let now = clock.now
    let demoWorld = try currentDemoWorld(for: token, now: now)
    let publisher = DemoChangeValidator(demoWorld: demoWorld, now: now)
    guard demoWorld.actions.acceptedChanges[key] == nil else {
      return try publisher.outcomeOfAcceptedChange(ofKey: key)
    }
    let accepted = try publisher.acceptedChangeIfValid(change, key: key)
    try translatingDiskErrors { () throws(FileOperationError) in
      try journal.appendRecords([.accepted(accepted)])
      try applyNewJournalRecords()
    }
    return try DemoChangeValidator(demoWorld: try currentDemoWorld(for: token, now: now), now: now)
      .outcomeOfAcceptedChange(ofKey: key)
  }

  /// Stores an uploaded picture for a later demo post, but only once if it is sent repeatedly with
  /// the same outbox key; returns the picture's name.
  func storeUploadedPicture(
    _ picture: PreparedPicture, key: String, _ token: Secret
  ) throws(FeedError) -> UploadedPictureName {
    try translatingDiskErrors { () throws(FileOperationError) in try applyNewJournalRecords() }
    guard isKnownToken(token) else { throw .signedOut }
    let name = UploadedPictureName(key: key, size: picture.size)
    try translatingDiskErrors { () throws(FileOperationError) in
      try uploads.storePicture(picture.bytes, named: name.text)
    }
    return name
  }

  /// Returns the bytes of a picture of the demo world, or of one that the user uploaded.
  func pictureBytes(_ photo: Photo.ID, _ token: Secret) throws(FeedError) -> [UInt8] {
    try translatingDiskErrors { () throws(FileOperationError) in try applyNewJournalRecords() }
    guard isKnownToken(token) else { throw .signedOut }
    if let name = UploadedPictureName(photo.rawValue),
      let sent = try translatingDiskErrors({ () throws(FileOperationError) in
        try uploads.pictureBytes(named: name.text)
      })
    {
      return sent
    }
    let demoWorld = try currentDemoWorld(for: token, now: clock.now)
    guard demoWorld.photo(named: photo) != nil else { throw .notFound }
    return try demoWorld.files.pictureBytes(of: photo)
  }

  /// Returns the demo world at the present time, after adding the posts that are due; throws
  /// `signedOut` for an invalid token.
  private func currentDemoWorld(for token: Secret, now: Timestamp) throws(FeedError) -> DemoWorld {
    _ = try files.get()
    guard isKnownToken(token), demoWorld != nil else { throw .signedOut }
    demoWorld?.addDuePosts(until: now)
    guard let demoWorld else { throw .signedOut }
    return demoWorld
  }

  private func isKnownToken(_ token: Secret) -> Bool {
    tokens.contains(token.digest)
  }

  /// Applies to the demo server's world the records that any process wrote to the journal since the
  /// last read.
  private func applyNewJournalRecords() throws(FileOperationError) {
    let changes = try journal.readNewRecords()
    if changes.startsOver { (demoWorld, tokens) = (nil, []) }
    for record in changes.records {
      switch record {
      case .began(let seed, let at, let interval):
        // A missing file is reported when the world is needed.
        demoWorld = (try? files.get()).map {
          DemoWorld(seed: seed, beginning: at, newPostInterval: interval, files: $0)
        }
      case .issued(let digest): tokens.insert(digest)
      case .accepted(let change):
        demoWorld?.addDuePosts(until: change.acceptedAt)
        demoWorld?.applyChange(change)
      }
    }
  }

  /// Runs a closure that accesses the demo server's disk, and returns its result; throws a disk
  /// error as a server error.
  private func translatingDiskErrors<Value>(_ work: () throws(FileOperationError) -> Value)
    throws(FeedError) -> Value
  {
    do throws(FileOperationError) {
      return try work()
    } catch {
      throw .serverFailed(error.code == ENOSPC || error.code == EDQUOT ? 507 : 500)
    }
  }
}

/// A simulated connection to the demo server: calls take time, can be cancelled, and may fail.
struct SimulatedServerConnection: Sendable {
  let host: DemoServerStarter
  let log: (any Log)?

  /// Makes a call to the demo server, returns its result, and writes to the log how the call ended,
  /// under the name `fact` or else its kind. Half of the delay passes before the server acts, so
  /// that a call cancelled later has taken effect, as over a real network.
  @_semantics("optimize.sil.specialize.generic.never")
  func callDemoServer<Reply: Sendable>(
    _ call: SimulatedFaults.DemoCallKind, _ fact: String? = nil,
    _ work: @Sendable (DemoServer) async throws(FeedError) -> Reply
  ) async throws(FeedError) -> Reply {
    let start = host.clock.now
    func logCallEnd(_ end: String, _ level: LogLevel = .info) {
      let time = host.clock.now.elapsedTime(since: start).wholeMilliseconds
      log?.writeLogLine(.network, level, "\(fact ?? call.rawValue): \(end), \(time) ms")
    }
    do throws(FeedError) {
      let reply = try await runSimulatedCall(call, work)
      logCallEnd("done")
      return reply
    } catch {
      // A mistyped password and a cancelled call are no failures.
      logCallEnd(error.logText, [.cancelled, .invalidCredentials].contains(error) ? .info : .error)
      throw error
    }
  }

  private func runSimulatedCall<Reply: Sendable>(
    _ call: SimulatedFaults.DemoCallKind,
    _ work: @Sendable (DemoServer) async throws(FeedError) -> Reply
  ) async throws(FeedError) -> Reply {
    let server = host.server
    let fault = try await server.chooseFaultKind(for: call)
    let time = host.simulatedCallDuration(for: call) * (fault == .slow ? 5 : 0.5)
    try await waitForDelay(time)
    try await throwSimulatedFault(fault)
    let reply = try await work(server)
    try await waitForDelay(time)
    if fault == .lostReply { throw .unreachable }
    return reply
  }

  /// Waits for a simulated delay; throws `cancelled` if the task is cancelled.
  func waitForDelay(_ time: Duration) async throws(FeedError) {
    if Task.isCancelled { throw .cancelled }
    guard time > .zero else { return }
    do {
      try await host.clock.sleep(for: time)
    } catch {
      throw .cancelled
    }
  }

  private func throwSimulatedFault(_ fault: SimulatedFaults.FaultKind?) async throws(FeedError) {
    switch fault {
    case nil, .slow, .lostReply: return
    case .unreachable: throw .unreachable
    case .refused: throw .refused("The server refuses this for testing.")
    case .signedOut: throw .signedOut
    case .rateLimited:
      throw .rateLimited(until: host.clock.now.timeAdvanced(by: .seconds(15)))
    case .serverFailed: throw .serverFailed(503)
    case .badReply: throw .badReply
    case .hang:
      // A real server without an answer is given up after this time.
      try await waitForDelay(TransferTimeLimits.standard.slowTimeout)
      throw .unreachable
    }
  }
}

// Calls are logged by their kind alone: their subjects are private, and nothing of an account may
// stay in the log after signing out.

extension Feed {
  /// The kind of this stream, such as "home", as text for the log of the demo service.
  var logText: String {
    switch self {
    case .home: "home"
    case .everything: "everything"
    case .local: "local"
    case .federated: "federated"
    case .photos: "photos"
    case .trending: "trending"
    case .nearby: "nearby"
    case .tag: "tag"
    case .search: "search"
    case .person: "person"
    case .answers: "answers"
    case .portfolio: "portfolio"
    case .likes: "likes"
    case .bookmarks: "bookmarks"
    case .list: "list"
    }
  }
}

extension FetchRange {
  var logText: String {
    switch self {
    case .latest: "latest"
    case .older: "older"
    case .newer: "newer"
    }
  }
}
