import Terminal

extension Theme {
  /// As clear as a terminal can be: nothing faint, and the sixteen colours everybody has tuned.
  package static let contrast: Theme = {
    let black = Colour.ansi(0)
    let white = Colour.ansi(15)
    let yellow = Colour.ansi(11)
    let cyan = Colour.ansi(14)
    let red = Colour.ansi(9)
    let green = Colour.ansi(10)
    return Theme([
      .strong: Style(.standard, .bold),
      .author: Style(.standard, .bold), .currentAuthor: Style(.standard, [.bold, .underlined]),
      .link: Style(cyan, .underlined), .mention: Style(cyan, .bold), .tag: Style(cyan, .bold),
      .code: Style(yellow), .emphasis: Style(.standard, .bold),
      .boost: Style(green), .liked: Style(red, .bold), .boosted: Style(green, .bold),
      .bookmarked: Style(yellow, .bold), .warning: Style(yellow, .bold),
      .poll: Style(cyan), .selection: Style(yellow, .bold), .gap: Style(yellow, .bold),
      .bar: Style(black, on: white), .barStrong: Style(black, on: white, .bold),
      .barFaint: Style(black, on: white), .tab: Style(black, on: white),
      .currentTab: Style(black, on: yellow, .bold),
      // On a ground of their own, since they stand on the white bars as well.
      .good: Style(green, on: black, .bold), .bad: Style(red, on: black, .bold),
      .busy: Style(yellow, on: black, .bold),
      .field: Style(black, on: white), .fieldLabel: Style(.standard, .bold),
      .box: Style(white, on: black),
      .hint: Style(black, on: white), .key: Style(black, on: white, .bold),
    ])
  }()
}
