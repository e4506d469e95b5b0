internal import Glibc

/// How large a cell is in pixels, as far as it can be known.
enum CellPixels {
  /// What is assumed where nobody tells.
  static let assumed = PixelSize(width: 10, height: 20)

  /// What the system tells of a terminal; nil where it does not know.
  static func told(of descriptor: Int32) -> PixelSize? {
    var window = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &window) == 0, window.ws_col > 0, window.ws_row > 0
    else { return nil }
    return sane(
      PixelSize(
        width: Int(window.ws_xpixel) / Int(window.ws_col),
        height: Int(window.ws_ypixel) / Int(window.ws_row)))
  }

  /// The size, where a cell can be so large.
  static func sane(_ size: PixelSize) -> PixelSize? {
    (3...200).contains(size.width) && (4...400).contains(size.height) ? size : nil
  }
}
