import Doubles
import FeedDomain
import Testing

@testable import Console

/// What was missed, printed.
extension CommandLineCommandsTests {
  /// Grace's two posts, of which the older was read, and between them one that was boosted.
  private func away() async throws -> CommandStage {
    var stage = CommandStage()
    let boosted = FeedEntry(
      id: FeedEntry.ID("b"), post: .sample("s", by: "stranger", text: "Look up."),
      boostedBy: .sample("bo"))
    stage.store = FakeFeedStore([
      .home: [
        FeedEntry(CommandStage.post("p2", "Two")), boosted,
        FeedEntry(CommandStage.post("p1", "One")),
      ]
    ])
    try await stage.store.setLastRead(
      FeedEntry.ID("p1"), in: .stream(.home, CommandStage.ada.account.id))
    return stage
  }

  @Test func `what was missed is printed in the order that is asked for`() async throws {
    var stage = CommandStage()
    stage.store = FakeFeedStore([
      .home: ["p4", "p3", "p2", "p1"].map { id in
        FeedEntry(CommandStage.post(id, "Number \(id)", name: id == "p3" ? "Tom" : "Grace"))
      }
    ])
    try await stage.store.setLastRead(
      FeedEntry.ID("p1"), in: .stream(.home, CommandStage.ada.account.id))

    #expect(try await stage.run("catch-up", "--offline", "--order", "time") == .done)

    let places = ["p2", "p3", "p4"].compactMap { stage.output.text.firstRange(of: "Number \($0)") }
    #expect(places.count == 3 && places.map(\.lowerBound) == places.map(\.lowerBound).sorted())
    #expect(!stage.output.text.contains("Grace · 2 posts"))
    await #expect(throws: UsageError.self) {
      try await stage.run("catch-up", "--order", "sideways")
    }
  }

  @Test func `what was missed is printed, and stays unread`() async throws {
    let stage = try await away()

    #expect(try await stage.run("catch-up", "--offline") == .done)

    #expect(
      stage.output.text == """
        Grace @grace · 1h
          Two
          1 reply · 0 boosts · 12 likes · p2

        Boosted by people you follow · 1 post

        boosted by bo
        stranger @stranger · Jan 1, 1970
          Look up.
          0 replies · 0 boosts · 3 likes · s

        """)
    let status = await stage.store.status(of: .stream(.home, CommandStage.ada.account.id))
    #expect(status.unread == 2)
  }

  @Test func `with a time, what was read since then is printed too`() async throws {
    let stage = try await away()

    #expect(try await stage.run("catch-up", "--since", "2h", "--offline") == .done)

    #expect(stage.output.text.hasPrefix("Grace · 2 posts\n\nGrace @grace · 1h\n  One\n"))
  }

  @Test func `a program gets an object for each post, with its section`() async throws {
    let stage = try await away()

    #expect(try await stage.run("catch-up", "--json", "--offline") == .done)

    let lines = stage.output.text.split(separator: "\n")
    #expect(lines.count == 2)
    #expect(lines.first?.hasPrefix(#"{"section":"person","boosters":[],"post":{"id":"p2""#) == true)
    #expect(lines.last?.hasPrefix(#"{"section":"boosts","boosters":[{"id":"bo""#) == true)
  }

  @Test func `without a network what is here is printed, and the code says so`() async throws {
    var stage = try await away()
    stage.service.failure = .unreachable

    #expect(try await stage.run("catch-up") == .noNetwork)

    #expect(stage.output.text.contains("  Two\n"))
  }

  @Test func `a time that is none is refused`() async throws {
    let stage = CommandStage()

    await #expect(throws: UsageError.self) { try await stage.run("catch-up", "--since", "soon") }
  }
}
