import Console
import FeedDomain
import FeedStorage
import Glibc
import Logging
import PhotoDisplay
import Pictures
import Preferences
import Terminal
import Threads
import UseCases
import Words

/// A composition root, the only object of the program that connects services, stores and scenes.
/// Services are passed in, so that no service is named in it.
@MainActor
final class CompositionRoot {
  let launch: LaunchContext
  let loop: MainLoop
  let world: SystemWorld
  let log: FileLog
  let tracker: UsageCounter
  let services: any ServiceDirectory
  let makers: any ServicesAndLocationProvider
  let storeOpener: StoreOpener
  let decoder: PictureDecoder?

  /// The record of the user's activity, such as the time of the last key.
  private(set) lazy var userActivity = UserActivity(world)

  private(set) lazy var mutes = MuteList(storeOpener.mutes, log: log)

  private(set) lazy var spelling = HunspellChecker(
    DictionaryFolders(dicPath: launch.environment["DICPATH"]),
    locale: CharacterLocaleFromEnvironment(environment: launch.environment).name)

  private(set) lazy var secrets = SecretCommands(
    isRestricted: LaunchEnvironment(launch.environment).isRestricted, store: storeOpener.secretStore
  ) { [log] in log.maskSecretInLog($0) }

  init(
    launch: LaunchContext, loop: MainLoop, services makers: any ServicesAndLocationProvider,
    isDemo: Bool = false
  ) {
    (self.launch, self.makers, self.loop) = (launch, makers, loop)
    world = SystemWorld(loop: loop)
    log = FileLog(
      path: isDemo ? nil : launch.directories?.logFile, thresholds: launch.settings.settings.log,
      world: world, echo: launch.echoesLog ? Self.printToStandardError : nil)
    decoder = PictureDecoder.decoderProgramPath(for: launch.executable).map {
      PictureDecoder(program: $0)
    }
    storeOpener = StoreOpener(
      launch, isDemo: isDemo, secretStore: makers.desktopKeyring(environment: launch.environment),
      pictures: PictureFiles(
        decoder: decoder, takesFiles: !LaunchEnvironment(launch.environment).isRestricted),
      world: world, log: log)
    tracker = UsageCounter(path: storeOpener.usagePath)
    services = makers.makeServices(
      ServiceConfiguration(
        launch, stateDirectory: storeOpener.stateDirectory,
        cacheDirectory: storeOpener.cacheDirectory, world: world, log: log,
        credentials: storeOpener.credentials, rules: storeOpener.rules,
        newsboat: NewsboatDatabase(),
        readPosts: { [storeOpener] in await storeOpener.readPosts(among: $1, of: $0) },
        bookmarkTags: { [storeOpener] in await storeOpener.bookmarkTags(of: $0) },
        isDemo: isDemo))
  }

  private nonisolated static func printToStandardError(_ line: String) {
    try? DescriptorSink(STDERR_FILENO).writeBytes(Array(line.utf8))
  }

  /// Signs in to the demo service; fails if the demo's files are missing.
  func signInToDemo() async throws(FeedError) -> SignedInAccount {
    let credentials = Credentials(user: "tweetieuser", password: Secret("tweetie123"))
    guard let service = services.signInGateway(to: .tweetie) else { throw .notFound }
    let account = try await service.signIn(credentials)
    // The account is stored in memory only, for lists of accounts.
    try? storeOpener.credentials.saveAccountAndMakeActive(account)
    return account
  }

  func firstUsableAccount() -> SignedInAccount? {
    storeOpener.storedAccounts().first { services.connection(for: $0) != nil }
  }

  /// Calls a handler whenever a process replaces a file in the state directory, as when another
  /// process signs an account in or out.
  func watchStateDirectory(_ handler: @escaping @MainActor () -> Void) {
    guard let state = storeOpener.sharedDirectory else { return }
    loop.watchFileReplacements(in: state, handler)
  }

  /// Deletes cached data that services do not allow to be stored longer, also of inactive accounts.
  func deleteExpiredData(on stores: AccountSession.SessionStores) async {
    for signedIn in storeOpener.storedAccounts() {
      guard let life = services.connection(for: signedIn)?.retentionLimit else { continue }
      do throws(StoreError) {
        try await stores.deleteExpiredData(olderThan: life, of: signedIn.account.id, now: world.now)
      } catch {
        log.writeLogLine(.storage, .error, "could not delete old posts: \(error)")
      }
    }
  }

  func closeDatabases() async {
    tracker.addUsageCountsToFile()
    await storeOpener.closeDatabases()
  }

  func printUnsavedTokenErrors() {
    for account in storeOpener.credentials.unsaved {
      launch.makePrinter().printError(
        launch.wording.say(
          "The new token of @{handle} could not be saved. Sign in to that account again.",
          ["handle": account.fullHandle]))
    }
  }

  /// The source of the user's location; nil if the settings forbid asking the system.
  var location: (any LocationSource)? {
    guard launch.settings.settings.locate.isOn else { return nil }
    return makers.userLocationSource(environment: launch.environment)
  }

  /// The gateway that saves photos to the user's picture folder; nil if none is known.
  var photoAlbum: (any PhotoFolder)? {
    let setting = launch.settings.settings.saveDirectory
    return SavedPictureDirectory.pictureDirectoryPath(
      setting: setting, environment: launch.environment
    )
    .map { SavedPhotoFolder(path: $0) }
  }

  func makeSession(for account: SignedInAccount, stores: AccountSession.SessionStores)
    -> AccountSession?
  {
    guard let connection = services.connection(for: account) else { return nil }
    return AccountSession(account, connection: connection, stores: stores, world: world, log: log)
  }

  /// Creates the photo pipelines of all accounts; nil if there is no picture decoder. Nothing is
  /// loaded before the first frame.
  func makePhotoPipelines(
    hidesPictures: Bool, redraw: @escaping @MainActor () -> Void
  ) -> PhotoPipelines? {
    let settings = launch.settings.settings
    guard let decoder else {
      log.writeLogLine(.pictures, .error, "the picture decoder is not installed")
      return nil
    }
    let isFar = LaunchEnvironment(launch.environment).isFar
    let budget = settings.pictureBudget.pictureBytesPerMinute(isRemote: isFar)
    func makePhotoPipeline(memory: Int, perMinute: Int?) -> PhotoPipeline {
      let pipeline = PhotoPipeline(
        isOn: !hidesPictures && settings.pictures != .off,
        isAnimated: settings.animations.isOn && !settings.plain.isOn, memory: memory,
        decoder: SandboxedPictureDecoding(decoder: decoder), log: log,
        timers: PipelineClockAndRedraw(
          world: world, runAfterDelay: { [loop] in loop.setTimer($0, $1) }, redraw: redraw))
      pipeline.setBandwidthLimit(perMinute: perMinute)
      return pipeline
    }
    // Columns of other accounts are narrow, and get a quarter of memory and budget.
    return PhotoPipelines(makePhotoPipeline(memory: pictureMemory, perMinute: budget)) {
      [pictureMemory] in
      makePhotoPipeline(memory: pictureMemory / 4, perMinute: budget.map { $0 / 4 })
    }
  }

  /// The maximum number of bytes of decoded pictures in memory, lower if the program's address
  /// space is limited.
  private var pictureMemory: Int {
    var limit = rlimit()
    let most = 24 * 1024 * 1024
    guard getrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit) == 0 else { return most }
    return min(most, Int(clamping: limit.rlim_cur / 32))
  }

  /// Runs the commands that print accounts' secrets, before the full screen begins, as they may ask
  /// on the terminal; returns the accounts that can be used, and why others cannot.
  func unlockAccountsByRunningCommands(
    _ accounts: [SignedInAccount]
  ) throws(StoreError) -> (accounts: [SignedInAccount], failures: [SecretFailure]) {
    guard accounts.contains(where: \.isLocked) else { return (accounts, []) }
    let unlocking = AccountUnlocker(
      directory: services, credentials: storeOpener.credentials, commands: secrets)
    let failures = unlocking.unlockAllAccounts(accounts)
    for failure in failures {
      log.writeLogLine(.storage, .error, "a command gave no secret: \(failure.reason)")
    }
    return (try storeOpener.credentials.storedAccounts(), failures)
  }
}
