/// Puts scalars together from bytes that come one by one; what is not UTF-8 becomes U+FFFD.
struct UTF8Assembly: Sendable {
  private var bytes: [UInt8] = []

  var isIncomplete: Bool { !bytes.isEmpty }

  /// Takes a byte, and returns the scalar that it completes.
  mutating func take(_ byte: UInt8) -> Unicode.Scalar? {
    if bytes.isEmpty {
      if byte < 0x80 { return Unicode.Scalar(byte) }
      guard Self.length(of: byte) > 1 else { return "\u{fffd}" }
    }
    bytes.append(byte)
    guard let first = bytes.first, bytes.count == Self.length(of: first) else { return nil }
    let text = String(validating: bytes, as: UTF8.self)
    bytes.removeAll(keepingCapacity: true)
    return text?.unicodeScalars.first ?? "\u{fffd}"
  }

  mutating func end() -> Unicode.Scalar? {
    guard isIncomplete else { return nil }
    bytes.removeAll(keepingCapacity: true)
    return "\u{fffd}"
  }

  /// How many bytes a character has that begins with this one; 0 where none does.
  private static func length(of byte: UInt8) -> Int {
    switch byte {
    case 0xc2...0xdf: 2
    case 0xe0...0xef: 3
    case 0xf0...0xf4: 4
    default: 0
    }
  }
}
