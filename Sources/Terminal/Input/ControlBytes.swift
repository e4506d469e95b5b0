/// The keys behind single bytes.
enum ControlBytes {
  /// The key for a control byte or a blank; nil for a byte that is part of text.
  static func key(for byte: UInt8) -> Key? {
    switch byte {
    case 0x0d: Key(.enter)
    case 0x09: Key(.tab)
    case 0x08, 0x7f: Key(.backspace)
    case 0x00: Key(.character(" "), .control)
    case 0x01...0x1a: Key(.character(Character(Unicode.Scalar(byte + 0x60))), .control)
    case 0x1c...0x1f: Key(.character(Character(Unicode.Scalar(byte + 0x40))), .control)
    default: nil
    }
  }
}
