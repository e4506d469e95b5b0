import Terminal

/// How the room of a photo is divided.
struct PhotoArrangement: Equatable {
  /// From this width what is known of a photo stands beside it, else below.
  private static let columnsForSide = 90

  /// Where the photo is.
  let picture: CellRect
  /// The lines below it.
  let caption: CellRect
  /// Where what is known of it stands; nil where it is not asked for.
  let facts: CellRect?

  /// How large all of it is.
  var size: CellSize {
    let parts = [picture, caption] + (facts.map { [$0] } ?? [])
    return CellSize(
      rows: (parts.map(\.rows.upperBound).max() ?? 0) - picture.origin.row,
      columns: (parts.map(\.columns.upperBound).max() ?? 0) - picture.origin.column)
  }

  /// Divides a rectangle where words stand in the photo's place: so many lines of them, then what is
  /// known of it, in so many lines where that is asked for.
  init(inWords rect: CellRect, lines: Int, factLines: Int?) {
    let rows = rect.size.rows
    let words = min(lines, factLines.map { max(rows / 2, rows - $0 - 1) } ?? rows)
    func part(_ row: Int, _ rows: Int) -> CellRect {
      CellRect(
        row: rect.origin.row + row, column: rect.origin.column, rows: rows,
        columns: rect.size.columns)
    }
    picture = part(0, 0)
    caption = part(0, words)
    facts = factLines.map { _ in part(words, rows - words) }
  }

  /// How many lines say what the photo shows, in so many rows at most; the facts have the rest.
  static func mostWords(in rows: Int) -> Int { rows >= 30 ? 3 : rows >= 20 ? 2 : 1 }

  /// Divides a rectangle; with so many lines of words below the photo and, where they are asked for,
  /// facts, of which there are so many lines.
  init(of rect: CellRect, words: Int = 1, factLines: Int?) {
    let (row, column) = (rect.origin.row, rect.origin.column)
    var (rows, columns) = (rect.size.rows, rect.size.columns)
    if let factLines {
      if columns >= Self.columnsForSide {
        let side = min(48, columns * 2 / 5)
        columns -= side + 1
        facts = CellRect(row: row, column: column + columns + 1, rows: rows, columns: side)
      } else {
        // Where there is hardly room for either, what was asked for has it.
        let below = rows < 9 ? rows : min(factLines + 1, rows / 2)
        rows -= below
        facts = CellRect(row: row + rows, column: column, rows: below, columns: columns)
      }
    } else {
      facts = nil
    }
    let lines = rows >= 8 ? 1 + max(1, min(words, Self.mostWords(in: rows))) : rows >= 3 ? 1 : 0
    picture = CellRect(row: row, column: column, rows: rows - lines, columns: columns)
    caption = CellRect(row: row + rows - lines, column: column, rows: lines, columns: columns)
  }
}
