/// A line while it is typed, key by key.
struct TypedLine {
  /// What a key did to it.
  enum Step: Equatable {
    /// It goes on; this is to be written to the terminal.
    case more(echo: [UInt8])
    case done
    case calledOff
  }

  private var bytes: [UInt8] = []

  /// The line; what is no UTF-8 in it is replaced.
  var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Takes the next byte from the terminal.
  mutating func take(_ byte: UInt8) -> Step {
    switch byte {
    case UInt8(ascii: "\r"), UInt8(ascii: "\n"): return .done
    case 0x03, 0x1C: return .calledOff  // Ctrl-C, Ctrl-\
    case 0x04: return bytes.isEmpty ? .calledOff : .done  // Ctrl-D
    case 0x08, 0x7F: return erase(1)
    case 0x15: return erase(text.count)  // Ctrl-U
    case 0x00..<0x20: return .more(echo: [])
    default:
      guard bytes.count < 4_096 else { return .more(echo: [7]) }
      bytes.append(byte)
      return .more(echo: [byte])
    }
  }

  private mutating func erase(_ count: Int) -> Step {
    let erased = min(count, text.count)
    bytes = Array(text.dropLast(erased).utf8)
    return .more(echo: Array(repeatElement([8, 32, 8], count: erased).joined()))
  }
}
