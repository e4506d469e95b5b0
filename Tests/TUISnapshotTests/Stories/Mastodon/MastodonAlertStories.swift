import ServiceRig
import TerminalRig
import Testing

/// The real program calling for somebody who looks elsewhere.
struct MastodonAlertStories {
  private let stories: MastodonStories

  init() throws { stories = try MastodonStories(isLive: true) }

  private func open(_ wishes: String) async throws -> TerminalSession {
    // It would not look by itself for an hour.
    let session = try await stories.open(
      in: .furnished(refresh: "1h", more: "[alerts]\n\(wishes)"))
    try await session.waitUntil("somebody who listens", isTrue: { stories.server.listeners >= 1 })
    return session
  }

  @Test func `a mention causes one alert and the title a count, and both end with the program`()
    async throws
  {
    let session = try await open("title = on\nmentions = notice")
    try await session.waitUntil("the title") { $0.title == "(3) tweetie" }
    #expect(await session.audit.notifications == [])

    stories.server.happen(.mentioning)
    try await session.waitUntil("one more in the title") { $0.title == "(4) tweetie" }
    stories.server.happen(.liking)
    try await session.waitUntil("the like in the title") { $0.title == "(5) tweetie" }

    #expect(await session.audit.notifications.count == 1)
    #expect(await session.audit.notifications.first?.hasSuffix("mentioned you") == true)
    try await session.quitCleanly()
  }

  @Test func `a killed program resets the terminal title`() async throws {
    let session = try await open("title = on")
    try await session.waitUntil("the title") { $0.title == "(3) tweetie" }

    await session.kill9()

    _ = try await session.exitStatus()
    #expect(await session.damage == [])
  }

  @Test func `without alert settings the program sets no title and sends no alert`() async throws {
    let session = try await open("")

    stories.server.happen(.mentioning)
    try await session.waitUntil("one more that happened") { $0.text(ofRow: 0).contains("◆ 4") }

    #expect(await session.read(\.title) == "")
    #expect(await session.audit.notifications == [])
    #expect(try await session.quit() == .exited(0))
  }
}
