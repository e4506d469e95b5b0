import FeedDomain
import FeedStorage
import Glibc
import Logging
import Preferences
import Threads
import UseCases

/// The stores on disk, or in memory.
@MainActor final class StoreOpener {
  let credentials: any CredentialStore
  /// The muted people, tags and words.
  let mutes: any MuteStore
  /// The folder for services; nil if nothing is stored.
  let stateDirectory: String?
  /// nil if nothing is stored on disk.
  private let directories: Directories?
  /// Why nothing can be stored; nil if it can.
  private let obstacle: StoreError?
  let secretStore: any SecretStorage
  private let photoQuota: Int
  private let pictures: PictureFiles
  private let world: any World
  private let log: any Log
  private var opened: OpenedStores?

  /// A demo leaves no file behind.
  init(
    _ launch: Launch, isDemo: Bool, secretStore: any SecretStorage, pictures: PictureFiles,
    world: any World, log: any Log
  ) {
    directories = isDemo ? nil : launch.directories
    obstacle = isDemo ? nil : launch.makeDirectory()
    photoQuota = launch.settings.settings.photoCache
    (self.secretStore, self.pictures, self.world, self.log) = (secretStore, pictures, world, log)
    let canKeep = directories != nil && obstacle == nil
    let file = directories.map {
      FileCredentialStore(path: $0.accountsFile) { source in
        // What cannot be had cannot be forgotten either: the token itself was revoked before.
        if let account = source.inStore { try? secretStore.forget(account) }
      }
    }
    // Who is signed in, and what was muted, stays so where nothing more can be written; nobody else
    // is kept there.
    if let file, canKeep || (try? file.accounts().isEmpty) == false {
      (credentials, stateDirectory) = (file, directories?.state)
    } else {
      (credentials, stateDirectory) = (MemoryCredentialStore(), nil)
    }
    if let path = directories?.mutesFile, canKeep || access(path, R_OK) == 0 {
      mutes = FileMuteStore(path: path)
    } else {
      mutes = MemoryMuteStore()
    }
  }

  /// Whether anything can be stored.
  private var canKeep: Bool { directories != nil && obstacle == nil }

  /// The cache for services; nil if nothing is stored.
  var cacheDirectory: String? { canKeep ? directories?.cache : nil }

  /// nil if nothing is stored.
  var sharedDirectory: String? { canKeep ? directories?.state : nil }

  /// nil if nothing is stored.
  var usagePath: String? { directories.map { "\($0.state)/usage" } }

  func open() async throws(StoreError) -> OpenedStores {
    let stores = try await openFeeds()
    try await stores.outbox.open()
    return stores
  }

  /// Opens the stores of the first frame; the outbox is opened when needed.
  private func openFeeds() async throws(StoreError) -> OpenedStores {
    if let opened { return opened }
    let stores: OpenedStores
    if canKeep, let directories {
      stores = try await storesOnDisk(in: directories)
    } else {
      stores = try await openInMemory(because: obstacle)
    }
    opened = stores
    return stores
  }

  /// nil before opening.
  var feedsIfOpen: (any FeedStore)? { opened?.shelf.feeds }

  /// Opens the stores of the first frame, with an error as a value.
  func tryToOpenFeeds(for account: Account.ID?) async -> Result<OpenedStores, StoreError> {
    do throws(StoreError) {
      var stores = try await openFeeds()
      if let account { await stores.feeds.warmUp(for: account) }
      // Nothing is lost to the reader who has to do without columns.
      stores.columns = (try? await stores.feeds.tabStore.deck()) ?? []
      return .success(stores)
    } catch {
      return .failure(error)
    }
  }

  func allAccounts() -> [SignedInAccount] {
    do throws(StoreError) { return try credentials.accounts() } catch { return [] }
  }

  /// Closes the stores; everything written is on disk after this.
  func close() async {
    // What cannot be kept even now is told once there is somewhere to print.
    try? credentials.retrySavingTokens()
    await opened?.feeds.close()
    await opened?.outbox.close()
    opened = nil
  }

  /// Stores in memory, with the reason; nil if wanted.
  func openInMemory(because error: StoreError?) async throws(StoreError) -> OpenedStores {
    let feeds = try await SQLiteFeedStore(.memory)
    let outbox = try await SQLiteOutbox(.memory)
    return OpenedStores(
      shelf: Session.Stores(
        feeds: feeds, outbox: outbox, drafts: SQLiteDraftStore(outbox),
        credentials: credentials, photos: MemoryPhotoCache(), pictures: pictures,
        tabs: feeds.tabStore, notifications: feeds.notificationStore, searches: feeds.searchHistory,
        mutes: mutes),
      inMemory: error.map { .everything($0) }, feeds: feeds, outbox: outbox)
  }

  private func storesOnDisk(in directories: Directories) async throws(StoreError)
    -> OpenedStores
  {
    let isGone: @Sendable (Account.ID) -> Bool = { [credentials] in credentials.isGone($0) }
    let (feeds, problem) = try await feeds(in: directories, isGone: isGone)
    let outbox = SQLiteOutbox(opening: .file(directories.outboxDatabase), isGone: isGone)
    return OpenedStores(
      shelf: Session.Stores(
        feeds: feeds, outbox: outbox, drafts: SQLiteDraftStore(outbox), credentials: credentials,
        photos: FilePhotoCache(
          path: directories.photoDirectory, quota: photoQuota,
          world: world, isGone: isGone),
        pictures: pictures, tabs: feeds.tabStore, notifications: feeds.notificationStore,
        searches: feeds.searchHistory, mutes: mutes),
      inMemory: problem.map { .reading($0) }, feeds: feeds, outbox: outbox)
  }

  /// The feed store on disk; in memory, with the reason, on failure, since feeds can be fetched
  /// again.
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
}

struct OpenedStores {
  let shelf: Session.Stores
  /// nil if everything is stored.
  let inMemory: InMemory?
  /// The columns of the deck.
  var columns: [DeckColumn] = []
  /// Where these are kept.
  var tabStore: any TabStore { feeds.tabStore }
  let feeds: SQLiteFeedStore
  let outbox: SQLiteOutbox

  /// Stores in memory, with the reason.
  enum InMemory {
    /// Feeds; changes are stored.
    case reading(StoreError)
    case everything(StoreError)

    var reason: StoreError {
      switch self {
      case .reading(let error), .everything(let error): error
      }
    }
  }

  /// A fact about the files that the person should know.
  enum Finding: Equatable {
    /// The outbox was damaged; it was moved to the path, and a new one was begun.
    case outboxSetAside(String)
    /// The outbox cannot be opened; the next write tries again.
    case outboxClosed(StoreError)
    /// The feeds were damaged, and a new file was begun.
    case feedsBegunAnew
  }

  /// Opens the outbox; returns the findings of opening.
  func findings(_ log: any Log) async -> [Finding] {
    var findings: [Finding] = []
    do throws(StoreError) { try await outbox.open() } catch {
      log.note(.storage, .error, "the outbox could not be opened: \(error)")
      findings.append(.outboxClosed(error))
    }
    if let path = await feeds.setAside {
      log.note(.storage, .error, "the cache was damaged and put at \(path)")
      findings.append(.feedsBegunAnew)
    }
    // Told last, so that it is what stays in the bottom line.
    if let path = await outbox.setAside {
      log.note(.storage, .error, "the outbox was damaged and put at \(path)")
      findings.append(.outboxSetAside(path))
    }
    return findings
  }

  /// Checks the cache if it was not closed; true if it was begun anew.
  func verify(_ log: any Log) async -> Bool {
    guard await feeds.wasLeftOpen else { return false }
    do throws(StoreError) {
      let isSound = try await feeds.verify()
      log.note(.storage, .info, "the cache was not closed last time; it is sound: \(isSound)")
      return !isSound
    } catch {
      log.note(.storage, .error, "the cache could not be looked through: \(error)")
      return false
    }
  }

  /// Whether another process changed something since the last call; false at first.
  func changedElsewhere() async -> Bool {
    do throws(StoreError) {
      // Both are asked, so that both know what has been seen.
      let feeds = try await feeds.changedElsewhere()
      let outbox = try await outbox.changedElsewhere()
      return feeds || outbox
    } catch {
      // What cannot be asked now is asked again with a later key; reading tells what is wrong.
      return false
    }
  }
}
