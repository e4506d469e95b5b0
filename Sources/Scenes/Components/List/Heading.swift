/// The scroll direction of a list, for prefetching.
struct Heading {
  /// The position in the previous frame; nil before the first.
  private var last: (selection: Int, row: Int)?
  private(set) var isUpwards = false

  /// Whether a frame has been drawn.
  var isKnown: Bool { last != nil }

  /// Records the position in the current frame.
  mutating func note(selection: Int, row: Int) {
    if let last, last.selection != selection {
      isUpwards = selection < last.selection
    } else if let last, last.row != row {
      isUpwards = row > last.row
    }
    last = (selection, row)
  }
}
