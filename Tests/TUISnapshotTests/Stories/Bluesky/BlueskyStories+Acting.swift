import Glibc
import PictureSamples
import ServiceRig
import TerminalRig
import Testing

extension BlueskyStories {
  @Test func `a like, a boost and a bookmark are sent and undone`() async throws {
    let home = try TemporaryHome.furnished()
    let session = try await server.open(in: home)

    try await session.type("l", untilContains: "♥ 1")
    try await session.type("b", untilContains: "↻ 1")
    await session.type("B")
    try await session.waitForDelivery()
    let subjects = server.records.mapValues { $0["subject"]["uri"].text }
    #expect(
      subjects.keys.map { $0.split(separator: "/")[0] }.sorted() == [
        "app.bsky.feed.like", "app.bsky.feed.repost",
      ])
    #expect(Set(subjects.values) == [Self.newest])
    #expect(server.bookmarks == [Self.newest])

    try await session.type("lbB", untilLacks: "♥ 1")
    try await session.waitForDelivery()
    #expect(server.records.isEmpty)
    #expect(server.bookmarks.isEmpty)
    #expect(try await session.quit() == .exited(0))
  }

  @Test func `a refused like is undone with the server's message`() async throws {
    let home = try TemporaryHome.furnished()
    let session = try await server.open(in: home)
    try await session.selectPost("Post 1490")

    try await session.type("l", untilSays: "The like was undone: Too modest")
    try await session.waitUntil(lacks: "♥")
    #expect(server.records.isEmpty)
    #expect(try await home.run("tweetie outbox --json").output == "")
    #expect(try await session.quit() == .exited(0))
  }

  @Test func `a reply is posted with its picture, links and parent`() async throws {
    let home = try TemporaryHome.furnished()
    let file = home.path + "/quay.jpg"
    let photo = CameraPhoto.bytes
    #expect(photo.count > 1_000_000)
    home.write(photo, to: file)
    let session = try await server.open(in: home)
    try await session.type("R", untilContains: "Reply to @mira.example.com")
    let words = "Grüße, @noor.example.com! 日本 👋🏽 #fog https://example.com/ä"
    try await session.type(words, untilContains: "#fog")

    try await session.attach(file, as: "A quay in the fog")
    try await session.press(.control("s"), untilLacks: "^S")
    try await session.waitForDelivery()

    let record = try #require(server.records.values.first)
    #expect(server.records.count == 1)
    #expect(record["text"].text.hasSuffix(words))
    #expect(record["reply"]["root"] == record["reply"]["parent"])
    #expect(record["reply"]["parent"] == ["uri": .string(Self.newest), "cid": "cid-1499"])
    let facets = record["facets"].elements
    #expect(
      facets.map { $0.slice(of: record["text"].text) } == [
        "@noor.example.com", "#fog", "https://example.com/ä",
      ])
    #expect(
      facets.map { $0["features"].elements } == [
        [
          [
            "$type": "app.bsky.richtext.facet#mention",
            "did": .string(PretendBluesky.neighbour),
          ]
        ], [["$type": "app.bsky.richtext.facet#tag", "tag": "fog"]],
        [["$type": "app.bsky.richtext.facet#link", "uri": "https://example.com/ä"]],
      ])
    let image = record["embed"]["images"].elements[0]
    #expect(image["alt"] == "A quay in the fog")
    #expect(image["image"]["mimeType"] == "image/jpeg")
    let sent = try #require(server.blobs.first)
    #expect(server.blobs.count == 1)
    #expect(sent.count <= 1_000_000)
    #expect(!sent.contains("Exif".utf8) && !sent.contains(CameraPhoto.secret.utf8))
    let size = try #require(CameraPhoto.size(of: sent))
    #expect(max(size.width, size.height) <= 2000)
    #expect(image["aspectRatio"] == ["width": .number(size.width), "height": .number(size.height)])

    // It stands below what it answers.
    try await session.press(.enter, until: "the answer and its picture") { screen in
      screen.text.contains("Grüße") && screen.text.contains("A quay in the fog")
        && screen.text.contains("╰ Sol")
    }
    try await session.quitCleanly()
  }

  @Test func `a reply to a reply keeps the root of the conversation`() async throws {
    let home = try TemporaryHome.furnished()
    try await server.signIn(in: home)

    #expect(try await home.run("tweetie post First --reply-to \(Self.newest)").code == 0)
    let first = try #require(server.records.keys.first)
    let own = "at://\(PretendBluesky.did)/\(first)"
    #expect(try await home.run("tweetie post Second --reply-to \(own)").code == 0)

    let second = try #require(server.records.values.first { $0["text"] == "Second" })
    #expect(second["reply"]["root"]["uri"].text == Self.newest)
    #expect(second["reply"]["parent"]["uri"].text == own)
  }
}

extension WireJSON {
  /// What a facet marks of a text.
  fileprivate func slice(of text: String) -> String {
    guard case .number(let first) = self["index"]["byteStart"],
      case .number(let last) = self["index"]["byteEnd"]
    else { return "" }
    return String(decoding: Array(text.utf8)[first..<last], as: UTF8.self)
  }
}
