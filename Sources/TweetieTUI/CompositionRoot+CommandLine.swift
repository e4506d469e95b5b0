import FeedDomain
import FeedStorage
import Glibc
import Terminal

extension CompositionRoot {
  /// What the commands work with.
  func backstage() async throws(StoreError) -> Backstage {
    let stores = try await openStores()
    if let error = stores.inMemoryBecause { throw error }
    await forgetWhatIsTooOld(on: stores.shelf)
    return Backstage(
      services: directory, shelf: stores.shelf,
      sending: SessionSending(root: self, shelf: stores.shelf), world: world, secrets: secrets,
      keys: launch.keys)
  }

  /// The facts for `doctor`; looks at what is there and makes nothing.
  func examination(_ pictures: PictureDetection) async -> Examination {
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
      shelf = try? await openStores().shelf
    }
    return Examination(
      environment: launch.environment,
      libraries: [
        ("ncurses", TerminalLibrary.version), ("sqlite", StorageLibrary.version),
      ],
      colours: TerminalLibrary.colours(of: launch.environment["TERM"] ?? ""),
      pictures: pictures,
      hyperlinks: launch.appearance(theme: nil).terminalOptions(encoding: .utf8).hyperlinks,
      sandbox: "none", places: places ?? [],
      crashDirectory: directories?.crashDirectory ?? "", usagePath: usagePath, shelf: shelf)
  }
}

/// Sends what waits for an account, with the session's own delivery.
@MainActor private final class SessionSending: OutboxSending, ActionObserving {
  private let root: CompositionRoot
  private let shelf: Session.Shelf
  private var heard: [Change: SendResult] = [:]

  init(root: CompositionRoot, shelf: Session.Shelf) {
    self.root = root
    self.shelf = shelf
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
        switch still.state {
        case .refused(let error): results[item.id] = .refused(error)
        case .queued(_, after: let error?): results[item.id] = .kept(error)
        case .queued, .sending, .ambiguous: break
        }
      } else {
        results[item.id] = heard[item.change]
      }
    }
    return results
  }
}

extension OutboxItem {
  /// Whether it waits for nothing but the end of the time in which it can be undone.
  fileprivate var isHeld: Bool {
    if case .queued(notBefore: .some, after: nil) = state { true } else { false }
  }
}
