internal import TerminalRig

/// The objects that all scenarios of the benchmark share: the program, the reference program and
/// prepared homes.
struct BenchmarkFixture {
  let options: BenchmarkOptions
  let reference: ReferenceProgram
  let homes: PreparedHomes

  /// The command that starts the measured program in the full screen.
  var tweetie: Command { Command(executable: options.binary) }

  /// Returns true if a screen shows a stream of generated posts and the line of keys at the bottom.
  static func showsStream(_ screen: VirtualScreen) -> Bool {
    screen.text.contains(GeneratedPosts.marker) && !screen.text(ofRow: screen.size.rows - 1).isEmpty
  }

  /// Starts the program with a stream of generated posts, and waits until its output ends.
  func openStream(
    posts: Int, size: WindowSize = .standard, settings: ClientSettings = .quiet
  ) async throws -> TerminalDriver {
    try await open(HomeContents(posts: posts), size: size, settings: settings)
  }

  /// Starts the program with a home of given contents, and waits until its output ends.
  func openStream(_ contents: HomeContents, size: WindowSize) async throws -> TerminalDriver {
    try await open(contents, size: size, settings: .quiet)
  }

  /// Starts the program in a terminal that can show pictures; pictures are switched off at first.
  func openPictures(
    _ contents: HomeContents, size: WindowSize = .standard, terminal: TerminalKind = .kitty
  ) async throws -> TerminalDriver {
    try await open(
      contents, size: size, settings: .pictures(on: terminal), terminal: terminal,
      arguments: ["--no-pictures"])
  }

  /// Starts the program with `count` unread posts.
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
    // The refresh at the start is not measured.
    driver.draw(driver.read(untilQuietFor: 1500))
    return driver
  }
}

/// A part of the benchmark that can be run by itself.
protocol Scenario: Sendable {
  /// The name of the scenario, by which `--only` selects it.
  var name: String { get }
  func measure(on fixture: BenchmarkFixture) async throws -> [Measurement]
}

extension WindowSize {
  /// The end of a measurement's name for a terminal size; empty for the standard size.
  var suffix: String { self == .standard ? "" : ", \(columns)×\(rows)" }
}
