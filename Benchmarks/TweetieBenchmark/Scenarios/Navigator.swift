internal import TerminalRig

/// What every scenario works with: the program, its reference, and homes with posts in them.
struct BenchmarkFixture {
  let options: BenchmarkOptions
  let reference: ReferenceProgram
  let homes: PreparedHomes

  /// The full-screen program.
  var tweetie: Command { Command(executable: options.binary) }

  /// Whether a stream with our posts is on the screen, down to its line of keys.
  static func showsStream(_ screen: VirtualScreen) -> Bool {
    screen.text.contains(InventedPosts.marker) && !screen.text(ofRow: screen.size.rows - 1).isEmpty
  }

  /// The program with its stream on the screen and nothing more to come.
  func openStream(
    posts: Int, size: WindowSize = .standard, settings: ClientSettings = .quiet
  ) async throws -> Driver {
    try await open(HomeContents(posts: posts), size: size, settings: settings)
  }

  /// The same with that in its cache.
  func openStream(_ contents: HomeContents, size: WindowSize) async throws -> Driver {
    try await open(contents, size: size, settings: .quiet)
  }

  /// The same on a terminal with pictures, none of which is shown before somebody asks for them.
  func openPictures(
    _ contents: HomeContents, size: WindowSize = .standard, terminal: TerminalKind = .kitty
  ) async throws -> Driver {
    try await open(
      contents, size: size, settings: .pictures(on: terminal), terminal: terminal,
      arguments: ["--no-pictures"])
  }

  /// The same where so many posts were not read.
  func openMissed(_ count: Int) async throws -> Driver {
    try await open(
      HomeContents(posts: count * 2, unread: count), size: .standard, settings: .silent)
  }

  private func open(
    _ contents: HomeContents, size: WindowSize, settings: ClientSettings,
    terminal: TerminalKind = .symbols, arguments: [String] = []
  ) async throws -> Driver {
    let home = try await homes.home(contents, settings: settings)
    let command = Command(executable: options.binary, arguments: arguments)
    let driver = try Driver(command, size: size, home: home, terminal: terminal)
    guard !driver.read(until: Self.showsStream).isEmpty else {
      throw BenchmarkError("no stream on the screen:\n\(driver.screen.text)")
    }
    // The refresh at the start, and whatever it brings, belongs to no measurement.
    driver.draw(driver.read(untilQuietFor: 1500))
    return driver
  }
}
