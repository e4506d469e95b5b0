import CPictures
import PictureWire

/// What the frames of a GIF are drawn on.
struct GIFCanvas {
  private let size: Extent
  private let background: PictureOrder.Colour
  private var pixels: [UInt8] = []

  init(_ size: Extent, _ background: PictureOrder.Colour) {
    (self.size, self.background) = (size, background)
  }

  /// Sets the memory aside and makes all of it background.
  mutating func clear() {
    pixels = [UInt8](repeating: 0, count: size.area * 3)
    clear(x: 0, y: 0, width: size.width, height: size.height)
  }

  /// Makes a part of it background; what lies outside is ignored.
  mutating func clear(x: Int, y: Int, width: Int, height: Int) {
    for row in max(0, y)..<max(0, y, min(size.height, y + height)) {
      for column in max(0, x)..<max(0, x, min(size.width, x + width)) {
        let place = (row * size.width + column) * 3
        pixels[place] = background.red
        pixels[place + 1] = background.green
        pixels[place + 2] = background.blue
      }
    }
  }

  /// Draws a line of an image; pixels outside and colours that nobody defined are ignored.
  mutating func draw(
    _ line: [UInt8], x: Int, y: Int, _ colours: UnsafeBufferPointer<GifColorType>, transparent: Int
  ) {
    guard (0..<size.height).contains(y), x >= 0 else { return }
    for column in 0..<max(0, min(line.count, size.width - x)) {
      let index = Int(line[column])
      guard index != transparent, index < colours.count else { continue }
      let place = (y * size.width + x + column) * 3
      pixels[place] = colours[index].Red
      pixels[place + 1] = colours[index].Green
      pixels[place + 2] = colours[index].Blue
    }
  }

  func copy(row: Int, to target: UnsafeMutableBufferPointer<UInt8>) {
    let count = size.width * 3
    pixels.withUnsafeBufferPointer { pixels in
      _ = target.update(from: pixels[row * count..<(row + 1) * count])
    }
  }
}
