internal import TerminalRig

/// A scenario that measures the time from the start to the first full frame, signed out or with
/// stored posts.
struct StartScenario: Scenario {
  /// The number of stored posts; nil for a start without a signed-in account.
  let posts: Int?
  /// The number of deck columns beside the first.
  let columns: Int
  /// The number of accounts that are read together.
  let accounts: Int
  var size = WindowSize.standard
  private let tolerance: Nanoseconds = 5_000_000

  init(posts: Int?, columns: Int = 0, accounts: Int = 1, size: WindowSize = .standard) {
    self.posts = posts
    self.columns = columns
    self.accounts = accounts
    self.size = size
  }

  var name: String {
    "start, " + (posts.map { "\($0) posts" } ?? "sign-in")
      + (columns > 0 ? ", deck of \(columns + 1) columns" : "")
      + (accounts > 1 ? " each of \(accounts) accounts" : "") + size.suffix
  }

  func measure(on fixture: BenchmarkFixture) async throws -> [Measurement] {
    let home =
      if let posts {
        try await fixture.homes.home(
          HomeContents(posts: posts, columns: columns, accounts: accounts))
      } else {
        try TemporaryHome()
      }
    let count = fixture.options.samples(20)
    let frames = try (0..<count).map { _ in
      try FirstFrame(of: fixture.tweetie, size: size, home: home, isReady: isReady)
    }
    let command = try fixture.reference.command(showing: [frames[count - 1].picture])
    let references = try (0..<count).compactMap { _ in
      try fixture.reference.start(of: command, size: size)
    }
    guard let measured = Samples(frames.map(\.time)).median,
      let reference = Samples(references).median
    else { return [Measurement(name, unmeasured: "the reference shows nothing")] }
    return [
      Measurement(
        name + ", first full frame", .time(measured), reference: .time(reference),
        limit: "reference + 5 ms", isReached: measured <= reference + tolerance)
    ]
  }

  private func isReady(_ screen: VirtualScreen) -> Bool {
    posts == nil ? screen.text.contains("Just looking?") : BenchmarkFixture.showsStream(screen)
  }
}

/// The time from a program's start to its first full frame.
struct FirstFrame {
  let time: Nanoseconds
  let picture: ScreenSnapshot

  /// Starts the program and reads output until the screen fulfils a condition, and a little longer.
  /// The frame is full with the chunk after which all rows but the top line stay unchanged.
  init(
    of command: Command, size: WindowSize, home: TemporaryHome,
    isReady: (VirtualScreen) -> Bool
  ) throws {
    let driver = try TerminalDriver(command, size: size, home: home)
    defer { driver.end() }
    var chunks = driver.read(until: isReady)
    guard !chunks.isEmpty else {
      throw BenchmarkError("no first frame; the screen is\n\(driver.screen.text)")
    }
    chunks += driver.read(until: monotonicNow() + 100_000_000)

    let replay = VirtualScreen(size: size)
    let pictures = chunks.map { chunk in
      replay.feed(chunk.bytes)
      return ScreenSnapshot(of: replay)
    }
    let final = pictures[pictures.count - 1]
    let index = pictures.firstIndex { $0.body == final.body } ?? pictures.count - 1
    time = chunks[index].readAt - driver.spawnedAt
    picture = final
  }
}
