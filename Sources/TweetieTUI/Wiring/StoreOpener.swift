import FeedDomain
import FeedStorage
import Glibc
import Logging
import Preferences
import Threads
import UseCases

/// An opener of the program's stores, on disk or in memory.
@MainActor
final class StoreOpener {
  let credentials: any CredentialStore
  let mutes: any MuteStore
  let rules: any FilterRuleStore
  /// The path of the directory for permanent files of services; nil if nothing is stored.
  let stateDirectory: String?
  private let directories: ProgramDirectories?
  /// The error because of which the program stores nothing; nil if storing works.
  private let storageError: StoreError?
  let secretStore: any SecretStorage
  private let photoQuota: Int
  private let pictures: PictureFiles
  private let world: any World
  private let log: any Log
  private var opened: OpenedStores?

  /// Creates the opener of the stores and finds their directory, which is made if necessary; a demo
  /// leaves no file behind.
  init(
    _ launch: LaunchContext, isDemo: Bool, secretStore: any SecretStorage, pictures: PictureFiles,
    world: any World, log: any Log
  ) {
    directories = isDemo ? nil : launch.directories
    storageError = isDemo ? nil : launch.createStateDirectory()
    photoQuota = launch.settings.settings.photoCache
    (self.secretStore, self.pictures, self.world, self.log) = (secretStore, pictures, world, log)
    let canStore = directories != nil && storageError == nil
    let file = directories.map {
      FileCredentialStore(path: $0.accountsFile) { source in
        // A secret that cannot be read cannot be deleted either; its token was revoked before.
        if let account = source.inStore { try? secretStore.deleteSecret(of: account) }
      }
    }
    // Existing accounts and mutes are used even if nothing more can be written; new ones are not
    // stored then.
    if let file, canStore || (try? file.storedAccounts().isEmpty) == false {
      (credentials, stateDirectory) = (file, directories?.state)
    } else {
      (credentials, stateDirectory) = (MemoryCredentialStore(), nil)
    }
    rules = SettingsFilterRuleStore(path: isDemo ? "" : launch.settings.path)
    if let path = directories?.mutesFile, canStore || access(path, R_OK) == 0 {
      mutes = FileMuteStore(path: path)
    } else {
      mutes = MemoryMuteStore()
    }
  }

  private var canStore: Bool { directories != nil && storageError == nil }

  var cacheDirectory: String? { canStore ? directories?.cache : nil }

  var sharedDirectory: String? { canStore ? directories?.state : nil }

  /// The path of the file with counts of used features; nil if nothing is stored.
  var usagePath: String? { directories.map { "\($0.state)/usage" } }

  func openStores() async throws(StoreError) -> OpenedStores {
    let stores = try await openStoresExceptOutbox()
    try await stores.outbox.openDatabase()
    return stores
  }

  /// Opens the stores that the first frame needs; the outbox is opened later.
  private func openStoresExceptOutbox() async throws(StoreError) -> OpenedStores {
    if let opened { return opened }
    let stores: OpenedStores
    if canStore, let directories {
      stores = try await openStoresOnDisk(in: directories)
    } else {
      stores = try await openStoresInMemory(because: storageError)
    }
    opened = stores
    return stores
  }

  /// Returns those of some posts of an account that are marked as read; empty before the stores are
  /// opened, and if they cannot be read.
  func readPosts(among posts: [Post.ID], of account: Account.ID) async -> Set<Post.ID> {
    do throws(StoreError) {
      return try await opened?.sessionStores.readStates?.postIDsMarkedRead(
        among: posts, account: account) ?? []
    } catch {
      log.writeLogLine(.storage, .error, "read states cannot be read: \(error)")
      return []
    }
  }

  /// Returns an account's tags of bookmarks; none before the stores are opened, and if they cannot
  /// be read.
  func bookmarkTags(of account: Account.ID) async -> BookmarkTagIndex {
    do throws(StoreError) {
      return try await opened?.sessionStores.bookmarkTags(of: account) ?? BookmarkTagIndex()
    } catch {
      log.writeLogLine(.storage, .error, "bookmark tags cannot be read: \(error)")
      return BookmarkTagIndex()
    }
  }

  var feedsIfOpen: (any FeedStore)? { opened?.sessionStores.feeds }

  /// Opens the stores that the first frame needs, and reads the beginning of the stream that the
  /// first of some accounts opened last; returns the stores or the error.
  func openStoresAndPreload(for accounts: [Account.ID]) async -> Result<OpenedStores, StoreError> {
    do throws(StoreError) {
      var stores = try await openStoresExceptOutbox()
      await stores.feeds.preloadFirstAccountsLastStream(for: accounts)
      // A failure to read the columns loses nothing.
      stores.columns = (try? await stores.feeds.tabStore.deckColumns()) ?? []
      return .success(stores)
    } catch {
      return .failure(error)
    }
  }

  func storedAccounts() -> [SignedInAccount] {
    do throws(StoreError) { return try credentials.storedAccounts() } catch { return [] }
  }

  /// Closes the databases of streams and outbox; everything written is on disk afterwards.
  func closeDatabases() async {
    // Tokens that cannot be stored even now are reported after the screen is closed.
    try? credentials.retrySavingTokens()
    await opened?.feeds.closeDatabase()
    await opened?.outbox.closeDatabase()
    opened = nil
  }

  /// Opens the stores in memory, because of an error or, for nil, because nothing is to be stored.
  func openStoresInMemory(because error: StoreError?) async throws(StoreError) -> OpenedStores {
    let outbox = try await SQLiteOutbox(.memory)
    let readStates = SQLiteReadStateStore(outbox)
    let feeds = try await SQLiteFeedStore(.memory, readStates: readStates)
    return OpenedStores(
      sessionStores: sessionStores(feeds, outbox, readStates, photos: MemoryPhotoCache()),
      inMemory: error.map { .everything($0) }, feeds: feeds, outbox: outbox)
  }

  private func openStoresOnDisk(in directories: ProgramDirectories) async throws(StoreError)
    -> OpenedStores
  {
    let isGone: @Sendable (Account.ID) -> Bool = { [credentials] in
      credentials.wasAccountRemoved($0)
    }
    let outbox = SQLiteOutbox(opening: .file(directories.outboxDatabase), isGone: isGone)
    let readStates = SQLiteReadStateStore(outbox)
    let (feeds, problem) = try await openFeedStoreElseInMemory(
      in: directories, readStates: readStates, isGone: isGone)
    let photos = FilePhotoCache(
      path: directories.photoDirectory, quota: photoQuota, world: world, isGone: isGone)
    var stores = sessionStores(feeds, outbox, readStates, photos: photos)
    stores.draftPictures = FileDraftPictures(path: directories.draftPictureDirectory)
    return OpenedStores(
      sessionStores: stores,
      inMemory: problem.map { .reading($0) }, feeds: feeds, outbox: outbox)
  }

  private func sessionStores(
    _ feeds: SQLiteFeedStore, _ outbox: SQLiteOutbox, _ readStates: SQLiteReadStateStore,
    photos: any PhotoCache
  ) -> AccountSession.SessionStores {
    var stores = AccountSession.SessionStores(
      feeds: feeds, outbox: outbox, drafts: SQLiteDraftStore(outbox), credentials: credentials,
      photos: photos, pictures: pictures, tabs: feeds.tabStore,
      notifications: feeds.notificationStore, searches: feeds.searchHistory, mutes: mutes,
      readStates: readStates, rules: rules, episodes: SQLitePodcastQueueStore(outbox))
    stores.bookmarkTags = SQLiteBookmarkTagStore(outbox)
    stores.personAlertEndTimes = SQLitePersonAlertEndTimeStore(outbox)
    return stores
  }

  /// Opens the cache database on disk; on failure opens one in memory, and returns it with the
  /// error, since posts can be fetched again.
  private func openFeedStoreElseInMemory(
    in directories: ProgramDirectories, readStates: SQLiteReadStateStore,
    isGone: @escaping @Sendable (Account.ID) -> Bool
  ) async throws(StoreError) -> (SQLiteFeedStore, StoreError?) {
    let path = directories.cacheDatabase
    do throws(StoreError) {
      try directories.prepareCacheDirectory()
      return (try await SQLiteFeedStore(.file(path), readStates: readStates, isGone: isGone), nil)
    } catch {
      log.writeLogLine(.storage, .error, "posts are not stored: \(error)")
      return (
        try await SQLiteFeedStore(
          .memory, insteadOf: path, readStates: readStates, isGone: isGone), error
      )
    }
  }
}

struct OpenedStores {
  let sessionStores: AccountSession.SessionStores
  /// The reason why the opened stores are in memory; nil if everything is stored on disk.
  let inMemory: MemoryStorageReason?
  var columns: [DeckColumn] = []
  var tabStore: any TabAndDeckColumnStore { feeds.tabStore }
  let feeds: SQLiteFeedStore
  let outbox: SQLiteOutbox

  /// A reason why opened stores are in memory: an error of all stores, or only of the cache
  /// database.
  enum MemoryStorageReason {
    /// A reason for stores in memory: the cache database cannot be opened; changes are stored on
    /// disk.
    case reading(StoreError)
    case everything(StoreError)

    var reason: StoreError {
      switch self {
      case .reading(let error), .everything(let error): error
      }
    }
  }

  /// A problem with the database files, about which the user is told.
  enum DatabaseProblem: Equatable {
    /// A problem with the database files: the outbox was damaged, its file was moved to the path,
    /// and a new file was begun.
    case outboxSetAside(String)
    /// A problem with the database files: the outbox cannot be opened; the next write tries again.
    case outboxClosed(StoreError)
    /// A problem with the database files: the cache database was damaged, and a new file was begun.
    case feedsBegunAnew
  }

  /// Opens the outbox of the stores; returns the problems found with the database files.
  func openOutbox(_ log: any Log) async -> [DatabaseProblem] {
    var findings: [DatabaseProblem] = []
    do throws(StoreError) { try await outbox.openDatabase() } catch {
      log.writeLogLine(.storage, .error, "the outbox could not be opened: \(error)")
      findings.append(.outboxClosed(error))
    }
    if let path = await feeds.setAside {
      log.writeLogLine(.storage, .error, "the cache was damaged and moved to \(path)")
      findings.append(.feedsBegunAnew)
    }
    // The most important message comes last, so that it stays in the bottom line.
    if let path = await outbox.setAside {
      log.writeLogLine(.storage, .error, "the outbox was damaged and moved to \(path)")
      findings.append(.outboxSetAside(path))
    }
    return findings
  }

  /// Checks the cache database if the last run did not close it; returns true if it was damaged and
  /// replaced by a new one.
  func replaceCacheDatabaseIfDamaged(_ log: any Log) async -> Bool {
    guard await feeds.wasLeftOpen else { return false }
    do throws(StoreError) {
      let isSound = try await feeds.checkDatabaseReplacingDamagedFile()
      log.writeLogLine(.storage, .info, "the cache was not closed last time; intact: \(isSound)")
      return !isSound
    } catch {
      log.writeLogLine(.storage, .error, "the cache could not be checked: \(error)")
      return false
    }
  }

  /// Returns true if another process changed the stores since the last call; false at the first
  /// call.
  func wereStoresChangedByOtherProcess() async -> Bool {
    do throws(StoreError) {
      // Both stores are checked, so that neither reports this change again.
      let feeds = try await feeds.wasChangedByOtherProcess()
      let outbox = try await outbox.wasChangedByOtherProcess()
      return feeds || outbox
    } catch {
      // A failed check is repeated with a later key; reading reports the error.
      return false
    }
  }
}
