import Scenes

/// Which columns of a deck are in sight, where there is no room for all of them.
struct ColumnWindow: Equatable {
  /// The columns in sight, counted from the left of the deck.
  let shown: Range<Int>
  /// How many there are.
  let count: Int

  /// So many columns side by side, the current one among them, and as they stood as far as that goes.
  init(first: Int, current: Int, of count: Int, room: Int) {
    let room = min(max(1, room), count)
    let least = max(0, current - room + 1)
    let first = min(max(first, least), current, count - room)
    shown = first..<(first + room)
    self.count = count
  }

  /// How many are out of sight on the left, and on the right.
  var hidden: (left: Int, right: Int) { (shown.lowerBound, count - shown.upperBound) }
}
