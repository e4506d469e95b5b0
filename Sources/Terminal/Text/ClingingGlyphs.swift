/// The characters at which a line between wide characters must not begin or end.
extension Glyph {
  /// Whether it belongs to the character before it, as a comma does.
  var closes: Bool { scalar.map(Self.closing.contains) ?? false }
  /// Whether it belongs to the character after it, as an opening bracket does, or the sign in front
  /// of a tag.
  var opens: Bool { scalar.map(Self.opening.contains) ?? false }

  private static let closing = scalars(
    "!%),.:;?]}’”»‥…、。，．：；？！％）］｝」』】〉》〕〗〙〛々〻ー・ヽヾゝゞ～")
  private static let opening = scalars("#$(@[{‘“«＃＠（［｛「『【〈《〔〖〘〚￥")

  private static func scalars(_ text: String) -> Set<UInt32> {
    Set(text.unicodeScalars.map(\.value))
  }
}
