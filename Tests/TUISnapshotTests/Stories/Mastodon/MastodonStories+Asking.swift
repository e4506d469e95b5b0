import ServiceRig
import TerminalRig
import Testing

extension MastodonStories {
  @Test func `a poll is posted with its language, several choices and no quotes`() async throws {
    let session = try await open(in: .furnished())
    try await session.type("c", untilContains: "New post")
    await session.type("Welches Brot?")
    try await session.press(.alt("p"), untilContains: "one answer")
    await session.type("Roggen")
    await session.press(.enter)
    await session.type("Dinkel")
    try await session.press(.alt("s"), untilContains: "several answers")
    try await session.press(.escape, untilContains: "^S send")

    try await session.press(.alt("o"), untilContains: "Who may quote it:")
    await session.type("DE")
    await session.press(.tab)
    await session.press(.tab)
    try await session.press(.left, untilContains: "DE · nobody may quote it")
    try await session.press(.control("s"), untilLacks: "New post")
    try await session.waitForDelivery()

    let sent = try #require(server.requests.last { $0.path == "/api/v1/statuses" })
    #expect(sent.form["language"] == "de")
    #expect(sent.form["quote_approval_policy"] == "nobody")
    #expect(sent.form["poll[multiple]"] == "true")
    #expect(sent.form["poll[expires_in]"] == "86400")
    #expect(sent.json["poll"]["options"] == ["Roggen", "Dinkel"])
    try await session.quitCleanly()
  }

  @Test func `a scheduled post is left to the server until its time`() async throws {
    let session = try await open(in: .furnished())
    try await session.type("c", untilContains: "New post")
    await session.type("Good morning")
    try await session.press(.alt("o"), untilContains: "Post it at:")
    await session.press(.tab)
    try await session.type("2001-02-03 09:00", untilContains: "at 2001-02-03 09:00")

    try await session.press(.control("s"), untilContains: "Schedule it at least five minutes")
    await session.press(.control("u"))
    await session.type("3d")
    try await session.press(.control("s"), untilLacks: "New post")
    try await session.waitUntil(contains: "Your post is scheduled.")

    let sent = server.requests.filter { $0.path == "/api/v1/statuses" }
    #expect(sent.map { $0.form["status"] } == ["Good morning"])
    #expect(sent.first?.form["scheduled_at"]?.hasSuffix("Z") == true)
    #expect(server.written.isEmpty)
    try await session.quitCleanly()
  }
}
