internal import Glibc

/// How large a cell is in pixels, as far as it can be known.
enum CellPixels {
  /// What is assumed where nobody tells.
  static let assumed = PixelSize(width: 10, height: 20)

  /// The size that the system reports for a terminal; nil where it does not know.
  static func told(of descriptor: Int32) -> PixelSize? {
    var window = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &window) == 0, window.ws_col > 0, window.ws_row > 0
    else { return nil }
    return sane(
      PixelSize(
        width: Int(window.ws_xpixel) / Int(window.ws_col),
        height: Int(window.ws_ypixel) / Int(window.ws_row)))
  }

  /// The size to use, given what is reported now and what was reported before.
  ///
  /// Some terminals include the margins of their window, which makes cells seem larger the fewer
  /// there are. A picture that is a little too small does no harm; one that is too large covers
  /// what is below it and scrolls the screen.
  static func told(_ size: PixelSize, before: PixelSize?) -> PixelSize {
    guard let before, abs(size.width - before.width) <= 1, abs(size.height - before.height) <= 1
    else { return size }
    return PixelSize(
      width: min(size.width, before.width), height: min(size.height, before.height))
  }

  /// The size, if a cell can be that large.
  static func sane(_ size: PixelSize) -> PixelSize? {
    (3...200).contains(size.width) && (4...400).contains(size.height) ? size : nil
  }
}
