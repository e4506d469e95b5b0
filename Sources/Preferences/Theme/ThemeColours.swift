package import Terminal

/// A colour of a theme, as it is named in the settings file.
package enum ThemeColour: String, CaseIterable, Sendable {
  /// Behind everything, and what is written on it.
  case ground, text
  case faint, strong, accent, red, green, gold, tag, code, quote, rule
  /// The bars at the top and at the bottom, and what is written on them.
  case bar
  case onBar = "on-bar"
  case faintOnBar = "faint-on-bar"
  case tab
  /// What is written on the accent, as the name of the present tab.
  case onAccent = "on-accent"
  /// Behind what is set apart, as where a picture is not shown.
  case box
}

/// The colours that a theme is made of; what is tinted how, all themes share.
package struct ThemeColours: Equatable, Sendable {
  /// In the order of the names.
  private var colours: [Colour]

  /// The colours as red, green and blue in one number, in the order of the names; nil for the
  /// terminal's own.
  init(_ numbers: [UInt32?]) {
    colours = numbers.map { number in
      guard let number else { return .standard }
      return .rgb(
        UInt8(truncatingIfNeeded: number >> 16), UInt8(truncatingIfNeeded: number >> 8),
        UInt8(truncatingIfNeeded: number))
    }
  }

  /// The same out of the sixteen colours that every terminal has.
  private init(sixteen numbers: [UInt8]) { colours = numbers.map { .ansi($0) } }

  package subscript(name: ThemeColour) -> Colour {
    get { colours[Self.place(of: name)] }
    set { colours[Self.place(of: name)] = newValue }
  }

  // Every name is among all names.
  private static func place(of name: ThemeColour) -> Int {
    ThemeColour.allCases.firstIndex(of: name) ?? 0
  }
}

extension ThemeColours {
  /// The nearest of sixteen colours would leave text on a ground of its own colour: there each theme
  /// looks as the others on a dark ground, or on a light one.
  package func suited(to depth: ColourDepth, isLight: Bool) -> ThemeColours {
    guard depth == .ansi16 else { return self }
    var suited = isLight ? Self.lightOfSixteen : Self.darkOfSixteen
    if self[.ground] == .standard { (suited[.ground], suited[.text]) = (.standard, .standard) }
    return suited
  }

  private static let darkOfSixteen = ThemeColours(sixteen: [
    0, 7, 8, 15, 14, 9, 10, 11, 6, 3, 7, 8, 0, 7, 8, 7, 0, 0,
  ])
  private static let lightOfSixteen = ThemeColours(sixteen: [
    15, 0, 0, 0, 4, 1, 4, 5, 5, 5, 0, 8, 7, 0, 0, 0, 15, 15,
  ])
}

extension Theme {
  /// A theme of these colours.
  package init(_ colours: ThemeColours) {
    let (faint, strong, accent, bar) = (
      colours[.faint], colours[.strong], colours[.accent], colours[.bar]
    )
    let (red, green, gold, tab) = (
      colours[.red], colours[.green], colours[.gold], colours[.tab]
    )
    self.init([
      .text: Style(colours[.text], on: colours[.ground]),
      .faint: Style(faint), .strong: Style(strong, .bold),
      .author: Style(strong, .bold), .currentAuthor: Style(accent, .bold),
      .handle: Style(faint), .time: Style(faint),
      .link: Style(accent, .underlined), .mention: Style(accent), .tag: Style(colours[.tag]),
      .code: Style(colours[.code]), .emphasis: Style(.standard, .italic),
      .boost: Style(green), .liked: Style(red, .bold),
      .boosted: Style(green, .bold), .bookmarked: Style(gold, .bold),
      .count: Style(tab), .warning: Style(gold), .quote: Style(colours[.quote]),
      .card: Style(strong), .poll: Style(accent), .photo: Style(colours[.quote]),
      .selection: Style(accent), .rule: Style(colours[.rule]), .gap: Style(gold),
      .bar: Style(colours[.onBar], on: bar), .barStrong: Style(strong, on: bar, .bold),
      .barFaint: Style(colours[.faintOnBar], on: bar), .tab: Style(tab, on: bar),
      .currentTab: Style(colours[.onAccent], on: accent, .bold),
      .good: Style(green), .bad: Style(red, .bold), .busy: Style(accent),
      .field: Style(strong, on: bar), .fieldLabel: Style(faint),
      .box: Style(tab, on: colours[.box]),
      .hint: Style(tab, on: bar), .key: Style(strong, on: bar, .bold),
    ])
  }
}

extension Style {
  /// A style on the terminal's own ground.
  package init(_ foreground: Colour, _ attributes: Attributes) {
    self.init(foreground, on: .standard, attributes)
  }
}
