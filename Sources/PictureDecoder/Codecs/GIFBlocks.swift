/// What a GIF is made of, found without unpacking any of it.
enum GIFBlocks {
  /// How many frames it has, and how many pixels there are in those up to a given one.
  static func frames(in bytes: ByteView, upTo frame: Int) -> (count: Int, pixels: Int) {
    guard let flags = bytes[10] else { return (0, 0) }
    var place = 13 + tableSize(flags)
    var frames = (count: 0, pixels: 0)
    while let block = bytes[place] {
      switch block {
      case 0x21:
        place = end(ofBlocksAt: place + 2, in: bytes)
      case 0x2C:
        guard let flags = bytes[place + 9] else { return frames }
        if frames.count <= frame {
          frames.pixels += number(at: place + 5, in: bytes) * number(at: place + 7, in: bytes)
        }
        frames.count += 1
        // After the colours comes the width of a code.
        place = end(ofBlocksAt: place + 10 + tableSize(flags) + 1, in: bytes)
      default:
        return frames
      }
    }
    return frames
  }

  private static func number(at place: Int, in bytes: ByteView) -> Int {
    Int(bytes[place] ?? 0) | Int(bytes[place + 1] ?? 0) << 8
  }

  private static func tableSize(_ flags: UInt8) -> Int {
    flags & 0x80 == 0 ? 0 : 3 << (Int(flags & 7) + 1)
  }

  private static func end(ofBlocksAt start: Int, in bytes: ByteView) -> Int {
    var place = start
    while let length = bytes[place] {
      place += 1 + Int(length)
      if length == 0 { break }
    }
    return place
  }
}
