import Terminal

extension Theme {
  /// Calm, for a light ground.
  package static let light: Theme = {
    let faint = Colour.rgb(0x6c, 0x72, 0x7d)
    let bar = Colour.rgb(0xe6, 0xe8, 0xec)
    let blue = Colour.rgb(0x1d, 0x4e, 0xd8)
    let red = Colour.rgb(0xc8, 0x10, 0x2e)
    let green = Colour.rgb(0x12, 0x7a, 0x3c)
    let brown = Colour.rgb(0x8f, 0x60, 0x00)
    let black = Colour.rgb(0x12, 0x14, 0x18)
    return Theme([
      .faint: Style(faint), .strong: Style(black, .bold),
      .author: Style(black), .currentAuthor: Style(black, .bold),
      .handle: Style(faint), .time: Style(faint),
      .link: Style(blue, .underlined), .mention: Style(blue), .tag: Style(.rgb(0x00, 0x6d, 0x77)),
      .code: Style(brown), .emphasis: Style(.standard, .italic),
      .boost: Style(green), .liked: Style(red, .bold), .boosted: Style(green, .bold),
      .bookmarked: Style(brown, .bold), .count: Style(faint),
      .warning: Style(brown), .quote: Style(.rgb(0x45, 0x4a, 0x54)), .card: Style(black),
      .poll: Style(blue), .photo: Style(.rgb(0x45, 0x4a, 0x54)),
      .selection: Style(blue), .rule: Style(.rgb(0xa4, 0xa9, 0xb2)), .gap: Style(brown),
      .bar: Style(.rgb(0x30, 0x34, 0x3c), on: bar), .barStrong: Style(black, on: bar, .bold),
      .barFaint: Style(faint, on: bar), .tab: Style(.rgb(0x4c, 0x52, 0x5d), on: bar),
      .currentTab: Style(.rgb(0xff, 0xff, 0xff), on: blue, .bold),
      .good: Style(green), .bad: Style(red, .bold), .busy: Style(blue),
      .field: Style(black, on: bar), .fieldLabel: Style(faint),
      .box: Style(.rgb(0x4c, 0x52, 0x5d), on: .rgb(0xee, 0xf0, 0xf3)),
      .hint: Style(.rgb(0x4c, 0x52, 0x5d), on: bar), .key: Style(black, on: bar, .bold),
    ])
  }()
}
