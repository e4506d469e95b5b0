internal import FeedDomain
internal import TerminalRig

/// Key to the last byte of the repaint, and its bytes, beside the reference showing the same.
struct KeyScenario: Scenario {
  /// What is pressed how, and what is to be reached.
  enum Movement: String {
    /// To the next post and back, the screen standing still.
    case cursor = "cursor down"
    /// A screenful further.
    case page = "page down"
    /// To the next post, again and again: the screen follows.
    case scroll = "scrolling"
  }

  /// What is on the screen.
  enum KnownPerson: String {
    case stream = ""
    /// A post in each row.
    case lines = ", line density"
    case deck = ", deck of three columns"
    /// The homes of four accounts as one stream.
    case everything = ", everything of four accounts"

    /// What is in the cache for it.
    var contents: HomeContents {
      let posts = 100_000
      return switch self {
      case .stream: HomeContents(posts: posts)
      case .lines: HomeContents(posts: posts, arrangement: .lines)
      case .deck: HomeContents(posts: posts, columns: 2)
      case .everything: HomeContents(posts: posts, accounts: 4)
      }
    }
  }

  let movement: Movement
  var sight = KnownPerson.stream
  var size = WindowSize.standard
  var name: String { movement.rawValue + sight.rawValue + size.suffix }

  func measure(on stage: BenchmarkFixture) async throws -> [Measurement] {
    let driver = try await stage.openStream(sight.contents, size: size)
    defer { driver.end() }
    if movement == .scroll { toTheBottomEdge(driver) }
    let start = Picture(of: driver.screen)
    let whole = Walk(of: driver, pressing: keys(stage.options.samples(400)))
    let mirrored = try stage.reference.walk(
      through: [start] + whole.steps.map(\.picture), size: size)
    // Where one goes to and fro, only the way down counts.
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

  private func toTheBottomEdge(_ driver: Driver) {
    _ = Walk(of: driver, pressing: Array(repeating: Array("j".utf8), count: size.rows))
  }

  private func rows(_ ours: Walk, _ reference: Walk) -> [Measurement] {
    guard ours.unanswered == 0, let p50 = ours.latencies.median,
      let p99 = ours.latencies.percentile(99), let bytes = ours.byteCounts.median,
      let other50 = reference.latencies.median, let other99 = reference.latencies.percentile(99),
      let otherBytes = reference.byteCounts.median
    else {
      return [Measurement(name, unmeasured: "\(ours.unanswered) keys without an answer")]
    }
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
