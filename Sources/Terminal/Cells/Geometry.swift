/// A size in character cells.
public struct CellSize: Hashable, Sendable {
  /// How many rows.
  public var rows: Int
  /// How many columns.
  public var columns: Int

  /// A size of so many rows and columns.
  public init(rows: Int, columns: Int) {
    (self.rows, self.columns) = (rows, columns)
  }

  /// The largest screen that is painted; what a terminal claims beyond it stays empty.
  public static let largest = CellSize(rows: 1000, columns: 1000)
}

/// One cell's place, counted from the top left corner, which is 0, 0.
public struct CellPosition: Hashable, Sendable {
  /// The row, downwards.
  public var row: Int
  /// The column, to the right.
  public var column: Int

  /// The place in that row and column.
  public init(row: Int, column: Int) {
    (self.row, self.column) = (row, column)
  }
}

/// A rectangle of cells.
public struct CellRect: Hashable, Sendable {
  /// Its top left cell.
  public var origin: CellPosition
  /// How far it reaches down and to the right.
  public var size: CellSize

  /// The rectangle of that size whose top left cell is there.
  public init(origin: CellPosition, size: CellSize) {
    (self.origin, self.size) = (origin, size)
  }

  /// The rectangle that begins in that row and column.
  public init(row: Int, column: Int, rows: Int, columns: Int) {
    self.init(
      origin: CellPosition(row: row, column: column), size: CellSize(rows: rows, columns: columns))
  }

  /// Whether the cell lies inside.
  public func contains(_ position: CellPosition) -> Bool {
    rows.contains(position.row) && columns.contains(position.column)
  }

  /// The rows it covers.
  public var rows: Range<Int> { origin.row..<(origin.row + max(0, size.rows)) }
  /// The columns it covers.
  public var columns: Range<Int> { origin.column..<(origin.column + max(0, size.columns)) }
}

/// A size in pixels.
public struct PixelSize: Hashable, Sendable {
  /// Pixels across.
  public var width: Int
  /// Pixels down.
  public var height: Int

  /// A size of so many pixels.
  public init(width: Int, height: Int) {
    (self.width, self.height) = (width, height)
  }
}

/// A small picture among words, by its address: two cells wide and one high.
///
/// The cells are words like any others until whoever draws the picture places it over them.
public struct Inset: Hashable, Sendable {
  /// How many columns it takes.
  public static let columns = 2

  /// Where the picture is.
  public let address: String

  /// The picture at that address.
  public init(_ address: String) { self.address = address }
}
