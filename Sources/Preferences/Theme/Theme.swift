package import Terminal

package struct Theme: Equatable, Sendable {
  private let styles: [Style]

  package init(_ styles: KeyValuePairs<TextRole, Style>) {
    var all = [Style](repeating: .plain, count: TextRole.allCases.count)
    for (role, style) in styles { all[role.rawValue] = style }
    self.styles = all
  }

  /// The built-in theme with calm colours for a dark background.
  package static let dark = Theme(ThemeColours.dark)

  package func style(_ role: TextRole) -> Style { styles[role.rawValue] }

  /// Returns the style of a text's role on a bar: with the bar's background, unless the role has
  /// its own.
  package func styleOnBar(_ role: TextRole) -> Style {
    let bar = style(.bar)
    var style = style(role)
    let isOnGround = style.background == .standard || role == .text
    guard isOnGround, role != .currentTab else { return style }
    style.background = bar.background
    style.attributes.formUnion(bar.attributes)
    return style
  }

  /// The colour of the screen behind text: the theme's own background, or black or white by the
  /// brightness of the theme's text.
  package var ground: Colour {
    if case .rgb = style(.text).background { return style(.text).background }
    guard case .rgb(let red, let green, let blue) = style(.strong).foreground else {
      return .rgb(0, 0, 0)
    }
    let isDark = Int(red) + Int(green) + Int(blue) < 3 * 128
    return isDark ? .rgb(255, 255, 255) : .rgb(0, 0, 0)
  }

  package func styledLine(_ text: StyledText) -> Line {
    text.reduce(into: Line()) { $0.append($1.text, style($1.role), link: $1.link) }
  }

  package func styledBarLine(_ text: StyledText) -> Line {
    text.reduce(into: Line()) { $0.append($1.text, styleOnBar($1.role), link: $1.link) }
  }

  /// The built-in theme without any colour: bold text, underlines and the characters carry the
  /// meaning.
  package static let none = Theme([
    .faint: Style(.standard, .dim), .strong: Style(.standard, .bold),
    .author: Style(.standard, .bold), .currentAuthor: Style(.standard, [.bold, .underlined]),
    .handle: Style(.standard, .dim), .time: Style(.standard, .dim),
    .link: Style(.standard, .underlined), .mention: Style(.standard, .bold),
    .tag: Style(.standard, .bold), .code: Style(.standard, .dim),
    .emphasis: Style(.standard, .italic),
    .liked: Style(.standard, .bold), .boosted: Style(.standard, .bold),
    .bookmarked: Style(.standard, .bold), .count: Style(.standard, .dim),
    .warning: Style(.standard, .bold), .card: Style(.standard, .bold),
    .selection: Style(.standard, .bold), .rule: Style(.standard, .dim),
    .bar: Style(.standard, .reversed), .barStrong: Style(.standard, [.reversed, .bold]),
    .barFaint: Style(.standard, .reversed), .tab: Style(.standard, .reversed),
    .currentTab: Style(.standard, .bold),
    .good: Style(.standard, .bold), .bad: Style(.standard, .bold), .busy: Style(.standard, .bold),
    .field: Style(.standard, .underlined), .fieldLabel: Style(.standard, .dim),
    .hint: Style(.standard, .reversed), .key: Style(.standard, [.reversed, .bold]),
  ])

  /// The built-in theme of the highest contrast: no text is faint, and only the terminal's sixteen
  /// colours are used, which users can change in the terminal.
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
      // These have their own background, since they are shown on the white bars as well.
      .good: Style(green, on: black, .bold), .bad: Style(red, on: black, .bold),
      .busy: Style(yellow, on: black, .bold),
      .field: Style(black, on: white), .fieldLabel: Style(.standard, .bold),
      .box: Style(white, on: black),
      .hint: Style(black, on: white), .key: Style(black, on: white, .bold),
    ])
  }()
}

/// A role of a text on the screen, such as a name or a date, to which a theme gives a style.
package enum TextRole: Int, CaseIterable {
  case text, faint, strong
  case author, currentAuthor, handle, time
  case link, mention, tag, code, emphasis
  case boost, liked, boosted, bookmarked, count
  case warning, quote, card, poll, photo
  case selection, rule, gap
  case bar, barStrong, barFaint, tab, currentTab
  case good, bad, busy
  case field, fieldLabel, hint, key
  case box
}

/// A text on the screen with its role, to which a theme gives a style.
package struct StyledSpan: Equatable {
  package let text: SafeText
  package let role: TextRole
  package let link: SafeWebLink?

  package init(_ text: SafeText, _ role: TextRole = .text, link: SafeWebLink? = nil) {
    (self.text, self.role, self.link) = (text, role, link)
  }
}

package typealias StyledText = [StyledSpan]
