import Terminal

/// How everything looks.
struct Theme: Sendable {
  private let styles: [Role: Style]

  /// A theme of these styles; a role without one looks plain.
  init(_ styles: [Role: Style]) { self.styles = styles }

  /// The style of a role.
  func style(_ role: Role) -> Style { styles[role] ?? .plain }
}
