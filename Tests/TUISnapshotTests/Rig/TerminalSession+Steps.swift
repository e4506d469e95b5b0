import TerminalRig
import Testing

/// A step of a story: what is typed, and what the screen shows next.
extension TerminalSession {
  func type(_ text: String, untilContains shown: String) async throws(SessionFailure) {
    type(text)
    try await waitUntil(contains: shown)
  }

  func type(_ text: String, untilLacks gone: String) async throws(SessionFailure) {
    type(text)
    try await waitUntil(lacks: gone)
  }

  func type(_ text: String, untilSays sentence: String) async throws(SessionFailure) {
    type(text)
    try await waitUntil(says: sentence)
  }

  func type(
    _ text: String, until what: String, _ isOver: @escaping @Sendable (VirtualScreen) -> Bool
  ) async throws(SessionFailure) {
    type(text)
    try await waitUntil(what, isOver)
  }

  func press(_ key: TerminalKey, untilContains shown: String) async throws(SessionFailure) {
    press(key)
    try await waitUntil(contains: shown)
  }

  func press(_ key: TerminalKey, untilLacks gone: String) async throws(SessionFailure) {
    press(key)
    try await waitUntil(lacks: gone)
  }

  func press(_ key: TerminalKey, untilSays sentence: String) async throws(SessionFailure) {
    press(key)
    try await waitUntil(says: sentence)
  }

  func press(
    _ key: TerminalKey, until what: String, _ isOver: @escaping @Sendable (VirtualScreen) -> Bool
  ) async throws(SessionFailure) {
    press(key)
    try await waitUntil(what, isOver)
  }

  /// Types what ends the program, and expects success and the terminal as it was before.
  func quitCleanly(
    with keys: String = "Q", sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    type(keys)
    try await expectCleanExit(sourceLocation: sourceLocation)
  }

  /// Waits for the program's end, and expects success and the terminal as it was before.
  func expectCleanExit(sourceLocation: SourceLocation = #_sourceLocation) async throws {
    #expect(try await exitStatus() == .exited(0), sourceLocation: sourceLocation)
    #expect(damage == [], sourceLocation: sourceLocation)
  }
}
