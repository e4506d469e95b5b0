/// The ways in which ncurses moves rows: a scrolling region, lines inserted and deleted.
enum ScrollSequences {
  /// Whether one of them occurs in the bytes of a frame.
  static func occur(in bytes: UnsafeRawBufferPointer) -> Bool {
    var index = 0
    while index + 1 < bytes.count {
      // A line feed is only ever used to scroll: ncurses does not know that it also moves.
      if bytes[index] == 0x0a { return true }
      guard bytes[index] == 0x1b else {
        index += 1
        continue
      }
      index += 1
      if bytes[index] == 0x4d { return true }  // M: one line down.
      guard bytes[index] == 0x5b else { continue }
      repeat { index += 1 } while index < bytes.count && !(0x40...0x7e).contains(bytes[index])
      // L, M, S, T, and r, which every other way of scrolling needs first.
      if index < bytes.count, [0x4c, 0x4d, 0x53, 0x54, 0x72].contains(bytes[index]) { return true }
    }
    return false
  }
}
