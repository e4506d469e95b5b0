package import Terminal

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
