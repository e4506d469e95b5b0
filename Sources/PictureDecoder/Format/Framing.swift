import PictureWire

/// Which part of the upright picture is shown, and how large it comes out.
struct Framing: Equatable {
  let window: Window
  let size: Extent

  /// What a box shows of a picture of that size.
  init(_ cut: PictureOrder.Cut, of picture: Extent, in box: Extent) {
    switch cut {
    case .whole:
      window = Window(all: picture)
      size = picture.fitted(into: box)
    case .filling:
      window = Self.middle(of: picture, shapedLike: box)
      size = box
    case .part(let x, let y, let width, let height):
      window = Window(
        x: Double(picture.width * x) / 1000, y: Double(picture.height * y) / 1000,
        width: Double(picture.width * width) / 1000, height: Double(picture.height * height) / 1000)
      // In thousandths of pixels, which keeps the shape of a small part of a small picture.
      size = Extent(width: picture.width * width, height: picture.height * height).fitted(into: box)
    }
  }

  /// All of a picture for a service, made smaller where its longest side demands it.
  init(longestSide: Int, of picture: Extent) {
    window = Window(all: picture)
    let isSmall = max(picture.width, picture.height) <= longestSide
    size =
      isSmall ? picture : picture.fitted(into: Extent(width: longestSide, height: longestSide))
  }

  private static func middle(of picture: Extent, shapedLike box: Extent) -> Window {
    let (width, height) = (Double(picture.width), Double(picture.height))
    let scale = min(width / Double(box.width), height / Double(box.height))
    let (across, down) = (Double(box.width) * scale, Double(box.height) * scale)
    return Window(x: (width - across) / 2, y: (height - down) / 2, width: across, height: down)
  }
}
