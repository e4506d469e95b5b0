import FeedDomain
import Terminal

/// Pictures that stand in boxes until the photos are here: what is held of them in another size, or
/// a blur.
///
/// The same photo and box get the same picture, so that it is put on the terminal once. There are none
/// before the first frame is on the screen, which can do without.
struct StandIns {
  /// Small, since the terminal makes it as large as the box: in how many steps it goes from colour
  /// to colour where bytes are spared, and at most.
  private static let steps = 24...96
  /// How many pixels of the screen a step takes where bytes need not be spared: fewer are not seen.
  private static let pixelsPerStep = 4
  /// Still small, since it is put on the terminal for a moment.
  private static let longSideOfLikeness = 96
  private static let most = 256

  private var blurs: [PictureOrder: Picture?] = [:]
  private var likenesses: [PictureOrder: Picture] = [:]
  private var hasShownFrame = false
  /// Whether the first frame did without some.
  private var owesBlurs = false

  /// A frame is on the screen; returns whether it is to be drawn again, with what it did without.
  mutating func frameShown() -> Bool {
    defer { (hasShownFrame, owesBlurs) = (true, false) }
    return owesBlurs
  }

  /// The blur of a photo for a box, coarse where bytes are to be spared; nil where none is known.
  mutating func blur(
    of photo: Photo, in box: CellSize, cell: PixelSize, isCoarse: Bool = false
  ) -> Picture? {
    guard hasShownFrame else {
      owesBlurs = true
      return nil
    }
    guard let hash = photo.blurhash else { return nil }
    let order = PictureOrder(photo: photo, box: box, cut: .filling)
    if let known = blurs[order] { return known }
    if blurs.count >= Self.most { blurs = [:] }
    let longest = max(box.columns * cell.width, box.rows * cell.height)
    let steps = isCoarse ? Self.steps.lowerBound : longest / Self.pixelsPerStep
    let size = Self.size(
      for: box, cell: cell,
      longSide: min(max(steps, Self.steps.lowerBound), Self.steps.upperBound))
    let picture = Blurhash(hash)?.image(size).map { Picture($0, cells: box) }
    blurs[order] = .some(picture)
    return picture
  }

  /// What is ordered, made of what is held of the photo for another order; nil where too much of it
  /// is not to be seen there.
  mutating func likeness(
    of order: PictureOrder, cell: PixelSize, held: () -> (order: PictureOrder, picture: Picture)?
  ) -> Picture? {
    if let known = likenesses[order] { return known }
    guard hasShownFrame, let held = held() else { return nil }
    let photo = order.photo.size
    let box = PixelSize(
      width: order.box.columns * cell.width, height: order.box.rows * cell.height)
    let shown = PhotoRegion(held.order.cut, of: photo, in: held.picture.image.size)
    let wanted = PhotoRegion(order.cut, of: photo, in: box)
    guard let place = shown.place(of: wanted) else { return nil }
    if likenesses.count >= Self.most { likenesses = [:] }
    let size = Self.size(for: order.box, cell: cell, longSide: Self.longSideOfLikeness)
    let picture = held.picture.image.region(place, in: size).map { Picture($0, cells: order.box) }
    likenesses[order] = picture
    return picture
  }

  /// Forgets what stood in for an order.
  mutating func forget(_ order: PictureOrder) { likenesses[order] = nil }

  mutating func clear() {
    blurs = [:]
    likenesses = [:]
  }

  private static func size(for box: CellSize, cell: PixelSize, longSide: Int) -> PixelSize {
    let (width, height) = (box.columns * cell.width, box.rows * cell.height)
    let longest = max(1, width, height)
    return PixelSize(
      width: max(1, width * longSide / longest), height: max(1, height * longSide / longest))
  }
}
