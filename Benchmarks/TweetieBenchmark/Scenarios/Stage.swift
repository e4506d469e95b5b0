internal import TerminalRig

/// What every scenario works with: the program, its reference, and homes with posts in them.
struct Stage {
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
    let home = try await homes.home(posts: posts, settings: settings)
    let driver = try Driver(tweetie, size: size, home: home)
    guard !driver.read(until: Self.showsStream).isEmpty else {
      throw BenchmarkError("no stream on the screen:\n\(driver.screen.text)")
    }
    // The refresh at the start, and whatever it brings, belongs to no measurement.
    driver.draw(driver.read(untilQuietFor: 1500))
    return driver
  }
}
