package import FeedDomain
package import Preferences
package import Terminal

/// A set of limits for the boxes of photos in a list of posts. The size of a photo's box is known
/// before its first byte is loaded, so that text never moves.
package struct PhotoBoxLayout: Equatable, Sendable {
  package let cell: PixelSize
  /// Maximum number of screen rows of a photo's box in a list of posts.
  package private(set) var rows: Int
  /// True if the box of a post's only photo may be as wide as the text of the post.
  package private(set) var isWide = false
  package private(set) var hasPortraits = false

  /// The height in rows from which on photo boxes may take three quarters of the text's width
  /// instead of half.
  private static let rowsForWide = 24

  /// The smallest number of columns of a list of posts that shows portraits.
  private static let columnsForPortraits = 41

  /// Creates the limits for the boxes of photos in a pane; nil if photos are described in words, or
  /// if the pane is too low for photos. Where small pictures cannot be recognised, only a pane with
  /// large ones shows any.
  @MainActor
  package init?(
    _ pictures: any PictureProvider, pane: CellSize, _ options: DisplayOptions,
    isLarge: Bool = false
  ) {
    guard pictures.isOn, !options.isPlain, isLarge || pictures.showsPortraits else { return nil }
    self.init(cell: pictures.cell, pane: pane)
    hasPortraits =
      options.showsPeople && pictures.showsPortraits && !pictures.isLineSlow
      && pane.columns >= Self.columnsForPortraits
  }

  package init?(cell: PixelSize, pane: CellSize) {
    guard cell.width > 0, cell.height > 0 else { return nil }
    // At most 55 % of the rows, so that the text of a post is visible with its photo; on a high
    // screen at most half.
    let rows = min(max(20, pane.rows / 2), pane.rows * 55 / 100)
    guard rows >= 3 else { return nil }
    (self.cell, self.rows) = (cell, rows)
  }

  package var withoutPortraits: PhotoBoxLayout {
    var room = self
    room.hasPortraits = false
    return room
  }

  /// Returns a layout in which the box of a post's only photo may be as wide as the text, and
  /// higher as long as `words` rows of the pane are left for text.
  package func layoutWidenedForSinglePhoto(in pane: CellSize, leavingTextRows words: Int = 6)
    -> PhotoBoxLayout
  {
    var room = self
    room.isWide = true
    room.rows = max(rows, min(40, pane.rows - words))
    return room
  }

  package func photoBoxSize(for size: PhotoSize, columns: Int) -> CellSize {
    let shape = clampedAspectRatio(of: size, within: 0.4...4)
    let widest =
      isWide
      ? columns : min(columns, max(40, columns / 2, rows >= Self.rowsForWide ? columns * 3 / 4 : 0))
    let rows = (Double(widest) / shape).rounded()
    guard rows > Double(self.rows) else {
      return CellSize(rows: max(2, Int(rows)), columns: widest)
    }
    let columns = (Double(self.rows) * shape).rounded()
    return CellSize(rows: self.rows, columns: min(widest, max(4, Int(columns))))
  }

  /// Returns the sizes of the boxes of photos side by side, all of one height; nil if the boxes
  /// would be too small.
  package func photoBoxSizes(for sizes: [PhotoSize], columns: Int) -> [CellSize]? {
    let shapes = sizes.map { clampedAspectRatio(of: $0, within: 0.5...2) }
    let free = columns - (sizes.count - 1) * Self.gutter
    let rows = min(self.rows, Int(Double(free) / shapes.reduce(0, +)))
    guard sizes.count > 1, rows >= 4 else { return nil }
    var left = free
    return shapes.map { shape in
      let columns = min(left, max(3, Int((Double(rows) * shape).rounded())))
      left -= columns
      return CellSize(rows: rows, columns: columns)
    }
  }

  /// Returns the size of a portrait's box beside text, the largest that leaves enough columns for
  /// the text: at most `highest`, 8 or else 3 rows high; nil if there is no room.
  package func portraitBoxSize(besideTextIn columns: Int, highest: Int = 8) -> CellSize? {
    for limit in [highest, min(highest, 8)] {
      let large = squareBoxSize(rows: min(limit, rows / 2))
      if large.rows >= 4, columns - large.columns >= 40 { return large }
    }
    let small = squareBoxSize(rows: 3)
    return rows >= 3 && columns - small.columns >= 20 ? small : nil
  }

  private func squareBoxSize(rows: Int) -> CellSize {
    let shape = clampedAspectRatio(of: PhotoSize(width: 1, height: 1), within: 1...1)
    return CellSize(rows: rows, columns: max(2, Int((Double(rows) * shape).rounded())))
  }

  /// The size of the box for an author's portrait beside a post; nil if portraits are not shown.
  package var person: CellSize? { portraitBoxSizeIfShown(rows: 2) }

  package func portraitBoxSizeIfShown(rows: Int) -> CellSize? {
    hasPortraits ? squareBoxSize(rows: rows) : nil
  }

  /// The number of blank columns between two photos of a post.
  package static let gutter = 1

  private func clampedAspectRatio(of size: PhotoSize, within limits: ClosedRange<Double>) -> Double
  {
    let isKnown = size.width > 0 && size.height > 0
    let ratio = isKnown ? Double(size.width) / Double(size.height) : 4 / 3
    let inLimits = min(limits.upperBound, max(limits.lowerBound, ratio))
    return inLimits * Double(cell.height) / Double(cell.width)
  }
}

/// A photo with its box in a block of text lines.
package struct PlacedPhoto {
  package var box: CellRect
  package let photo: Photo
  package let cropping: PictureCropping
  /// The description of the photo, shown if its picture cannot be.
  package let words: SafeText
  package let isCovered: Bool
  /// The coloured initial that is drawn until the portrait is loaded; nil if the photo is no
  /// portrait. Portraits load last, and their failures are not shown.
  package let tile: PortraitPlaceholder?

  package init(
    box: CellRect, photo: Photo, cropping: PictureCropping, words: SafeText, isCovered: Bool,
    tile: PortraitPlaceholder? = nil
  ) {
    self.tile = tile
    self.box = box
    self.photo = photo
    self.cropping = cropping
    self.words = words
    self.isCovered = isCovered
  }
}

/// The proportions of a photo, with which the rows for a number of columns are calculated, and the
/// reverse.
package struct PhotoShape {
  /// The width and height of the photo in pixels; 3 and 2 if unknown.
  private let size: (width: Int, height: Int)
  private let cell: PixelSize

  package init(_ photo: PhotoSize, cell: PixelSize) {
    let isKnown = photo.width > 0 && photo.height > 0
    // The products of larger sizes would overflow.
    let largest = 1 << 24
    size = isKnown ? (min(photo.width, largest), min(photo.height, largest)) : (3, 2)
    self.cell = PixelSize(width: max(1, cell.width), height: max(1, cell.height))
  }

  package func rowCount(forColumns columns: Int) -> Int {
    let (pixels, unit) = (columns * cell.width * size.height, size.width * cell.height)
    return max(1, (pixels + unit / 2) / unit)
  }

  /// Returns the number of columns of the photo's box for a number of rows; at least one.
  package func columnCount(forRows rows: Int) -> Int {
    let (pixels, unit) = (rows * cell.height * size.width, size.height * cell.width)
    return max(1, (pixels + unit / 2) / unit)
  }

  /// Returns the size of the largest box within `room` that has the photo's shape.
  package func largestBoxSize(within room: CellSize) -> CellSize {
    let rows = max(1, room.rows)
    let columns = columnCount(forRows: rows)
    guard columns > room.columns else { return CellSize(rows: rows, columns: columns) }
    let width = max(1, room.columns)
    return CellSize(rows: min(rows, self.rowCount(forColumns: width)), columns: width)
  }
}

/// A dimmer of all pictures of a photo scene but the middle one. Dimmed pictures are cached, so
/// that each is sent to the terminal once.
@MainActor
package final class PictureDimmer {
  private struct DimmedPictureKey: Hashable {
    let picture: ObjectIdentifier
    let percent: Int
  }

  private static let capacity = 16

  private var dimmed: [DimmedPictureKey: (original: Picture, picture: Picture)] = [:]

  package nonisolated init() {}

  /// Returns a picture whose pixels are mixed with a percentage of a background colour, from the
  /// cache if possible.
  package func dimmedPicture(_ picture: Picture, by percent: Int, towards ground: Colour) -> Picture
  {
    let key = DimmedPictureKey(picture: ObjectIdentifier(picture), percent: percent)
    if let known = dimmed[key] { return known.picture }
    if dimmed.count >= Self.capacity { dimmed = [:] }
    let new = Picture(
      picture.image.mixedImage(with: ground, percent: percent), cells: picture.cells)
    dimmed[key] = (picture, new)
    return new
  }
}

extension PixelImage {
  /// Returns an image whose pixels are mixed with a percentage of a colour; a colour that the
  /// terminal defines counts as black.
  fileprivate func mixedImage(with colour: Colour, percent: Int) -> PixelImage {
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
