import Glibc
import PictureSamples
import ServiceRig
import TerminalRig
import Testing

/// The real program on a system that lacks what it opens at run time.
struct MissingLibraryStories {
  /// A library with every name under which it is looked for, and what is said without it.
  private static let curl = ["libcurl.so.4", "libcurl-gnutls.so.4"]
  private static let crypto = ["libcrypto.so.3", "libcrypto.so.4"]
  private static let expat = ["libexpat.so.1"]
  private static let chafa = ["libchafa.so.0"]
  private static let jpeg = ["libjpeg.so.62", "libjpeg.so.8"]

  private static let feed = """
    <?xml version="1.0"?><rss version="2.0"><channel><title>Harbour News</title>
    <item><guid>1</guid><title>Low water</title>
    <pubDate>Fri, 20 Nov 2026 06:00:00 GMT</pubDate></item></channel></rss>
    """

  private static func server() throws -> LoopbackServer {
    try LoopbackServer { _ in .reply(200, body: Array(feed.utf8)) }
  }

  /// The variables with which the loader finds these libraries broken, before it finds whole ones.
  private static func without(_ names: [String], in home: TemporaryHome) -> [String: String] {
    let folder = home.path + "/broken"
    mkdir(folder, 0o700)
    for name in names { home.write("", to: folder + "/" + name) }
    return ["LD_LIBRARY_PATH": folder]
  }

  /// What the last of the words of a sentence that names a package is on this system.
  private static let names = "is missing: install the package "

  @Test func `without libcurl adding a feed names it, and the built-in service works`() async throws
  {
    let server = try Self.server()
    let home = try TemporaryHome.furnished()
    let without = Self.without(Self.curl, in: home)
    let added = try await home.run("tweetie feeds add \(server.origin)/feed", environment: without)
    #expect(added.code != 0)
    #expect(added.errors.contains("libcurl \(Self.names)"), "\(added.errors)")

    let session = try await TerminalSession.signedIn(in: home, environment: without)
    await session.type("j")
    #expect(try await session.quit() == .exited(0))
    let feed = try await home.run("tweetie feed -n 3", environment: without)
    #expect(feed.code == 0 && feed.lines.count > 3, "\(feed.errors)")

    let doctor = try await home.run("tweetie doctor", environment: without)
    #expect(doctor.output.contains("libcurl               missing: install the package "))
  }

  @Test func `without libcurl adding a feed in the full screen names it`() async throws {
    let server = try Self.server()
    let home = try TemporaryHome.furnished(pictures: "off", more: "")
    let session = try await TerminalSession.start(
      environment: Self.without(Self.curl, in: home), home: home)
    try await session.choose("RSS, Atom")
    try await session.type("\(server.origin)/feed\r", untilContains: "libcurl \(Self.names)")
    #expect(!(await session.screenText.contains("No feed was found")))
    #expect(try await session.quitBySignal() == .exited(0))
  }

  @Test func `without libcurl stored entries are shown, and a refresh names it`()
    async throws
  {
    let server = try Self.server()
    let home = try TemporaryHome.furnished(pictures: "off", more: "")
    let added = try await home.run("tweetie feeds add \(server.origin)/feed")
    #expect(added.code == 0, "\(added.errors)")
    _ = try await home.run("tweetie feed")

    let without = Self.without(Self.curl, in: home)
    let stored = try await home.run("tweetie feed --offline", environment: without)
    #expect(stored.output.contains("Low water"), "\(stored.errors)")
    // As if it had been looked at long ago.
    let files = "grep -rl '\"checked\"' \"$HOME\""
    _ = try await home.run("sed -i 's/\"checked\":[^,}]*/\"checked\":null/' $(\(files))")
    let session = try await TerminalSession.start(environment: without, home: home)
    try await session.waitUntil(contains: "Low water")
    try await session.type("r", untilContains: "libcurl is missing")
    #expect(try await session.quit() == .exited(0))
  }

  @Test func `the GnuTLS build of libcurl is used where it is the only one`() async throws {
    guard access("/usr/lib/x86_64-linux-gnu/libcurl-gnutls.so.4", F_OK) == 0 else { return }
    let server = try Self.server()
    let home = try TemporaryHome.furnished(pictures: "off", more: "")

    let added = try await home.run(
      "tweetie feeds add \(server.origin)/feed",
      environment: Self.without(["libcurl.so.4"], in: home))

    #expect(added.code == 0, "\(added.errors)")
  }

  @Test func `without expat adding or importing a feed names it`() async throws {
    let server = try Self.server()
    let home = try TemporaryHome.furnished(pictures: "off", more: "")
    let without = Self.without(Self.expat, in: home)
    home.write(
      "<opml version=\"2.0\"><body><outline xmlUrl=\"\(server.origin)/feed\"/></body></opml>",
      to: home.path + "/list.opml")

    for action in ["add \(server.origin)/feed", "import \(home.path)/list.opml"] {
      let added = try await home.run("tweetie feeds \(action)", environment: without)
      #expect(added.code != 0)
      #expect(added.errors.contains("libexpat \(Self.names)"), "\(added.errors)")
    }
  }

  @Test func `without libcrypto doctor names the package to install`() async throws {
    let server = try Self.server()
    let home = try TemporaryHome.furnished(
      pictures: "off", more: "[services]\nflickr-host = \(server.origin)")
    let run = try await home.run(
      "tweetie doctor | grep -A 3 '^libraries'", environment: Self.without(Self.crypto, in: home))

    #expect(run.output.contains("libcrypto             missing: install the package "))
  }

  @Test func `without chafa a picture is drawn in half blocks`() async throws {
    let home = try TemporaryHome.furnished(pictures: "symbols")
    let session = try await TerminalSession.signedIn(
      in: home,
      environment: Self.without(Self.chafa, in: home).merging(["COLORTERM": "truecolor"]) { $1 },
      size: WindowSize(columns: 100, rows: 40))
    try await session.type("2", until: "half blocks in many colours") { screen in
      let cells = (0..<screen.size.rows).flatMap { row in
        (0..<screen.size.columns).map { screen.cell(row: row, column: $0) }
      }.filter { $0.text == "▀" }
      return cells.count > 200
    }
    try await session.quitCleanly()
  }

  @Test func `without libjpeg a message in place of the picture names it`() async throws {
    let home = try TemporaryHome.furnished(pictures: "symbols")
    let session = try await TerminalSession.signedIn(
      in: home, environment: Self.without(Self.jpeg, in: home),
      size: WindowSize(columns: 100, rows: 40))
    try await session.type("2", untilContains: "libjpeg is missing")
    #expect(try await session.quit() == .exited(0))
  }

  @Test(arguments: [
    ("libavif", ["libavif.so.15", "libavif.so.16"], "boat.avif"),
    ("libheif", ["libheif.so.1"], "boat.heic"), ("giflib", ["libgif.so.7"], "boat.avif"),
  ])
  func `a picture to be posted whose decoding library is missing names the library`(
    library: String, names: [String], file: String
  ) async throws {
    let home = try TemporaryHome.furnished()
    let login = "printf tweetie123 | tweetie login tweetie --user tweetieuser --password-stdin"
    #expect(try await home.run(login).code == 0)
    let raster = Raster("RG\nBW").enlarged(16)
    home.write(
      file.hasSuffix("heic") ? HEICSample.bytes(raster) : AVIFSample.bytes(raster),
      to: "\(home.path)/\(file)")

    let run = try await home.run(
      "tweetie post x --media \"$HOME/\(file)\" --alt x", environment: Self.without(names, in: home)
    )

    #expect(run.code != 0)
    #expect(run.errors.contains("\(library) \(Self.names)"), "\(run.errors)")
  }

  @Test func `a picture names the library without which its decoder cannot start`() async throws {
    let home = try TemporaryHome.furnished(pictures: "symbols")
    let session = try await TerminalSession.signedIn(
      in: home, environment: Self.without(["libgif.so.7"], in: home),
      size: WindowSize(columns: 100, rows: 40))
    try await session.type("2", untilContains: "giflib is missing")
    #expect(try await session.quit() == .exited(0))
  }
}
