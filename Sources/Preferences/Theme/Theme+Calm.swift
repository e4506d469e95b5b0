package import Terminal

extension Theme {
  /// Calm, for a dark ground.
  ///
  /// Text keeps the terminal's own colours. The others were chosen so that the nearest of sixteen
  /// is of the same kind: what is faint becomes bright black, a heart red, a link blue.
  package static let dark = Theme(
    Palette(
      faint: .rgb(0x7c, 0x82, 0x8d), strong: .rgb(0xf2, 0xf3, 0xf5), blue: .rgb(0x78, 0xa9, 0xff),
      red: .rgb(0xff, 0x5c, 0x74), green: .rgb(0x5f, 0xd3, 0x8a), gold: .rgb(0xe8, 0xc3, 0x4a),
      tag: .rgb(0x5c, 0xc8, 0xd0), code: .rgb(0xd0, 0xb0, 0x84), quote: .rgb(0xb4, 0xb9, 0xc2),
      rule: .rgb(0x5a, 0x5f, 0x69), bar: .rgb(0x25, 0x28, 0x30), onBar: .rgb(0xc3, 0xc7, 0xd0),
      faintOnBar: .rgb(0x8b, 0x91, 0x9d), tab: .rgb(0x9b, 0xa1, 0xad),
      onBlue: .rgb(0x16, 0x18, 0x1d), box: .rgb(0x1e, 0x21, 0x28)))

  /// Calm, for a light ground.
  package static let light = Theme(
    Palette(
      faint: .rgb(0x6c, 0x72, 0x7d), strong: .rgb(0x12, 0x14, 0x18), blue: .rgb(0x1d, 0x4e, 0xd8),
      red: .rgb(0xc8, 0x10, 0x2e), green: .rgb(0x12, 0x7a, 0x3c), gold: .rgb(0x8f, 0x60, 0x00),
      tag: .rgb(0x00, 0x6d, 0x77), code: .rgb(0x8f, 0x60, 0x00), quote: .rgb(0x45, 0x4a, 0x54),
      rule: .rgb(0xa4, 0xa9, 0xb2), bar: .rgb(0xe6, 0xe8, 0xec), onBar: .rgb(0x30, 0x34, 0x3c),
      faintOnBar: .rgb(0x6c, 0x72, 0x7d), tab: .rgb(0x4c, 0x52, 0x5d),
      onBlue: .rgb(0xff, 0xff, 0xff), box: .rgb(0xee, 0xf0, 0xf3)))

  /// The colours in which the two differ; what is tinted how, they share.
  private struct Palette {
    let faint, strong, blue, red, green, gold, tag, code, quote, rule: Colour
    let bar, onBar, faintOnBar, tab, onBlue, box: Colour
  }

  private init(_ colours: Palette) {
    let (faint, strong, blue, bar) = (colours.faint, colours.strong, colours.blue, colours.bar)
    self.init([
      .faint: Style(faint), .strong: Style(strong, .bold),
      .author: Style(strong, .bold), .currentAuthor: Style(blue, .bold),
      .handle: Style(faint), .time: Style(faint),
      .link: Style(blue, .underlined), .mention: Style(blue), .tag: Style(colours.tag),
      .code: Style(colours.code), .emphasis: Style(.standard, .italic),
      .boost: Style(colours.green), .liked: Style(colours.red, .bold),
      .boosted: Style(colours.green, .bold), .bookmarked: Style(colours.gold, .bold),
      .count: Style(colours.tab), .warning: Style(colours.gold), .quote: Style(colours.quote),
      .card: Style(strong), .poll: Style(blue), .photo: Style(colours.quote),
      .selection: Style(blue), .rule: Style(colours.rule), .gap: Style(colours.gold),
      .bar: Style(colours.onBar, on: bar), .barStrong: Style(strong, on: bar, .bold),
      .barFaint: Style(colours.faintOnBar, on: bar), .tab: Style(colours.tab, on: bar),
      .currentTab: Style(colours.onBlue, on: blue, .bold),
      .good: Style(colours.green), .bad: Style(colours.red, .bold), .busy: Style(blue),
      .field: Style(strong, on: bar), .fieldLabel: Style(faint),
      .box: Style(colours.tab, on: colours.box),
      .hint: Style(colours.tab, on: bar), .key: Style(strong, on: bar, .bold),
    ])
  }
}

extension Style {
  /// A style on the terminal's own ground.
  package init(_ foreground: Colour, _ attributes: Attributes) {
    self.init(foreground, on: .standard, attributes)
  }
}
