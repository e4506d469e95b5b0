internal import FeedDomain
package import Preferences
package import UseCases

/// The person's movement through a stream, with the reports and requests already made, so that each
/// is made once.
struct ReadingReports {
  /// The number of pages fetched to fill a photo wall or carousel before the person moves the
  /// selection again.
  static let patience = 5
  /// The number of rows from the end of a stream at which more posts are fetched.
  private static let margin = 20

  /// The side of the screen from which the selection moved to its row.
  var cameFrom = StreamReading.RowEdge.above
  /// The id of the gap in the stream that is being fetched, and the side from which the person came
  /// to it; nil if none is.
  private(set) var asked: (gap: Gap.ID, edge: StreamReading.RowEdge)?
  /// True if the catch-up scene is open; the stream does not know yet which posts are read there.
  var isCatchingUp = false
  private var place: ReadingPosition?
  private var seen: FeedEntry.ID?
  private var preview: Route?
  /// The ids of the selected row of the last frame, and of the rows that were visible.
  private var shown: (selected: StreamRow.ID?, rows: Set<StreamRow.ID>) = (nil, [])
  /// The ids of the stream's top and bottom rows for which more posts were already requested.
  private var askedMore: (above: StreamRow.ID?, below: StreamRow.ID?)
  /// The number of pages that a photo wall or carousel may still fetch without a movement of the
  /// selection, where few posts have photos.
  private var pagesLeft = patience

  /// Records a reading position and its newest visible entry as reported. Returns false if they
  /// were reported already.
  mutating func recordPosition(_ place: ReadingPosition, seen: FeedEntry.ID) -> Bool {
    guard place != self.place || seen != self.seen else { return false }
    (self.place, self.seen) = (place, seen)
    return true
  }

  /// Records the scene shown beside the stream. Returns false if it is shown there already.
  mutating func recordPreview(_ preview: Route?) -> Bool {
    guard preview != self.preview else { return false }
    self.preview = preview
    return true
  }

  /// Forgets the scene shown beside the stream, so that it is reported again.
  mutating func forgetPreview() { preview = nil }

  /// Forgets the reported reading position, because another stream is read.
  mutating func forgetPosition() { (place, seen, shown) = (nil, nil, (nil, [])) }

  /// Forgets all requests for more posts, because the stream is loaded anew.
  mutating func forgetRequests() { (askedMore, asked, shown) = ((nil, nil), nil, (nil, [])) }

  /// Returns the ids of the entries that the selection moved past on its way down, of those that
  /// were visible in the last frame or are now.
  mutating func passedEntries(
    to selection: Int, of rows: [StreamRow], visible: [Int]
  ) -> [FeedEntry.ID] {
    guard rows.indices.contains(selection) else { return [] }
    let now = Set(visible.filter(rows.indices.contains).map { rows[$0].id })
    defer { shown = (rows[selection].id, now) }
    guard let before = shown.selected, before != rows[selection].id,
      let start = rows.firstIndex(where: { $0.id == before }), start < selection
    else { return [] }
    return rows[start..<selection].compactMap { row in
      guard case .entry(let entry) = row.id, shown.rows.contains(row.id) || now.contains(row.id)
      else { return nil }
      return entry
    }
  }

  /// Lets a photo wall or carousel fetch pages again after a change of arrangement.
  mutating func allowMorePages() { pagesLeft = Self.patience }

  /// Records the request for a gap in a stream, and the side from which the person came to it.
  mutating func recordGapRequest(for gap: Gap.ID) { asked = (gap, cameFrom) }

  /// Returns the id of the requested gap once fetched posts stand beside it, on the side from which
  /// the person came; nil before.
  mutating func filledGap(from old: [StreamRow], to new: [StreamRow]) -> Gap.ID? {
    guard let (gap, edge) = asked,
      Self.neighbourRow(of: gap, edge, in: old) != Self.neighbourRow(of: gap, edge, in: new)
    else { return nil }
    asked = nil
    return gap
  }

  private static func neighbourRow(
    of gap: Gap.ID, _ edge: StreamReading.RowEdge, in rows: [StreamRow]
  ) -> StreamRow.ID? {
    guard let index = rows.firstIndex(where: { $0.id == .gap(gap) }) else { return nil }
    let next = edge == .above ? index - 1 : index + 1
    return rows.indices.contains(next) ? rows[next].id : nil
  }
}

extension ReadingReports {
  /// Lets a stream request more posts again near its ends, after the selection moved.
  mutating func allowRequests(at selection: Int, of count: Int) {
    pagesLeft = Self.patience
    if count - selection <= Self.margin { askedMore.below = nil }
    if selection < Self.margin { askedMore.above = nil }
  }

  /// Returns true if more posts are to be fetched below the lowest visible row of a stream, and
  /// records the request.
  ///
  /// A photo wall may show more rows than the margin at once. If few posts have photos, no number
  /// of pages fills it, so the requests stop until the person moves the selection.
  mutating func shouldFetchMore(below lowest: Int, of rows: [StreamRow], isGallery: Bool) -> Bool {
    guard let end = rows.last?.id, end != askedMore.below, rows.count - lowest <= Self.margin,
      !isGallery || pagesLeft > 0
    else { return false }
    pagesLeft -= 1
    askedMore.below = end
    return true
  }

  /// Returns true if more posts are to be fetched above the selected row of a stream, and records
  /// the request.
  mutating func shouldFetchMore(above selection: Int, of rows: [StreamRow]) -> Bool {
    guard let end = rows.first?.id, end != askedMore.above, selection < Self.margin else {
      return false
    }
    askedMore.above = end
    return true
  }
}

/// Converts between the sides of the screen and those of a stream.
///
/// A stream's side above is the newer one. On the screen, newer posts are below if the person reads
/// the oldest first. Views count sides as on the screen.
extension ReadingOrder {
  /// Returns the side of a stream (above for newer posts) that is on a side of the screen.
  func streamEdge(_ edge: StreamReading.RowEdge) -> StreamReading.RowEdge {
    switch (self, edge) {
    case (.newest, _): edge
    case (.oldest, .above): .below
    case (.oldest, .below): .above
    }
  }

  /// Returns the end of a stream (newest or oldest) that is on a side of the screen.
  package func streamEnd(_ edge: StreamReading.RowEdge) -> StreamReading.JumpTarget {
    streamEdge(edge) == .above ? .top : .bottom
  }

  /// Returns the id of the newest visible entry of a stream, given the visible entries from the top
  /// of the screen.
  ///
  /// If answers are sorted below the posts they answer, the result is the newest visible entry that
  /// has no older entry among `unseen`.
  func newestEntry(
    _ entries: [FeedEntry.ID], unseen: [FeedEntry.ID] = [], ranks: [FeedEntry.ID: Int] = [:]
  ) -> FeedEntry.ID? {
    guard !ranks.isEmpty else { return self == .newest ? entries.first : entries.last }
    func entryRank(_ entry: FeedEntry.ID) -> Int { ranks[entry] ?? 0 }
    let oldest = unseen.reduce(-1) { max($0, entryRank($1)) }
    return entries.filter { entryRank($0) > oldest }.min { entryRank($0) < entryRank($1) }
      ?? entries.max { entryRank($0) < entryRank($1) }
  }

  /// True if older posts are below newer ones, so that the list ends below.
  var endsBelow: Bool { self == .newest }
}
