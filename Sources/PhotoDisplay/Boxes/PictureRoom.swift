package import FeedDomain
package import Preferences
package import Terminal

/// How much room photos have in a list of posts: what their boxes depend on besides themselves.
///
/// A box is known before a byte of its photo is, so that no text ever moves for a picture.
package struct PictureRoom: Equatable, Sendable {
  /// How large a cell is.
  package let cell: PixelSize
  /// How many rows a box may have.
  package private(set) var rows: Int
  /// Whether a photo that stands alone is as wide as the words.
  package private(set) var isWide = false
  /// Whether people's pictures stand beside what they wrote.
  package private(set) var hasPeople = false

  /// A pane so wide has room for people beside their posts.
  private static let columnsForPeople = 41

  /// The room in a pane of that size; nil where photos are told in words.
  @MainActor package init?(_ shelf: any PictureShelf, pane: CellSize, _ options: DisplayOptions) {
    guard shelf.isOn, !options.isPlain else { return nil }
    self.init(cell: shelf.cell, pane: pane)
    hasPeople =
      options.showsPeople && !shelf.isThrifty && pane.columns >= Self.columnsForPeople
  }

  /// The room in a pane of that size; nil where it is too small for a picture.
  package init?(cell: PixelSize, pane: CellSize) {
    guard cell.width > 0, cell.height > 0 else { return nil }
    // A little more than half: what was written about a photo is to be seen with it.
    let rows = min(20, pane.rows * 55 / 100)
    guard rows >= 3 else { return nil }
    (self.cell, self.rows) = (cell, rows)
  }

  /// The same without people beside their posts: where they are named above.
  package var withoutPeople: PictureRoom {
    var room = self
    room.hasPeople = false
    return room
  }

  /// The same, in which a photo that stands alone is as wide as the words, and as high as so many
  /// rows of them leave it.
  package func widened(in pane: CellSize, beside words: Int = 6) -> PictureRoom {
    var room = self
    room.isWide = true
    room.rows = max(rows, min(40, pane.rows - words))
    return room
  }

  /// The box of a photo that stands alone.
  package func box(for size: PhotoSize, columns: Int) -> CellSize {
    let shape = shape(of: size, within: 0.4...4)
    let widest = isWide ? columns : min(columns, max(40, columns / 2))
    let rows = (Double(widest) / shape).rounded()
    guard rows > Double(self.rows) else {
      return CellSize(rows: max(2, Int(rows)), columns: widest)
    }
    let columns = (Double(self.rows) * shape).rounded()
    return CellSize(rows: self.rows, columns: min(widest, max(4, Int(columns))))
  }

  /// The boxes of photos that stand side by side, all of the same height; nil where they would be
  /// too small to show anything.
  package func boxes(for sizes: [PhotoSize], columns: Int) -> [CellSize]? {
    let shapes = sizes.map { shape(of: $0, within: 0.5...2) }
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

  /// The square box of somebody's picture, with words beside it: a small one where these have little
  /// room, and nil where they would have none.
  package func box(besideWordsIn columns: Int) -> CellSize? {
    let large = square(rows: min(8, rows / 2))
    if large.rows >= 4, columns - large.columns >= 40 { return large }
    let small = square(rows: 3)
    return rows >= 3 && columns - small.columns >= 20 ? small : nil
  }

  private func square(rows: Int) -> CellSize {
    let shape = shape(of: PhotoSize(width: 1, height: 1), within: 1...1)
    return CellSize(rows: rows, columns: max(2, Int((Double(rows) * shape).rounded())))
  }

  /// The square box of whoever wrote a post; nil where people are not shown.
  package var person: CellSize? {
    guard hasPeople else { return nil }
    return square(rows: 2)
  }

  /// The columns between two photos.
  package static let gutter = 1

  /// How many columns a row of the box takes, from the photo's shape and the cell's.
  private func shape(of size: PhotoSize, within limits: ClosedRange<Double>) -> Double {
    let isKnown = size.width > 0 && size.height > 0
    let ratio = isKnown ? Double(size.width) / Double(size.height) : 4 / 3
    let inLimits = min(limits.upperBound, max(limits.lowerBound, ratio))
    return inLimits * Double(cell.height) / Double(cell.width)
  }
}

/// Where a photo stands among the lines of a block.
package struct PictureArea {
  /// Its box, counted from the block's first line and column.
  package var box: CellRect
  package let photo: Photo
  /// What of it the box shows.
  package let cut: PictureCut
  /// What it shows, in words.
  package let words: SafeText
  /// Whether it stays covered until asked for.
  package let isCovered: Bool
  /// The tile that stands where it is somebody's, until it is here: what matters less is asked for
  /// last, and no failure is told.
  package let tile: PersonTile?

  package init(
    box: CellRect, photo: Photo, cut: PictureCut, words: SafeText, isCovered: Bool,
    tile: PersonTile? = nil
  ) {
    self.tile = tile
    self.box = box
    self.photo = photo
    self.cut = cut
    self.words = words
    self.isCovered = isCovered
  }
}

/// The shape of a photo in cells, which are higher than wide.
package struct PhotoShape {
  /// Its size in pixels; one that nobody told is taken for the commonest.
  private let size: (width: Int, height: Int)
  private let cell: PixelSize

  /// The shape of a photo on a terminal with such cells.
  package init(_ photo: PhotoSize, cell: PixelSize) {
    let isKnown = photo.width > 0 && photo.height > 0
    // Beyond this a size is no photo's, and products of it would not fit.
    let largest = 1 << 24
    size = isKnown ? (min(photo.width, largest), min(photo.height, largest)) : (3, 2)
    self.cell = PixelSize(width: max(1, cell.width), height: max(1, cell.height))
  }

  /// How many rows it takes where it is so wide; at least one.
  package func rows(columns: Int) -> Int {
    let (pixels, unit) = (columns * cell.width * size.height, size.width * cell.height)
    return max(1, (pixels + unit / 2) / unit)
  }

  /// How many columns it takes where it is so high; at least one.
  package func columns(rows: Int) -> Int {
    let (pixels, unit) = (rows * cell.height * size.width, size.height * cell.width)
    return max(1, (pixels + unit / 2) / unit)
  }

  /// The largest box of its shape within the room.
  package func box(within room: CellSize) -> CellSize {
    let rows = max(1, room.rows)
    let columns = columns(rows: rows)
    guard columns > room.columns else { return CellSize(rows: rows, columns: columns) }
    let width = max(1, room.columns)
    return CellSize(rows: min(rows, self.rows(columns: width)), columns: width)
  }
}

/// Pictures of which only the middle one is to be looked at: the others, further towards the ground.
///
/// A picture is sent to the terminal once, so that a dimmed one has to stay the same as long as it
/// is drawn.
@MainActor package final class PictureDimmer {
  private struct Key: Hashable {
    let picture: ObjectIdentifier
    let percent: Int
  }

  /// More than are ever seen at a time.
  private static let most = 16

  private var dimmed: [Key: (original: Picture, picture: Picture)] = [:]

  package nonisolated init() {}

  /// The picture, so many hundredths of the way to the ground's colour.
  package func dim(_ picture: Picture, by percent: Int, towards ground: Colour) -> Picture {
    let key = Key(picture: ObjectIdentifier(picture), percent: percent)
    if let known = dimmed[key] { return known.picture }
    if dimmed.count >= Self.most { dimmed = [:] }
    let new = Picture(picture.image.mixed(with: ground, percent: percent), cells: picture.cells)
    dimmed[key] = (picture, new)
    return new
  }
}

extension PixelImage {
  /// The picture with so many hundredths of a colour in it; black where the colour has no number.
  fileprivate func mixed(with colour: Colour, percent: Int) -> PixelImage {
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
