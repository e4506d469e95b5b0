/// How many frames a GIF has, found without unpacking any of them.
enum GIFBlocks {
  static func frames(in bytes: ByteView) -> Int {
    guard let flags = bytes[10] else { return 0 }
    var place = 13 + tableSize(flags)
    var frames = 0
    while let block = bytes[place] {
      switch block {
      case 0x21:
        place = end(ofBlocksAt: place + 2, in: bytes)
      case 0x2C:
        guard let flags = bytes[place + 9] else { return frames }
        frames += 1
        // Behind the colours stands the width of a code.
        place = end(ofBlocksAt: place + 10 + tableSize(flags) + 1, in: bytes)
      default:
        return frames
      }
    }
    return frames
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
