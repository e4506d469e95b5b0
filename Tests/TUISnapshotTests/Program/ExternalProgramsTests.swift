import Glibc
import Terminal
import Testing

@testable import TweetieTUI

@MainActor struct ExternalProgramsTests {
  private func programs(
    opener: [String] = ["true"], player: [String] = ["true"], hasDisplay: Bool = true,
    editor: [String] = ["true"],
    restricted: Bool = false
  ) -> ExternalPrograms {
    ExternalPrograms(
      opener: opener,
      player: VideoPlayer(setting: player, hasDisplay: hasDisplay, isMultiplexed: false),
      editor: editor, directory: "/tmp", isRestricted: restricted)
  }

  @Test func `restricted, nothing is started and the terminal is kept`() throws {
    let programs = programs(restricted: true)
    var isReleased = false

    let session = programs.startEditor(on: "text") { isReleased = true }

    #expect(session == nil)
    #expect(!isReleased)
    #expect(programs.openLink(try #require(Hyperlink("https://example.org/"))) == .forbidden)
    #expect(!programs.mayCopy)
  }

  @Test func `where there is no browser a link is shown`() throws {
    let link = try #require(Hyperlink("https://example.org/"))

    #expect(programs(opener: []).openLink(link) == .shown)
    #expect(programs(opener: ["/nonexistent/browser"]).openLink(link) == .failed)
  }
}

@MainActor struct FilmPlayerTests {
  private func attempts(
    _ way: PictureProtocol, setting: [String] = [], hasDisplay: Bool = false,
    isMultiplexed: Bool = false, colours: ColourDepth = .direct
  ) -> [String] {
    VideoPlayer(setting: setting, hasDisplay: hasDisplay, isMultiplexed: isMultiplexed)
      .playerCommands(
        on: PictureAbility(method: way, cell: PixelSize(width: 10, height: 20)), colours: colours
      ).map { words in
        words.filter { $0.hasPrefix("--vo") }.joined(separator: " ")
      }
  }

  @Test func `without a display a film is shown in the terminal's own way`() {
    #expect(attempts(.kitty) == ["--vo=kitty", "--vo=tct"])
    #expect(attempts(.kittyPlaceholders) == ["--vo=kitty", "--vo=tct"])
    #expect(attempts(.kittyPlaceholders, isMultiplexed: true) == ["--vo=tct"])
    #expect(attempts(.sixel) == ["--vo=sixel", "--vo=tct"])
    #expect(attempts(.symbols, colours: .palette256) == ["--vo=tct --vo-tct-256=yes"])
  }

  @Test func `with a display, or by a setting, it has a window`() {
    let wanted = VideoPlayer(setting: ["vlc", "-f"], hasDisplay: false, isMultiplexed: false)

    #expect(VideoPlayer(setting: [], hasDisplay: true, isMultiplexed: false).place == .window)
    #expect(wanted.place == .window)
    #expect(wanted.words == ["vlc", "-f"])
    #expect(attempts(.kitty, hasDisplay: true) == [""])
  }

  @Test func `a player is looked for where the system looks`() {
    let shell = VideoPlayer(setting: ["sh"], hasDisplay: false, isMultiplexed: false)
    let nothing = VideoPlayer(setting: ["/nonexistent"], hasDisplay: false, isMultiplexed: false)

    #expect(shell.isInstalled(path: "/nonexistent:/bin"))
    #expect(!shell.isInstalled(path: "/nonexistent"))
    #expect(shell.isInstalled(path: nil))
    #expect(!nothing.isInstalled(path: nil))
  }
}
