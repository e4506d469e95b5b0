/// Snow that falls over a painting, and begins again where it ended without anybody noticing.
struct Snowfall {
  static let frames = 24
  static let hundredths = 10

  private struct Flake {
    let across: Float
    let down: Float
    let radius: Float
    let sway: Float
    /// How far it falls, in parts of the height: all of it, or half where another one follows at that
    /// distance.
    let fall: Float
  }

  private let flakes: [Flake]

  init() {
    var dice = Dice("snowfall")
    flakes = (0..<70).flatMap { index -> [Flake] in
      let (across, down, sway) = (dice(), dice(), dice(0.004, 0.012))
      guard index % 3 == 0 else {
        let radius = dice(0.0035, 0.006)
        return [0, 0.5].map {
          Flake(across: across, down: down + $0, radius: radius, sway: sway, fall: 0.5)
        }
      }
      return [
        Flake(across: across, down: down, radius: dice(0.007, 0.012), sway: sway, fall: 1)
      ]
    }
  }

  /// The painting with the snow as it is in one of the frames.
  func frame(_ number: Int, over painting: PaintedPixels) -> PaintedPixels {
    let (width, height) = (painting.width, painting.height)
    let time = Float(number) / Float(Self.frames)
    var bytes = painting.bytes
    for flake in flakes {
      let down = flake.down + flake.fall * time
      let y = (down - down.rounded(.down)) * Float(height)
      let x = (flake.across + flake.sway * wave(time + flake.down)) * Float(width)
      let radius = max(0.8, flake.radius * Float(height))
      for row in Self.pixels(around: y, radius, of: height) {
        for column in Self.pixels(around: x, radius, of: width) {
          let way = Point(Float(column) + 0.5 - x, Float(row) + 0.5 - y).length / radius
          let light = max(0, 1 - way * way)
          for channel in 0..<3 {
            let place = (row * width + column) * 3 + channel
            let level = Float(bytes[place])
            bytes[place] = UInt8(level + (255 - level) * light)
          }
        }
      }
    }
    return PaintedPixels(width: width, height: height, bytes: bytes)
  }

  /// Those of a side that lie so near to a place on it.
  private static func pixels(around place: Float, _ radius: Float, of side: Int) -> Range<Int> {
    (Int(place - radius)..<Int(place + radius) + 1).clamped(to: 0..<side)
  }

  /// There and back again, once for each whole.
  private func wave(_ part: Float) -> Float {
    let place = part - part.rounded(.down)
    return place < 0.5 ? 4 * place - 1 : 3 - 4 * place
  }
}

extension Painting {
  /// Paints it into a GIF file of that size in which it snows.
  package func snowing(
    width: Int, height: Int, while isWanted: () -> Bool = { true }
  ) throws(PaintingFailure) -> [UInt8] {
    var painting = self
    // What is different everywhere does not pack.
    painting.finish.grain = 0
    let still = try painting.pixels(width: width, height: height, while: isWanted)
    let snowfall = Snowfall()
    var file = GIFFile(like: still, hundredths: Snowfall.hundredths)
    for number in 0..<Snowfall.frames {
      guard isWanted() else { throw .unwanted }
      file.add(snowfall.frame(number, over: still))
    }
    return file.finished()
  }
}
