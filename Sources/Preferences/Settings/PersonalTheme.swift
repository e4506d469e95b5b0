package import FeedDomain
package import Terminal

/// A theme that the user wrote: a built-in theme with some colours changed.
package struct PersonalTheme: Equatable, Sendable {
  /// The name of the built-in theme that gives the colours that the user's own theme does not set.
  private var base = ThemeName.dark
  private var colours: [ThemeColour: Colour] = [:]

  /// Creates the user's theme from its lines; invalid lines are skipped, and passed to `mistake`.
  package init(
    _ entries: [SettingEntry], mistake: (SettingEntry, SettingMistake.SettingMistakeReason) -> Void
  ) {
    for entry in entries {
      let name = "\(Self.section).\(entry.key)"
      func addInvalidValueMistake(_ allowed: String) {
        mistake(entry, .badValue(entry.value, key: name, allowed: allowed))
      }
      if entry.key == Self.baseKey {
        if let theme = ThemeName(rawValue: entry.value), theme.colours != nil {
          base = theme
        } else {
          let names = ThemeName.allCases.filter { $0.colours != nil }
          addInvalidValueMistake(names.map(\.rawValue).joined(separator: ", "))
        }
      } else if let place = ThemeColour(rawValue: entry.key) {
        if let colour = ColourSettingFormat.parsedColour(from: entry.value) {
          colours[place] = colour
        } else {
          addInvalidValueMistake(ColourSettingFormat.examples)
        }
      } else {
        let names = ThemeColour.allCases.map(\.rawValue) + [Self.baseKey]
        mistake(
          entry,
          .unknownKey(
            entry.key, nearest: NearestNameSearch.nearestName(for: entry.key, among: names)))
      }
    }
  }

  /// The name of the section with a theme's colours, in the settings file or in a theme's own file.
  package static let section = "theme"
  private static let baseKey = "like"

  package func resolvedTheme(for depth: ColourDepth) -> Theme {
    guard var all = base.themeColours(for: depth) else { return base.theme }
    for (place, colour) in colours { all[place] = colour }
    return Theme(all)
  }
}

/// A namespace for colours as text in the settings: "#ffb870", "11", "default".
enum ColourSettingFormat {
  /// The text with examples of colours for error messages about settings.
  static let examples = "#ffb870, 0, 1, …, 15, default"

  static func parsedColour(from text: String) -> Colour? {
    if text == "default" { return .standard }
    if let number = UInt8(text) { return number < 16 ? .ansi(number) : nil }
    let digits = text.dropFirst()
    guard text.hasPrefix("#"), digits.utf8.count == 6, !digits.contains("+"),
      let number = UInt32(digits, radix: 16)
    else { return nil }
    return .rgb(
      UInt8(truncatingIfNeeded: number >> 16), UInt8(truncatingIfNeeded: number >> 8),
      UInt8(truncatingIfNeeded: number))
  }
}

extension Theme {
  /// The pairs of text roles whose mixed colours are used for people's names; each mixed colour can
  /// be read on the theme's background.
  private static let nameColours: [(TextRole, TextRole)] = [
    (.mention, .mention), (.boost, .boost), (.bookmarked, .bookmarked), (.tag, .tag),
    (.mention, .bad), (.bad, .bookmarked), (.code, .code),
  ]

  /// Returns the style of a person's name on the screen: bold and, if names are coloured, in a
  /// colour that is always the same for the handle.
  package func personNameStyle(of handle: SafeText, _ options: DisplayOptions) -> Style {
    let plain = style(.author)
    guard options.coloursNames else { return plain }
    let (one, other) = Self.nameColours[Self.personNameColourIndex(of: handle)]
    let colour = style(one).foreground
    guard colour != .standard else { return plain }
    return Style(colour.mixedColour(with: style(other).foreground), on: plain.background, .bold)
  }

  package func selectedPersonNameStyle(_ style: Style) -> Style {
    guard style != self.style(.author) else { return self.style(.currentAuthor) }
    var style = style
    style.attributes.insert(.underlined)
    return style
  }

  /// Returns the index of the colour for a person's name: the FNV-1a hash of the handle, the same
  /// on every machine.
  private static func personNameColourIndex(of handle: SafeText) -> Int {
    let hash = handle.string.utf8.reduce(0x811c_9dc5 as UInt32) { ($0 ^ UInt32($1)) &* 0x0100_0193 }
    return Int(hash % UInt32(nameColours.count))
  }
}

extension Colour {
  /// Returns the mean of two colours; the first colour, unless both are given as red, green and
  /// blue.
  fileprivate func mixedColour(with other: Colour) -> Colour {
    guard case .rgb(let red, let green, let blue) = self,
      case .rgb(let otherRed, let otherGreen, let otherBlue) = other
    else { return self }
    func meanColourComponent(_ one: UInt8, _ other: UInt8) -> UInt8 {
      UInt8((Int(one) + Int(other)) / 2)
    }
    return .rgb(
      meanColourComponent(red, otherRed), meanColourComponent(green, otherGreen),
      meanColourComponent(blue, otherBlue)
    )
  }
}
