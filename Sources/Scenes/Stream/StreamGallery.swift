import FeedDomain
import PhotoDisplay

/// The stream as a wall and as a carousel, and what goes on in them.
struct StreamGallery {
  /// How the photos hang.
  var wall = Wall<StreamRow.ID>()
  /// How the ring turns.
  var carousel = Carousel()
  /// How close the posts stood before their photos were hung.
  var list = Arrangement.list
  /// Keeps those aside from the middle of the ring faint.
  private(set) var dimmer = PictureDimmer()
  /// The turn of the carousel that is under way.
  var gliding: Task<Void, Never>?
  /// A click that opens, unless another follows it.
  var opening: Task<Void, Never>?

  /// Takes everything down: another stream is read.
  mutating func clear() {
    wall.place(nil, row: 0)
    rest()
    list = .list
  }

  /// Ends the turn that is under way, and lets go of what was drawn for it.
  mutating func rest() {
    carousel.rest()
    dimmer = PictureDimmer()
  }

  /// Stops what goes on.
  func stop() {
    gliding?.cancel()
    opening?.cancel()
  }
}
