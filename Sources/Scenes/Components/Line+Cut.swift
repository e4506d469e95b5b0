package import Terminal

extension Line {
  /// Returns the line of text cut to a width in columns; a shortened line ends in "…".
  package func cutLine(columns: Int) -> Line {
    guard self.columns > columns else { return self }
    guard columns > 1, let last = cells.first else { return prefix(columns: columns) }
    var line = prefix(columns: columns - 1)
    let style = line.cells.last?.style ?? last.style
    line.append("…", style)
    return line
  }

  /// Returns the line of text wrapped to at most a number of rows; if shortened, the last ends in
  /// "…".
  func wrappedLines(columns: Int, rows: Int) -> [Line] {
    let lines = TextWrapping.wrappedLines(of: self, columns: columns)
    guard lines.count > rows, rows > 0 else { return Array(lines.prefix(max(0, rows))) }
    var last = lines[rows - 1]
    last.append(" ")
    last.append(lines[rows])
    // Together they are wider than a row: the sign has a place.
    last.append("…")
    return lines.prefix(rows - 1) + [last.cutLine(columns: columns)]
  }
}
