internal import FeedDomain
package import Preferences
package import UseCases

/// A record of the reading of a stream: reported positions, requests already sent, and the
/// direction of movement; with it nothing is reported or requested twice.
struct StreamRequestRecord {
  /// The maximum number of pages fetched to fill a photo wall or carousel until the user moves the
  /// selection.
  static let maximumGalleryPages = 5
  /// The distance from either end of a stream, in rows, within which more posts are fetched.
  private static let margin = 20

  /// The side of the screen, above or below, from which the user moved to the stream's selected
  /// row.
  var cameFrom = StreamScene.StreamRowsEdge.above
  /// The id of the gap that is being fetched, and the side of the gap from which the user came to
  /// it; nil if none is being fetched.
  private(set) var fetchedGap: (gap: TimelineGap.ID, edge: StreamScene.StreamRowsEdge)?
  /// True while the catch-up scene is open; the stream does not know which posts are read in that
  /// scene.
  var isCatchingUp = false
  private var readingPosition: ReadingPosition?
  private var newestSeenEntry: FeedEntry.ID?
  private var preview: Route?
  /// The ids of the stream's selected row and of its visible rows in the last drawn frame.
  private var shownRows: (selected: StreamRow.ID?, rows: Set<StreamRow.ID>) = (nil, [])
  /// The ids of the stream's top and bottom rows at the time of the last requests for more posts;
  /// nil before the first.
  private var askedMore: (above: StreamRow.ID?, below: StreamRow.ID?)
  /// The number of pages that a photo wall or carousel may still fetch until the selection moves,
  /// for a stream in which few posts have photos.
  private var pagesLeft = maximumGalleryPages

  /// Records that a reading position and its newest visible entry are reported. Returns false if
  /// they were reported already.
  mutating func recordReportedPositionIfNew(_ place: ReadingPosition, seen: FeedEntry.ID) -> Bool {
    guard place != self.readingPosition || seen != self.newestSeenEntry else { return false }
    (self.readingPosition, self.newestSeenEntry) = (place, seen)
    return true
  }

  /// Records the route of the preview beside the stream; returns false if it is recorded already.
  mutating func recordPreviewRouteIfNew(_ preview: Route?) -> Bool {
    guard preview != self.preview else { return false }
    self.preview = preview
    return true
  }

  /// Forgets the route of the preview beside the stream, so that it is shown again.
  mutating func forgetPreviewRoute() { preview = nil }

  /// Forgets the reported reading position and the last drawn rows, because another stream is read.
  mutating func forgetReportedPosition() {
    (readingPosition, newestSeenEntry, shownRows) = (nil, nil, (nil, []))
  }

  /// Forgets all requests for more posts, because the stream is loaded anew.
  mutating func forgetRequestsForMorePosts() {
    (askedMore, fetchedGap, shownRows) = ((nil, nil), nil, (nil, []))
  }

  /// Returns the ids of the entries that the selection moved past on its way down, of those visible
  /// in the last frame or now, and records the selection and the visible rows.
  mutating func takePassedEntryIDs(
    to selection: Int, of rows: [StreamRow], visible: [Int]
  ) -> [FeedEntry.ID] {
    guard rows.indices.contains(selection) else { return [] }
    let now = Set(visible.filter(rows.indices.contains).map { rows[$0].id })
    defer { shownRows = (rows[selection].id, now) }
    guard let before = shownRows.selected, before != rows[selection].id,
      let start = rows.firstIndex(where: { $0.id == before }), start < selection
    else { return [] }
    return rows[start..<selection].compactMap { row in
      guard case .entry(let entry) = row.id, shownRows.rows.contains(row.id) || now.contains(row.id)
      else { return nil }
      return entry
    }
  }

  /// Allows a photo wall or carousel to fetch its full number of pages again, after a change of
  /// layout.
  mutating func resetGalleryPageLimit() { pagesLeft = Self.maximumGalleryPages }

  /// Records the request for a gap in a stream, and the side from which the user came to it.
  mutating func recordGapRequest(for gap: TimelineGap.ID) { fetchedGap = (gap, cameFrom) }

  /// Returns the id of the gap whose posts were requested, once `new` has another row on the side
  /// of the gap from which the user came; nil before. A returned gap is no longer recorded as
  /// requested.
  mutating func takeRequestedGapIfFilled(from old: [StreamRow], to new: [StreamRow]) -> TimelineGap
    .ID?
  {
    guard let (gap, edge) = fetchedGap,
      Self.rowIDBesideGap(of: gap, edge, in: old) != Self.rowIDBesideGap(of: gap, edge, in: new)
    else { return nil }
    fetchedGap = nil
    return gap
  }

  private static func rowIDBesideGap(
    of gap: TimelineGap.ID, _ edge: StreamScene.StreamRowsEdge, in rows: [StreamRow]
  ) -> StreamRow.ID? {
    guard let index = rows.firstIndex(where: { $0.id == .gap(gap) }) else { return nil }
    let next = edge == .above ? index - 1 : index + 1
    return rows.indices.contains(next) ? rows[next].id : nil
  }
}

extension StreamRequestRecord {
  /// Allows more posts to be requested again at an end of a stream that is near the moved
  /// selection, and again the full number of pages for a photo wall or carousel.
  mutating func allowRequestsNearEnds(at selection: Int, of count: Int) {
    pagesLeft = Self.maximumGalleryPages
    if count - selection <= Self.margin { askedMore.below = nil }
    if selection < Self.margin { askedMore.above = nil }
  }

  /// Returns true if more posts are to be fetched below the lowest visible row of a stream, and
  /// records the request.
  ///
  /// A photo wall may show more rows than the margin at once. If few posts have photos, no number
  /// of pages fills it, so the requests stop until the user moves the selection.
  mutating func recordPostsRequestIfNeeded(below lowest: Int, of rows: [StreamRow], isGallery: Bool)
    -> Bool
  {
    guard let end = rows.last?.id, end != askedMore.below, rows.count - lowest <= Self.margin,
      !isGallery || pagesLeft > 0
    else { return false }
    pagesLeft -= 1
    askedMore.below = end
    return true
  }

  /// Returns true if more posts are to be fetched above the selected row of a stream, and records
  /// the request.
  mutating func recordPostsRequestIfNeeded(above selection: Int, of rows: [StreamRow]) -> Bool {
    guard let end = rows.first?.id, end != askedMore.above, selection < Self.margin else {
      return false
    }
    askedMore.above = end
    return true
  }
}

/// Converts between the sides of the screen and those of a stream.
///
/// A stream's side above is the newer one. On the screen, newer posts are below if the user reads
/// the oldest first. Views count sides as on the screen.
extension ReadingOrder {
  /// Returns the side of the stream that a side of the screen shows, or the side of the screen that
  /// shows a side of the stream; the stream's side above is the newer one.
  func streamEdgeAtScreenEdge(_ edge: StreamScene.StreamRowsEdge) -> StreamScene.StreamRowsEdge {
    switch (self, edge) {
    case (.newest, _): edge
    case (.oldest, .above): .below
    case (.oldest, .below): .above
    }
  }

  /// Returns the end of the stream, newest or oldest, that lies on a side of the screen.
  package func streamEndAtScreenEdge(_ edge: StreamScene.StreamRowsEdge) -> StreamScene.JumpTarget {
    streamEdgeAtScreenEdge(edge) == .above ? .top : .bottom
  }

  /// Returns the id of the newest visible entry of a stream, given the visible entries from the top
  /// of the screen.
  ///
  /// If answers are sorted below the posts they answer, the result is the newest visible entry that
  /// has no older entry among `unseen`.
  func newestEntryWithOlderOnesSeen(
    _ entries: [FeedEntry.ID], unseen: [FeedEntry.ID] = [], ranks: [FeedEntry.ID: Int] = [:]
  ) -> FeedEntry.ID? {
    guard !ranks.isEmpty else { return self == .newest ? entries.first : entries.last }
    func entryRank(_ entry: FeedEntry.ID) -> Int { ranks[entry] ?? 0 }
    let oldest = unseen.reduce(-1) { max($0, entryRank($1)) }
    return entries.filter { entryRank($0) > oldest }.min { entryRank($0) < entryRank($1) }
      ?? entries.max { entryRank($0) < entryRank($1) }
  }

  /// True if a stream in this reading order has its oldest posts, and so its end, at the bottom of
  /// the screen.
  var endsBelow: Bool { self == .newest }
}
