package import Terminal

/// A theme that somebody wrote: another one, with colours of their own.
package struct OwnTheme: Equatable, Sendable {
  /// The one that it is like where it says nothing.
  private var base = ThemeName.dark
  private var colours: [ThemeColour: Colour] = [:]

  /// What its lines say; those that cannot be used are told and passed over.
  package init(_ entries: [SettingEntry], mistake: (SettingEntry, SettingMistake.Reason) -> Void) {
    for entry in entries {
      let name = "\(Self.section).\(entry.key)"
      func refuse(_ allowed: String) {
        mistake(entry, .badValue(entry.value, key: name, allowed: allowed))
      }
      if entry.key == Self.baseKey {
        if let theme = ThemeName(rawValue: entry.value), theme.colours != nil {
          base = theme
        } else {
          let names = ThemeName.allCases.filter { $0.colours != nil }
          refuse(names.map(\.rawValue).joined(separator: ", "))
        }
      } else if let place = ThemeColour(rawValue: entry.key) {
        if let colour = ColourText.colour(from: entry.value) {
          colours[place] = colour
        } else {
          refuse(ColourText.examples)
        }
      } else {
        let names = ThemeColour.allCases.map(\.rawValue) + [Self.baseKey]
        mistake(
          entry, .unknownKey(entry.key, nearest: NearestName.to(entry.key, among: names)))
      }
    }
  }

  /// The section of a settings file, or of a file of its own, in which it stands.
  package static let section = "theme"
  private static let baseKey = "like"

  package func theme(_ depth: ColourDepth) -> Theme {
    guard var all = base.colours(depth) else { return base.theme }
    for (place, colour) in colours { all[place] = colour }
    return Theme(all)
  }
}

/// Colours as they are written in the settings: "#ffb870", "11", "default".
enum ColourText {
  /// What may be written.
  static let examples = "#ffb870, 0, 1, …, 15, default"

  static func colour(from text: String) -> Colour? {
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
  /// Colours to tell people apart by: those of the theme that can be read on its ground, and
  /// mixtures of two of them.
  private static let nameColours: [(Role, Role)] = [
    (.mention, .mention), (.boost, .boost), (.bookmarked, .bookmarked), (.tag, .tag),
    (.mention, .bad), (.bad, .bookmarked), (.code, .code),
  ]

  /// How the name of whoever has that handle looks: always the same, where names are coloured.
  package func nameStyle(of handle: SafeText, _ options: DisplayOptions) -> Style {
    let plain = style(.author)
    guard options.coloursNames else { return plain }
    let (one, other) = Self.nameColours[Self.place(of: handle)]
    let colour = style(one).foreground
    guard colour != .standard else { return plain }
    return Style(colour.mixed(with: style(other).foreground), on: plain.background, .bold)
  }

  /// How a name of that style looks where it is the one that is meant.
  package func currentNameStyle(_ style: Style) -> Style {
    guard style != self.style(.author) else { return self.style(.currentAuthor) }
    var style = style
    style.attributes.insert(.underlined)
    return style
  }

  /// The same for a handle on every machine and at every start, as FNV-1a is.
  private static func place(of handle: SafeText) -> Int {
    let hash = handle.string.utf8.reduce(0x811c_9dc5 as UInt32) { ($0 ^ UInt32($1)) &* 0x0100_0193 }
    return Int(hash % UInt32(nameColours.count))
  }
}

extension Colour {
  /// The colour between both; this one where either is named rather than mixed.
  fileprivate func mixed(with other: Colour) -> Colour {
    guard case .rgb(let red, let green, let blue) = self,
      case .rgb(let otherRed, let otherGreen, let otherBlue) = other
    else { return self }
    func middle(_ one: UInt8, _ other: UInt8) -> UInt8 { UInt8((Int(one) + Int(other)) / 2) }
    return .rgb(middle(red, otherRed), middle(green, otherGreen), middle(blue, otherBlue))
  }
}
