import Terminal

/// Wrapping: no line is wider than asked, and nothing but blanks is lost, links included.
enum WrappingProperty {
  static func check(_ input: [UInt8]) throws(Finding) {
    var reader = InputReader(input)
    let columns = reader.number(below: 24)
    let line = makeLine(&reader)

    let wrapped = TextWrapper.wrappedLines(of: line, columns: columns)

    try expect(columns > 0 || wrapped.isEmpty, "lines without a column")
    for part in wrapped {
      try expect(part.columns <= columns, "\(part.columns) columns instead of \(columns)")
      try CellsRule.check(part.cells)
    }
    guard columns > 0 else { return }
    let kept = wrapped.flatMap(printed)
    // A single column has no room for a wide character, which becomes a blank.
    let given = printed(line).filter { columns > 1 || $0.cell.width < 2 }
    try expect(kept == given, "\(given.count) cells became \(kept.count), or others")
    for width in 0..<4 { try CellsRule.check(line.prefix(columns: width).cells) }
  }

  /// A cell that shows something, and where it leads.
  private struct Printed: Equatable {
    let cell: Cell
    let target: SafeWebLink?
  }

  private static func makeLine(_ reader: inout InputReader) -> Line {
    let link = SafeWebLink("https://example.org/")
    let runs = reader.number(below: 4)
    var line = Line()
    for run in 0..<runs {
      line.append(
        SafeText(sanitizing: reader.text()), run == 1 ? .bold : .plain,
        link: run.isMultiple(of: 2) ? nil : link)
    }
    line.append(SafeText(sanitizing: reader.remainingText()))
    return line
  }

  private static func printed(_ line: Line) -> [Printed] {
    var targets = [SafeWebLink?](repeating: nil, count: line.cells.count)
    for link in line.links { for cell in link.cells { targets[cell] = link.target } }
    return zip(line.cells, targets).map { Printed(cell: $0, target: $1) }
      .filter { $0.cell.width > 0 && !($0.cell.width == 1 && $0.cell.character == " ") }
  }
}
