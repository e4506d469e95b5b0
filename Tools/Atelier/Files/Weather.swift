/// Rain over a painting, animated in a seamless loop.
struct Rainfall {
  static let frames = 60
  static let hundredths = 7

  private struct Drop {
    let across: Float
    let down: Float
    let length: Float
    /// The number of times that the drop falls from top to bottom in the loop.
    let falls: Float
    let light: Float
  }

  private let drops: [Drop]

  init() {
    var dice = Dice("rainfall")
    drops = (0..<160).map { index in
      // Near drops are longer, faster and brighter.
      let nearness = Float(index % 4) / 3
      return Drop(
        across: dice(), down: dice(), length: 0.03 + 0.05 * nearness, falls: 5 + 3 * nearness,
        light: 0.2 + 0.25 * nearness)
    }
  }

  /// Returns the painting with the rain of a frame.
  func frame(_ number: Int, over painting: PaintedPixels) -> PaintedPixels {
    let (width, height) = (painting.width, painting.height)
    let time = Float(number) / Float(Self.frames)
    var bytes = painting.bytes
    for drop in drops {
      // A drop begins and ends outside of the picture.
      let place = drop.down + drop.falls.rounded() * time
      let top = ((place - place.rounded(.down)) * (1 + drop.length) - drop.length) * Float(height)
      let rows = Int(top)..<Int(top + drop.length * Float(height)) + 1
      for row in rows.clamped(to: 0..<height) {
        // The wind blows from the right.
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
  /// Returns an animated GIF file with the painting in rain.
  package func raining(
    width: Int, height: Int, while isWanted: () -> Bool = { true }
  ) throws(PaintingFailure) -> [UInt8] {
    var painting = self
    // Grain differs in every pixel, so it cannot be compressed.
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

/// Snow over a painting, animated in a seamless loop.
struct Snowfall {
  static let frames = 24
  static let hundredths = 10

  private struct Flake {
    let across: Float
    let down: Float
    let radius: Float
    let sway: Float
    /// The distance that the flake falls in the loop, as a fraction of the height: 1, or 0.5 if
    /// another flake follows at that distance.
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

  /// Returns the painting with the snow of a frame.
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

  /// Returns the range of pixels along a side within a radius of a position.
  private static func pixels(around place: Float, _ radius: Float, of side: Int) -> Range<Int> {
    (Int(place - radius)..<Int(place + radius) + 1).clamped(to: 0..<side)
  }

  /// Returns the value of a triangle wave, which repeats with each whole number.
  private func wave(_ part: Float) -> Float {
    let place = part - part.rounded(.down)
    return place < 0.5 ? 4 * place - 1 : 3 - 4 * place
  }
}

extension Painting {
  /// Returns an animated GIF file with the painting in snow.
  package func snowing(
    width: Int, height: Int, while isWanted: () -> Bool = { true }
  ) throws(PaintingFailure) -> [UInt8] {
    var painting = self
    // Grain differs in every pixel, so it cannot be compressed.
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
