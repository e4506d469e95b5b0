/// The rows of a canvas, each with its links, kept to be compared with those of the next canvas.
struct ShownRows {
  private let rows: [[Cell]]
  /// By row; empty where the canvas has no links at all.
  private let linked: [[Canvas.Link]]

  init(_ canvas: Canvas, size: CellSize) {
    rows = canvas.rows
    guard !canvas.links.isEmpty else {
      linked = []
      return
    }
    var linked = [[Canvas.Link]](repeating: [], count: rows.count)
    for link in canvas.links where linked.indices.contains(link.position.row) {
      linked[link.position.row].append(link)
    }
    self.linked = linked
  }

  /// The cells of a row; none below the canvas.
  func cells(_ row: Int) -> [Cell] { rows.indices.contains(row) ? rows[row] : [] }

  /// The links of a row, in the order in which they were drawn.
  func links(_ row: Int) -> [Canvas.Link] { linked.indices.contains(row) ? linked[row] : [] }

  /// Whether the row has an emoji sequence in it.
  func hasSequence(_ row: Int) -> Bool { cells(row).contains(where: \.isSequence) }

  /// Whether the row looks the same in both.
  func isSame(as other: ShownRows, row: Int) -> Bool {
    links(row) == other.links(row) && cells(row) == other.cells(row)
  }
}
