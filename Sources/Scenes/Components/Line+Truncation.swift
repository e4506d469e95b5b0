package import Terminal

extension Line {
  /// Returns the line of text cut to a width in columns; a shortened line ends in "…".
  package func truncatedLine(columns: Int) -> Line {
    guard self.columns > columns else { return self }
    guard columns > 1, let last = cells.first else { return prefix(columns: columns) }
    var line = prefix(columns: columns - 1)
    let style = line.cells.last?.style ?? last.style
    line.append("…", style)
    return line
  }

  /// Returns the line of text cut to a width in columns at the end of a word, without an ellipsis.
  /// A first word that is too wide is shortened and ends in "…".
  func lineTruncatedAtWord(columns: Int) -> Line {
    guard self.columns > columns, columns > 0 else { return truncatedLine(columns: columns) }
    let blank: Character = " "
    guard var end = cells.prefix(columns + 1).lastIndex(where: { $0.character == blank }) else {
      return truncatedLine(columns: columns)
    }
    while end > 0, cells[end - 1].character == blank { end -= 1 }
    return end > 0 ? prefix(columns: end) : truncatedLine(columns: columns)
  }

  /// Returns the first of some lines that fits a width in columns; if none fits, the last one, cut.
  static func firstFittingLine(of lines: [Line], columns: Int) -> Line {
    lines.first { $0.columns <= columns } ?? lines.last?.truncatedLine(columns: columns) ?? Line()
  }

  /// Returns a line of text wrapped to a width, in at most a number of rows; a shortened text ends
  /// in "…".
  func wrappedLines(columns: Int, rows: Int) -> [Line] {
    let lines = TextWrapper.wrappedLines(of: self, columns: columns)
    guard lines.count > rows, rows > 0 else { return Array(lines.prefix(max(0, rows))) }
    var last = lines[rows - 1]
    last.append(" ")
    last.append(lines[rows])
    // The joined rows are wider than one row, so that cutting ends the line in "…".
    last.append("…")
    return lines.prefix(rows - 1) + [last.truncatedLine(columns: columns)]
  }
}
