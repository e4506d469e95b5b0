/// A terminal's size in character cells.
public struct WindowSize: Hashable, Sendable {
  /// How many columns.
  public let columns: Int
  /// How many rows.
  public let rows: Int

  /// A size of so many columns and rows.
  public init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
  }

  /// 80 columns, 24 rows.
  public static let standard = WindowSize(columns: 80, rows: 24)
}
