import FeedDomain
import Terminal

/// A photo for a box: what is asked of the shelf.
///
/// The same photo, box and cut are the same order, whatever else became of the photo since.
struct PictureOrder {
  let photo: Photo
  let box: CellSize
  let cut: PictureCut
}

extension PictureOrder: Hashable {
  static func == (left: PictureOrder, right: PictureOrder) -> Bool {
    left.photo.id == right.photo.id && left.box == right.box && left.cut == right.cut
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(photo.id)
    hasher.combine(box)
    hasher.combine(cut)
  }
}
