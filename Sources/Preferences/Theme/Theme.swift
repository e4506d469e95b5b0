package import Terminal

package struct Theme: Equatable, Sendable {
  /// The styles, in the order of the roles.
  private let styles: [Style]

  /// A theme of these styles; a role without one looks plain.
  package init(_ styles: KeyValuePairs<Role, Style>) {
    var all = [Style](repeating: .plain, count: Role.allCases.count)
    for (role, style) in styles { all[role.rawValue] = style }
    self.styles = all
  }

  /// Calm, for a dark ground.
  package static let dark = Theme(ThemeColours.dark)

  package func style(_ role: Role) -> Style { styles[role.rawValue] }

  /// The style of a role on a bar: the bar shows through where the role has no background.
  package func styleOnBar(_ role: Role) -> Style {
    let bar = style(.bar)
    var style = style(role)
    let isOnGround = style.background == .standard || role == .text
    guard isOnGround, role != .currentTab else { return style }
    style.background = bar.background
    style.attributes.formUnion(bar.attributes)
    return style
  }
}

extension Theme {
  /// What is behind everything: the theme's own ground, else black or white, whichever is likelier
  /// for what it writes.
  package var ground: Colour {
    if case .rgb = style(.text).background { return style(.text).background }
    guard case .rgb(let red, let green, let blue) = style(.strong).foreground else {
      return .rgb(0, 0, 0)
    }
    let isDark = Int(red) + Int(green) + Int(blue) < 3 * 128
    return isDark ? .rgb(255, 255, 255) : .rgb(0, 0, 0)
  }

  /// The text as a line of cells.
  package func line(_ text: StyledText) -> Line {
    text.reduce(into: Line()) { $0.append($1.text, style($1.role), link: $1.link) }
  }

  /// The text as a line of cells on a bar.
  package func barLine(_ text: StyledText) -> Line {
    text.reduce(into: Line()) { $0.append($1.text, styleOnBar($1.role), link: $1.link) }
  }
}
