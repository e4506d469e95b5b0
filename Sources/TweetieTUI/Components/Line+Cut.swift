import Terminal

extension Line {
  /// The line in at most so many columns; where something is left out it ends in "…".
  func cut(columns: Int) -> Line {
    guard self.columns > columns else { return self }
    guard columns > 1, let last = cells.first else { return prefix(columns: columns) }
    var line = prefix(columns: columns - 1)
    let style = line.cells.last?.style ?? last.style
    line.append("…", style)
    return line
  }
}
