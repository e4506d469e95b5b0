import TerminalRig
import Testing

struct TabsStories {
  @Test func `a stream that was hidden and one that was moved stay so`() async throws {
    let home = try TemporaryHome.furnished()
    let session = try await TerminalSession.signedIn(in: home)
    await session.type("T")
    try await session.waitUntil(contains: "shown as a tab")

    await session.press(.right)
    await session.press(.down)
    await session.press(.enter)

    try await session.waitUntil(contains: "not shown")
    let hidden = try #require(
      await session.screenText.split(separator: "\n").first {
        $0.contains("not shown")
      }.map { $0.drop { $0 == " " || $0 == "▌" }.prefix { $0 != " " } })
    await session.press(.escape)
    try await session.waitUntil("a top line without the stream") {
      !$0.text(ofRow: 0).contains(String(hidden)) && $0.text(ofRow: 0).contains("Home")
    }
    let line = await session.read { $0.text(ofRow: 0).prefix(40) }
    #expect(try await session.quit() == .exited(0))

    let again = try await TerminalSession.reopened(in: home)
    try await again.waitUntil("the same tabs") { $0.text(ofRow: 0).prefix(40) == line }
    #expect(try await again.quit() == .exited(0))
  }
}
