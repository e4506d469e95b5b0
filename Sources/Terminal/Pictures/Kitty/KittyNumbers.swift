/// The numbers given to images, preferably ones that nobody else uses in the same terminal.
struct KittyNumbers: Sendable {
  private let range: ClosedRange<UInt32>

  private init(_ range: ClosedRange<UInt32>) { self.range = range }

  /// Numbers of three bytes, different for each process.
  static func large(process: Int32) -> KittyNumbers {
    let first = UInt32(truncatingIfNeeded: process) & 0xfffe | 1
    return KittyNumbers((first << 8)...(first << 8 | 0xff))
  }

  /// Numbers that are colours of the palette, which survive a multiplexer.
  static let small = KittyNumbers(16...255)

  /// A number that is not in use; nil where all are.
  func next(except used: [KittyNumber]) -> KittyNumber? {
    range.lazy.map { KittyNumber(value: $0) }.first { !used.contains($0) }
  }
}
