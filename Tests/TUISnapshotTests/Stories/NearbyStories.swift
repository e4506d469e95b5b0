import TerminalRig
import Testing

struct NearbyStories {
  @Test func `photos near the place in the settings are opened with the keyboard`() async throws {
    let home = try TemporaryHome.furnished(
      more: "[photos]\nplace = 38.72,-9.14\nlocate = off")
    let session = try await TerminalSession.signedIn(in: home)

    try await session.type("4", until: "the stream around Lisbon") { screen in
      screen.text(ofRow: 0).contains("Near Lisboa") && screen.text.contains("▣ ")
    }
    try await session.type("L", until: "the likers") { $0.text(ofRow: 0).hasPrefix(" Likes") }
    try await session.press(.escape, until: "the stream again") {
      $0.text(ofRow: 0).contains("Near ")
    }
    #expect(try await session.quit() == .exited(0))
  }

  @Test func `without a known location nearby asks for a place, and shows the photos there`()
    async throws
  {
    let home = try TemporaryHome.furnished(
      more: "[photos]\nlocate = off")
    let session = try await TerminalSession.signedIn(in: home)

    try await session.type("4", untilContains: "Your location is unknown")
    try await session.type("N", untilContains: "Choose a place for nearby photos.")
    await session.type("38.72,-9.14")
    try await session.press(.enter, until: "the stream around Lisbon") { screen in
      screen.text(ofRow: 0).contains("Near Lisboa") && screen.text.contains("▣ ")
    }
  }
}
