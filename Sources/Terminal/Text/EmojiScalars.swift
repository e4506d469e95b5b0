/// The parts that emoji sequences are made of.
extension Unicode.Scalar {
  var isEmojiBase: Bool { value >= 0xa9 && !isRegionalIndicator && properties.isEmoji }
  var isEmojiModifier: Bool { (0x1f3fb...0x1f3ff).contains(value) }
  var isRegionalIndicator: Bool { (0x1f1e6...0x1f1ff).contains(value) }
  var isVariationSelector: Bool { value == 0xfe0e || value == 0xfe0f }
  var isZeroWidthJoiner: Bool { value == 0x200d }
  /// A digit, `#` or `*`, which a keycap may enclose.
  var isKeycapBase: Bool { value == 0x23 || value == 0x2a || (0x30...0x39).contains(value) }
  var isEnclosingKeycap: Bool { value == 0x20e3 }
  /// The flag that tags turn into the flag of a part of a country.
  var isTaggable: Bool { value == 0x1f3f4 }
  var isTag: Bool { (0xe0020...0xe007f).contains(value) }
  var isTagLetter: Bool {
    (0xe0030...0xe0039).contains(value) || (0xe0061...0xe007a).contains(value)
  }
  var isTagEnd: Bool { value == 0xe007f }
}
