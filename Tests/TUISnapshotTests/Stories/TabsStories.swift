import TerminalRig
import Testing

struct TabsStories {
  @Test func `a cancelled repeat count leaves no coloured cell`() async throws {
    let session = try await TerminalSession.signedIn(in: .furnished())
    try await session.type("n", untilContains: "Likes and boosts")

    try await session.type("3", untilContains: "3…")
    try await session.press(.escape, until: "a bottom line of one colour") { screen in
      let row = screen.size.rows - 1
      let colours = (0..<screen.size.columns).map { screen.cell(row: row, column: $0).background }
      return !screen.text.contains("3…") && Set(colours).count == 1
    }
  }

  @Test func `hidden and moved tabs stay so after a restart`() async throws {
    let home = try TemporaryHome.furnished()
    let session = try await TerminalSession.signedIn(in: home)
    try await session.type("T", untilContains: "Tab  Column")

    await session.press(.right)
    await session.press(.down)
    try await session.press(.enter, untilContains: "▌ [ ]")
    let hidden = try #require(
      await session.screenText.split(whereSeparator: { "\n│".contains($0) }).first {
        $0.contains("▌ [ ]")
      }?.split(separator: " ").last)
    try await session.press(.escape, until: "a top line without the stream") {
      !$0.text(ofRow: 0).contains(String(hidden)) && $0.text(ofRow: 0).contains("Home")
    }
    let line = await session.read { $0.text(ofRow: 0).prefix(40) }
    #expect(try await session.quit() == .exited(0))

    let again = try await TerminalSession.reopened(in: home)
    try await again.waitUntil("the same tabs") { $0.text(ofRow: 0).prefix(40) == line }
    #expect(try await again.quit() == .exited(0))
  }
}
