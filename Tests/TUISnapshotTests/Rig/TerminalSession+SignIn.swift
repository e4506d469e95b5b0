import Glibc
import TerminalRig

extension TerminalSession {
  /// Starts the program in a home and signs in at the built-in service.
  static func signedIn(
    _ arguments: [String] = [], in home: TemporaryHome, environment: [String: String] = [:],
    size: WindowSize = .standard
  ) async throws -> TerminalSession {
    let session = try await start(arguments, environment: environment, size: size, home: home)
    try await session.waitUntil(contains: "User name")
    try await session.signIn()
    return session
  }

  /// Fills in the two fields and waits for the stream.
  func signIn() async throws {
    type("tweetieuser")
    press(.tab)
    type("tweetie123")
    try await press(.enter, untilContains: "up to date")
  }

  /// Opens the program where somebody is signed in already, and waits for the stream, down to the
  /// bottom line: the first frame may come in pieces.
  static func reopened(
    in home: TemporaryHome, environment: [String: String] = [:], size: WindowSize = .standard
  ) async throws -> TerminalSession {
    let session = try await start(environment: environment, size: size, home: home)
    try await session.waitUntil("the stream, whole") { screen in
      screen.text(ofRow: 0).contains("Home") && screen.rows.last?.isEmpty == false
    }
    return session
  }

  /// Writes a post and hands it in.
  func write(_ text: String) async throws {
    try await type("c", untilContains: "New post")
    try await type(text, untilContains: text)
    try await press(.control("s"), untilLacks: "New post")
  }

  /// Leaves the program and expects the terminal as it was.
  func quit() async throws -> ExitStatus {
    type("Q")
    return try await exitStatus()
  }

  /// Ends the program where letters are typed rather than obeyed.
  func quitBySignal() async throws -> ExitStatus {
    signal(SIGTERM)
    return try await exitStatus()
  }

  /// The posts as they stand there.
  var reading: [String] { read(\.reading) }

  /// The row that the selection's bar begins at.
  var selectedRow: String? { read { $0.rows.first { $0.hasPrefix("▌") } } }
}

extension VirtualScreen {
  /// The rows of what is selected, without what changes by itself: its age and its counts.
  var selection: [String] {
    reading.filter { row in row.hasPrefix("▌") && !["♡", "♥", "↻"].contains { row.contains($0) } }
  }

  /// The posts as they stand there: the rows between the top and the bottom line, without the age
  /// of a post, which changes by itself.
  var reading: [String] {
    rows.dropFirst().dropLast().map { row in
      guard row.contains("@"), let dot = row.lastIndex(of: "·") else { return row }
      return String(row[..<dot])
    }
  }
}
