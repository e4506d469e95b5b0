internal import FeedDomain
internal import FeedStorage
internal import Glibc
internal import TerminalRig

/// A cache of home folders, each of a user who is signed in and has stored posts; each is prepared
/// once.
final class PreparedHomes {
  /// The contents and settings of a prepared home. The setting for new posts belongs to it, since a
  /// demo world keeps the value of the sign-in.
  private struct Key: Hashable {
    let contents: HomeContents
    let newPosts: String
  }

  /// The account that is signed in in prepared homes.
  static let account = Account(
    service: .tweetie, person: Person.ID("tweetieuser"), handle: "tweetieuser")

  private let binary: String
  private var homes: [Key: TemporaryHome] = [:]
  private static let pageLength = 500
  private static let photoQuota = 1 << 30
  /// The number of newest posts with cached photos, more than any scenario shows.
  private static let mostPictured = 1000

  init(binary: String) { self.binary = binary }

  /// Returns the prepared home with given contents, with the settings written to it.
  func home(_ contents: HomeContents, settings: ClientSettings = .quiet) async throws
    -> TemporaryHome
  {
    let key = Key(contents: contents, newPosts: settings.newPosts)
    if let home = homes[key] {
      try write(settings, to: home)
      return home
    }
    let home = try await newHome(contents, settings: settings)
    homes[key] = home
    return home
  }

  /// Returns a newly prepared home with given contents, which no other measurement uses.
  func newHome(_ contents: HomeContents, settings: ClientSettings) async throws -> TemporaryHome {
    let home = try TemporaryHome()
    // The settings are needed before the sign-in, at which the demo world begins.
    try write(settings, to: home)
    try signIn(home)
    if contents.posts > 0 { try await fill(home, with: contents) }
    return home
  }

  private func fill(_ home: TemporaryHome, with contents: HomeContents) async throws {
    let account = Self.account.id
    let now = Timestamp(milliseconds: Int64(time(nil)) * 1000)
    let store = try await openStore(in: home)
    if contents.accounts > 1 { return try await fillAll(store, of: home, contents, now: now) }
    for start in stride(from: 0, to: contents.posts, by: Self.pageLength) {
      let end = min(contents.posts, start + Self.pageLength)
      let page = FeedPage(
        GeneratedPosts.entries(start..<end, photos: contents.photos, now: now),
        older: end < contents.posts ? Cursor("bench-\(end)") : nil)
      _ = try await store.mergeFetchedPage(
        page, into: .home, account: account, at: start == 0 ? .top : .bottom, now: now)
    }
    let read = GeneratedPosts.id(of: contents.unread)
    try await store.setReadingPosition(
      ReadingPosition(entry: read, row: 0), lastRead: read, in: .stream(.home, account))
    try await store.setLastOpenedFeed(.home, account: account)
    try await store.storeScreenLayout(contents.layout, of: .stream(.home, account))
    try await fillColumns(of: store, contents.columns, now: now)
    let cache = FilePhotoCache(
      path: home.path + "/cache/tweetie/photos", quota: Self.photoQuota,
      world: FixedWorld(now: now))
    let pictured = min(contents.posts, Self.mostPictured)
    try await contents.photos?.fill(cache, posts: 0..<pictured, for: account)
  }

  /// Signs in further accounts, each with stored posts of its own, and opens the stream of all
  /// accounts.
  private func fillAll(
    _ store: SQLiteFeedStore, of home: TemporaryHome,
    _ contents: HomeContents, now: Timestamp
  ) async throws {
    let others = (1..<contents.accounts).map { number in
      Account(service: .tweetie, person: Person.ID("bench\(number)"), handle: "bench\(number)")
    }
    let credentials = FileCredentialStore(path: home.path + "/state/tweetie/accounts")
    let front = try credentials.storedAccounts()
    for other in others {
      try credentials.saveAccountAndMakeActive(SignedInAccount(other, token: Secret("bench")))
    }
    for account in front { try credentials.saveAccountAndMakeActive(account) }
    let all = [Self.account.id] + others.map(\.id)
    for (number, account) in all.enumerated() {
      for start in stride(from: 0, to: contents.posts, by: Self.pageLength) {
        let end = min(contents.posts, start + Self.pageLength)
        let page = FeedPage(
          GeneratedPosts.entries(start..<end, seenBy: number, now: now),
          older: end < contents.posts ? Cursor("bench-\(end)") : nil)
        _ = try await store.mergeFetchedPage(
          page, into: .home, account: account, at: start == 0 ? .top : .bottom, now: now)
      }
    }
    let read = GeneratedPosts.id(of: 0).scoped(to: Self.account.id)
    try await store.setReadingPosition(
      ReadingPosition(entry: read, row: 0), lastRead: read, in: .homes(all))
    try await store.tabStore.setTabs([.feed(.home), .feed(.everything)], account: Self.account.id)
    try await store.setLastOpenedFeed(.everything, account: Self.account.id)
  }

  /// Adds deck columns beside the first, all with the same posts.
  private func fillColumns(of store: SQLiteFeedStore, _ count: Int, now: Timestamp) async throws {
    let account = Self.account.id
    let feeds = (0..<count).map { Feed.tag("bench\($0)") }
    for feed in feeds {
      let page = FeedPage(
        GeneratedPosts.entries(0..<HomeContents.postsInColumn, now: now), older: nil)
      _ = try await store.mergeFetchedPage(page, into: feed, account: account, at: .top, now: now)
    }
    try await store.tabStore.storeDeckColumns(
      feeds.map { DeckColumn(.stream(.feed($0)), of: account) })
  }

  private func signIn(_ home: TemporaryHome) throws {
    let script = "printf 'tweetie123\\n' | \"$0\" login tweetie --user tweetieuser --password-stdin"
    let command = Command(executable: "/bin/sh", arguments: ["-c", script, binary])
    let driver = try TerminalDriver(command, size: .standard, home: home)
    let end = driver.waitForEnd()
    guard end.status == .exited(0) else {
      throw BenchmarkError("cannot sign in: \(end.output.text)")
    }
  }

  private func write(_ settings: ClientSettings, to home: TemporaryHome) throws {
    for (name, value) in settings.variables { home.set(name, to: value) }
    let directory = home.path + "/config/tweetie"
    mkdir(directory, 0o700)
    guard let file = fopen(directory + "/config.ini", "w") else {
      throw BenchmarkError("cannot write the settings")
    }
    fputs(settings.text, file)
    fclose(file)
  }
}

/// The contents of a prepared home: stored posts with photos, and the layout of the stream.
struct HomeContents: Hashable {
  /// The number of posts in each deck column beside the first.
  static let postsInColumn = 500

  let posts: Int
  var photos: GeneratedPhotos?
  var layout = TimelineLayout.list
  /// The number of unread posts, which are the newest.
  var unread = 0
  /// The number of deck columns beside the first.
  var columns = 0
  /// The number of accounts that are read together; every tenth post is the same in all of them.
  var accounts = 1
}

/// The settings of a measured program, in its `config.ini` and environment.
struct ClientSettings: Hashable {
  /// The time in which the built-in service replies.
  var latency = "350ms"
  /// The time between two new posts of the built-in service. A demo world keeps the value of the
  /// sign-in.
  var newPosts = "off"
  /// The setting for the picture protocol.
  var pictures = "off"
  /// The requests to the built-in service that fail.
  var faults = ""

  /// Settings without new posts and automatic refreshes, so that only keys change the screen.
  static let quiet = ClientSettings()
  /// Settings like `quiet`, but without a network, so that only stored posts are shown.
  static let silent = ClientSettings(latency: "off", faults: "feed=unreachable")
  /// Settings like `quiet`, with a service that replies in half a second.
  static let slow = ClientSettings(latency: "500ms")
  /// Settings with twenty new posts a second, from a service that replies at once, so that only the
  /// program's own time is measured.
  static let busy = ClientSettings(latency: "off", newPosts: "50ms")

  /// Returns settings like `quiet`, with pictures in the protocol of a terminal.
  static func pictures(on terminal: TerminalKind) -> ClientSettings {
    ClientSettings(latency: "off", pictures: terminal.pictures)
  }

  /// The environment variables with the settings of the built-in service.
  var variables: [String: String] {
    [
      "TWEETIE_LATENCY": latency, "TWEETIE_NEW_POSTS": newPosts, "TWEETIE_FAULTS": faults,
    ]
  }

  /// The contents of the settings file. An earlier version of the program, measured for comparison,
  /// reads all settings from it.
  var text: String {
    """
    [display]
    pictures = \(pictures)
    [reading]
    refresh = off
    [tweetie]
    latency = \(latency)
    new-posts = \(newPosts)
    faults = \(faults)

    """
  }
}

/// Opens the cache database in a home, where the program will open it.
func openStore(in home: TemporaryHome) async throws -> SQLiteFeedStore {
  let directory = home.path + "/cache/tweetie"
  mkdir(directory, 0o700)
  return try await SQLiteFeedStore(.file(directory + "/cache.db"))
}

/// A world whose clock stands still, for writing files.
struct FixedWorld: World {
  let now: Timestamp

  func sleep(for duration: Duration) async throws(CancellationError) {}
  func randomKey() -> String { "bench" }
  func randomFraction() -> Double { 0.5 }
}
