/// The positions of a photo wall's pieces: each in the shortest column, in the order of the stream.
///
/// Row 0 is where the layout began; rows above are negative. Pieces added later are placed below or
/// above the existing ones, which never move.
struct WallLayout<ID: Hashable> {
  /// A photo or line on the wall.
  struct Piece: Equatable {
    let id: ID
    let rows: Int
    /// Whether the piece spans all columns.
    var isBand = false
  }

  /// The position of a piece.
  struct Frame: Equatable {
    /// The column; nil if it spans all.
    let column: Int?
    let rows: Range<Int>
  }

  let columns: Int
  /// The pieces in the order of the stream.
  private(set) var pieces: [Piece] = []
  /// The positions, in the order of pieces.
  private(set) var frames: [Frame] = []
  private var indices: [ID: Int] = [:]

  init(columns: Int) { self.columns = max(1, columns) }

  /// The first row.
  var top: Int { frames.lazy.map(\.rows.lowerBound).min() ?? 0 }
  /// The row after the last.
  var bottom: Int { frames.lazy.map(\.rows.upperBound).max() ?? 0 }

  /// Returns the index of a piece; nil if it is not on the wall.
  func index(of id: ID) -> Int? { indices[id] }

  /// Places the pieces. Those around the anchor that were already placed keep their positions.
  mutating func hang(_ new: [Piece], around anchor: ID?) {
    guard new != pieces else { return }
    let kept = run(in: new, around: anchor)
    var hung = Array(frames[kept.old])
    hang(below: new[kept.new.upperBound...], onto: &hung)
    hang(above: new[..<kept.new.lowerBound], onto: &hung)
    pieces = new
    frames = hung
    indices = Dictionary(
      new.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
  }
}

extension WallLayout {
  /// Returns the longest run of unchanged pieces around the anchor, as indices before and after.
  private func run(in new: [Piece], around anchor: ID?) -> (old: Range<Int>, new: Range<Int>) {
    guard let anchor, let old = indices[anchor],
      let now = new.firstIndex(where: { $0.id == anchor }), new[now] == pieces[old]
    else { return (0..<0, 0..<0) }
    var before = 0
    while old - before > 0, now - before > 0, pieces[old - before - 1] == new[now - before - 1] {
      before += 1
    }
    var after = 1
    while old + after < pieces.count, now + after < new.count,
      pieces[old + after] == new[now + after]
    {
      after += 1
    }
    return ((old - before)..<(old + after), (now - before)..<(now + after))
  }

  private func hang(below new: ArraySlice<Piece>, onto frames: inout [Frame]) {
    let start = frames.map(\.rows.lowerBound).min() ?? 0
    var ends = Array(repeating: start, count: columns)
    for frame in frames {
      for column in reach(of: frame) { ends[column] = max(ends[column], frame.rows.upperBound) }
    }
    for piece in new {
      let column = piece.isBand ? nil : ends.indices.min { ends[$0] < ends[$1] }
      let first = column.map { ends[$0] } ?? ends.max() ?? start
      let frame = Frame(column: column, rows: first..<(first + piece.rows))
      for column in reach(of: frame) { ends[column] = frame.rows.upperBound }
      frames.append(frame)
    }
  }

  private func hang(above new: ArraySlice<Piece>, onto frames: inout [Frame]) {
    guard !new.isEmpty else { return }
    let start = frames.map(\.rows.lowerBound).min() ?? 0
    var ends = Array(repeating: Int.max, count: columns)
    for frame in frames {
      for column in reach(of: frame) { ends[column] = min(ends[column], frame.rows.lowerBound) }
    }
    ends = ends.map { $0 == .max ? start : $0 }
    var hung: [Frame] = []
    for piece in new.reversed() {
      // From the right, so that the order reads from the left again.
      let column = piece.isBand ? nil : ends.indices.reversed().max { ends[$0] < ends[$1] }
      let last = column.map { ends[$0] } ?? ends.min() ?? start
      let frame = Frame(column: column, rows: (last - piece.rows)..<last)
      for column in reach(of: frame) { ends[column] = frame.rows.lowerBound }
      hung.append(frame)
    }
    frames.insert(contentsOf: hung.reversed(), at: 0)
  }

  private func reach(of frame: Frame) -> Range<Int> {
    frame.column.map { $0..<($0 + 1) } ?? 0..<columns
  }
}
