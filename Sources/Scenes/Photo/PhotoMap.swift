import PhotoDisplay
import Preferences
import Terminal

/// A small map of a photo, on which the part that is seen is told apart.
struct PhotoMap {
  /// How wide it is.
  static let columns = 12
  /// So wide the words beside it are at least.
  static let columnsForMap = 40
  /// A photo's width and height, in what parts are counted in.
  private static let whole = 1000

  private let across: Range<Int>
  private let down: Range<Int>

  /// A map for that part; nil where all of the photo is seen.
  init?(_ cut: PictureCut) {
    guard case .part(let x, let y, let width, let height) = cut else { return nil }
    (across, down) = (x..<(x + width), y..<(y + height))
  }

  /// The map in so many rows, each of two halves.
  func lines(rows: Int, _ theme: Theme) -> [Line] {
    let columns = Self.cells(across, of: Self.columns)
    let halves = Self.cells(down, of: 2 * rows)
    return (0..<max(0, rows)).map { row in
      (0..<Self.columns).reduce(into: Line()) { line, column in
        let isUpper = halves.contains(2 * row) && columns.contains(column)
        let isLower = halves.contains(2 * row + 1) && columns.contains(column)
        let sign: SafeText =
          switch (isUpper, isLower) {
          case (true, true): "█"
          case (true, false): "▀"
          case (false, true): "▄"
          case (false, false): "·"
          }
        line.append(sign, theme.style(isUpper || isLower ? .selection : .rule))
      }
    }
  }

  /// The cells that a stretch takes of so many, one at least.
  private static func cells(_ interval: Range<Int>, of count: Int) -> Range<Int> {
    let first = min(max(0, count - 1), (interval.lowerBound * count + whole / 2) / whole)
    let end = (interval.upperBound * count + whole / 2) / whole
    return first..<max(first + 1, end)
  }
}
