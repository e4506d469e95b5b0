package import Terminal

/// The themes a person can choose, by the names they have in the settings.
package enum ThemeName: String, CaseIterable, Sendable {
  /// Calm, on the terminal's own ground.
  case dark, light
  /// On a ground of their own.
  case dusk, paper, ember, fjord, violet, moss
  /// As clear as a terminal can be.
  case contrast
  /// Without any colour: weight and characters carry the meaning.
  case none

  /// How it looks with all colours.
  package var theme: Theme { theme(.direct) }

  /// How it looks with so many colours.
  package func theme(_ depth: ColourDepth) -> Theme {
    switch self {
    case .contrast: .contrast
    case .none: .none
    default: colours(depth).map { Theme($0) } ?? .none
    }
  }

  /// What it is made of with so many colours; nil for one that is not made of colours.
  func colours(_ depth: ColourDepth) -> ThemeColours? {
    colours?.suited(to: depth, isLight: self == .light || self == .paper)
  }

  /// What it is made of with all colours; nil for one that is not made of colours.
  var colours: ThemeColours? {
    switch self {
    case .dark: .dark
    case .light: .light
    case .dusk: .dusk
    case .paper: .paper
    case .ember: .ember
    case .fjord: .fjord
    case .violet: .violet
    case .moss: .moss
    case .contrast, .none: nil
    }
  }
}
