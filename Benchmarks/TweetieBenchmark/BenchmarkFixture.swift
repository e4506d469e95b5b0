internal import TerminalRig

/// The program, its reference and homes, which every scenario uses.
struct BenchmarkFixture {
  let options: BenchmarkOptions
  let reference: ReferenceProgram
  let homes: PreparedHomes

  /// The full-screen program.
  var tweetie: Command { Command(executable: options.binary) }

  /// True if a stream with generated posts is on the screen, down to the line of keys.
  static func showsStream(_ screen: VirtualScreen) -> Bool {
    screen.text.contains(GeneratedPosts.marker) && !screen.text(ofRow: screen.size.rows - 1).isEmpty
  }

  /// Starts the program with its stream on the screen, and waits until no output follows.
  func openStream(
    posts: Int, size: WindowSize = .standard, settings: ClientSettings = .quiet
  ) async throws -> TerminalDriver {
    try await open(HomeContents(posts: posts), size: size, settings: settings)
  }

  /// Starts the program with a cache of these contents.
  func openStream(_ contents: HomeContents, size: WindowSize) async throws -> TerminalDriver {
    try await open(contents, size: size, settings: .quiet)
  }

  /// Starts the program on a terminal with pictures, which are switched off at first.
  func openPictures(
    _ contents: HomeContents, size: WindowSize = .standard, terminal: TerminalKind = .kitty
  ) async throws -> TerminalDriver {
    try await open(
      contents, size: size, settings: .pictures(on: terminal), terminal: terminal,
      arguments: ["--no-pictures"])
  }

  /// Starts the program with a number of unread posts.
  func openMissed(_ count: Int) async throws -> TerminalDriver {
    try await open(
      HomeContents(posts: count * 2, unread: count), size: .standard, settings: .silent)
  }

  private func open(
    _ contents: HomeContents, size: WindowSize, settings: ClientSettings,
    terminal: TerminalKind = .symbols, arguments: [String] = []
  ) async throws -> TerminalDriver {
    let home = try await homes.home(contents, settings: settings)
    let command = Command(executable: options.binary, arguments: arguments)
    let driver = try TerminalDriver(command, size: size, home: home, terminal: terminal)
    guard !driver.read(until: Self.showsStream).isEmpty else {
      throw BenchmarkError("no stream on the screen:\n\(driver.screen.text)")
    }
    // The refresh at the start belongs to no measurement.
    driver.draw(driver.read(untilQuietFor: 1500))
    return driver
  }
}

/// A part of the benchmark that can be run alone.
protocol Scenario: Sendable {
  /// The name, by which `--only` selects it.
  var name: String { get }
  func measure(on fixture: BenchmarkFixture) async throws -> [Measurement]
}

extension WindowSize {
  /// The end of a row's name; empty for the standard size.
  var suffix: String { self == .standard ? "" : ", \(columns)×\(rows)" }
}
