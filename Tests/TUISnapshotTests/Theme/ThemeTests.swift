import FeedDomain
import Testing

@testable import Preferences
@testable import Terminal

struct ThemeTests {
  @Test func `the theme without colours sets no colour in any style`() {
    for role in TextRole.allCases {
      let style = Theme.none.style(role)
      #expect(style.foreground == .standard && style.background == .standard)
    }
  }

  @Test(arguments: ThemeName.allCases)
  func `styles with different meanings look different in every theme`(name: ThemeName) {
    let theme = name.theme

    for (one, other) in [
      (TextRole.liked, TextRole.count), (.boosted, .count), (.currentTab, .tab), (.link, .text),
      (.currentAuthor, .text), (.bad, .text), (.bar, .text),
    ] {
      #expect(theme.style(one) != theme.style(other), "\(one) and \(other)")
    }
  }

  @Test(arguments: ThemeName.allCases, [ColourDepth.ansi16, .palette256, .direct])
  func `text has enough contrast on the background and on bars, in every theme`(
    name: ThemeName, depth: ColourDepth
  ) {
    guard name != .none else { return }
    let theme = name.resolvedTheme(for: depth)
    let isLight = name == .light
    for role in TextRole.allCases where ![.rule].contains(role) {
      for style in [theme.style(role), theme.styleOnBar(role)] {
        // On a bar stands what is written there, and what says how things go.
        let isOnBar = style.background == theme.style(.bar).background
        guard !isOnBar || Self.onBars.contains(role) else { continue }
        let ground =
          style.background == .standard ? theme.style(.text).background : style.background
        let text = style.foreground == .standard ? theme.style(.text).foreground : style.foreground
        let (front, back) = (
          luminance(shown(text, at: depth) ?? (isLight ? .rgb(0, 0, 0) : .rgb(229, 229, 229))),
          luminance(shown(ground, at: depth) ?? (isLight ? .rgb(255, 255, 255) : .rgb(0, 0, 0)))
        )
        let contrast = (max(front, back) + 0.05) / (min(front, back) + 0.05)
        #expect(contrast >= 4.5, "\(role)")
      }
    }
  }

  @Test(arguments: ThemeName.allCases, [ColourDepth.ansi16, .palette256, .direct])
  func `a text field is visible in every theme`(name: ThemeName, depth: ColourDepth) {
    let theme = name.resolvedTheme(for: depth)
    let field = theme.style(.field)
    let grounds = [theme.style(.text).background, .standard, .ansi(name == .light ? 15 : 0)]

    #expect(field.attributes.contains(.underlined) || !grounds.contains(field.background))
  }

  @Test(arguments: [(ThemeName.dark, Colour.rgb(0, 0, 0)), (.light, .rgb(0xff, 0xff, 0xff))])
  func `hearts, counts and names have enough contrast on black and on white`(
    name: ThemeName, ground: Colour
  ) {
    let theme = name.theme
    let names = (0..<40).map { theme.personNameStyle(of: "@\($0)", DisplayOptions()) }
    let marks = [TextRole.liked, .boosted, .bookmarked, .count, .faint].map(theme.style)

    for style in names + marks {
      let (front, back) = (luminance(style.foreground), luminance(ground))
      #expect((max(front, back) + 0.05) / (min(front, back) + 0.05) >= 4.5, "\(style)")
    }
  }

  private static let onBars: [TextRole] = [
    .bar, .barStrong, .barFaint, .tab, .currentTab, .hint, .key, .field, .busy, .bad, .good,
  ]

  @Test func `a user's own theme changes colours of a built-in theme, and reports invalid lines`() {
    var mistakes: [SettingMistake.SettingMistakeReason] = []
    let lines = [
      ("like", "ember"), ("accent", "#12AbcD"), ("bar", "4"), ("text", "default"), ("gren", "1"),
      ("gold", "16"), ("red", "#12345"), ("like", "none"),
    ]

    let own = PersonalTheme(
      lines.map { SettingEntry(section: "theme", key: $0.0, value: $0.1, line: 1) }
    ) { mistakes.append($1) }

    let theme = own.resolvedTheme(for: .direct)
    #expect(theme.style(.link).foreground == .rgb(0x12, 0xab, 0xcd))
    #expect(theme.style(.bar).background == .ansi(4))
    #expect(theme.style(.text).foreground == .standard)
    #expect(theme.style(.text).background == ThemeColours.ember[.ground])
    #expect(theme.style(.tag) == ThemeName.ember.theme.style(.tag))
    #expect(
      mistakes == [
        .unknownKey("gren", nearest: "green"),
        .badValue("16", key: "theme.gold", allowed: ColourSettingFormat.examples),
        .badValue("#12345", key: "theme.red", allowed: ColourSettingFormat.examples),
        .badValue(
          "none", key: "theme.like",
          allowed: "dark, light, dusk, paper, ember, fjord, violet, moss"),
      ])
  }

  /// The colour that a terminal of that depth shows; nil for its own.
  private func shown(_ colour: Colour, at depth: ColourDepth) -> Colour? {
    switch (colour, depth) {
    case (.standard, _): return nil
    case (.rgb(let red, let green, let blue), .palette256):
      let number = Int(PaletteColourMatcher.nearestCubeColourOrGrey(red, green, blue))
      if number >= 232 {
        let grey = UInt8(8 + 10 * (number - 232))
        return .rgb(grey, grey, grey)
      }
      let levels: [UInt8] = [0, 95, 135, 175, 215, 255]
      let place = number - 16
      return .rgb(levels[place / 36], levels[place / 6 % 6], levels[place % 6])
    case (.ansi(let number), _): return Self.sixteen[Int(number)]
    case (.rgb, _): return colour
    }
  }

  /// As xterm has them.
  private static let sixteen: [Colour] = [
    .rgb(0, 0, 0), .rgb(205, 0, 0), .rgb(0, 205, 0), .rgb(205, 205, 0),
    .rgb(0, 0, 238), .rgb(205, 0, 205), .rgb(0, 205, 205), .rgb(229, 229, 229),
    .rgb(127, 127, 127), .rgb(255, 0, 0), .rgb(0, 255, 0), .rgb(255, 255, 0),
    .rgb(92, 92, 255), .rgb(255, 0, 255), .rgb(0, 255, 255), .rgb(255, 255, 255),
  ]

  /// Relative luminance as the web's accessibility guidelines define it.
  private func luminance(_ colour: Colour) -> Double {
    guard case .rgb(let red, let green, let blue) = colour else { return .nan }
    let parts = [red, green, blue].map { value in
      // x to the power of 2.2 is close to x²·(0.2 x + 0.8), and needs no library.
      let x = Double(value) / 255
      return x * x * (0.2 * x + 0.8)
    }
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
  }
}
