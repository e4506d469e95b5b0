import Console
import FeedDomain
import FeedStorage
import Glibc
import Logging
import Pictures
import Preferences
import Terminal
import UseCases

@MainActor struct CommandWiring {
  let root: CompositionRoot

  /// Opens the services and stores for a command; if nothing can be stored, reading commands work
  /// in memory.
  func openServices(isForReadingCommand: Bool) async throws(StoreError) -> CommandServices {
    let stores = try await openStores(isForReadingCommand: isForReadingCommand)
    await root.deleteExpiredData(on: stores.sessionStores)
    var services = CommandServices(
      directory: root.services, stores: stores.sessionStores,
      sending: SessionOutboxSender(root: root, stores: stores.sessionStores), world: root.world,
      secrets: root.secrets)
    services.secretStore = root.storeOpener.secretStore
    services.keys = root.launch.keys
    services.mutes = root.mutes.mutes
    services.place = { [root] account in
      guard let session = root.makeSession(for: account, stores: stores.sessionStores) else {
        return nil
      }
      let wish = root.launch.settings.settings.place
      return await UserLocationProvider(session, placeSetting: wish, system: root.location)
        .findPlaceFromAnySource()
    }
    services.session = { [root] in root.makeSession(for: $0, stores: stores.sessionStores) }
    services.portableSettings = portableSettingsGateway(in: stores)
    services.memoryOnlyReason = stores.inMemory?.reason
    return services
  }

  /// Returns the gateway for exporting and importing settings; nil in restricted mode, or without a
  /// settings file.
  private func portableSettingsGateway(in stores: OpenedStores) -> (any PortableSettingsGateway)? {
    let path = root.launch.settings.path
    guard !path.isEmpty, !LaunchEnvironment(root.launch.environment).isRestricted else {
      return nil
    }
    return PortableSettingsStore(settings: path, mutes: root.storeOpener.mutes, feeds: stores.feeds)
  }

  /// Collects the facts about the installation for the command `doctor`, without creating files.
  func installationCheck(_ terminal: TerminalQueryResult) async -> InstallationCheck {
    let directories = root.launch.directories
    let places = directories.map {
      [
        ("config", $0.config), ("state", $0.state), ("cache", $0.cache),
        ("settings", $0.settingsFile), ("accounts", $0.accountsFile),
        ("outbox", $0.outboxDatabase), ("posts", $0.cacheDatabase), ("log", $0.logFile),
      ]
    }
    // Opening the stores creates missing files. Stores that cannot be opened are reported.
    var sessionStores: AccountSession.SessionStores?
    if let directories, access(directories.outboxDatabase, F_OK) == 0 {
      sessionStores = try? await root.storeOpener.openStores().sessionStores
    }
    let options = root.launch.screenAppearance(theme: nil).terminalOptions(encoding: .utf8)
    var installationCheck = InstallationCheck(
      environment: root.launch.environment, settings: root.launch.settings, terminal: terminal)
    installationCheck.libraries =
      [("ncurses", InstalledNcurses.version), ("sqlite", SQLiteInstallation.version)]
      + root.makers.libraries
      + (PictureDecoder.decoderProgramPath(for: root.launch.executable).map(
        PictureDecoder.pictureLibraryVersions)
        ?? [])
    installationCheck.curlPackage = DebianPackageList.installedPackageVersion(of: [
      "libcurl4t64", "libcurl4",
    ])
    installationCheck.colours = InstalledNcurses.colourCount(
      of: root.launch.environment["TERM"] ?? "")
    installationCheck.hyperlinks = options.hyperlinks
    installationCheck.sandbox = await sandboxState
    installationCheck.places = places ?? []
    installationCheck.crashDirectory = directories?.crashDirectory ?? ""
    installationCheck.usagePath = root.storeOpener.usagePath
    installationCheck.sessionStores = sessionStores
    installationCheck.notifications = options.desktopNotificationProtocol
    installationCheck.allowance = root.services.requestQuota(of:)
    installationCheck.subscriptions = { [services = root.services] account in
      guard account.account.service.keepsSavedEntries else { return nil }
      // A store that cannot be read yields no facts.
      return try? await services.connection(for: account)?.subscriptions?.subscriptions()
    }
    return installationCheck
  }

  private func openStores(isForReadingCommand: Bool) async throws(StoreError) -> OpenedStores {
    do throws(StoreError) {
      let stores = try await root.storeOpener.openStores()
      // Without a directory for files no account is signed in, so that a command can read nothing.
      if case .everything(let error)? = stores.inMemory { throw error }
      return stores
    } catch {
      guard isForReadingCommand, !root.storeOpener.storedAccounts().isEmpty else { throw error }
      root.log.writeLogLine(.storage, .error, "the stores could not be opened: \(error)")
      return try await root.storeOpener.openStoresInMemory(because: error)
    }
  }

  /// The text of `doctor` about the sandbox of the picture decoder, as the decoder reports it for a
  /// picture of one pixel.
  private var sandboxState: String {
    get async {
      guard let decoder = root.decoder else { return "none: tweetie-picture is not installed" }
      do throws(PictureRefusal) {
        let pixel = try await decoder.decodePicture(
          Self.pixel, for: PixelSize(width: 1, height: 1), .whole)
        return pixel.isConfined
          ? "full" : "reduced: the kernel lacks Landlock or seccomp"
      } catch {
        if case .missingLibrary(let name) = error { return "none: \(name) is missing" }
        return "not known: \(error)"
      }
    }
  }

  private static let pixel: [UInt8] =
    Array("GIF89a".utf8) + [
      1, 0, 1, 0, 0x80, 0, 0, 0xff, 0xff, 0xff, 0, 0, 0, 0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2,
      0x44,
      1, 0, 0x3b,
    ]
}

/// A sender of an account's outbox items for commands, through a session of the account.
@MainActor
final class SessionOutboxSender: OutboxSender {
  private let root: CompositionRoot
  private let stores: AccountSession.SessionStores
  private var changeResults: [PendingChange: OutboxSendResult] = [:]

  init(root: CompositionRoot, stores: AccountSession.SessionStores) {
    (self.root, self.stores) = (root, stores)
  }

  private func recordChangeResult(_ news: ActionReport) {
    if let (change, result) = news.changeResult { changeResults[change] = result }
  }

  func sendOutboxItems(
    waitingOf account: SignedInAccount, only: Set<OutboxItem.ID>?, evenIfHeld: Bool
  ) async throws(StoreError) -> [OutboxItem.ID: OutboxSendResult] {
    guard let session = root.makeSession(for: account, stores: stores) else { return [:] }
    let actions = UserActionPerformer(session, undoWindow: .zero)
    actions.addActionReportListener(self) { $0.recordChangeResult($1) }
    let before = try await stores.outbox.outboxItems(of: account.account.id)
    await actions.startDelivery()
    if only == nil { await actions.deliverItemOrAllNow(nil) }
    for item in before where only?.contains(item.id) ?? (evenIfHeld && item.isHeld) {
      await actions.deliverItemOrAllNow(item.id)
    }
    await actions.stopDelivery()
    let left = try await stores.outbox.outboxItems(of: account.account.id)
    var results: [OutboxItem.ID: OutboxSendResult] = [:]
    for item in before {
      if let still = left.first(where: { $0.id == item.id }) {
        results[item.id] = still.result
      } else {
        results[item.id] = changeResults[item.change]
      }
    }
    // The later posts of a thread were added to the outbox meanwhile, with their drafts' ids.
    for case (.publish(let draft), let result) in changeResults {
      let id = OutboxItem.ID(draft.id.rawValue)
      results[id] = results[id] ?? result
    }
    for item in left where !before.contains(where: { $0.id == item.id }) {
      results[item.id] = item.result
    }
    return results
  }
}

extension ActionReport {
  /// The change that this event reports as sent or refused, with the result as commands report it;
  /// nil for other events.
  var changeResult: (change: PendingChange, result: OutboxSendResult)? {
    switch self {
    case .delivered(let change, let outcome): (change, .delivered(outcome))
    case .refused(let change, let error): (change, .refused(error))
    case .withheld(let change, _): (change, .refused(.refused(nil)))
    default: nil
    }
  }
}

extension OutboxItem {
  /// The result of the last attempt to send this outbox item, as commands report it; nil unless an
  /// attempt failed or was refused.
  fileprivate var result: OutboxSendResult? {
    switch state {
    case .refused(let error): .refused(error)
    case .queued(_, after: let error?): .keptInOutbox(error)
    case .queued, .sending, .ambiguous: nil
    }
  }

  /// True if the outbox item waits only for the end of its undo time.
  fileprivate var isHeld: Bool {
    if case .queued(notBefore: .some, after: nil) = state { true } else { false }
  }
}
