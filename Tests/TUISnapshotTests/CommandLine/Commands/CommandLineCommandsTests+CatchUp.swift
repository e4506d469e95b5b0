import Doubles
import FeedDomain
import Testing

@testable import Console

/// What was missed, printed.
extension CommandLineCommandsTests {
  /// Grace's two posts, of which the older was read, and between them one that was boosted.
  private func away() async throws -> CommandFixture {
    var fixture = CommandFixture()
    let boosted = FeedEntry(
      id: FeedEntry.ID("b"), post: .sample("s", by: "stranger", text: "Look up."),
      boostedBy: .sample("bo"))
    fixture.store = FakeFeedStore([
      .home: [
        FeedEntry(CommandFixture.post("p2", "Two")), boosted,
        FeedEntry(CommandFixture.post("p1", "One")),
      ]
    ])
    try await fixture.store.advanceLastReadEntry(
      FeedEntry.ID("p1"), in: .stream(.home, CommandFixture.ada.account.id))
    return fixture
  }

  @Test func `catch-up prints missed posts in the order of the option`() async throws {
    var fixture = CommandFixture()
    fixture.store = FakeFeedStore([
      .home: ["p4", "p3", "p2", "p1"].map { id in
        FeedEntry(CommandFixture.post(id, "Number \(id)", name: id == "p3" ? "Tom" : "Grace"))
      }
    ])
    try await fixture.store.advanceLastReadEntry(
      FeedEntry.ID("p1"), in: .stream(.home, CommandFixture.ada.account.id))

    #expect(try await fixture.run("catch-up", "--offline", "--order", "time") == .done)

    let places = ["p2", "p3", "p4"].compactMap {
      fixture.output.text.firstRange(of: "Number \($0)")
    }
    #expect(places.count == 3 && places.map(\.lowerBound) == places.map(\.lowerBound).sorted())
    #expect(!fixture.output.text.contains("Grace · 2 posts"))
    await #expect(throws: UsageError.self) {
      try await fixture.run("catch-up", "--order", "sideways")
    }
  }

  @Test func `catch-up prints missed posts, and they stay unread`() async throws {
    let fixture = try await away()

    #expect(try await fixture.run("catch-up", "--offline") == .done)

    #expect(
      fixture.output.text == """
        Grace @grace · 1h
          Two
          1 reply · 0 boosts · 12 likes · p2

        Boosted by people you follow · 1 post

        boosted by bo
        stranger @stranger · Jan 1, 1970
          Look up.
          0 replies · 0 boosts · 3 likes · s

        """)
    let status = await fixture.store.feedStatus(of: .stream(.home, CommandFixture.ada.account.id))
    #expect(status.unread == 2)
  }

  @Test func `catch-up with a time prints posts read since then too`() async throws {
    let fixture = try await away()

    #expect(try await fixture.run("catch-up", "--since", "2h", "--offline") == .done)

    #expect(fixture.output.text.hasPrefix("Grace · 2 posts\n\nGrace @grace · 1h\n  One\n"))
  }

  @Test func `catch-up with JSON prints an object for each post, with its section`() async throws {
    let fixture = try await away()

    #expect(try await fixture.run("catch-up", "--json", "--offline") == .done)

    let lines = fixture.output.text.split(separator: "\n")
    #expect(lines.count == 2)
    #expect(lines.first?.hasPrefix(#"{"section":"person","boosters":[],"post":{"id":"p2""#) == true)
    #expect(lines.last?.hasPrefix(#"{"section":"boosts","boosters":[{"id":"bo""#) == true)
  }

  @Test func `catch-up without a network prints stored posts, and exits with code 4`() async throws
  {
    var fixture = try await away()
    fixture.service.failure = .unreachable

    #expect(try await fixture.run("catch-up") == .noNetwork)

    #expect(fixture.output.text.contains("  Two\n"))
  }

  @Test func `catch-up refuses a malformed time`() async throws {
    let fixture = CommandFixture()

    await #expect(throws: UsageError.self) { try await fixture.run("catch-up", "--since", "soon") }
  }
}
