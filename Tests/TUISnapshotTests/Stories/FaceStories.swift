import Doubles
import TerminalRig
import Testing

struct FaceStories {
  @Test func `in kitty profile pictures are shown again after a full-screen photo`() async throws {
    let home = try TemporaryHome.furnished(pictures: "kitty")
    let session = try await TerminalSession.start(
      size: WindowSize(columns: 120, rows: 40), home: home)
    await session.keepPictures()
    try await session.waitUntil(contains: "User name")
    try await session.signIn()
    try #require(await eventually { await session.faces.count >= 3 })

    try await session.press(.enter, until: "the conversation") {
      $0.text.contains("Esc back") && $0.text.contains("I could smell the cedar")
    }
    try await session.type("kkgz", until: "the photo") { $0.text(ofRow: 0).hasPrefix(" Photo") }
    try #require(await eventually { await session.faces.isEmpty })
    try await session.press(.escape, until: "the stream") { $0.text(ofRow: 0).contains("Home") }
    #expect(await eventually { await session.faces.count >= 3 })
    #expect(try await session.quit() == .exited(0))
  }
}

extension TerminalSession {
  /// The rows of the faces in the left pane.
  fileprivate var faces: Set<Int> {
    Set(pictures.filter { $0[2] <= 2 && $0[1] < 60 }.map { $0[0] })
  }
}
