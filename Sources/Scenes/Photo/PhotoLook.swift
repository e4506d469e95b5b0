import FeedDomain
import Terminal

/// How photos are looked at: how near, what is uncovered, and whether with what is known of them.
struct PhotoLook {
  /// How near, and at which part.
  var zoom = PhotoZoom()
  /// What is shown although it is covered.
  private(set) var revealed: Set<Photo.ID> = []
  /// Whether what is known of the photo is shown, and from which line on.
  var showsFacts = false
  var factScroll = 0
  /// Where the mouse took hold of the photo, and what was seen then.
  private var grip: (at: CellPosition, zoom: PhotoZoom)?

  /// Another photo is there: it is looked at whole.
  mutating func arrive() { (zoom, factScroll, grip) = (PhotoZoom(), 0, nil) }

  /// Shows what is covered, or covers it again.
  mutating func reveal(_ photo: Photo.ID) {
    if revealed.remove(photo) == nil { revealed.insert(photo) }
  }

  /// Goes on in what is known of the photo, or back.
  mutating func scrollFacts(by lines: Int) { factScroll = max(0, factScroll + lines) }

  /// Takes hold of the photo.
  mutating func grip(at position: CellPosition) { grip = (position, zoom) }

  /// Moves the photo along with the mouse; false where it does not hold it.
  mutating func drag(to position: CellPosition, _ measure: PhotoZoom.Measure) -> Bool {
    guard let grip else { return false }
    zoom.drag(
      columns: position.column - grip.at.column, rows: position.row - grip.at.row,
      from: grip.zoom, measure)
    return true
  }

  /// Lets go of it.
  mutating func release() { grip = nil }
}
