internal import FeedDomain
internal import TerminalRig

/// A scenario that measures the time from a key to the last byte of the repaint, and the number of
/// bytes, compared with the reference program.
struct KeyScenario: Scenario {
  /// The keys that the scenario presses.
  enum Movement: String {
    /// To the next post and back, without scrolling.
    case cursor = "cursor down"
    /// To the next page.
    case page = "page down"
    /// To the next post repeatedly, so that the screen scrolls.
    case scroll = "scrolling"
  }

  /// The contents of the screen while keys are pressed.
  enum ScreenContents: String {
    case stream = ""
    /// One row for each post.
    case lines = ", line density"
    case deck = ", deck of three columns"
    /// The home streams of four accounts as one stream.
    case everything = ", everything of four accounts"

    /// The contents of the prepared home for the screen.
    var contents: HomeContents {
      let posts = 100_000
      return switch self {
      case .stream: HomeContents(posts: posts)
      case .lines: HomeContents(posts: posts, layout: .lines)
      case .deck: HomeContents(posts: posts, columns: 2)
      case .everything: HomeContents(posts: posts, accounts: 4)
      }
    }
  }

  let movement: Movement
  var screenContents = ScreenContents.stream
  var size = WindowSize.standard
  var name: String { movement.rawValue + screenContents.rawValue + size.suffix }

  func measure(on fixture: BenchmarkFixture) async throws -> [Measurement] {
    let driver = try await fixture.openStream(screenContents.contents, size: size)
    defer { driver.end() }
    if movement == .scroll { toTheBottomEdge(driver) }
    let start = ScreenSnapshot(of: driver.screen)
    let whole = AnsweredKeys(of: driver, pressing: keys(fixture.options.samples(400)))
    let mirrored = try fixture.reference.walk(
      through: [start] + whole.steps.map(\.picture), size: size)
    // Of keys to and fro, only those downwards count.
    let (ours, reference) =
      movement == .cursor
      ? (whole.firstOfEachPair, mirrored.firstOfEachPair) : (whole, mirrored)
    return rows(ours, reference)
  }

  private func keys(_ count: Int) -> [[UInt8]] {
    switch movement {
    case .cursor: (0..<count).map { Array(($0.isMultiple(of: 2) ? "j" : "k").utf8) }
    case .page: Array(repeating: TerminalKey.pageDown.bytes, count: count / 2)
    case .scroll: Array(repeating: Array("j".utf8), count: count / 2)
    }
  }

  private func toTheBottomEdge(_ driver: TerminalDriver) {
    _ = AnsweredKeys(of: driver, pressing: Array(repeating: Array("j".utf8), count: size.rows))
  }

  private func rows(_ ours: AnsweredKeys, _ reference: AnsweredKeys) -> [Measurement] {
    guard ours.unanswered == 0, let p50 = ours.latencies.median,
      let p99 = ours.latencies.percentile(99), let bytes = ours.byteCounts.median,
      let other50 = reference.latencies.median, let other99 = reference.latencies.percentile(99),
      let otherBytes = reference.byteCounts.median
    else { return [Measurement(name, unmeasured: "\(ours.unanswered) keys without an answer")] }
    let isCursor = movement == .cursor
    return [
      Measurement(
        "\(name), p50", .time(p50), reference: .time(other50),
        limit: isCursor ? "< 2 × reference" : "", isReached: isCursor ? p50 < 2 * other50 : nil),
      Measurement(
        "\(name), p99", .time(p99), reference: .time(other99), limit: isCursor ? "< 3 ms" : "",
        isReached: isCursor ? p99 < 3_000_000 : nil),
      Measurement(
        "\(name), bytes", .bytes(bytes), reference: .bytes(otherBytes),
        limit: isCursor ? "≤ 1.2 × reference" : "",
        isReached: isCursor ? bytes * 10 <= otherBytes * 12 : nil),
    ]
  }
}

/// A scenario that measures a key held down for two seconds, with thirty repetitions a second.
struct HeldKeyScenario: Scenario {
  let name = "held key"
  private let presses = 60

  func measure(on fixture: BenchmarkFixture) async throws -> [Measurement] {
    let down = Array("j".utf8)
    let driver = try await fixture.openStream(posts: 100_000)
    _ = AnsweredKeys(of: driver, pressing: Array(repeating: down, count: presses))
    let goal = ScreenSnapshot(of: driver.screen)
    // The selection goes back to the start, so that the keys lead to the same screens in the
    // reference program.
    _ = AnsweredKeys(of: driver, pressing: Array(repeating: Array("k".utf8), count: presses))
    let start = ScreenSnapshot(of: driver.screen)
    defer { driver.end() }

    var chunks: [Chunk] = []
    var last: Nanoseconds = 0
    let begin = monotonicNow()
    for press in 0..<presses {
      chunks += driver.read(until: begin + Int64(press) * 33_333_333)
      last = driver.type(down)
    }
    chunks += driver.read(untilQuietFor: 300)
    driver.draw(chunks)
    let lag = chunks.last.map { max(0, $0.readAt - last) }
    let isAnswered = ScreenSnapshot(of: driver.screen).body == goal.body && start.body != goal.body
    return [
      Measurement(
        "key held 2 s at 30/s, lag after the last", lag.map(Quantity.time), limit: "< 3 ms",
        isReached: lag.map { $0 < 3_000_000 && isAnswered }),
      Measurement(
        "key held 2 s at 30/s, every press answered", .count(isAnswered ? 60 : 0), limit: "60",
        isReached: isAnswered),
    ]
  }
}

/// A scenario that measures keys which come faster than the program draws: a megabyte of text
/// without paste markers, and thousands of steps through a stream.
struct FloodScenario: Scenario {
  let name = "flood"
  private let line =
    "Seventy-nine characters of what somebody copied elsewhere, and their end.....\r"

  func measure(on fixture: BenchmarkFixture) async throws -> [Measurement] {
    let text = Array(String(repeating: line, count: 1_000_000 / line.utf8.count).utf8)
    let writing = try await time(of: Array("c".utf8) + text, on: fixture) {
      $0.text.contains("somebody copied elsewhere")
    }
    let reading = try await time(of: Array(repeating: UInt8(ascii: "j"), count: 5_000), on: fixture)
    {
      _ in true
    }
    return [
      Measurement(
        "1 MB of text typed at once, to the end of the program", writing.map(Quantity.time),
        limit: "< 2 s", isReached: writing.map { $0 < 2_000_000_000 }),
      Measurement(
        "5000 steps typed at once, to the end of the program", reading.map(Quantity.time),
        limit: "< 500 ms", isReached: reading.map { $0 < 500_000_000 }),
    ]
  }

  /// Returns the time until the program has handled all keys, the last of which ends it; nil if the
  /// expected screen never appeared.
  private func time(
    of keys: [UInt8], on fixture: BenchmarkFixture, until isSeen: @escaping (VirtualScreen) -> Bool
  ) async throws -> Nanoseconds? {
    let driver = try await fixture.openStream(posts: 10_000)
    let begun = monotonicNow()
    let chunks = driver.type(all: keys + [0x03])
    let end = driver.waitForEnd()
    driver.draw(chunks)
    return isSeen(driver.screen) ? end.at - begun : nil
  }
}

/// A scenario that measures the time from a like to its heart, with a service that answers in half
/// a second.
struct LikeScenario: Scenario {
  let name = "like"
  /// The duration of a frame of a screen with sixty frames a second.
  private let frame: Nanoseconds = 16_666_667

  func measure(on fixture: BenchmarkFixture) async throws -> [Measurement] {
    let driver = try await fixture.openStream(posts: 10_000, settings: .slow)
    defer { driver.end() }
    let times = (0..<fixture.options.samples(12)).map { _ -> Nanoseconds? in
      let before = ScreenSnapshot(of: driver.screen)
      let pressedAt = driver.type(Array("l".utf8))
      let chunks = driver.read(untilQuietFor: AnsweredKeys.quiet, first: 400)
      driver.draw(chunks)
      let hasChanged = ScreenSnapshot(of: driver.screen).body != before.body
      // The next like waits for the service's answer and the end of the flash.
      driver.draw(driver.read(untilQuietFor: 1200))
      return hasChanged ? chunks.last.map { $0.readAt - pressedAt } : nil
    }
    let answered = Samples(times.compactMap(\.self))
    let slowest = answered.count == times.count ? answered.percentile(100) : nil
    return [
      Measurement(
        "like to heart, service needing 500 ms, slowest", slowest.map(Quantity.time),
        limit: "the same frame", isReached: slowest.map { $0 < frame })
    ]
  }
}
