import FeedDomain
import Terminal

/// The colours of a box that stands where a photo will, or would.
struct PhotoColours {
  let theme: Theme

  /// The ground of a photo's box, and what can be read on it; nil where there are no colours.
  func style(of photo: Photo) -> Style? {
    guard theme != .none else { return nil }
    guard let colour = photo.colour else { return theme.style(.bar) }
    let (red, green, blue) = (colour >> 16 & 0xff, colour >> 8 & 0xff, colour & 0xff)
    // How bright it looks, in thousandths.
    let brightness = (299 * red + 587 * green + 114 * blue) / 255
    let ink: Colour = brightness > 500 ? .rgb(0x16, 0x18, 0x1d) : .rgb(0xf2, 0xf3, 0xf5)
    return Style(ink, on: .rgb(UInt8(red), UInt8(green), UInt8(blue)))
  }
}
