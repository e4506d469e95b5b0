package import FeedDomain
package import Terminal

/// A photo for a box: what is asked of the shelf.
///
/// The same photo, box and cut are the same order, whatever else became of the photo since.
package struct PictureOrder {
  package let photo: Photo
  package let box: CellSize
  package let cut: PictureCut
}

extension PictureOrder: Hashable {
  package static func == (left: PictureOrder, right: PictureOrder) -> Bool {
    left.photo.id == right.photo.id && left.box == right.box && left.cut == right.cut
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(photo.id)
    hasher.combine(box)
    hasher.combine(cut)
  }
}
