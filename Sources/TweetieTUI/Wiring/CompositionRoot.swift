import Console
import FeedDomain
import FeedStorage
import Glibc
import Logging
import Pictures
import Preferences
import Threads
import Words

/// Who gets what: the only place where services, stores and scenes meet.
///
/// The services come from outside, so that nothing here can know one of them.
@MainActor final class CompositionRoot {
  let launch: Launch
  let loop: MainLoop
  let world: SystemWorld
  let log: FileLog
  let tracker: Tracker
  /// Where uses are counted; nil where nothing is kept.
  let usagePath: String?
  let services: any ServiceDirectory
  let makers: any ServiceMaking
  /// Whether everything is forgotten at the end: on the built-in service, to have a look.
  let isDemo: Bool
  /// Why nothing can be kept; nil where it can, or is not wanted.
  private let obstacle: StoreError?
  /// Whether there is somewhere to keep things.
  private let canKeep: Bool
  /// The accounts and their tokens.
  let credentials: any CredentialStore
  private var opened: Stores?
  /// What decodes pictures, two at a time whoever asks; nil where its program is not installed.
  private(set) lazy var decoder = PictureDecoder.program(for: launch.executable)
    .map { PictureDecoder(program: $0) }

  /// Where it is kept what the reader does not want to read about.
  private lazy var muteStore: any MuteStore = {
    // What was muted stays so where nothing more can be written.
    guard !isDemo, let path = launch.directories?.mutesFile,
      canKeep || access(path, R_OK) == 0
    else { return MemoryMuteStore() }
    return FileMuteStore(path: path)
  }()

  /// What the reader does not want to read about.
  private(set) lazy var mutes = MuteBook(muteStore, log: log)

  /// What runs the commands that give secrets; nothing where no account has one.
  private(set) lazy var secrets = SecretCommands(
    isRestricted: LaunchEnvironment(launch.environment).isRestricted, store: secretStore
  ) { [log] in log.conceal($0) }

  /// The system's own store of secrets.
  let secretStore: any SecretKeeping

  /// What is but held in memory, and why.
  enum InMemory {
    /// What is read; what is written is kept.
    case reading(StoreError)
    case everything(StoreError)

    var reason: StoreError {
      switch self {
      case .reading(let error), .everything(let error): error
      }
    }
  }

  /// The stores, as they were opened.
  struct Stores {
    let shelf: Session.Shelf
    /// What cannot be kept, and why; nil where everything can.
    let inMemory: InMemory?
    let feeds: SQLiteFeedStore
    let outbox: SQLiteOutbox
  }

  init(
    launch: Launch, loop: MainLoop, services makers: any ServiceMaking, isDemo: Bool = false
  ) {
    (self.launch, self.makers, self.loop, self.isDemo) = (launch, makers, loop, isDemo)
    world = SystemWorld(loop: loop)
    obstacle = isDemo ? nil : launch.makeDirectory()
    canKeep = !isDemo && obstacle == nil
    let secretStore = makers.secretStore(environment: launch.environment)
    self.secretStore = secretStore
    let file =
      isDemo
      ? nil
      : launch.directories.map {
        FileCredentialStore(path: $0.accountsFile) { source in
          // What cannot be had cannot be forgotten either: the token itself was revoked before.
          if let account = source.inStore { try? secretStore.forget(account) }
        }
      }
    // Who is signed in stays so where nothing more can be written; nobody else is kept there.
    let isKept = canKeep || (try? file?.accounts().isEmpty) == false
    let kept = isKept ? file : nil
    credentials = kept ?? MemoryCredentialStore()
    // What is tried out leaves no file behind.
    let directories = isDemo ? nil : launch.directories
    usagePath = directories.map { "\($0.state)/usage" }
    log = FileLog(
      path: directories?.logFile, thresholds: launch.settings.settings.log, world: world)
    tracker = Tracker(path: usagePath)
    services = makers.services(
      ServiceOrder(
        launch, stateDirectory: kept == nil ? nil : directories?.state,
        cacheDirectory: canKeep ? directories?.cache : nil, world: world, log: log,
        credentials: credentials, isDemo: isDemo))
  }
}

extension CompositionRoot {
  /// Opens the stores: on disk, or in memory where that cannot be or is not wanted.
  func openStores() async throws(StoreError) -> Stores {
    let stores = try await openFeeds()
    try await stores.outbox.open()
    return stores
  }

  /// Opens what the first frame shows; the outbox is left to whoever needs it first.
  private func openFeeds() async throws(StoreError) -> Stores {
    if let opened { return opened }
    let stores: Stores
    if canKeep, let directories = launch.directories {
      stores = try await storesOnDisk(in: directories)
    } else {
      stores = try await storesInMemory(because: obstacle)
    }
    opened = stores
    return stores
  }

  /// What was fetched; nil before the stores are open.
  var feedsIfOpen: (any FeedStore)? { opened?.shelf.feeds }

  /// The built-in service's account, for a look around without typing anything.
  func demoAccount() async -> SignedInAccount? {
    let credentials = Credentials(user: "tweetieuser", password: Secret("tweetie123"))
    // The service is part of the program: it fails only where the settings make it fail.
    guard let account = try? await services.signIn(to: .tweetie)?.signIn(credentials) else {
      return nil
    }
    // Kept in memory alone, for where accounts are listed.
    try? self.credentials.save(account)
    return account
  }

  /// Opens what the first frame shows, with a failure as a value.
  func tryToOpenFeeds(for account: Account.ID?) async -> Result<Stores, StoreError> {
    do throws(StoreError) {
      let stores = try await openFeeds()
      if let account { await stores.feeds.warmUp(for: account) }
      return .success(stores)
    } catch {
      return .failure(error)
    }
  }

  /// Calls the handler when somebody is signed in or out in another process.
  func watchAccounts(_ handler: @escaping @MainActor () -> Void) {
    guard canKeep, let state = launch.directories?.state else { return }
    loop.watchReplacements(in: state, handler)
  }

  /// Every account; none where they cannot be read, which has been told at the start.
  func allAccounts() -> [SignedInAccount] {
    do throws(StoreError) { return try credentials.accounts() } catch { return [] }
  }

  /// The account to go on with after a sign-out; nil for none.
  func nextAccount() -> SignedInAccount? {
    allAccounts().first { services.connection(for: $0) != nil }
  }

  /// Closes what was opened; what has been written is on disk after this.
  func close() async {
    // What cannot be kept even now is told once there is somewhere to print.
    try? credentials.keepAgain()
    tracker.save()
    await opened?.feeds.close()
    await opened?.outbox.close()
    opened = nil
  }

  /// Says which tokens could not be kept to the end.
  func complainOfLostTokens() {
    for account in credentials.unkept {
      launch.printer().complain(launch.wording.tokenLost(account))
    }
  }

  /// Where the system is asked for the reader's place; nil where the settings forbid it.
  var location: (any Locating)? {
    guard launch.settings.settings.locate.isOn else { return nil }
    return makers.location(environment: launch.environment)
  }

  /// Where photos are saved; nil where there is no home to save them in.
  var photoAlbum: (any PhotoAlbum)? {
    let setting = launch.settings.settings.saveDirectory
    return PictureDirectory.path(setting: setting, environment: launch.environment)
      .map { FilePhotoAlbum(path: $0) }
  }

  /// Opens a session for an account; nil for a service this version does not speak to.
  func session(for account: SignedInAccount, shelf: Session.Shelf) -> Session? {
    guard let connection = services.connection(for: account) else { return nil }
    return Session(account, connection: connection, shelf: shelf, world: world, log: log)
  }
}

extension CompositionRoot {
  private func storesOnDisk(in directories: Directories) async throws(StoreError) -> Stores {
    let isGone: @Sendable (Account.ID) -> Bool = { [credentials] in credentials.isGone($0) }
    let (feeds, trouble) = try await feeds(in: directories, isGone: isGone)
    let outbox = SQLiteOutbox(opening: .file(directories.outboxDatabase), isGone: isGone)
    return Stores(
      shelf: Session.Shelf(
        feeds: feeds, outbox: outbox, drafts: SQLiteDraftStore(outbox), credentials: credentials,
        photos: FilePhotoCache(
          path: directories.photoDirectory, quota: launch.settings.settings.photoCache,
          world: world, isGone: isGone), pictures: pictureFiles, tabs: feeds, notices: feeds,
        searches: feeds,
        mutes: muteStore),
      inMemory: trouble.map { .reading($0) }, feeds: feeds, outbox: outbox)
  }

  /// What was read, on disk; in memory, and why, where that cannot be: it can be fetched again, and
  /// keeps nobody from reading.
  private func feeds(
    in directories: Directories, isGone: @escaping @Sendable (Account.ID) -> Bool
  ) async throws(StoreError) -> (SQLiteFeedStore, StoreError?) {
    let path = directories.cacheDatabase
    do throws(StoreError) {
      try directories.prepareCache()
      return (try await SQLiteFeedStore(.file(path), isGone: isGone), nil)
    } catch {
      log.note(.storage, .error, "what is read is not kept: \(error)")
      return (try await SQLiteFeedStore(.memory, insteadOf: path, isGone: isGone), error)
    }
  }

  private var pictureFiles: PictureFiles { PictureFiles(decoder: decoder) }

  func storesInMemory(because error: StoreError?) async throws(StoreError) -> Stores {
    let feeds = try await SQLiteFeedStore(.memory)
    let outbox = try await SQLiteOutbox(.memory)
    return Stores(
      shelf: Session.Shelf(
        feeds: feeds, outbox: outbox, drafts: SQLiteDraftStore(outbox),
        credentials: credentials, photos: MemoryPhotoCache(), pictures: pictureFiles,
        tabs: feeds, notices: feeds, searches: feeds,
        mutes: muteStore),
      inMemory: error.map { .everything($0) }, feeds: feeds, outbox: outbox)
  }
}
