internal import FeedDomain
internal import TerminalRig

/// The most memory the client took for five hundred photos among a hundred thousand posts, and the
/// most a decoder took.
struct PictureMemoryScenario: Scenario {
  let name = "picture memory"
  private let limit = 60 * 1024

  func measure(on stage: BenchmarkFixture) async throws -> [Measurement] {
    let contents = HomeContents(posts: 100_000, photos: .snapshot, arrangement: .wall)
    let driver = try await stage.openPictures(
      contents, size: WindowSize(columns: 120, rows: 50))
    defer { driver.end() }
    let client = Party(startedAs: driver.pid).client
    driver.type(Array("V".utf8))
    let goal = stage.options.isQuick ? 100 : 500
    var (seen, most, decoderPeak) = (0, 0, 0)
    for _ in 0..<200 where seen < goal {
      while true {
        let chunks = driver.read(untilQuietFor: 5, first: 400)
        if chunks.isEmpty { break }
        seen += chunks.uploadCount
        most = max(most, client.residentKilobytes)
        let decoders = Party(startedAs: driver.pid).decoders
        decoderPeak = max(decoderPeak, decoders.map(\.peakKilobytes).max() ?? 0)
      }
      driver.type(TerminalKey.pageDown.bytes)
    }
    guard seen >= goal else {
      return [Measurement(name, unmeasured: "\(seen) photos were seen, not \(goal)")]
    }
    return [
      Measurement(
        "memory, 100000 posts, \(goal) photos seen", .kilobytes(Int64(most)),
        limit: "< 60 MB", isReached: most < limit),
      Measurement("memory, a decoder's most", .kilobytes(Int64(decoderPeak))),
    ]
  }
}
