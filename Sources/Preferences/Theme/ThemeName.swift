package import Terminal

package enum ThemeName: String, CaseIterable, Sendable {
  case dark, light
  case dusk, paper, ember, fjord, violet, moss
  /// A name of a built-in theme: the one with the highest contrast.
  case contrast
  /// A name of a built-in theme: the one without any colour.
  case none

  package var theme: Theme { resolvedTheme(for: .direct) }

  package func resolvedTheme(for depth: ColourDepth) -> Theme {
    switch self {
    case .contrast: .contrast
    case .none: .none
    default: themeColours(for: depth).map { Theme($0) } ?? .none
    }
  }

  func themeColours(for depth: ColourDepth) -> ThemeColours? {
    colours?.adaptedColours(to: depth, isLight: self == .light || self == .paper)
  }

  /// The colours of a built-in theme, at full colour depth; nil for a theme without colours of its
  /// own.
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

  /// Returns the name of the dark theme, or of the light one if the environment variable
  /// `COLORFGBG` names a light background.
  package static func detectedThemeName(in environment: [String: String]) -> ThemeName {
    let ground = environment["COLORFGBG"]?.split(separator: ";").last.flatMap { Int($0) }
    return ground == 7 || ground == 15 ? .light : .dark
  }

  /// Creates the name of the dark or light theme from a background colour as a terminal reports it
  /// (`rgb:ffff/ffff/ffff`, `#ffffff`); nil for an invalid colour.
  package init?(background: SafeText) {
    guard let shares = Self.componentsOfReportedColour(of: background.string) else { return nil }
    // Rec. 709: the brightness of red, green and blue to the eye.
    let brightness = 0.2126 * shares[0] + 0.7152 * shares[1] + 0.0722 * shares[2]
    self = brightness > 0.5 ? .light : .dark
  }

  /// Parses a colour that a terminal reports into red, green and blue, from 0 to 1; nil if invalid.
  private static func componentsOfReportedColour(of colour: String) -> [Double]? {
    let parts: [Substring]
    if let colon = colour.firstIndex(of: ":"), ["rgb", "rgba"].contains(colour[..<colon]) {
      parts = colour[colour.index(after: colon)...].split(
        separator: "/", omittingEmptySubsequences: false)
    } else if colour.hasPrefix("#"), colour.count > 1, (colour.count - 1).isMultiple(of: 3) {
      let digits = colour.dropFirst()
      let length = digits.count / 3
      parts = (0..<3).map { digits.dropFirst($0 * length).prefix(length) }
    } else {
      return nil
    }
    guard parts.count == 3 || parts.count == 4 else { return nil }
    let shares = parts.prefix(3).compactMap { digits -> Double? in
      guard (1...4).contains(digits.utf8.count), let number = UInt16(digits, radix: 16) else {
        return nil
      }
      return Double(number) / Double((1 << (4 * digits.utf8.count)) - 1)
    }
    return shares.count == 3 ? shares : nil
  }
}
