/// Writes the block in which a camera notes how it was held.
public enum ExifSample {
  /// A block with an orientation, behind another entry, in either order of bytes.
  public static func bytes(orientation: Int, isReversed: Bool = true) -> [UInt8] {
    func number(_ number: Int, _ count: Int) -> [UInt8] {
      isReversed ? reversedBytes(number, count) : PictureSamples.bytes(number, count)
    }
    func entry(_ tag: Int, _ value: Int) -> [UInt8] {
      number(tag, 2) + number(3, 2) + number(1, 4) + number(value, 2) + number(0, 2)
    }
    return Array((isReversed ? "II" : "MM").utf8) + number(42, 2) + number(8, 4) + number(2, 2)
      + entry(0x0100, 3) + entry(0x0112, orientation) + number(0, 4)
  }
}
