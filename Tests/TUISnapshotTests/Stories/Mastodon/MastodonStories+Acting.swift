import ServiceRig
import TerminalRig
import Testing

extension MastodonStories {
  @Test func `a reply with a picture is posted once the server has processed the picture`()
    async throws
  {
    let home = try TemporaryHome.furnished()
    let file = home.path + "/quay.jpg"
    home.write(CameraPhoto.bytes, to: file)
    let session = try await open(in: home)
    try await session.type("R", untilContains: "Reply to @ada")
    try await session.type("Fog & ferries", untilContains: "Fog & ferries")

    try await session.attach(file, as: "A quay in the fog")
    try await session.press(.control("s"), untilLacks: "^S")
    try await session.waitForDelivery()

    #expect(server.written.map(\.text) == ["@ada Fog & ferries"])
    #expect(server.written.map(\.reply) == ["1499"])
    #expect(server.pictures.map(\.words) == ["A quay in the fog"])
    let sent = try #require(server.pictures.first?.bytes)
    #expect(sent.starts(with: [0xff, 0xd8]))
    #expect(!sent.contains("Exif".utf8) && !sent.contains(CameraPhoto.secret.utf8))
    #expect(server.requests.filter { $0.path == "/api/v1/media/m0" }.count == 2)
    #expect(server.requests.filter { $0.path == "/api/v2/media" }.count == 1)

    // It stands below what it answers.
    try await session.press(.enter, until: "the answer and its picture") { screen in
      screen.text.contains("Fog & ferries") && screen.text.contains("A quay in the fog")
    }
    try await session.quitCleanly()
  }

  @Test func `a like, a boost and a bookmark are undone`() async throws {
    let session = try await open(in: .furnished())
    try await session.type("l", untilContains: "♥ 1")
    try await session.type("b", untilContains: "↻ 1")
    await session.type("B")
    try await session.waitForDelivery()
    #expect(server.boosts == ["1499"])

    try await session.type("lbB", untilLacks: "♥ 1")
    try await session.waitForDelivery()
    #expect(server.likes.isEmpty && server.boosts.isEmpty && server.bookmarks.isEmpty)
    #expect(try await session.quit() == .exited(0))
  }
}
