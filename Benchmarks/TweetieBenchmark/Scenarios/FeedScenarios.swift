internal import Glibc
internal import ServiceRig
internal import TerminalRig

/// A home in which web feeds of local servers are followed, each of which answers after a delay.
private struct FeedReader {
  let server: LoopbackServer
  let home: TemporaryHome

  /// Creates a home that follows feeds on a number of servers; `body` returns the content of a feed
  /// by its number.
  init(
    of fixture: BenchmarkFixture, feeds: Int, hosts: Int, milliseconds: UInt32,
    body: @escaping @Sendable (Int) -> [UInt8]
  ) throws {
    server = try LoopbackServer { request in
      usleep(milliseconds * 1_000)
      let number = request.path.split(separator: "/").last.flatMap { Int($0) } ?? 0
      return .reply(200, ["Content-Type": "application/rss+xml"], body: body(number))
    }
    home = try TemporaryHome()
    let list = home.path + "/urls"
    guard let file = fopen(list, "w") else { throw BenchmarkError("cannot write \(list)") }
    for number in 0..<feeds {
      fputs("http://h\(number % hosts).localhost:\(server.port)/\(number)\n", file)
    }
    fclose(file)
    let command = Command(
      executable: fixture.options.binary, arguments: ["feeds", "import", list, "--trusted"])
    let driver = try TerminalDriver(command, size: .standard, home: home)
    let end = driver.waitForEnd()
    guard end.status == .exited(0) else {
      throw BenchmarkError("cannot import the feeds: \(end.output.text)")
    }
  }

  /// Returns a generated RSS feed with entries of different dates.
  static func rss(_ number: Int, entries: Int = 20) -> [UInt8] {
    let items = (0..<entries).map { entry in
      """
      <item><guid>\(number)-\(entry)</guid><title>Tide \(number)-\(entry)</title>\
      <link>https://fog.example/\(number)/\(entry)</link>\
      <pubDate>\(1_790_000_000 - entry * 86_400 - number * 61)</pubDate>\
      <description>&lt;p&gt;High water at &lt;b&gt;\(entry)&lt;/b&gt;, low water later.&lt;/p&gt;\
      </description></item>
      """
    }
    return Array(
      "<rss version=\"2.0\"><channel><title>Feed \(number)</title>\(items.joined())</channel></rss>"
        .utf8)
  }
}

/// A scenario that measures the first start with a thousand feeds on two hundred servers, each of
/// which needs 0.1 s.
struct FeedScenario: Scenario {
  let name = "feeds"
  private let feeds = 1_000

  func measure(on fixture: BenchmarkFixture) async throws -> [Measurement] {
    let reader = try FeedReader(
      of: fixture, feeds: feeds, hosts: 200, milliseconds: 100
    ) { FeedReader.rss($0) }
    let driver = try TerminalDriver(fixture.tweetie, size: .standard, home: reader.home)
    defer { driver.end() }
    let chunks = driver.read(until: { $0.text.contains("Tide ") })
    let first = chunks.last.map { $0.readAt - driver.spawnedAt }
    let deadline = driver.spawnedAt + 60_000_000_000
    while reader.server.requests.count < feeds, monotonicNow() < deadline {
      driver.draw(driver.read(until: monotonicNow() + 50_000_000))
    }
    let all = reader.server.requests.count < feeds ? nil : monotonicNow() - driver.spawnedAt
    driver.draw(driver.read(untilQuietFor: 2_000))
    let client = ProgramProcesses(startedAs: driver.pid).client
    let processor = Int64(client.processorNanoseconds)
    let peak = Int64(client.peakKilobytes)
    let what = "1000 feeds, 200 servers of 0.1 s"
    return [
      Measurement(
        "\(what), first entries", first.map(Quantity.time), limit: "< 500 ms",
        isReached: first.map { $0 < 500_000_000 }),
      Measurement(
        "\(what), all fetched", all.map(Quantity.time), limit: "< 8 s",
        isReached: all.map { $0 < 8_000_000_000 }),
      Measurement(
        "\(what), processor time", .time(processor), limit: "< 2 s",
        isReached: processor < 2_000_000_000),
      Measurement(
        "\(what), peak memory", .kilobytes(peak), limit: "< 32 MB", isReached: peak < 32 * 1024),
    ]
  }
}

/// A scenario that measures the time to read a feed with an article of 200 kB and to open the
/// article, compared with a short entry.
struct LongArticleScenario: Scenario {
  let name = "article of 200 kB"

  func measure(on fixture: BenchmarkFixture) async throws -> [Measurement] {
    let paragraph =
      "&lt;p&gt;The &lt;a href=\"/fog\"&gt;fog&lt;/a&gt; lay on the &lt;b&gt;quay&lt;/b&gt; &amp;amp; "
      + "the lamps were lit: &lt;code&gt;tide(3)&lt;/code&gt;.&lt;/p&gt;"
    let long = String(repeating: paragraph, count: 200_000 / paragraph.utf8.count)
    let times = try [long, paragraph].map { text in
      Samples(
        try (0..<fixture.options.samples(10)).map { _ in try time(of: text, on: fixture) }
      ).median
    }
    guard let whole = times[0], let short = times[1] else {
      return [Measurement(name, unmeasured: "the feed was not read")]
    }
    let opened = Samples(
      try (0..<fixture.options.samples(10)).map { _ in try openingTime(of: long, on: fixture) }
    ).median
    return [
      Measurement(
        "\(name), fetched and printed", .time(whole), reference: .time(short),
        limit: "reference + 60 ms", isReached: whole <= short + 60_000_000),
      Measurement(
        "\(name), opened", opened.map(Quantity.time), limit: "< 100 ms",
        isReached: opened.map { $0 < 100_000_000 }),
    ]
  }

  /// Returns the time from the key that opens a fetched article to its screen.
  private func openingTime(
    of text: String, on fixture: BenchmarkFixture
  ) throws -> Nanoseconds {
    let bytes = Self.feed(text)
    let reader = try FeedReader(of: fixture, feeds: 1, hosts: 1, milliseconds: 0) { _ in bytes }
    let driver = try TerminalDriver(fixture.tweetie, size: .standard, home: reader.home)
    defer { driver.end() }
    guard !driver.read(until: { $0.text.contains("Tide") }).isEmpty else {
      throw BenchmarkError("the feed is not shown:\n\(driver.screen.text)")
    }
    driver.draw(driver.read(untilQuietFor: 300))
    let pressedAt = driver.type(Array("\r".utf8))
    let chunks = driver.read { $0.text.contains(" minutes") }
    guard let shown = chunks.last else {
      throw BenchmarkError("the article is not opened:\n\(driver.screen.text)")
    }
    return shown.readAt - pressedAt
  }

  private static func feed(_ text: String) -> [UInt8] {
    Array(
      ("<rss><channel><title>T</title><item><guid>1</guid><title>Tide</title>"
        + "<description>\(text)</description></item></channel></rss>").utf8)
  }

  /// Returns the time in which the program fetches and prints a feed with one entry.
  private func time(of text: String, on fixture: BenchmarkFixture) throws -> Nanoseconds {
    let bytes = Self.feed(text)
    let reader = try FeedReader(of: fixture, feeds: 1, hosts: 1, milliseconds: 0) { _ in bytes }
    let command = Command(
      executable: fixture.options.binary, arguments: ["feed", "home", "--account", "feeds"])
    let driver = try TerminalDriver(command, size: .standard, home: reader.home)
    let end = driver.waitForEnd()
    guard end.status == .exited(0), end.output.text.contains("Tide") else {
      throw BenchmarkError("cannot read the feed: \(end.output.text)")
    }
    return end.at - driver.spawnedAt
  }
}
