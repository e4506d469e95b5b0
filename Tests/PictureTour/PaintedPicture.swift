import Terminal

/// A picture on which a misplaced pixel shows: a white border, a cross, circles on a gradient.
func paintedPicture(number: Int, cells: CellSize, cell: PixelSize) -> Picture? {
  let size = PixelSize(width: cells.columns * cell.width, height: cells.rows * cell.height)
  var pixels: [UInt8] = []
  pixels.reserveCapacity(size.width * size.height * 3)
  for y in 0..<size.height {
    for x in 0..<size.width {
      let isBorder = min(x, y, size.width - 1 - x, size.height - 1 - y) < 2
      let isCross = abs(x * size.height - y * size.width) < size.height + size.width
      let (dx, dy) = (x - size.width / 2, y - size.height / 2)
      let ring = (dx * dx + dy * dy) / 900 % 4 == 0
      if isBorder || isCross {
        pixels += [255, 255, 255]
      } else {
        let red = UInt8(255 * x / size.width)
        let green = UInt8(255 * y / size.height)
        let blue = UInt8(number * 90 % 256)
        pixels += ring ? [red / 2, green / 2, blue] : [red, green, blue / 2]
      }
    }
  }
  return PixelImage(size: size, pixels: pixels).map { Picture($0, cells: cells) }
}
