/// A terminal's size in character cells.
public struct WindowSize: Hashable, Sendable {
  public let columns: Int
  public let rows: Int

  public init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
  }

  /// The usual size of a terminal in tests: 80 columns and 24 rows.
  public static let standard = WindowSize(columns: 80, rows: 24)
}
