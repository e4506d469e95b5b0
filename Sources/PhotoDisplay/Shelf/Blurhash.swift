import Glibc
import Terminal

/// A blurred picture written in a few letters.
struct Blurhash {
  private let across: Int
  private let down: Int
  /// Red, green and blue of each wave, in linear light; the first is the average.
  private let waves: [SIMD3<Float>]

  /// Reads the letters; nil where they are none of this notation.
  init?(_ text: String) {
    var digits: [Int] = []
    for byte in text.utf8.prefix(200) {
      guard let digit = Self.digits.firstIndex(of: byte) else { return nil }
      digits.append(digit)
    }
    guard digits.count >= 6 else { return nil }
    let (across, down) = (digits[0] % 9 + 1, digits[0] / 9 + 1)
    guard down <= 9, digits.count == 4 + 2 * across * down else { return nil }
    func number(_ range: Range<Int>) -> Int { digits[range].reduce(0) { $0 * 83 + $1 } }
    let largest = Float(digits[1] + 1) / 166
    let average = number(2..<6)
    guard average <= 0xff_ffff else { return nil }
    var waves = [
      SIMD3(
        Self.linear(average >> 16 & 0xff), Self.linear(average >> 8 & 0xff),
        Self.linear(average & 0xff))
    ]
    for index in 1..<max(1, across * down) {
      let value = number((4 + 2 * index)..<(6 + 2 * index))
      guard value < 19 * 19 * 19 else { return nil }
      func part(_ digit: Int) -> Float {
        let share = (Float(digit) - 9) / 9
        return share * abs(share) * largest
      }
      waves.append(SIMD3(part(value / 361), part(value / 19 % 19), part(value % 19)))
    }
    (self.across, self.down, self.waves) = (across, down, waves)
  }

  func image(_ size: PixelSize) -> PixelImage? {
    guard size.width > 0, size.height > 0 else { return nil }
    let horizontal = Self.cosines(waves: across, steps: size.width)
    let vertical = Self.cosines(waves: down, steps: size.height)
    var pixels: [UInt8] = []
    pixels.reserveCapacity(size.width * size.height * 3)
    for y in 0..<size.height {
      for x in 0..<size.width {
        var light = SIMD3<Float>()
        for j in 0..<down {
          for i in 0..<across {
            light +=
              waves[j * across + i]
              * (horizontal[i * size.width + x] * vertical[j * size.height + y])
          }
        }
        for channel in 0..<3 { pixels.append(Self.byte(light[channel])) }
      }
    }
    return PixelImage(size: size, pixels: pixels)
  }
}

extension Blurhash {
  private static let digits = Array(
    "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz#$%*+,-.:;=?@[]^_{|}~".utf8)

  private static func cosines(waves: Int, steps: Int) -> [Float] {
    (0..<waves).flatMap { wave in
      (0..<steps).map { step in cosf(.pi * Float(wave) * (Float(step) + 0.5) / Float(steps)) }
    }
  }

  private static func linear(_ byte: Int) -> Float {
    let value = Float(byte) / 255
    return value <= 0.04045 ? value / 12.92 : powf((value + 0.055) / 1.055, 2.4)
  }

  private static func byte(_ light: Float) -> UInt8 {
    let light = min(1, max(0, light))
    let value = light <= 0.0031308 ? light * 12.92 : 1.055 * powf(light, 1 / 2.4) - 0.055
    return UInt8(value * 255 + 0.5)
  }
}
