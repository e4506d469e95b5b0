internal import FeedDomain
internal import FeedStorage
internal import Glibc
internal import TerminalRig

/// Homes of somebody who is signed in and has read so many posts, each prepared once.
final class PreparedHomes {
  /// A world keeps the pace at which posts come from the sign-in on: another pace is another home.
  private struct Key: Hashable {
    let contents: HomeContents
    let newPosts: String
  }

  /// Whose homes they are.
  static let account = Account(
    service: .tweetie, person: Person.ID("tweetieuser"), handle: "tweetieuser")

  private let binary: String
  private var homes: [Key: TemporaryHome] = [:]
  private static let pageLength = 500
  private static let photoQuota = 1 << 30
  /// So many of the newest posts have their photos in the cache, which is more than anybody gets to.
  private static let mostPictured = 1000

  init(binary: String) { self.binary = binary }

  /// The home with that in its cache, to be started with these settings.
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

  /// The same, prepared anew each time.
  func newHome(_ contents: HomeContents, settings: ClientSettings) async throws -> TemporaryHome {
    let home = try TemporaryHome()
    // Before the sign-in, at which the world begins.
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
        InventedPosts.entries(start..<end, photos: contents.photos, now: now),
        older: end < contents.posts ? Cursor("bench-\(end)") : nil)
      _ = try await store.commit(
        page, to: .home, account: account, at: start == 0 ? .top : .bottom, now: now)
    }
    let read = InventedPosts.id(of: contents.unread)
    try await store.setPlace(
      ReadingPosition(entry: read, row: 0), lastRead: read, in: .stream(.home, account))
    try await store.setLastFeed(.home, account: account)
    try await store.setArrangement(contents.arrangement, of: .stream(.home, account))
    try await fillColumns(of: store, contents.columns, now: now)
    let cache = FilePhotoCache(
      path: home.path + "/cache/tweetie/photos", quota: Self.photoQuota,
      world: StandingWorld(now: now))
    let pictured = min(contents.posts, Self.mostPictured)
    try await contents.photos?.fill(cache, posts: 0..<pictured, for: account)
  }

  /// Signs others in besides, and gives each so many posts; what is read is everything.
  private func fillAll(
    _ store: SQLiteFeedStore, of home: TemporaryHome,
    _ contents: HomeContents, now: Timestamp
  ) async throws {
    let others = (1..<contents.accounts).map { number in
      Account(service: .tweetie, person: Person.ID("bench\(number)"), handle: "bench\(number)")
    }
    let credentials = FileCredentialStore(path: home.path + "/state/tweetie/accounts")
    let front = try credentials.accounts()
    for other in others { try credentials.save(SignedInAccount(other, token: Secret("bench"))) }
    for account in front { try credentials.save(account) }
    let all = [Self.account.id] + others.map(\.id)
    for (number, account) in all.enumerated() {
      for start in stride(from: 0, to: contents.posts, by: Self.pageLength) {
        let end = min(contents.posts, start + Self.pageLength)
        let page = FeedPage(
          InventedPosts.entries(start..<end, seenBy: number, now: now),
          older: end < contents.posts ? Cursor("bench-\(end)") : nil)
        _ = try await store.commit(
          page, to: .home, account: account, at: start == 0 ? .top : .bottom, now: now)
      }
    }
    let read = InventedPosts.id(of: 0).of(Self.account.id)
    try await store.setPlace(
      ReadingPosition(entry: read, row: 0), lastRead: read, in: .homes(all))
    try await store.tabStore.setTabs([.feed(.home), .feed(.everything)], account: Self.account.id)
    try await store.setLastFeed(.everything, account: Self.account.id)
  }

  /// Puts so many streams beside the first, the same posts in each.
  private func fillColumns(
    of store: SQLiteFeedStore, _ count: Int, now: Timestamp
  ) async throws {
    let account = Self.account.id
    let feeds = (0..<count).map { Feed.tag("bench\($0)") }
    for feed in feeds {
      let page = FeedPage(
        InventedPosts.entries(0..<HomeContents.postsInColumn, now: now), older: nil)
      _ = try await store.commit(page, to: feed, account: account, at: .top, now: now)
    }
    try await store.tabStore.setDeck(feeds.map { DeckColumn(.stream(.feed($0)), of: account) })
  }

  private func signIn(_ home: TemporaryHome) throws {
    let script =
      "printf 'tweetie123\\n' | \"$0\" login tweetie --user tweetieuser --password-stdin"
    let command = Command(executable: "/bin/sh", arguments: ["-c", script, binary])
    let driver = try Driver(command, size: .standard, home: home)
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
