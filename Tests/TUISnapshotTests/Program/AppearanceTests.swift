import FeedDomain
import Terminal
import Testing
import UseCases

@testable import Preferences
@testable import Scenes
@testable import TweetieTUI

struct AppearanceTests {
  private func appearance(
    _ environment: [String: String] = [:], theme: ThemeChoice? = nil,
    _ change: (inout Settings) -> Void = { _ in }
  ) -> ScreenAppearance {
    var settings = Settings()
    change(&settings)
    let environment = ["TERM": "xterm-256color"].merging(environment) { $1 }
    return ScreenAppearance(settings: settings, environment: environment, theme: theme)
  }

  @Test func `without settings the terminal's abilities decide`() {
    let options = appearance().terminalOptions(encoding: .utf8)

    #expect(options.colours == nil)
    #expect(options.hyperlinks)
    #expect(options.synchronizedOutput == nil)
    #expect(options.mouse)
  }

  @Test func `settings override the terminal's abilities`() {
    let options = appearance {
      $0.colours = .sixteen
      $0.hyperlinks = .off
      $0.synchronizedOutput = .off
      $0.mouse = .off
    }.terminalOptions(encoding: .utf8)

    #expect(options.colours == .ansi16)
    #expect(!options.hyperlinks)
    #expect(options.synchronizedOutput == false)
    #expect(!options.mouse)
  }

  @Test func `times are shown relative or as clock time, as set`() {
    #expect(appearance().displayOptions(encoding: .utf8).times == .relative)
    #expect(appearance { $0.times = .clock }.displayOptions(encoding: .utf8).times == .clock)
  }

  @Test func `each setting of the screen's look arrives at the scenes`() {
    let changes: [(inout Settings) -> Void] = [
      { $0.plain = .on }, { $0.animations = .off }, { $0.readingOrder = .oldest },
      { $0.times = .clock },
      { $0.nameColours = .off }, { $0.people = .off }, { $0.threads = .off },
      { $0.wallLetters = .on }, { $0.altReminder = .off },
    ]
    let usual = appearance().displayOptions(encoding: .utf8)
    let changed = changes.map { appearance([:], $0).displayOptions(encoding: .utf8) }

    for (index, options) in changed.enumerated() {
      #expect(options != usual && !changed[..<index].contains(options), "\(index)")
    }
    #expect(usual.isAnimated && !changed[0].isAnimated && !changed[1].isAnimated)
  }

  @Test func `each changed stream setting changes the stream options`() {
    let changes: [(inout Settings) -> Void] = [
      { $0.refresh = .zero }, { $0.catchUpAfter = .zero }, { $0.catchUpPosts = 7 },
      { $0.marksPassed = .off },
    ]
    for change in changes {
      var settings = Settings()
      change(&settings)
      #expect(StreamOptions(settings) != StreamOptions(Settings()))
    }
    #expect(StreamOptions(Settings()) == StreamOptions())
  }

  @Test func `symbols are shown in a UTF-8 terminal, not in an ASCII one`() {
    #expect(appearance().displayOptions(encoding: .utf8).hasSigns)
    #expect(!appearance().displayOptions(encoding: .ascii).hasSigns)
  }

  @Test func `on the Linux console hyperlinks are off unless switched on`() {
    let linux = ["TERM": "linux"]

    #expect(!appearance(linux).terminalOptions(encoding: .utf8).hyperlinks)
    #expect(
      appearance(linux) { $0.hyperlinks = .on }.terminalOptions(encoding: .utf8).hyperlinks)
  }

  @Test func `NO_COLOR overrides the colour settings`() {
    let plain = appearance(["NO_COLOR": "1"]) { $0.colours = .full }

    #expect(plain.terminalOptions(encoding: .utf8).colours == ColourDepth.none)
    #expect(plain.themeName(colours: .none) == .none)
  }

  @Test func `the command line's theme overrides the settings`() {
    let dark = appearance(theme: .dark) { $0.theme = .light }

    #expect(dark.themeName(colours: .direct) == .dark)
  }

  @Test(arguments: [("0;15", ThemeName.light), ("15;0", .dark), ("", .dark), ("x", .dark)])
  func `the automatic theme follows COLORFGBG`(ground: String, theme: ThemeName) {
    let automatic = appearance(["COLORFGBG": ground])

    #expect(automatic.themeName(colours: .palette256) == theme)
  }

  @Test func `a user's own theme is used unless the command line names another`() {
    let own = PersonalTheme([SettingEntry(section: "theme", key: "bar", value: "4", line: 1)]) {
      _, _ in
    }
    func choose(_ settings: inout Settings) {
      settings.ownThemes = ["rose": own]
      let (isOne, isNone) = (
        settings.chooseTheme(named: "rose"), settings.chooseTheme(named: "lily")
      )
      #expect(isOne && !isNone)
    }

    #expect(
      appearance([:], choose).chosenTheme(colours: .direct) == own.resolvedTheme(for: .direct))
    #expect(
      appearance(theme: .light, choose).chosenTheme(colours: .direct) == ThemeName.light.theme)
    #expect(appearance([:], choose).chosenTheme(colours: .none) == .none)
  }

  @Test func `the terminal's reported background overrides COLORFGBG, but not a chosen theme`() {
    var automatic = appearance(["COLORFGBG": "15;0"])
    automatic.backgroundTheme = .light
    var chosen = appearance { $0.theme = .dark }
    chosen.backgroundTheme = .light

    #expect(automatic.themeName(colours: .palette256) == .light)
    #expect(chosen.themeName(colours: .palette256) == .dark)
  }

  @Test(arguments: [
    ("rgb:ffff/ffff/ffff", ThemeName.light), ("rgb:0000/0000/0000", .dark),
    ("rgb:fd/f6/e3", .light), ("rgba:0000/2b2b/3636/ffff", .dark), ("#ffffff", .light),
    ("#000000000000", .dark), ("rgb:0/f/0", .light), ("rgb:0000/0000/ffff", .dark),
  ])
  func `a reported background colour selects the light or dark theme`(
    answer: String, theme: ThemeName
  ) {
    #expect(ThemeName(background: SafeText(sanitizing: answer)) == theme)
  }

  @Test(arguments: [
    "", "rgb:", "rgb:ff/ff", "rgb:ff/ff/gg", "rgb:fffff/0/0", "#", "#ff", "white", "rgb:ff//ff",
    "cmyk:1/1/1", "rgb:-1/0/0",
  ])
  func `an invalid background reply selects no theme`(answer: String) {
    #expect(ThemeName(background: SafeText(sanitizing: answer)) == nil)
  }

  @Test(arguments: [(1, 1), (0, 0), (2, 500), (1000, 1)])
  func `a screen of any size is divided into panes`(rows: Int, columns: Int) {
    let panes = ScreenPanes(of: CellSize(rows: rows, columns: columns), sideBySide: true)

    #expect(panes.wholeScreen.size.rows >= 0)
  }
}
