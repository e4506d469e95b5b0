import PictureWire

/// How the camera was held: which corner of what is stored belongs at the top left. The numbers are
/// Exif's.
enum Orientation: Int, CaseIterable {
  case upright = 1
  case mirrored, upsideDown, mirroredUpsideDown
  case mirroredOnLeft, onLeft, mirroredOnRight, onRight

  /// Whether width and height change places.
  var swapsSides: Bool { rawValue >= 5 }

  /// The size of the picture the right way up.
  func upright(_ stored: Extent) -> Extent {
    swapsSides ? Extent(width: stored.height, height: stored.width) : stored
  }

  /// The size as it is stored, by the same exchange.
  func stored(_ upright: Extent) -> Extent { self.upright(upright) }

  /// Where a window of the upright picture lies in what is stored.
  func stored(_ window: Window, in upright: Extent) -> Window {
    let (width, height) = (Double(upright.width), Double(upright.height))
    let right = width - window.x - window.width
    let below = height - window.y - window.height
    return switch self {
    case .upright: window
    case .mirrored: Window(x: right, y: window.y, width: window.width, height: window.height)
    case .upsideDown: Window(x: right, y: below, width: window.width, height: window.height)
    case .mirroredUpsideDown:
      Window(x: window.x, y: below, width: window.width, height: window.height)
    case .mirroredOnLeft:
      Window(x: window.y, y: window.x, width: window.height, height: window.width)
    case .onLeft: Window(x: window.y, y: right, width: window.height, height: window.width)
    case .mirroredOnRight: Window(x: below, y: right, width: window.height, height: window.width)
    case .onRight: Window(x: below, y: window.x, width: window.height, height: window.width)
    }
  }

  /// Turns pixels the right way up; the size is that of what is stored.
  func upright(_ pixels: [UInt8], of stored: Extent) -> [UInt8] {
    guard self != .upright else { return pixels }
    let size = upright(stored)
    let (first, across, down) = steps(in: stored)
    return [UInt8](unsafeUninitializedCapacity: pixels.count) { turned, count in
      var place = 0
      for row in 0..<size.height {
        var source = (first + row * down) * 3
        for _ in 0..<size.width {
          for channel in 0..<3 { turned[place + channel] = pixels[source + channel] }
          place += 3
          source += across * 3
        }
      }
      count = pixels.count
    }
  }

  /// Where the top left pixel is stored, and how far its neighbours to the right and below are.
  private func steps(in stored: Extent) -> (first: Int, across: Int, down: Int) {
    let width = stored.width
    let last = stored.area - 1
    return switch self {
    case .upright: (0, 1, width)
    case .mirrored: (width - 1, -1, width)
    case .upsideDown: (last, -1, -width)
    case .mirroredUpsideDown: (last - width + 1, 1, -width)
    case .mirroredOnLeft: (0, width, 1)
    case .onLeft: (last - width + 1, -width, 1)
    case .mirroredOnRight: (last, -width, -1)
    case .onRight: (width - 1, width, -1)
    }
  }
}
