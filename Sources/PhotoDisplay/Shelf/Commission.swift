import FeedDomain
import Terminal

/// An order, and what has to be had and made for it on this terminal.
struct Commission {
  let order: PictureOrder
  /// What is fetched.
  let rendition: Photo.Rendition
  /// How many pixels the order's box has.
  let size: PixelSize

  /// What is asked of the shelf, where the terminal shows so much; nil where the photo has nothing
  /// that can be shown.
  init?(_ order: PictureOrder, _ detail: PictureDetail?) {
    guard let size = detail?.pixels(for: order.box),
      let rendition = order.photo.rendition(filling: size, order.cut)
    else { return nil }
    (self.order, self.rendition, self.size) = (order, rendition, size)
  }

  /// As what it is kept for the next time; nil where it is not worth it.
  var thumbnail: Thumbnail? { Thumbnail(of: rendition, order.cut, in: size) }
}
