import PictureSamples
import ServiceRig
import TerminalRig
import Testing

/// What stories at the services of photos begin with.
enum PhotoServiceStories {
  /// What photos are: red on the left, blue on the right.
  static let picture = JPEGSample.bytes(Raster("RB").enlarged(64))
}

extension PretendService {
  /// A home in whose environment this is where a service is asked.
  func home(
    _ service: String, pictures: String = "off", more: String = ""
  ) throws -> TemporaryHome {
    let home = try TemporaryHome.furnished(pictures: pictures, more: more)
    home.set("TWEETIE_\(service.uppercased())_SERVER", to: origin)
    return home
  }
}

extension TemporaryHome {
  /// Signs in with a key or a token.
  func signIn(to service: String, with secret: String) async throws {
    let login = try await run("echo \(secret) | tweetie login \(service) --token-stdin")
    #expect(login.code == 0, "\(login.errors)")
  }

  /// The program, where somebody has signed in, with its first stream.
  func openStream() async throws -> TerminalSession {
    let session = try await TerminalSession.start(home: self)
    try await session.waitUntil(contains: "up to date")
    return session
  }

  /// The files in which one of the secrets stands, but for the accounts.
  func files(with secrets: [String]) async throws -> String {
    let words = secrets.map { "-e \($0)" }.joined(separator: " ")
    return try await run("grep -rlaF \(words) \"$HOME\" | grep -v '/accounts$'").output
  }

  /// The numbers of the photos that are held of a stream, from the top.
  func heldPhotos(of stream: String) async throws -> [Int] {
    let feed = try await run("tweetie feed \(stream) --offline -n 1000 --json")
    return feed.lines.compactMap { line in
      line.firstMatch(of: /"(?:Photo|Medium) (\d+)\./).flatMap { Int($0.output.1) }
    }
  }
}

extension TerminalSession {
  /// Goes from the built-in service's fields to those of the service of that name.
  func choose(_ service: String) async throws {
    try await waitUntil(contains: "^O other services")
    try await press(.control("o"), untilContains: "Where do you want to sign in?")
    for _ in 0..<8 where !read({ $0.rows.contains { $0.contains("› \(service)") } }) {
      let before = screenText
      try await press(.down, until: "another service") { $0.text != before }
    }
    try await press(.enter, until: "the fields of \(service)") { screen in
      screen.rows.contains { $0.contains("Service ") && $0.contains(service) }
    }
  }

  /// Makes a list of what is a wall.
  func makeList() async throws {
    try await type("v", until: "the carousel") { $0.text.contains(/\ 1\/\d/) }
    try await type("v", until: "the list") {
      $0.rows.contains { $0.hasPrefix("▌") && $0.contains("@") }
    }
  }

  /// Closes what is open, back to what the top line begins with.
  func leave(to title: String) async throws {
    try await press(.escape, until: "“\(title)” again") { $0.text(ofRow: 0).hasPrefix(title) }
  }
}

extension VirtualScreen {
  /// An address that may go over several rows, from its beginning up to an empty row.
  func address(from beginning: String) -> String {
    let texts = rows.map { $0.filter { $0 != " " } }
    guard let first = texts.firstIndex(where: { $0.hasPrefix(beginning) }) else { return "" }
    return texts[first...].prefix { !$0.isEmpty }.joined()
  }
}
