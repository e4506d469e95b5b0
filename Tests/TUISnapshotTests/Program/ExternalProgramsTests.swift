import Glibc
import Terminal
import Testing

@testable import TweetieTUI

@MainActor struct ExternalProgramsTests {
  private func programs(
    opener: [String] = ["true"], player: [String] = ["true"], editor: [String] = ["true"],
    restricted: Bool = false
  ) -> ExternalPrograms {
    ExternalPrograms(
      opener: opener, player: player, editor: editor, directory: "/tmp", isRestricted: restricted)
  }

  @Test func `restricted, nothing is started and the terminal is kept`() throws {
    let programs = programs(restricted: true)
    var isReleased = false

    let session = programs.startEditor(on: "text") { isReleased = true }

    #expect(session == nil)
    #expect(!isReleased)
    #expect(programs.open(try #require(Hyperlink("https://example.org/"))) == .forbidden)
    #expect(!programs.mayCopy)
  }

  @Test func `where there is no browser a link is shown`() throws {
    let link = try #require(Hyperlink("https://example.org/"))

    #expect(programs(opener: []).open(link) == .shown)
    #expect(programs(opener: ["/nonexistent/browser"]).open(link) == .failed)
  }
}
