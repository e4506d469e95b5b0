import Preferences
import Terminal

/// The post that is answered or quoted, as it stands above the page.
struct OriginalPost {
  /// Its lines, and one more than there is ever room for where it is longer.
  private let lines: [Line]
  private let guide: Line

  /// A post in so many columns.
  init(_ original: ComposeViewModel.Original, columns: Int, _ theme: Theme, isPlain: Bool) {
    guide = Line(isPlain ? "" : "│ ", theme.style(.rule))
    let columns = columns - guide.columns
    var lines = [theme.line(original.author).cut(columns: columns)]
    for paragraph in original.lines where lines.count <= ComposePage.mostOriginal {
      lines += TextWrapping.wrap(Line(paragraph, theme.style(.quote)), columns: columns)
    }
    self.lines = lines
  }

  /// How many rows it would like.
  var rows: Int { lines.count }

  /// Draws as much of it as there is room for.
  func draw(on canvas: inout Canvas, in rect: CellRect, _ theme: Theme) {
    guard rect.size.rows > 0 else { return }
    var shown = Array(lines.prefix(rect.size.rows))
    if lines.count > shown.count, let last = shown.popLast() {
      shown.append(shortened(last, columns: rect.size.columns - guide.columns, theme))
    }
    for (row, text) in zip(rect.rows, shown) {
      var line = guide
      line.append(text)
      canvas.write(line, at: CellPosition(row: row, column: rect.origin.column), within: rect)
    }
  }

  /// A line with the sign that there is more, after its last whole word.
  private func shortened(_ line: Line, columns: Int, _ theme: Theme) -> Line {
    var line = line
    if line.columns + 2 > columns {
      let end = line.cells.prefix(columns - 2).lastIndex { $0.character == " " && $0.width == 1 }
      line = line.prefix(columns: end ?? columns - 2)
    }
    line.append(" …", theme.style(.faint))
    return line
  }
}
