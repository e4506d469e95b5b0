import Glibc
import TerminalRig
import Testing

/// The real program takes what somebody set up from one machine to another.
struct MovingStories {
  private static let signIn =
    "echo tweetie123 | tweetie login tweetie --user tweetieuser --password-stdin"
  private static let mine = """
    tweetie = 1

    [display]
    theme = sea

    [keys]
    like = L

    [theme sea]
    like = moss
    accent = #00ffaa

    [mutes]
    mute = @tom
    mute = a; b # c

    [tabs tweetie:tweetieuser]
    tab = home
    tab = tag:moss

    [places tweetie:tweetieuser]
    place = nearby:35.01:135.77\tKyoto

    """

  @Test func `exported settings, themes, mutes, tabs and places are imported on another machine`()
    async throws
  {
    let (old, new) = (try TemporaryHome.furnished(), try TemporaryHome.furnished())
    for home in [old, new] { #expect(try await home.run(Self.signIn).code == 0) }
    old.write(Self.mine, to: old.path + "/mine")
    let first = try await old.run("tweetie config --import ~/mine")
    #expect(first.code == 0, "\(first.errors)")
    #expect(first.output.contains("Tabs of @tweetieuser: Home, #moss"), "\(first.output)")
    #expect(try await old.run("tweetie config --export \(new.path)/moved").code == 0)
    let moved = try #require(new.text(of: new.path + "/moved"))
    #expect(moved.contains("tab = tag:moss") && !moved.contains("tweetie123"))
    var status = stat()
    #expect(stat(new.path + "/moved", &status) == 0 && status.st_mode & 0o777 == 0o600)

    let trial = try await new.run("tweetie config --import ~/moved --dry-run")
    #expect(trial.output.contains("display.theme = sea") && trial.output.contains("Theme: sea"))
    let before = try await new.run("tweetie config --export")
    #expect(!before.output.contains("moss"))
    let taken = try await new.run("tweetie config --import --trusted < ~/moved")

    #expect(taken.code == 0 && taken.output == trial.output, "\(taken.errors)")
    let after = try await new.run("tweetie config --export -")
    #expect(Set(after.lines) == Set(moved.split(separator: "\n", omittingEmptySubsequences: false)))
    #expect(try await new.run("tweetie config").output.contains("theme = sea"))
    let session = try await TerminalSession.reopened(in: new)
    try await session.waitUntil("the tab") { $0.text(ofRow: 0).contains("#moss") }
    try await session.quitCleanly()
  }

  @Test func `an invalid settings file is not imported, and nothing is changed`() async throws {
    let home = try TemporaryHome.furnished()
    let path = home.path + "/config/tweetie/config.ini"
    let settings = home.text(of: path)
    home.write(Self.mine + "[mutes]\nmute = #\n", to: home.path + "/mine")

    let run = try await home.run("tweetie config --import ~/mine")

    #expect(run.code == 1 && run.output == "")
    #expect(
      run.errors.contains("line 24: invalid. Nothing was changed."),
      "\(run.errors)")
    #expect(home.text(of: path) == settings)
    #expect(!home.files.contains { $0.hasSuffix("themes/sea.ini") })
    let restricted = try await home.run(
      "tweetie config --import ~/mine", environment: ["TWEETIE_RESTRICTED": "1"])
    #expect(restricted.errors == "tweetie: Not allowed in restricted mode.\n")
  }
}
