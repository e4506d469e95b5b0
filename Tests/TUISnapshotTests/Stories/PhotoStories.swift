import Glibc
import TerminalRig
import Testing

/// Photos from beginning to end: by keyboard alone, and by mouse alone.
struct PhotoStories {
  private static let lisbon = "[photos]\nplace = 38.72,-9.14\nlocate = off"

  @Test func `nearby photos, a refused like, likers and a profile work with the keyboard alone`()
    async throws
  {
    let home = try TemporaryHome.furnished(more: Self.lisbon)
    let session = try await TerminalSession.signedIn(in: home)
    await session.type("4")
    try await session.waitForPhotosOfLisbon()
    home.setFaults("like=refused")

    try await session.type("l", untilSays: "The like was undone")
    home.setFaults("")
    try await session.type("\r", until: "the photo") { $0.text(ofRow: 0).hasPrefix(" Photo") }
    try await session.type("L", until: "the likers") {
      $0.text(ofRow: 0).hasPrefix(" Likes") && $0.text(ofRow: 2).hasPrefix("▌ ")
    }
    try await session.type("\r", untilContains: "followers")

    for place in [" Likes", " Photo"] {
      try await session.press(.escape, until: "“\(place)” again") {
        $0.text(ofRow: 0).hasPrefix(place)
      }
    }
    await session.press(.escape)
    try await session.waitForPhotosOfLisbon()
    try await session.quitCleanly()
  }

  @Test func `nearby photos, a refused like, likers and a profile work with the mouse alone`()
    async throws
  {
    let home = try TemporaryHome.furnished(more: Self.lisbon)
    let session = try await TerminalSession.signedIn(in: home)
    try await session.click(on: "Nearby", row: 0)
    try await session.waitForPhotosOfLisbon()
    home.setFaults("like=refused")

    try await session.click(on: "▣ ", times: 2)
    try await session.waitUntil(says: "The like was undone")
    home.setFaults("")
    // Somewhere else, so that it is not taken for a third click.
    try await session.click(on: "▣ ", beside: 1)
    try await session.waitUntil("the photo and its likes") { screen in
      screen.text(ofRow: 0).hasPrefix(" Photo") && screen.row(containing: "♡ ") != nil
    }
    try await session.click(on: "♡ ", beside: 2)
    try await session.waitUntil("the likers") {
      $0.text(ofRow: 0).hasPrefix(" Likes") && $0.text(ofRow: 2).hasPrefix("▌ ")
    }
    try await session.click(on: "▌ ", beside: 3, times: 2)
    try await session.waitUntil(contains: "followers")

    for place in [" Likes", " Photo"] {
      try await session.click(on: "Esc back")
      try await session.waitUntil("“\(place)” again") { $0.text(ofRow: 0).hasPrefix(place) }
    }
    try await session.click(on: "Esc back")
    try await session.waitForPhotosOfLisbon()
    #expect(try await session.quit() == .exited(0))
  }

  @Test func `a picture is posted with its description, and shown in the user's profile`()
    async throws
  {
    let home = try TemporaryHome.furnished()
    let file = home.path + "/dot.png"
    #expect(Self.write(Self.dot, to: file))
    let session = try await TerminalSession.signedIn(in: home)
    try await session.type("c", untilContains: "New post")
    await session.type("Look what I drew")

    try await session.press(.control("p"), untilContains: "Picture file:")
    try await session.type(file.dropLast(5) + "\t", untilContains: "/dot.png")
    await session.type("\r")
    try await session.type(
      "One dot, rather brown\r", untilContains: "1/4 dot.png  One dot, rather brown")
    try await session.waitUntil(lacks: "Picture file:")
    try await session.press(.control("s"), untilLacks: "New post")
    // A profile shows what was there when it was asked for.
    for _ in 0..<200 {
      if try await home.run("tweetie outbox --json").output.isEmpty { break }
    }
    try await session.type("P", until: "the picture in the profile") { screen in
      screen.text.contains("followers") && screen.text.contains("Look what I drew")
        && screen.text.contains("One dot, rather brown")
    }
    #expect(try await session.quit() == .exited(0))
    let posts = try await home.run("tweetie feed @tweetieuser --json | grep -F 'what I drew'")
    #expect(posts.output.contains("One dot, rather brown"))
    #expect(try await home.run("tweetie outbox --json").output == "")
  }

  @Test func `a picture is posted by mouse alone`() async throws {
    let home = try TemporaryHome.furnished()
    #expect(mkdir(home.path + "/drawings", 0o700) == 0)
    for name in ["dot.png", "spot.png"] {
      #expect(Self.write(Self.dot, to: home.path + "/drawings/" + name))
    }
    _ = try await TerminalSession.signedIn(in: home).quit()
    let session = try await TerminalSession.start(
      ["-c", "cd && exec '\(ProgramLocation.tweetie)'"], executable: "/bin/sh", home: home)

    try await session.click(on: "c write")
    try await session.click(on: "^P picture")
    try await session.click(on: "drawings/")
    try await session.click(on: "dot.png")
    try await session.waitUntil(contains: "Picture file: drawings/dot.png")
    try await session.click(on: "Enter add the picture")
    try await session.waitUntil(contains: "1/4 dot.png  no description")
    // The keys are in the text again.
    try await session.click(on: "^S send")
    try await session.waitUntil(says: "A picture has no description.")
    try await session.click(on: "^S send")
    try await session.waitUntil(says: "Your post will be sent in a moment.")
    #expect(try await session.quit() == .exited(0))
    let sent = try await home.run("tweetie outbox send")
    #expect(sent.code == 0, "\(sent.output)\(sent.errors)")
    let posts = try await home.run("tweetie feed @tweetieuser -n 1 --json")
    #expect(posts.output.contains("\"photos\""), "\(posts.output)")
  }
}

extension PhotoStories {
  /// Four pixels by four, as a PNG.
  private static let dot: [UInt8] = [
    0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0x00, 0x00, 0x00, 0x0d, 0x49, 0x48, 0x44, 0x52,
    0x00, 0x00, 0x00, 0x04, 0x00, 0x00, 0x00, 0x04, 0x08, 0x02, 0x00, 0x00, 0x00, 0x26, 0x93, 0x09,
    0x29, 0x00, 0x00, 0x00, 0x10, 0x49, 0x44, 0x41, 0x54, 0x78, 0x9c, 0x63, 0x38, 0x11, 0xa5, 0x01,
    0x47, 0x0c, 0xc4, 0x71, 0x00, 0x22, 0x92, 0x14, 0xa1, 0xd2, 0x64, 0xd9, 0x4e, 0x00, 0x00, 0x00,
    0x00, 0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82,
  ]

  private static func write(_ bytes: [UInt8], to path: String) -> Bool {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    return Glibc.write(descriptor, bytes, bytes.count) == bytes.count
  }
}

extension TerminalSession {
  fileprivate func waitForPhotosOfLisbon() async throws {
    try await waitUntil("the photos around Lisbon") { screen in
      screen.text(ofRow: 0).contains("Near Lisboa") && screen.text.contains("▣ ")
    }
  }

  /// Presses and lets go of the left button where a text stands, or so many columns further.
  fileprivate func click(
    on text: String, row wanted: Int? = nil, beside columns: Int = 0, times: Int = 1
  ) async throws {
    try await waitUntil("“\(text)” to click on") {
      Self.place(of: text, row: wanted, on: $0) != nil
    }
    guard let place = read({ Self.place(of: text, row: wanted, on: $0) }) else { return }
    let position = "\(place.column + columns + 1);\(place.row + 1)"
    type(String(repeating: "\u{1B}[<0;\(position)M\u{1B}[<0;\(position)m", count: times))
  }

  /// Where a text stands first, by its cells.
  private static func place(
    of text: String, row wanted: Int?, on screen: VirtualScreen
  ) -> (row: Int, column: Int)? {
    for row in 0..<screen.size.rows where wanted == nil || wanted == row {
      let cells = (0..<screen.size.columns).map { screen.cell(row: row, column: $0).text }
      for column in cells.indices {
        // The right half of a wide character has no text.
        let rest = cells[column...].joined()
        if !cells[column].isEmpty, rest.hasPrefix(text) { return (row, column) }
      }
    }
    return nil
  }
}
