import ServiceRig
import TerminalRig
import Testing

extension MastodonStories {
  @Test func `a poll is asked in its own language, and nobody else quotes it`() async throws {
    let session = try await open(in: .furnished())
    await session.type("c")
    try await session.waitUntil(contains: "New post")
    await session.type("Welches Brot?")
    await session.press(.alt("p"))
    try await session.waitUntil(contains: "one answer")
    await session.type("Roggen")
    await session.press(.enter)
    await session.type("Dinkel")
    await session.press(.alt("s"))
    try await session.waitUntil(contains: "several answers")
    await session.press(.escape)
    try await session.waitUntil(contains: "^S send")

    await session.press(.alt("o"))
    try await session.waitUntil(contains: "Who may quote it:")
    await session.type("DE")
    await session.press(.tab)
    await session.press(.tab)
    await session.press(.left)
    try await session.waitUntil(contains: "DE · nobody may quote it")
    await session.press(.control("s"))
    try await session.waitUntil(lacks: "New post")
    try await session.waitForDelivery()

    let sent = try #require(server.requests.last { $0.path == "/api/v1/statuses" })
    #expect(sent.form["language"] == "de")
    #expect(sent.form["quote_approval_policy"] == "nobody")
    #expect(sent.form["poll[multiple]"] == "true")
    #expect(sent.form["poll[expires_in]"] == "86400")
    #expect(sent.json["poll"]["options"] == ["Roggen", "Dinkel"])
    #expect(try await session.quit() == .exited(0))
    #expect(await session.damage == [])
  }

  @Test func `a post is left with the server until its moment`() async throws {
    let session = try await open(in: .furnished())
    await session.type("c")
    try await session.waitUntil(contains: "New post")
    await session.type("Good morning")
    await session.press(.alt("o"))
    try await session.waitUntil(contains: "Post it at:")
    await session.press(.tab)
    await session.type("2001-02-03 09:00")
    try await session.waitUntil(contains: "at 2001-02-03 09:00")

    await session.press(.control("s"))
    try await session.waitUntil(contains: "Schedule it at least five minutes")
    await session.press(.control("u"))
    await session.type("3d")
    await session.press(.control("s"))
    try await session.waitUntil(lacks: "New post")
    try await session.waitUntil(contains: "Your post is scheduled.")

    let sent = server.requests.filter { $0.path == "/api/v1/statuses" }
    #expect(sent.map { $0.form["status"] } == ["Good morning"])
    #expect(sent.first?.form["scheduled_at"]?.hasSuffix("Z") == true)
    #expect(server.written.isEmpty)
    #expect(try await session.quit() == .exited(0))
    #expect(await session.damage == [])
  }
}
