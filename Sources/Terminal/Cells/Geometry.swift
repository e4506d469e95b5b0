public struct CellSize: Hashable, Sendable {
  public var rows: Int
  public var columns: Int

  public init(rows: Int, columns: Int) { (self.rows, self.columns) = (rows, columns) }

  /// The largest size of a screen that is painted; cells beyond it stay empty.
  public static let largest = CellSize(rows: 1000, columns: 1000)
}

public struct CellPosition: Hashable, Sendable {
  public var row: Int
  public var column: Int

  public init(row: Int, column: Int) { (self.row, self.column) = (row, column) }
}

public struct CellRect: Equatable, Sendable {
  public var origin: CellPosition
  public var size: CellSize

  public init(origin: CellPosition, size: CellSize) { (self.origin, self.size) = (origin, size) }

  public init(row: Int, column: Int, rows: Int, columns: Int) {
    self.init(
      origin: CellPosition(row: row, column: column), size: CellSize(rows: rows, columns: columns))
  }

  public func contains(_ position: CellPosition) -> Bool {
    rows.contains(position.row) && columns.contains(position.column)
  }

  public var rows: Range<Int> { origin.row..<(origin.row + max(0, size.rows)) }
  public var columns: Range<Int> { origin.column..<(origin.column + max(0, size.columns)) }
}

public struct PixelSize: Equatable, Sendable {
  public var width: Int
  public var height: Int

  public init(width: Int, height: Int) { (self.width, self.height) = (width, height) }
}

/// A small picture within text, such as a custom emoji, two columns wide and one row high. Its
/// cells hold a placeholder text over which the scene draws the picture.
public struct PictureInText: Hashable, Sendable {
  public static let columns = 2

  public let address: String

  public init(_ address: String) { self.address = address }
}

struct PixelRect: Equatable, Sendable {
  let x: Int
  let y: Int
  let width: Int
  let height: Int
}
