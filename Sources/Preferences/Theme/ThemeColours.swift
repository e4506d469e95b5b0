package import Terminal

/// A name of a colour of a theme; each case's raw value is the name in the settings file.
package enum ThemeColour: String, CaseIterable, Sendable {
  /// A name of a colour of a theme: the background of the screen.
  case ground
  /// A name of a colour of a theme: ordinary text.
  case text
  case faint, strong, accent, red, green, gold, tag, code, quote, rule
  /// A name of a colour of a theme: that of the bars at the top and at the bottom of the screen.
  case bar
  case onBar = "on-bar"
  case faintOnBar = "faint-on-bar"
  case tab
  /// A name of a colour of a theme: text on the accent colour, such as the current tab.
  case onAccent = "on-accent"
  /// A name of a colour of a theme: the background of boxes, such as that of a missing picture.
  case box
}

/// A set of the colours of a theme by their names, which are the same in all themes.
package struct ThemeColours: Equatable, Sendable {
  private var colours: [Colour]

  /// Creates a theme's colours from 0xRRGGBB numbers, in the order of their names; nil stands for
  /// the terminal's default.
  init(_ numbers: [UInt32?]) {
    colours = numbers.map { number in
      guard let number else { return .standard }
      return .rgb(
        UInt8(truncatingIfNeeded: number >> 16), UInt8(truncatingIfNeeded: number >> 8),
        UInt8(truncatingIfNeeded: number))
    }
  }

  /// Creates a theme's colours from numbers of the terminal's first sixteen, in the order of their
  /// names.
  private init(sixteen numbers: [UInt8]) { colours = numbers.map { .ansi($0) } }

  package subscript(name: ThemeColour) -> Colour {
    get { colours[Self.storedColourIndex(of: name)] }
    set { colours[Self.storedColourIndex(of: name)] = newValue }
  }

  private static func storedColourIndex(of name: ThemeColour) -> Int {
    ThemeColour.allCases.firstIndex(of: name) ?? 0
  }

  /// Returns the theme's colours for a terminal's colour depth. With sixteen colours, all dark
  /// themes have the same colours, and all light ones, since the nearest of sixteen colours could
  /// equal that of the background.
  package func adaptedColours(to depth: ColourDepth, isLight: Bool) -> ThemeColours {
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
  package init(_ colours: ThemeColours) {
    let (faint, strong, accent, bar) = (
      colours[.faint], colours[.strong], colours[.accent], colours[.bar]
    )
    let (red, green, gold, tab) = (
      colours[.red], colours[.green], colours[.gold], colours[.tab]
    )
    // The bars' colour of the terminal's sixteen may be that of the background, so that a text
    // field on it would not be seen.
    let fieldAttributes: Style.TextAttributes = if case .ansi = bar { .underlined } else { [] }
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
      .field: Style(strong, on: bar, fieldAttributes), .fieldLabel: Style(faint),
      .box: Style(tab, on: colours[.box]),
      .hint: Style(tab, on: bar), .key: Style(strong, on: bar, .bold),
    ])
  }
}

extension Style {
  /// Creates a style of text on the terminal's default background.
  package init(_ foreground: Colour, _ attributes: TextAttributes) {
    self.init(foreground, on: .standard, attributes)
  }
}

/// The built-in themes that have colours of their own. Text on the background and on bars has a
/// contrast of at least 4.5 to 1, also on terminals with only 256 colours.
extension ThemeColours {
  /// The colours of a calm theme on the terminal's own dark background.
  package static let dark = ThemeColours([
    nil, nil, 0x7c828d, 0xf2f3f5, 0x78a9ff, 0xff5c74, 0x5fd38a, 0xe8c34a, 0x5cc8d0, 0xd0b084,
    0xb4b9c2, 0x5a5f69, 0x252830, 0xc3c7d0, 0x8b919d, 0x9ba1ad, 0x16181d, 0x1e2128,
  ])

  /// The colours of a calm theme on the terminal's own light background.
  package static let light = ThemeColours([
    nil, nil, 0x5f6570, 0x121418, 0x1747b4, 0xb80d28, 0x0a6630, 0x8f6000, 0x006d77, 0x8f6000,
    0x454a54, 0xa4a9b2, 0xe6e8ec, 0x30343c, 0x565c67, 0x4c525d, 0xffffff, 0xeef0f3,
  ])

  /// The colours of a theme with muted colours on the blue green of an evening.
  package static let dusk = ThemeColours([
    0x0a2730, 0xb4c0bf, 0x82969a, 0xeee8d5, 0x4fa6e6, 0xff7a72, 0x9cb414, 0xd3a021, 0x3fb3a6,
    0xe08a5c, 0xa3b1b3, 0x355560, 0x123743, 0xb4c0bf, 0x94a7aa, 0xa3b3b5, 0x06202a, 0x10313c,
  ])

  /// The colours of a theme like ink on warm paper.
  package static let paper = ThemeColours([
    0xfbf3df, 0x4a565c, 0x5f676b, 0x23303a, 0x0f5c9e, 0xb02020, 0x566a00, 0x855f00, 0x0f6a63,
    0x8a2c00, 0x566269, 0xcfc6ae, 0xece3cc, 0x3f4b51, 0x4c5559, 0x4f5b61, 0xfdf8ea, 0xf3ead4,
  ])

  /// The colours of a theme with warm colours on dark brown.
  package static let ember = ThemeColours([
    0x282624, 0xe6d9b4, 0xa39680, 0xfbf1cf, 0x8fb8a8, 0xff8a76, 0xb6bb3a, 0xf5b73a, 0x8ec07c,
    0xee9a4d, 0xcbbf9f, 0x5c5348, 0x3a3633, 0xe0d3ae, 0xb0a38c, 0xc4b797, 0x1f1d1b, 0x32302d,
  ])

  /// The colours of a theme with cool pastels on slate.
  package static let fjord = ThemeColours([
    0x2b323e, 0xd8dee9, 0x9aa5b8, 0xf0f3f8, 0x8cc3d3, 0xf5a3aa, 0xa8c491, 0xeccd8c, 0x90c1be,
    0xdba184, 0xc2cad8, 0x4d586b, 0x394252, 0xd8dee9, 0xaab4c5, 0xb8c2d2, 0x242a34, 0x333b48,
  ])

  /// The colours of a theme with bright colours on dark violet.
  package static let violet = ThemeColours([
    0x272935, 0xf2f2ee, 0x9aa3c8, 0xffffff, 0xcba9ff, 0xff8a92, 0x5bf485, 0xf1f08f, 0x8fe6fb,
    0xffb870, 0xcfd2e2, 0x4a4e66, 0x373a4b, 0xeceef6, 0xaeb6d6, 0xc3c8e0, 0x20222c, 0x2f3140,
  ])

  /// The colours of a theme with greens on the dark of a forest.
  package static let moss = ThemeColours([
    0x16201a, 0xcfdac8, 0x8a9b8a, 0xf0f6ea, 0x8ecf9b, 0xf08073, 0xb5d65a, 0xe0c265, 0x75c7b4,
    0xd8ab78, 0xb4c2b0, 0x3d4d42, 0x24332a, 0xcfdac8, 0x9aab9a, 0xaebdac, 0x101813, 0x1c2921,
  ])
}
