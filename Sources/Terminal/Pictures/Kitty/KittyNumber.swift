/// The number by which kitty knows an image; placeholder characters give it as their colour.
struct KittyNumber: Hashable, Sendable {
  let value: UInt32

  /// The colour of its placeholders. Where the number is small enough it is one of the palette,
  /// which every terminal in between passes on unchanged.
  var colour: PictureColour {
    if let small = UInt8(exactly: value), small >= 16 { return .palette(small) }
    return .rgb(
      UInt8(truncatingIfNeeded: value >> 16), UInt8(truncatingIfNeeded: value >> 8),
      UInt8(truncatingIfNeeded: value))
  }
}
