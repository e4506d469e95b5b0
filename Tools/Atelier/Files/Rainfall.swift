/// Rain that falls over a painting, and begins again where it ended without anybody noticing.
struct Rainfall {
  static let frames = 60
  static let hundredths = 7

  private struct Drop {
    let across: Float
    let down: Float
    let length: Float
    /// How often it falls from top to bottom while the film lasts.
    let falls: Float
    let light: Float
  }

  private let drops: [Drop]

  init() {
    var dice = Dice("rainfall")
    drops = (0..<160).map { index in
      // What is near is longer, quicker and brighter.
      let nearness = Float(index % 4) / 3
      return Drop(
        across: dice(), down: dice(), length: 0.03 + 0.05 * nearness, falls: 5 + 3 * nearness,
        light: 0.2 + 0.25 * nearness)
    }
  }

  /// The painting with the rain as it is in one of the frames.
  func frame(_ number: Int, over painting: PaintedPixels) -> PaintedPixels {
    let (width, height) = (painting.width, painting.height)
    let time = Float(number) / Float(Self.frames)
    var bytes = painting.bytes
    for drop in drops {
      // It begins and ends out of sight.
      let place = drop.down + drop.falls.rounded() * time
      let top = ((place - place.rounded(.down)) * (1 + drop.length) - drop.length) * Float(height)
      let rows = Int(top)..<Int(top + drop.length * Float(height)) + 1
      for row in rows.clamped(to: 0..<height) {
        // A wind from the right.
        let column = Int((drop.across - 0.12 * Float(row) / Float(height)) * Float(width) * 1.12)
        guard (0..<width).contains(column) else { continue }
        for channel in 0..<3 {
          let place = (row * width + column) * 3 + channel
          let level = Float(bytes[place])
          bytes[place] = UInt8(level + (235 - min(235, level)) * drop.light)
        }
      }
    }
    return PaintedPixels(width: width, height: height, bytes: bytes)
  }
}

extension Painting {
  /// Paints it into a GIF file of that size in which it rains.
  package func raining(
    width: Int, height: Int, while isWanted: () -> Bool = { true }
  ) throws(PaintingFailure) -> [UInt8] {
    var painting = self
    // What is different everywhere does not pack.
    painting.finish.grain = 0
    let still = try painting.pixels(width: width, height: height, while: isWanted)
    let rainfall = Rainfall()
    var file = GIFFile(like: still, hundredths: Rainfall.hundredths)
    for number in 0..<Rainfall.frames {
      guard isWanted() else { throw .unwanted }
      file.add(rainfall.frame(number, over: still))
    }
    return file.finished()
  }
}
