internal import Glibc

/// The pixels of a painting in a size.
package struct PaintedPixels: Equatable, Sendable {
  package let width: Int
  package let height: Int
  /// The red, green and blue bytes of the pixels, row by row.
  package let bytes: [UInt8]

  package init(width: Int, height: Int, bytes: [UInt8]) {
    precondition(bytes.count == width * height * 3, "The bytes are not as many as the pixels.")
    (self.width, self.height, self.bytes) = (width, height, bytes)
  }

  /// Returns the rows in which a file with an orientation stores the pixels.
  func rows(turned turn: Painting.Turn) -> some Sequence<[UInt8]> {
    (0..<(turn == .quarter ? width : height)).lazy.map { row in
      switch turn {
      case .none: Array(bytes[row * width * 3..<(row + 1) * width * 3])
      case .half: self.row(width) { (width - 1 - $0, height - 1 - row) }
      // Viewers turn the file clockwise, so each of its rows is a column, read upwards.
      case .quarter: self.row(height) { (width - 1 - row, $0) }
      }
    }
  }

  private func row(_ count: Int, _ place: (Int) -> (x: Int, y: Int)) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: count * 3) { buffer, filled in
      for index in 0..<count {
        let (x, y) = place(index)
        for channel in 0..<3 { buffer[3 * index + channel] = bytes[(y * width + x) * 3 + channel] }
      }
      filled = count * 3
    }
  }

  /// The mean colour of the pixels, as 0xRRGGBB.
  package var averageColour: UInt32 {
    let sum = factor(0, 0)
    return UInt32(screen(sum.x)) << 16 | UInt32(screen(sum.y)) << 8 | UInt32(screen(sum.z))
  }

  /// Returns the pixels as a Blurhash of a few waves.
  package func blurhash(across: Int = 4, down: Int = 3) -> String {
    let factors = (0..<down).flatMap { y in (0..<across).map { x in factor(x, y) } }
    let strongest = factors.dropFirst().reduce(Float(0)) { max($0, abs($1.max()), abs($1.min())) }
    let range = max(0, min(82, Int(strongest * 166 - 0.5)))
    let scale = Float(range + 1) / 166
    var text = digits(across - 1 + (down - 1) * 9, 1) + digits(range, 1)
    text += digits(Int(averageColour), 4)
    for factor in factors.dropFirst() {
      let parts = [factor.x, factor.y, factor.z].map { value -> Int in
        let part = abs(value / scale).squareRoot() * (value < 0 ? -1 : 1)
        return max(0, min(18, Int((part * 9 + 9.5).rounded(.down))))
      }
      text += digits((parts[0] * 19 + parts[1]) * 19 + parts[2], 2)
    }
    return text
  }

  /// Returns the strength of a wave of the Blurhash in the pixels.
  private func factor(_ x: Int, _ y: Int) -> SIMD3<Float> {
    var sum = SIMD3<Float>(repeating: 0)
    for row in 0..<height {
      let down = cosf(.pi * Float(y) * Float(row) / Float(height))
      for column in 0..<width {
        let across = cosf(.pi * Float(x) * Float(column) / Float(width))
        let at = (row * width + column) * 3
        sum += SIMD3(light(bytes[at]), light(bytes[at + 1]), light(bytes[at + 2])) * (down * across)
      }
    }
    return sum * ((x == 0 && y == 0 ? 1 : 2) / Float(width * height))
  }

  private func light(_ byte: UInt8) -> Float {
    let value = Float(byte) / 255
    return value <= 0.04045 ? value / 12.92 : powf((value + 0.055) / 1.055, 2.4)
  }

  private func screen(_ light: Float) -> Int {
    let value = light <= 0.0031308 ? light * 12.92 : 1.055 * powf(light, 1 / 2.4) - 0.055
    return max(0, min(255, Int(value * 255 + 0.5)))
  }

  private func digits(_ number: Int, _ count: Int) -> String {
    let alphabet = Array(
      "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz#$%*+,-.:;=?@[]^_{|}~")
    var (rest, text) = (number, "")
    for _ in 0..<count {
      text = String(alphabet[rest % 83]) + text
      rest /= 83
    }
    return text
  }
}

/// The placeholder data of a photograph, shown until the photograph is loaded.
package struct Look: Hashable, Sendable {
  /// The mean colour of the photograph, as 0xRRGGBB.
  package let colour: UInt32
  package let blurhash: String

  package init(colour: UInt32, blurhash: String) {
    (self.colour, self.blurhash) = (colour, blurhash)
  }

  /// The mean colour as six hexadecimal digits.
  package var colourText: String {
    let digits = String(colour, radix: 16, uppercase: true)
    return String(repeating: "0", count: 6 - digits.count) + digits
  }
}

extension Painting {
  /// Returns the placeholder data of the painting, computed from a small version.
  package func look() throws(PaintingFailure) -> Look {
    let long = max(width, height)
    let pixels = try pixels(
      width: max(1, Int(48 * width / long)), height: max(1, Int(48 * height / long)))
    return Look(colour: pixels.averageColour, blurhash: pixels.blurhash())
  }
}
