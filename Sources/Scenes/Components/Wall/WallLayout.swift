/// Where the pieces of a wall hang: each in the column that ends first, in the order of the stream.
///
/// Rows are counted from where the layout was begun; above it they are negative. What hangs stays:
/// pieces that come later are hung below, those that are newer above, and what is between them and
/// the reader does not move.
struct WallLayout<ID: Hashable> {
  /// Something to hang.
  struct Piece: Equatable {
    /// What tells it from the others.
    let id: ID
    /// How many rows it takes.
    let rows: Int
    /// Whether it reaches across all columns, so that nothing hangs beside it.
    var isBand = false
  }

  /// Where a piece hangs.
  struct Frame: Equatable {
    /// The column; nil for one that reaches across all.
    let column: Int?
    /// The rows.
    let rows: Range<Int>
  }

  /// How many columns there are.
  let columns: Int
  /// The pieces, in the order of the stream.
  private(set) var pieces: [Piece] = []
  /// Where each hangs, in the same order.
  private(set) var frames: [Frame] = []
  private var indices: [ID: Int] = [:]

  /// A bare wall of so many columns.
  init(columns: Int) { self.columns = max(1, columns) }

  /// The first row.
  var top: Int { frames.lazy.map(\.rows.lowerBound).min() ?? 0 }
  /// The row below the last.
  var bottom: Int { frames.lazy.map(\.rows.upperBound).max() ?? 0 }

  /// Which piece that is; nil for one that does not hang here.
  func index(of id: ID) -> Int? { indices[id] }

  /// Hangs these pieces; around the anchor, where it hangs already, everything stays as it is.
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
  /// The longest run of pieces around the anchor that was there before, in both orders.
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
