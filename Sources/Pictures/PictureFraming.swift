internal import PictureWire

/// Which part of a picture a box shows.
package enum PictureFraming: Hashable, Sendable {
  /// All of it, as large as fits into the box.
  case whole
  /// As much as fills the box, from the middle.
  case filling
  /// A part, in thousandths of width and height from its top left, as large as fits into the box.
  case part(x: Int, y: Int, width: Int, height: Int)

  var cut: PictureOrder.Cut {
    switch self {
    case .whole: .whole
    case .filling: .filling
    case .part(let x, let y, let width, let height): .part(x: x, y: y, width: width, height: height)
    }
  }
}
