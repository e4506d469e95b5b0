import PictureWire

/// A part of a picture, which may begin and end between pixels.
struct Window: Equatable {
  var x: Double
  var y: Double
  var width: Double
  var height: Double

  /// The same part of the picture at another size.
  func scaled(from size: Extent, to other: Extent) -> Window {
    let across = Double(other.width) / Double(size.width)
    let down = Double(other.height) / Double(size.height)
    return Window(x: x * across, y: y * down, width: width * across, height: height * down)
  }
}

extension Window {
  init(all size: Extent) {
    self.init(x: 0, y: 0, width: Double(size.width), height: Double(size.height))
  }
}
