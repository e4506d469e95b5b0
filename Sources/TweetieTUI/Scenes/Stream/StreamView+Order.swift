import FeedDomain

/// Which way a stream is read.
///
/// To the interactor, above is what is newer. On the screen that is above as well, or below for
/// those who read what happened first first; everything a view keeps is meant as on the screen.
extension StreamView {
  private var isReversed: Bool { posts.options.order == .oldest }

  /// The rows as they stand on the screen, from its top.
  func onScreen(_ rows: [StreamRow]) -> [StreamRow] { isReversed ? rows.reversed() : rows }

  /// Whether there is more on either side of the screen.
  func onScreen(above: Bool, below: Bool) -> (above: Bool, below: Bool) {
    isReversed ? (below, above) : (above, below)
  }

  /// The side of the stream that lies on that side of the screen.
  func inStream(_ edge: StreamReading.Edge) -> StreamReading.Edge {
    guard isReversed else { return edge }
    return edge == .above ? .below : .above
  }

  /// The end of the stream that lies on that side of the screen.
  func end(_ edge: StreamReading.Edge) -> StreamReading.Target {
    inStream(edge) == .above ? .top : .bottom
  }

  /// The newest of the entries that are seen, given from the top of the screen.
  func newest(_ entries: some BidirectionalCollection<FeedEntry.ID>) -> FeedEntry.ID? {
    isReversed ? entries.last : entries.first
  }

  /// Whether what is older is below, where the list ends.
  var endsBelow: Bool { !isReversed }
}
