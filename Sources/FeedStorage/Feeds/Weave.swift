/// How the entries of a page lie between those that are held already.
///
/// What is held keeps its place, so the page is hung on the longest run of its held entries that
/// stand in the same order in both; the others stay where they are. What is new lies before,
/// between and after these anchors.
struct Weave: Equatable {
  /// The entries of the page that hold it in place, by their indices, with their positions.
  let anchors: [Anchor]
  /// The new entries above the first anchor, or all where there is none.
  let leading: [Int]
  /// The new entries below each anchor and above the next; of the last, all that remain.
  let following: [[Int]]

  /// An entry that is held.
  struct Anchor: Equatable {
    let index: Int
    let position: Int64
  }

  /// Weaves a page of which each entry has that position, or none where it is new; only entries
  /// whose position is wanted can be anchors.
  init(_ positions: [Int64?], anchoredWhere isWanted: (Int64) -> Bool = { _ in true }) {
    let held = positions.indices.compactMap { index in
      positions[index].flatMap { isWanted($0) ? Anchor(index: index, position: $0) : nil }
    }
    anchors = Self.longestAscent(in: held)
    let new = positions.indices.filter { positions[$0] == nil }
    let edges = anchors.map(\.index)
    leading = new.filter { $0 < edges.first ?? .max }
    following = edges.indices.map { edge in
      let end = edge + 1 < edges.count ? edges[edge + 1] : .max
      return new.filter { $0 > edges[edge] && $0 < end }
    }
  }

  /// The longest subsequence with ascending positions; pages are short, so two loops will do.
  private static func longestAscent(in anchors: [Anchor]) -> [Anchor] {
    var lengths = [Int](repeating: 1, count: anchors.count)
    var previous = [Int?](repeating: nil, count: anchors.count)
    for later in anchors.indices {
      for earlier in 0..<later
      where anchors[earlier].position < anchors[later].position
        && lengths[earlier] + 1 > lengths[later]
      {
        lengths[later] = lengths[earlier] + 1
        previous[later] = earlier
      }
    }
    guard let longest = lengths.max() else { return [] }
    var ascent: [Anchor] = []
    var next = lengths.firstIndex(of: longest)
    while let current = next {
      ascent.append(anchors[current])
      next = previous[current]
    }
    return ascent.reversed()
  }
}
