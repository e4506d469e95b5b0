import FeedDomain
import Terminal

/// Blurred pictures that stand in boxes until the photos are here.
///
/// The same photo and box get the same picture, so that it is put on the terminal once.
struct StandIns {
  /// Small: the terminal makes it as large as the box, which blurs it further.
  private static let longSide = 24
  private static let most = 256

  private var pictures: [PictureOrder: Picture?] = [:]

  /// The blur of a photo for a box; nil where none is known.
  mutating func picture(of photo: Photo, in box: CellSize, cell: PixelSize) -> Picture? {
    guard let hash = photo.blurhash else { return nil }
    let order = PictureOrder(photo: photo, box: box, cut: .filling)
    if let known = pictures[order] { return known }
    if pictures.count >= Self.most { pictures = [:] }
    let (width, height) = (box.columns * cell.width, box.rows * cell.height)
    let longest = max(1, width, height)
    let size = PixelSize(
      width: max(1, width * Self.longSide / longest),
      height: max(1, height * Self.longSide / longest))
    let picture = Blurhash(hash)?.image(size).map { Picture($0, cells: box) }
    pictures[order] = .some(picture)
    return picture
  }

  /// Forgets everything.
  mutating func clear() { pictures = [:] }
}
