internal import FeedDomain
package import Preferences
package import UseCases

/// Which way the reader goes through a stream, and what was told and asked for on the way: each once.
struct ReadingTrace {
  /// How many pages a gallery is filled with before the reader moves again.
  static let patience = 5
  /// So near the end of the rows more is asked for.
  private static let margin = 20

  /// From which side the selection came to where it is.
  var cameFrom = StreamReading.Edge.above
  /// The gap that was asked for, and from where the reader came to it.
  private(set) var asked: (gap: Gap.ID, edge: StreamReading.Edge)?
  /// Whether the reader went to catch up: what they read there is not known here yet.
  var isCatchingUp = false
  private var place: ReadingPosition?
  private var seen: FeedEntry.ID?
  private var preview: Route?
  /// The outermost rows for which more was asked.
  private var askedMore: (above: StreamRow.ID?, below: StreamRow.ID?)
  /// How many more pages a gallery asks for by itself, where few posts have photos.
  private var pagesLeft = patience

  /// Whether the reader being there, with that as the newest they see, is news.
  mutating func reaches(_ place: ReadingPosition, seen: FeedEntry.ID) -> Bool {
    guard place != self.place || seen != self.seen else { return false }
    (self.place, self.seen) = (place, seen)
    return true
  }

  /// Whether something else is to stand beside the stream.
  mutating func shows(_ preview: Route?) -> Bool {
    guard preview != self.preview else { return false }
    self.preview = preview
    return true
  }

  /// What stood beside the stream may be gone: it is told again.
  mutating func comesBack() { preview = nil }

  /// Another stream is read: where the reader is in it is told again.
  mutating func leaves() { (place, seen) = (nil, nil) }

  /// The stream begins anew: what was asked for is over.
  mutating func begins() { (askedMore, asked) = ((nil, nil), nil) }

  /// The rows are laid out otherwise, and have to fill the room anew.
  mutating func rearranges() { pagesLeft = Self.patience }

  /// Asks for a gap, from the side the reader came from.
  mutating func asks(for gap: Gap.ID) { asked = (gap, cameFrom) }

  /// The gap that was asked for, once something stands in its place on the side it was asked from.
  mutating func filled(from old: [StreamRow], to new: [StreamRow]) -> Gap.ID? {
    guard let (gap, edge) = asked,
      Self.neighbour(of: gap, edge, in: old) != Self.neighbour(of: gap, edge, in: new)
    else { return nil }
    asked = nil
    return gap
  }

  private static func neighbour(
    of gap: Gap.ID, _ edge: StreamReading.Edge, in rows: [StreamRow]
  ) -> StreamRow.ID? {
    guard let index = rows.firstIndex(where: { $0.id == .gap(gap) }) else { return nil }
    let next = edge == .above ? index - 1 : index + 1
    return rows.indices.contains(next) ? rows[next].id : nil
  }
}

extension ReadingTrace {
  /// The reader moved: where they are near the end of the rows they want more of them, although it
  /// was asked for before.
  mutating func moves(to selection: Int, of count: Int) {
    pagesLeft = Self.patience
    if count - selection <= Self.margin { askedMore.below = nil }
    if selection < Self.margin { askedMore.above = nil }
  }

  /// Whether more is to be asked for below, where the lowest row that matters is that one.
  ///
  /// A wall may show more than the margin at once; where few posts have photos that is not full after
  /// any number of pages, so there is an end to asking until the reader moves.
  mutating func wantsMore(below lowest: Int, of rows: [StreamRow], isGallery: Bool) -> Bool {
    guard let end = rows.last?.id, end != askedMore.below, rows.count - lowest <= Self.margin,
      !isGallery || pagesLeft > 0
    else { return false }
    pagesLeft -= 1
    askedMore.below = end
    return true
  }

  /// Whether more is to be asked for above, where that row is selected.
  mutating func wantsMore(above selection: Int, of rows: [StreamRow]) -> Bool {
    guard let end = rows.first?.id, end != askedMore.above, selection < Self.margin else {
      return false
    }
    askedMore.above = end
    return true
  }
}

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
