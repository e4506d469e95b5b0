import PictureSamples
import ServiceRig
import TerminalRig
import Testing

/// Pictures that move, on a service all of whose photos do.
struct MotionStories {
  private static let still = Raster(width: 64, height: 64) { _, _ in Raster.pixel(1) }
  private static let other = Raster(width: 64, height: 64) { _, _ in Raster.pixel(2) }
  private static let (red, green) = (
    ScreenCell.Colour.rgb(254, 0, 0), ScreenCell.Colour.rgb(0, 254, 0)
  )

  /// Red and then green, over and over.
  private static let picture: [UInt8] = {
    let frames = [still, other].map { raster in
      var frame = GIFSample.Frame(raster)
      frame.hundredths = 6
      return frame
    }
    return GIFSample.bytes(width: 64, height: 64, frames)
  }()

  private let server: PretendFlickr

  init() throws { server = try PretendFlickr(PretendFlickrState(picture: Self.picture)) }

  private func open(more: String = "") async throws -> TerminalSession {
    let home = try server.home("flickr", pictures: "symbols", more: more)
    try await home.signIn(to: "flickr", with: PretendFlickrState.key)
    let session = try await home.openStream()
    try await session.waitUntil("a photo") { $0.shows(Self.red) }
    return session
  }

  @Test func `a selected animated picture plays, and pauses while the terminal is not in focus`()
    async throws
  {
    let session = try await open()

    for _ in 0..<3 {
      try await session.waitUntil("the other frame") { $0.shows(Self.green) }
      try await session.waitUntil("the first frame again") { !$0.shows(Self.green) }
    }
    // The window loses the keyboard, and has it again.
    try await session.type("\u{1B}[O", until: "nothing that moves") { !$0.shows(Self.green) }
    let still = await session.read(\.text)
    for _ in 0..<10 {
      // Longer than a frame is seen.
      try await session.type("?", until: "help") { $0.text(ofRow: 0).contains("Help") }
      try await session.press(.escape, until: "what was there") { $0.text == still }
      #expect(await session.read { !$0.shows(Self.green) })
    }
    try await session.type("\u{1B}[I", until: "what moves again") { $0.shows(Self.green) }

    try await session.quitCleanly()
  }

  @Test func `an animated picture plays in the full-screen photo`() async throws {
    let session = try await open()
    try await session.press(.enter, until: "the photo") { $0.text(ofRow: 0).hasPrefix(" Photo by") }

    for _ in 0..<3 {
      try await session.waitUntil("the other frame") { $0.shows(Self.green) }
      try await session.waitUntil("the first frame again") {
        !$0.shows(Self.green) && $0.shows(Self.red)
      }
    }

    try await session.quitCleanly()
  }

  @Test func `with animations off no picture plays`() async throws {
    let session = try await open(more: "[display]\nanimations = off")

    for _ in 0..<5 {
      try await session.type("j", until: "the next photo selected") { $0.shows(Self.red) }
      await session.type("k")
      #expect(await session.read { !$0.shows(Self.green) })
    }

    #expect(try await session.quit() == .exited(0))
  }
}
