/// The characters beside which a line of wide characters must not break.
extension Glyph {
  /// Whether it belongs to the character before it, as a comma does.
  var closes: Bool { scalar.map(Self.closing.contains) ?? false }
  /// Whether it belongs to the character after it, as an opening bracket does, or the sign in front
  /// of a tag.
  var opens: Bool { scalar.map(Self.opening.contains) ?? false }

  /// Whether it is a Korean syllable, or a letter of one: they make words, as Latin letters do.
  var isHangul: Bool {
    scalar.map { (0xac00...0xd7a3).contains($0) || (0x3131...0x318e).contains($0) } ?? false
  }

  private static let closing = scalars(
    "!%),.:;?]}’”»‥…、。，．：；？！％）］｝」』】〉》〕〗〙〛々〻ー・ヽヾゝゞ～")
  private static let opening = scalars("#$(@[{‘“«＃＠（［｛「『【〈《〔〖〘〚￥")

  private static func scalars(_ text: String) -> Set<UInt32> {
    Set(text.unicodeScalars.map(\.value))
  }
}
