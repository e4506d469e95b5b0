/// What a cell shows, in eight bytes: cells are copied and compared as plain memory.
///
/// Up to three scalars, enough for nearly every character, are held directly, 21 bits each. A
/// longer sequence, such as an emoji family, is a number in `LongGlyphs`.
struct Glyph: Hashable, Sendable {
  private static let scalarBits: UInt64 = 21
  private static let scalarMask: UInt64 = 0x1f_ffff
  private static let longFlag: UInt64 = 1 << 63

  private let bits: UInt64

  static let blank = Glyph(ascii: 0x20)

  /// A printable ASCII character.
  init(ascii: UInt8) { bits = UInt64(ascii) }

  init(scalar: Unicode.Scalar) { bits = UInt64(scalar.value) }

  init(_ character: Character) {
    var bits: UInt64 = 0
    var shift: UInt64 = 0
    for scalar in character.unicodeScalars {
      guard shift < 3 * Self.scalarBits else {
        self.bits = LongGlyphs.known.number(of: character).map { Self.longFlag | $0 } ?? bits
        return
      }
      bits |= UInt64(scalar.value) << shift
      shift += Self.scalarBits
    }
    self.bits = bits
  }

  /// The scalar of a character that has only one.
  var scalar: UInt32? { bits <= Self.scalarMask ? UInt32(bits) : nil }
  /// The byte of an ASCII character; nil for any other.
  var ascii: UInt8? { bits < 0x80 ? UInt8(bits) : nil }

  var character: Character {
    if bits & Self.longFlag != 0 { return LongGlyphs.known.character(bits & ~Self.longFlag) }
    var scalars = String.UnicodeScalarView()
    var rest = bits
    while rest != 0 {
      // It was a scalar when it was put in, so it is one.
      scalars.append(Unicode.Scalar(UInt32(rest & Self.scalarMask)) ?? "\u{fffd}")
      rest >>= Self.scalarBits
    }
    return Character(String(scalars))
  }
}
