package import Terminal

/// Pictures of which only the middle one is to be looked at: the others, further towards the ground.
///
/// A picture is sent to the terminal once, so that a dimmed one has to stay the same as long as it
/// is drawn.
@MainActor package final class PictureDimmer {
  private struct Key: Hashable {
    let picture: ObjectIdentifier
    let percent: Int
  }

  /// More than are ever seen at a time.
  private static let most = 16

  private var dimmed: [Key: (original: Picture, picture: Picture)] = [:]

  package nonisolated init() {}

  /// The picture, so many hundredths of the way to the ground's colour.
  package func dim(_ picture: Picture, by percent: Int, towards ground: Colour) -> Picture {
    let key = Key(picture: ObjectIdentifier(picture), percent: percent)
    if let known = dimmed[key] { return known.picture }
    if dimmed.count >= Self.most { dimmed = [:] }
    let new = Picture(picture.image.mixed(with: ground, percent: percent), cells: picture.cells)
    dimmed[key] = (picture, new)
    return new
  }
}

extension PixelImage {
  /// The picture with so many hundredths of a colour in it; black where the colour has no number.
  fileprivate func mixed(with colour: Colour, percent: Int) -> PixelImage {
    var ground: (Int, Int, Int) = (0, 0, 0)
    if case .rgb(let red, let green, let blue) = colour {
      ground = (Int(red), Int(green), Int(blue))
    }
    let (own, added) = (100 - percent, (ground.0 * percent, ground.1 * percent, ground.2 * percent))
    var pixels = pixels
    for start in stride(from: 0, to: pixels.count, by: 3) {
      pixels[start] = UInt8((Int(pixels[start]) * own + added.0) / 100)
      pixels[start + 1] = UInt8((Int(pixels[start + 1]) * own + added.1) / 100)
      pixels[start + 2] = UInt8((Int(pixels[start + 2]) * own + added.2) / 100)
    }
    return PixelImage(size: size, pixels: pixels) ?? self
  }
}
