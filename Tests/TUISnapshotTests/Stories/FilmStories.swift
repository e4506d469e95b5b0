import Glibc
import ServiceRig
import TerminalRig
import Testing

/// The real program with a player that stands in for mpv, where there is no display.
struct FilmStories {
  /// Knows no way of kitty's, as an older mpv; then it plays until somebody presses Enter.
  private static let player = """
    #!/bin/sh
    case "$*" in *--vo=kitty*) exit 1 ;; esac
    echo "$@" > "$HOME/played"
    echo The film is on.
    read key
    exit $(cat "$HOME/code")
    """

  private let stories: MastodonStories

  init() throws { stories = try MastodonStories(isLive: false, showsFilms: true) }

  /// A photo of a film, with that in the path.
  private func open(_ home: TemporaryHome, path: String) async throws -> TerminalSession {
    try await stories.signIn(in: home)
    let session = try await TerminalSession.reopened(in: home, environment: ["PATH": path])
    try await session.waitUntil(contains: "up to date")
    try await session.selectPost("Post 1498")
    try await session.type("z", untilContains: "video · m plays it")
    return session
  }

  @Test(arguments: [(0, nil), (2, "The player cannot play this:"), (4, nil)])
  func `a video player gets the terminal until it ends, and then the screen is restored`(
    code: Int, message: String?
  ) async throws {
    let home = try TemporaryHome.furnished(pictures: "kitty")
    home.write(Self.player, to: home.path + "/mpv")
    home.write("\(code)", to: home.path + "/code")
    try #require(chmod(home.path + "/mpv", 0o700) == 0)
    let session = try await open(home, path: "\(home.path):/usr/bin:/bin")

    try await session.type("m", until: "the film, where the screen was") {
      !$0.isAlternate && $0.isCursorVisible && $0.text.contains("The film is on.")
        && $0.text.contains("q goes back")
    }
    #expect(home.text(of: home.path + "/played")?.contains("--vo=tct") == true)
    #expect(home.text(of: home.path + "/played")?.contains(stories.server.origin) == true)
    try await session.press(.enter, until: "the photo again") {
      $0.isAlternate && $0.text.contains("video · m plays it")
    }
    if let message { try await session.waitUntil(says: message) }
    #expect(await !session.screenText.contains("could not be started"))
    try await session.quitCleanly()
  }

  @Test func `the built-in service's video is played, and leaves no file`() async throws {
    let home = try TemporaryHome.furnished()
    home.write(
      """
      #!/bin/sh
      for film; do :; done
      head -c 6 "$film" > "$HOME/played"
      echo The film is on.
      read key
      """, to: home.path + "/mpv")
    try #require(chmod(home.path + "/mpv", 0o700) == 0)
    let session = try await TerminalSession.signedIn(
      in: home, environment: ["PATH": "\(home.path):/usr/bin:/bin"])
    try await session.type("/", untilContains: "Type to search the posts you have")
    await session.type("has:video")
    try await session.press(.enter, until: "what the service found") { screen in
      screen.text(ofRow: 0).contains("1 post") && screen.text.contains("bursts into bloom")
    }
    // With nothing held that is like it, the keys were for typing until the answer came.
    await session.press(.down)
    try await session.type("z", until: "the film and what it shows") { screen in
      screen.text.contains("video · m plays it") && screen.text.contains("poncho")
    }

    try await session.type("m", untilContains: "The film is on.")
    #expect(home.text(of: home.path + "/played") == "GIF89a")
    try await session.press(.enter, until: "the photo again") {
      $0.isAlternate && $0.text.contains("video · m plays it")
    }
    try await session.quitCleanly()
    #expect(!home.files.contains { $0.contains("film") })
  }

  @Test func `without a video player a message names the one to install`() async throws {
    let home = try TemporaryHome.furnished()
    let session = try await open(home, path: home.path)

    try await session.type("m", untilSays: "Install mpv to play this here")
    try await session.quitCleanly()
  }
}
