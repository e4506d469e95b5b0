package import FeedDomain
package import Preferences

/// Which way a stream is read.
///
/// To the interactor, above is what is newer. On the screen that is above as well, or below for
/// those who read what happened first first; everything a view keeps is meant as on the screen.
extension ReadingOrder {
  /// The side of the stream that lies on that side of the screen.
  func inStream(_ edge: StreamReading.Edge) -> StreamReading.Edge {
    switch (self, edge) {
    case (.newest, _): edge
    case (.oldest, .above): .below
    case (.oldest, .below): .above
    }
  }

  /// The end of the stream that lies on that side of the screen.
  package func end(_ edge: StreamReading.Edge) -> StreamReading.Target {
    inStream(edge) == .above ? .top : .bottom
  }

  /// The newest of the entries that are seen, given from the top of the screen.
  func newest(_ entries: [FeedEntry.ID]) -> FeedEntry.ID? {
    self == .newest ? entries.first : entries.last
  }

  /// Whether what is older is below, where the list ends.
  var endsBelow: Bool { self == .newest }
}
