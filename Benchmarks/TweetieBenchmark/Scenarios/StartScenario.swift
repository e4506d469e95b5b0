internal import TerminalRig

/// Start to the first full frame: signed out, or with so many posts stored.
struct StartScenario: Scenario {
  /// How many posts there are in the cache; nothing: nobody is signed in.
  let posts: Int?
  /// How many streams stand in columns beside the first.
  let columns: Int
  /// How many accounts are read together.
  let accounts: Int
  var size = WindowSize.standard
  private let allowance: Nanoseconds = 5_000_000

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

  func measure(on stage: BenchmarkFixture) async throws -> [Measurement] {
    let home =
      if let posts {
        try await stage.homes.home(HomeContents(posts: posts, columns: columns, accounts: accounts))
      } else {
        try TemporaryHome()
      }
    let count = stage.options.samples(20)
    let frames = try (0..<count).map { _ in
      try FirstFrame(of: stage.tweetie, size: size, home: home, isReady: isReady)
    }
    let command = try stage.reference.command(showing: [frames[count - 1].picture])
    let references = try (0..<count).compactMap { _ in
      try stage.reference.start(of: command, size: size)
    }
    guard let measured = Samples(frames.map(\.time)).median,
      let reference = Samples(references).median
    else { return [Measurement(name, unmeasured: "the reference shows nothing")] }
    return [
      Measurement(
        name + ", first full frame", .time(measured), reference: .time(reference),
        limit: "reference + 5 ms", isReached: measured <= reference + allowance)
    ]
  }

  private func isReady(_ screen: VirtualScreen) -> Bool {
    posts == nil ? screen.text.contains("Just looking?") : BenchmarkFixture.showsStream(screen)
  }
}
