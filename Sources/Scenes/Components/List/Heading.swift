/// Which way the reader goes through a list.
struct Heading {
  /// Where the selection was in the last frame; nil before there was one.
  private var last: (selection: Int, row: Int)?
  private(set) var isUpwards = false

  /// Whether there was a frame.
  var isKnown: Bool { last != nil }

  /// Takes note of where the selection is.
  mutating func note(selection: Int, row: Int) {
    if let last, last.selection != selection {
      isUpwards = selection < last.selection
    } else if let last, last.row != row {
      isUpwards = row > last.row
    }
    last = (selection, row)
  }
}
