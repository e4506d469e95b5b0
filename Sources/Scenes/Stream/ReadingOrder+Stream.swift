internal import FeedDomain
package import Preferences
package import UseCases

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
  ///
  /// Where answers stand below what they answer, and so apart from their neighbours, it is the newest
  /// of which nothing older is still `unseen` on the side of what is newer.
  func newest(
    _ entries: [FeedEntry.ID], unseen: [FeedEntry.ID] = [], ranks: [FeedEntry.ID: Int] = [:]
  ) -> FeedEntry.ID? {
    guard !ranks.isEmpty else { return self == .newest ? entries.first : entries.last }
    func rank(_ entry: FeedEntry.ID) -> Int { ranks[entry] ?? 0 }
    let oldest = unseen.reduce(-1) { max($0, rank($1)) }
    return entries.filter { rank($0) > oldest }.min { rank($0) < rank($1) }
      ?? entries.max { rank($0) < rank($1) }
  }

  /// Whether what is older is below, where the list ends.
  var endsBelow: Bool { self == .newest }
}
