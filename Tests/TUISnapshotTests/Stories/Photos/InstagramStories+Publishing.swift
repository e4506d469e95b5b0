import ServiceRig
import TerminalRig
import Testing

extension InstagramStories {
  @Test func `a picture on the web is published with its caption`() async throws {
    let session = try await open()
    let address = "https://example.org/quay.jpg"

    try await session.type(":publish", untilContains: "› Publish pictures or videos")
    try await session.press(.enter, untilContains: "Addresses of pictures or videos, one per line")
    await session.type(address)
    // What comes all at once is taken for a paste.
    try await session.waitUntil(contains: address)
    await session.press(.tab)
    try await session.type("A quay", untilContains: "A quay")
    try await session.press(.control("s"), untilSays: "Published")
    try await session.waitForDelivery()

    #expect(server.held.published == [["image_url": .string(address), "caption": "A quay"]])
    try await session.quitCleanly()
  }

  @Test func `an album is published in order from the command line`() async throws {
    let home = try server.home("instagram")
    try await home.signIn(to: "instagram", with: PretendInstagramState.token)

    let sent = try await home.run(
      "tweetie act publish-media https://example.org/1.jpg https://example.org/2.mp4"
        + " --with words=Two")

    #expect(sent.code == 0, "\(sent.errors)")
    let album = try #require(server.held.published.first)
    #expect(server.held.published.count == 1 && server.held.containers.count == 3)
    #expect(album["media_type"] == "CAROUSEL" && album["children"] == ["71", "72"])
    #expect(server.held.containers[1]["video_url"] == "https://example.org/2.mp4")
  }
}
