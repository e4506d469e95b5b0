/// What a photograph looks like before its bytes are here.
package struct Look: Hashable, Sendable {
  /// Its overall colour, as 0xRRGGBB.
  package let colour: UInt32
  package let blurhash: String

  package init(colour: UInt32, blurhash: String) {
    (self.colour, self.blurhash) = (colour, blurhash)
  }

  /// The colour as six digits.
  package var colourText: String {
    let digits = String(colour, radix: 16, uppercase: true)
    return String(repeating: "0", count: 6 - digits.count) + digits
  }
}

extension Painting {
  /// What it looks like, painted small.
  package func look() throws(PaintingFailure) -> Look {
    let long = max(width, height)
    let pixels = try pixels(
      width: max(1, Int(48 * width / long)), height: max(1, Int(48 * height / long)))
    return Look(colour: pixels.averageColour, blurhash: pixels.blurhash())
  }
}
