internal import FeedDomain
internal import Glibc
internal import TerminalRig

/// Homes of somebody who is signed in and has read so many posts, each prepared once.
final class PreparedHomes {
  private let binary: String
  private let openStore: (_ home: TemporaryHome) async throws -> any FeedStore
  private var homes: [Int: TemporaryHome] = [:]
  private static let pageLength = 500

  init(
    binary: String, openStore: @escaping (_ home: TemporaryHome) async throws -> any FeedStore
  ) {
    self.binary = binary
    self.openStore = openStore
  }

  /// The home with that many posts in its cache, to be started with these settings.
  func home(posts: Int, settings: ClientSettings = .quiet) async throws -> TemporaryHome {
    let home = if let home = homes[posts] { home } else { try await prepare(posts: posts) }
    homes[posts] = home
    try write(settings, to: home)
    return home
  }

  private func prepare(posts: Int) async throws -> TemporaryHome {
    let home = try TemporaryHome()
    try signIn(home)
    guard posts > 0 else { return home }
    let store = try await openStore(home)
    let account = Account(
      service: .tweetie, person: Person.ID("tweetieuser"), handle: "tweetieuser"
    ).id
    let now = Timestamp(milliseconds: Int64(time(nil)) * 1000)
    for start in stride(from: 0, to: posts, by: Self.pageLength) {
      let end = min(posts, start + Self.pageLength)
      let page = FeedPage(
        InventedPosts.entries(start..<end, now: now),
        older: end < posts ? Cursor("bench-\(end)") : nil)
      _ = try await store.commit(
        page, to: .home, account: account, at: start == 0 ? .top : .bottom, now: now)
    }
    let top = InventedPosts.id(of: 0)
    try await store.setPlace(
      ReadingPlace(entry: top, row: 0), lastRead: top, in: .home, account: account)
    try await store.setLastFeed(.home, account: account)
    return home
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
    let directory = home.path + "/config/tweetie"
    mkdir(directory, 0o700)
    guard let file = fopen(directory + "/config.ini", "w") else {
      throw BenchmarkError("cannot write the settings")
    }
    fputs(settings.text, file)
    fclose(file)
  }
}
