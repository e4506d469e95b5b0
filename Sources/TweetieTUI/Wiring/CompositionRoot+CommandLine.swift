import Console
import FeedDomain
import FeedStorage
import Glibc
import Logging
import Pictures
import Preferences
import Terminal

extension CompositionRoot {
  /// What the commands work with; where nothing can be stored, one that merely reads does without.
  func backstage(isReading: Bool) async throws(StoreError) -> Backstage {
    let stores = try await openStores(isReading: isReading)
    await forgetWhatIsTooOld(on: stores.shelf)
    return Backstage(
      services: services, shelf: stores.shelf,
      sending: SessionSending(root: self, shelf: stores.shelf), world: world, secrets: secrets,
      secretStore: secretStore,
      keys: launch.keys, mutes: mutes.mutes,
      place: { [self] account in
        guard let session = session(for: account, shelf: stores.shelf) else { return nil }
        let wish = launch.settings.settings.place
        return await Whereabouts(session, wish: wish, system: location).find()
      }, session: { [self] in session(for: $0, shelf: stores.shelf) },
      belongings: belongings(in: stores),
      inMemoryBecause: stores.inMemory?.reason)
  }

  /// What somebody set up; nil where the environment forbids to change it, or names no place for it.
  private func belongings(in stores: Stores) -> (any BelongingsGateway)? {
    let path = launch.settings.path
    guard !path.isEmpty, !LaunchEnvironment(launch.environment).isRestricted else { return nil }
    return BelongingsDesk(settings: path, mutes: storeRoom.mutes, feeds: stores.feeds)
  }

  /// The facts for `doctor`; looks at what is there and makes nothing.
  func examination(_ terminal: TerminalInterview) async -> Examination {
    let directories = launch.directories
    let places = directories.map {
      [
        ("config", $0.config), ("state", $0.state), ("cache", $0.cache),
        ("settings", $0.settingsFile), ("accounts", $0.accountsFile),
        ("outbox", $0.outboxDatabase), ("posts", $0.cacheDatabase), ("log", $0.logFile),
      ]
    }
    // Opening makes what is not there yet. Stores that cannot be opened are among the facts: the
    // report says so in their place.
    var shelf: Session.Shelf?
    if let directories, access(directories.outboxDatabase, F_OK) == 0 {
      shelf = try? await storeRoom.open().shelf
    }
    let options = launch.appearance(theme: nil).terminalOptions(encoding: .utf8)
    var examination = Examination(
      environment: launch.environment,
      libraries: [
        ("ncurses", TerminalLibrary.version), ("sqlite", StorageLibrary.version),
      ] + makers.libraries
        + (PictureDecoder.program(for: launch.executable).map(PictureDecoder.libraries) ?? []),
      curlPackage: DebianPackage.version(of: ["libcurl4t64", "libcurl4"]),
      colours: TerminalLibrary.colours(of: launch.environment["TERM"] ?? ""),
      terminal: terminal,
      hyperlinks: options.hyperlinks,
      sandbox: await confinement, places: places ?? [], settings: launch.settings,
      crashDirectory: directories?.crashDirectory ?? "", usagePath: storeRoom.usagePath,
      shelf: shelf)
    examination.notices = options.noticeProtocol
    examination.allowance = services.allowance(of:)
    return examination
  }
}

extension CompositionRoot {
  private func openStores(isReading: Bool) async throws(StoreError) -> Stores {
    do throws(StoreError) {
      let stores = try await storeRoom.open()
      // Without a place for files nobody is signed in either: there is nothing to read with.
      if case .everything(let error)? = stores.inMemory { throw error }
      return stores
    } catch {
      guard isReading, !storeRoom.allAccounts().isEmpty else { throw error }
      log.note(.storage, .error, "the stores could not be opened: \(error)")
      return try await storeRoom.openInMemory(because: error)
    }
  }

  /// How the decoder of pictures is confined here: what it says itself, given a picture of one pixel.
  private var confinement: String {
    get async {
      guard let decoder else { return "none: tweetie-picture is not installed" }
      do throws(PictureRefusal) {
        let pixel = try await decoder.decode(
          Self.pixel, for: PixelSize(width: 1, height: 1), .whole)
        return pixel.isConfined
          ? "full" : "reduced: the kernel lacks Landlock or the filter of system calls"
      } catch {
        return "not known: \(error)"
      }
    }
  }

  /// A GIF of one pixel.
  private static let pixel: [UInt8] =
    Array("GIF89a".utf8) + [
      1, 0, 1, 0, 0x80, 0, 0, 0xff, 0xff, 0xff, 0, 0, 0, 0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2,
      0x44,
      1, 0, 0x3b,
    ]
}

/// Sends what waits for an account, with the session's own delivery.
@MainActor private final class SessionSending: OutboxSending, ActionObserving {
  private let root: CompositionRoot
  private let shelf: Session.Shelf
  private var heard: [Change: SendResult] = [:]

  init(root: CompositionRoot, shelf: Session.Shelf) {
    (self.root, self.shelf) = (root, shelf)
  }

  func hear(_ news: ActionNews) {
    switch news {
    case .delivered(let change, let outcome): heard[change] = .delivered(outcome)
    case .refused(let change, let error): heard[change] = .refused(error)
    default: break
    }
  }

  func send(waitingOf account: SignedInAccount, evenIfHeld: Bool) async throws(StoreError)
    -> [OutboxItem.ID: SendResult]
  {
    guard let session = root.session(for: account, shelf: shelf) else { return [:] }
    let actions = PendingActions(session, undoWindow: .zero)
    actions.tell(self)
    let before = try await shelf.outbox.items(of: account.account.id)
    await actions.start()
    await actions.deliver(nil)
    for item in before where evenIfHeld && item.isHeld { await actions.deliver(item.id) }
    await actions.stop()
    let left = try await shelf.outbox.items(of: account.account.id)
    var results: [OutboxItem.ID: SendResult] = [:]
    for item in before {
      if let still = left.first(where: { $0.id == item.id }) {
        results[item.id] = still.result
      } else {
        results[item.id] = heard[item.change]
      }
    }
    // The posts of a thread came after its first, each under the key of its draft.
    for case (.publish(let draft), let result) in heard {
      let id = OutboxItem.ID(draft.id.rawValue)
      results[id] = results[id] ?? result
    }
    for item in left where !before.contains(where: { $0.id == item.id }) {
      results[item.id] = item.result
    }
    return results
  }
}

extension OutboxItem {
  /// What became of it, which is still here; nil where nothing did.
  fileprivate var result: SendResult? {
    switch state {
    case .refused(let error): .refused(error)
    case .queued(_, after: let error?): .kept(error)
    case .queued, .sending, .ambiguous: nil
    }
  }

  /// Whether it waits for nothing but the end of the time in which it can be undone.
  fileprivate var isHeld: Bool {
    if case .queued(notBefore: .some, after: nil) = state { true } else { false }
  }
}
