/// The themes a person can choose, by the names they have in the settings.
package enum ThemeName: String, CaseIterable, Sendable {
  /// For light text on a dark ground.
  case dark
  /// For dark text on a light ground.
  case light
  /// As clear as a terminal can be.
  case contrast
  /// Without any colour: weight and characters carry the meaning.
  case none

  package var theme: Theme {
    switch self {
    case .dark: .dark
    case .light: .light
    case .contrast: .contrast
    case .none: .none
    }
  }
}
