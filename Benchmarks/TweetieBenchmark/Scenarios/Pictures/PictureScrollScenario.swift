internal import FeedDomain
internal import TerminalRig

/// What scrolling by one row costs when there are pictures on the screen, all of them loaded.
struct PictureScrollScenario: Scenario {
  let terminal: TerminalKind
  var name: String { "scrolling with pictures, " + terminal.rawValue }

  /// High enough that a post with its photo is a small part of it.
  private static let size = WindowSize(columns: 80, rows: 60)
  private static let steps = 8

  func measure(on stage: BenchmarkFixture) async throws -> [Measurement] {
    let driver = try await stage.openPictures(
      HomeContents(posts: 100, photos: .snapshot), size: Self.size, terminal: terminal)
    defer { driver.end() }
    driver.type(Array("V".utf8))
    driver.draw(driver.read(untilQuietFor: 500, first: 2000))
    // There and back, so that everything has been on the screen before.
    walk(driver, "j")
    walk(driver, "k")
    let steps = walk(driver, "j")
    let perRow = zip(steps, steps.dropFirst()).compactMap { before, after -> Int64? in
      let rows = after.picture.rowsScrolled(since: before.picture)
      return rows > 0 ? after.byteCount / Int64(rows) : nil
    }
    driver.type(ReferenceProgram.repaint)
    let repaint = driver.read(untilQuietFor: 500, first: 1000).byteCount
    let median = Samples(perRow).median
    return [
      Measurement(
        name + ", bytes a row", median.map(Quantity.bytes), reference: .bytes(repaint),
        limit: terminal.isRedrawn ? "" : "< 40 % of a repaint",
        isReached: terminal.isRedrawn ? nil : median.map { $0 * 100 < repaint * 40 })
    ]
  }

  /// Waits after each step until all pictures are there.
  @discardableResult private func walk(_ driver: Driver, _ key: String) -> [Walk.Step] {
    (0..<Self.steps).map { _ in
      let pressedAt = driver.type(Array(key.utf8))
      let chunks = driver.read(untilQuietFor: 200, first: 400)
      driver.draw(chunks)
      return Walk.Step(
        latency: chunks.last.map { $0.readAt - pressedAt }, byteCount: chunks.byteCount,
        picture: Picture(of: driver.screen))
    }
  }
}

extension TerminalKind {
  /// Whether a picture that moves has to be sent again: then nothing is promised.
  fileprivate var isRedrawn: Bool { self == .sixel || self == .iterm }
}
