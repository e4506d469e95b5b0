package import Terminal

extension Theme {
  /// Calm, for a dark ground.
  ///
  /// Text keeps the terminal's own colours. The others were chosen so that the nearest of sixteen
  /// is of the same kind: what is faint becomes bright black, a heart red, a link blue.
  package static let dark: Theme = {
    let faint = Colour.rgb(0x7c, 0x82, 0x8d)
    let bar = Colour.rgb(0x25, 0x28, 0x30)
    let blue = Colour.rgb(0x78, 0xa9, 0xff)
    let rose = Colour.rgb(0xff, 0x5c, 0x74)
    let green = Colour.rgb(0x5f, 0xd3, 0x8a)
    let gold = Colour.rgb(0xe8, 0xc3, 0x4a)
    let white = Colour.rgb(0xf2, 0xf3, 0xf5)
    return Theme([
      .faint: Style(faint), .strong: Style(white, .bold),
      .author: Style(white), .currentAuthor: Style(white, .bold),
      .handle: Style(faint), .time: Style(faint),
      .link: Style(blue, .underlined), .mention: Style(blue), .tag: Style(.rgb(0x5c, 0xc8, 0xd0)),
      .code: Style(.rgb(0xd0, 0xb0, 0x84)), .emphasis: Style(.standard, on: .standard, .italic),
      .boost: Style(green), .liked: Style(rose, .bold), .boosted: Style(green, .bold),
      .bookmarked: Style(gold, .bold), .count: Style(faint),
      .warning: Style(gold), .quote: Style(.rgb(0xb4, 0xb9, 0xc2)), .card: Style(white),
      .poll: Style(blue), .photo: Style(.rgb(0xb4, 0xb9, 0xc2)),
      .selection: Style(blue), .rule: Style(.rgb(0x5a, 0x5f, 0x69)), .gap: Style(gold),
      .bar: Style(.rgb(0xc3, 0xc7, 0xd0), on: bar), .barStrong: Style(white, on: bar, .bold),
      .barFaint: Style(.rgb(0x8b, 0x91, 0x9d), on: bar),
      .tab: Style(.rgb(0x9b, 0xa1, 0xad), on: bar),
      .currentTab: Style(.rgb(0x16, 0x18, 0x1d), on: blue, .bold),
      .good: Style(green), .bad: Style(rose, .bold), .busy: Style(blue),
      .field: Style(white, on: bar), .fieldLabel: Style(faint),
      .box: Style(.rgb(0x9b, 0xa1, 0xad), on: .rgb(0x1e, 0x21, 0x28)),
      .hint: Style(.rgb(0x9b, 0xa1, 0xad), on: bar), .key: Style(white, on: bar, .bold),
    ])
  }()
}

extension Style {
  /// A style on the terminal's own ground.
  package init(_ foreground: Colour, _ attributes: Attributes) {
    self.init(foreground, on: .standard, attributes)
  }
}
