import Console
import FeedDomain
import FeedStorage
import Glibc
import Logging
import PhotoDisplay
import Pictures
import Preferences
import Threads
import UseCases
import Words

/// The composition root: the only place where services, stores and scenes meet. Services come from
/// outside, so none is known here.
@MainActor final class CompositionRoot {
  let launch: Launch
  let loop: MainLoop
  let world: SystemWorld
  let log: FileLog
  let tracker: Tracker
  let services: any ServiceDirectory
  let makers: any ServiceProvider
  /// The stores' places.
  let storeOpener: StoreOpener
  /// nil if the decoder is not installed.
  let decoder: PictureDecoder?

  /// Whether a person is active.
  private(set) lazy var attention = UserActivity(world)

  /// The muted people, tags and words.
  private(set) lazy var mutes = MuteList(storeOpener.mutes, log: log)

  private(set) lazy var spelling = Hunspell(
    DictionaryFolders(dicPath: launch.environment["DICPATH"]),
    locale: Self.locale(in: launch.environment))

  /// Runs secret commands.
  private(set) lazy var secrets = SecretCommands(
    isRestricted: LaunchEnvironment(launch.environment).isRestricted, store: storeOpener.secretStore
  ) { [log] in log.conceal($0) }

  init(
    launch: Launch, loop: MainLoop, services makers: any ServiceProvider, isDemo: Bool = false
  ) {
    (self.launch, self.makers, self.loop) = (launch, makers, loop)
    world = SystemWorld(loop: loop)
    log = FileLog(
      path: isDemo ? nil : launch.directories?.logFile, thresholds: launch.settings.settings.log,
      world: world, echo: launch.echoesLog ? Self.tellOnStandardError : nil)
    decoder = PictureDecoder.program(for: launch.executable).map { PictureDecoder(program: $0) }
    storeOpener = StoreOpener(
      launch, isDemo: isDemo, secretStore: makers.secretStore(environment: launch.environment),
      pictures: PictureFiles(
        decoder: decoder, takesFiles: !LaunchEnvironment(launch.environment).isRestricted),
      world: world, log: log)
    tracker = Tracker(path: storeOpener.usagePath)
    services = makers.services(
      ServiceConfiguration(
        launch, stateDirectory: storeOpener.stateDirectory,
        cacheDirectory: storeOpener.cacheDirectory, world: world, log: log,
        credentials: storeOpener.credentials, isDemo: isDemo))
  }

  /// Writes a line of the log to standard error.
  private nonisolated static func tellOnStandardError(_ line: String) {
    try? DescriptorSink(STDERR_FILENO).write(Array(line.utf8))
  }

  /// The person's locale; empty without one.
  private static func locale(in environment: [String: String]) -> String {
    ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty } ?? ""
  }

  /// The built-in service's account, for the demo.
  func demoAccount() async -> SignedInAccount? {
    let credentials = Credentials(user: "tweetieuser", password: Secret("tweetie123"))
    // The service is part of the program: it fails only where the settings make it fail.
    guard let account = try? await services.signIn(to: .tweetie)?.signIn(credentials) else {
      return nil
    }
    // Kept in memory alone, for where accounts are listed.
    try? storeOpener.credentials.save(account)
    return account
  }

  func nextAccount() -> SignedInAccount? {
    storeOpener.allAccounts().first { services.connection(for: $0) != nil }
  }

  /// Calls the handler when another process signs in or out.
  func watchAccounts(_ handler: @escaping @MainActor () -> Void) {
    guard let state = storeOpener.sharedDirectory else { return }
    loop.watchReplacements(in: state, handler)
  }

  /// Deletes cached data that services let nobody keep longer, of inactive accounts too.
  func forgetWhatIsTooOld(on shelf: Session.Stores) async {
    for signedIn in storeOpener.allAccounts() {
      guard let life = services.connection(for: signedIn)?.retentionLimit else { continue }
      do throws(StoreError) {
        try await shelf.forget(olderThan: life, of: signedIn.account.id, now: world.now)
      } catch {
        log.note(.storage, .error, "could not forget what is too old: \(error)")
      }
    }
  }

  /// Closes the stores; everything written is on disk after this.
  func close() async {
    tracker.save()
    await storeOpener.close()
  }

  /// Reports tokens that could not be stored.
  func complainOfLostTokens() {
    for account in storeOpener.credentials.unsaved {
      launch.printer().complain(
        launch.wording.say(
          "The new token of @{handle} could not be stored. Sign in to that account again.",
          ["handle": account.fullHandle]))
    }
  }

  /// nil if the settings forbid it.
  var location: (any LocationSource)? {
    guard launch.settings.settings.locate.isOn else { return nil }
    return makers.location(environment: launch.environment)
  }

  /// nil without a home folder.
  var photoAlbum: (any PhotoAlbum)? {
    let setting = launch.settings.settings.saveDirectory
    return PictureDirectory.path(setting: setting, environment: launch.environment)
      .map { FilePhotoAlbum(path: $0) }
  }

  func session(for account: SignedInAccount, shelf: Session.Stores) -> Session? {
    guard let connection = services.connection(for: account) else { return nil }
    return Session(account, connection: connection, shelf: shelf, world: world, log: log)
  }

  /// nil without pictures or decoder. Nothing begins before the first frame.
  func photoPipelines(
    hidesPictures: Bool, redraw: @escaping @MainActor () -> Void
  ) -> PhotoPipelines? {
    let settings = launch.settings.settings
    guard let decoder else {
      log.note(.pictures, .error, "the decoder's program is not installed")
      return nil
    }
    let isFar = LaunchEnvironment(launch.environment).isFar
    let budget = settings.pictureBudget.bytesPerMinute(isFar: isFar)
    func shelf(memory: Int, perMinute: Int?) -> PhotoPipeline {
      let shelf = PhotoPipeline(
        isOn: !hidesPictures && settings.pictures != .off,
        isAnimated: settings.animations.isOn && !settings.plain.isOn, memory: memory,
        decoder: ConfinedDecoding(decoder: decoder), log: log,
        clockwork: PictureTimers(
          world: world, after: { [loop] in loop.after($0, $1) }, redraw: redraw))
      shelf.limit(perMinute: perMinute)
      return shelf
    }
    // Columns of other accounts are narrow, and one looks at them in passing.
    return PhotoPipelines(shelf(memory: pictureMemory, perMinute: budget)) { [pictureMemory] in
      shelf(memory: pictureMemory / 4, perMinute: budget.map { $0 / 4 })
    }
  }

  /// The bytes of decoded pictures: fewer where memory is limited.
  private var pictureMemory: Int {
    var limit = rlimit()
    let most = 24 * 1024 * 1024
    guard getrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit) == 0 else { return most }
    return min(most, Int(clamping: limit.rlim_cur / 32))
  }

  /// The usable accounts, and why others are locked. Commands run now and may ask on the terminal,
  /// before the screen is taken.
  func opened(
    _ accounts: [SignedInAccount]
  ) throws(StoreError) -> (accounts: [SignedInAccount], failures: [SecretFailure]) {
    guard accounts.contains(where: \.isLocked) else { return (accounts, []) }
    let unlocking = AccountUnlocker(
      directory: services, credentials: storeOpener.credentials, commands: secrets)
    let failures = unlocking.openAll(accounts)
    for failure in failures {
      log.note(.storage, .error, "a command gave no secret: \(failure.reason)")
    }
    return (try storeOpener.credentials.accounts(), failures)
  }
}
