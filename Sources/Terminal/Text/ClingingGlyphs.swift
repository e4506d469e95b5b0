/// The characters that no line between wide characters begins or ends with.
extension Glyph {
  /// Whether it belongs to the character before it, as a comma does.
  var closes: Bool { scalar.map(Self.closing.contains) ?? false }
  /// Whether it belongs to the character behind it, as a bracket that opens does, and the sign in
  /// front of a tag.
  var opens: Bool { scalar.map(Self.opening.contains) ?? false }

  private static let closing = scalars(
    "!%),.:;?]}’”»‥…、。，．：；？！％）］｝」』】〉》〕〗〙〛々〻ー・ヽヾゝゞ～")
  private static let opening = scalars("#$(@[{‘“«＃＠（［｛「『【〈《〔〖〘〚￥")

  private static func scalars(_ text: String) -> Set<UInt32> {
    Set(text.unicodeScalars.map(\.value))
  }
}
