import ServiceRig
import TerminalRig
import Testing

extension MastodonStories {
  @Test func `the likers of a post are shown; a liker's boosts are hidden, and a note is saved`()
    async throws
  {
    let session = try await open(in: .furnished())

    try await session.type("L", until: "the likers") { screen in
      screen.text(ofRow: 0).hasPrefix(" Likes") && screen.text.contains("@ada")
    }
    try await session.press(.enter, until: "the profile with its posts") { screen in
      screen.text.contains("3 followers") && screen.text.contains("Boats, mostly.")
        && screen.text.contains("You follow them.") && screen.text.contains("Post 1499")
    }
    try await session.type(":hide or show a person\r", untilContains: "forever")
    try await session.type("jj\r", untilContains: "Boosts of @ada hidden")
    try await session.waitForDelivery()
    try await session.waitUntil(contains: "Their boosts are hidden.")
    try await session.type(":note\r", untilContains: "Private note about @ada")
    await session.type("Bakes.\rSails.")
    await session.type("\u{13}")
    try await session.waitForDelivery()
    try await session.waitUntil(contains: "Bakes.")
    try await session.type("f", untilContains: "You do not follow them.")
    try await session.waitForDelivery()
    #expect(server.followed == [])
    #expect(try await session.quit() == .exited(0))
  }

  @Test func `a post is reported after a delay in which the report can be undone`() async throws {
    let session = try await open(in: .furnished())
    try await session.selectPost("Post 1498")

    try await session.type(":report\r", untilContains: "Report @ada")
    try await session.type("\u{1B}[C\tNot for harbours.\u{13}", untilSays: "@ada reported")
    try await session.waitForDelivery()

    #expect(
      server.reports == [
        [
          "account_id": "ada", "status_ids[]": "1498", "category": "legal",
          "comment": "Not for harbours.",
        ]
      ])
    try await session.quitCleanly()
  }

  @Test func `a filter is added at the server and removed`() async throws {
    let session = try await open(in: .furnished())

    try await session.type(":filters\r", untilContains: "You have no filters at this server.")
    try await session.type(":add-filter\r", untilContains: "Filter posts in all your apps")
    try await session.type("grey boats\r", untilContains: "folded · home and lists")
    #expect(server.filters == ["grey boats"])
    try await session.type("D", untilContains: "You have no filters at this server.")
    try await session.waitUntil("it is not filtered", isTrue: { [server] in server.filters == [] })

    try await session.quitCleanly()
  }

  @Test func `the stream of a tag opens from the search`() async throws {
    let session = try await open(in: .furnished())

    try await session.goToFog()

    #expect(try await session.quit() == .exited(0))
  }

  @Test func `notifications are counted, read, and marked as seen at the service`() async throws {
    let session = try await open(in: .furnished())
    try await session.waitUntil("the count in the top line") {
      $0.text(ofRow: 0).contains("◆ 3")
    }

    try await session.type("n", until: "the notices") { screen in
      screen.text(ofRow: 0).hasPrefix(" Notifications")
        && screen.text.contains("ada and noor liked your post")
        && screen.text.contains("ada mentioned you") && screen.text.contains("Post 1001")
        && screen.text.contains("noor follows you")
    }
    try await session.press(.escape, until: "the stream without a count") { screen in
      screen.text(ofRow: 0).contains("Home") && !screen.text(ofRow: 0).contains("◆ ")
    }
    try await session.waitUntil("the service knows") { [server] in server.lastNotice == "4" }
    #expect(try await session.quit() == .exited(0))
  }
}
