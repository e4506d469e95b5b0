internal import TerminalRig

/// Screens written down for the reference program: its only input.
enum ScreensFile {
  static func text(of pictures: [Picture]) -> String {
    guard let first = pictures.first else { return "0 0 0\n" }
    let header = "\(first.rows.count) \(first.rows.first?.count ?? 0) \(pictures.count)\n"
    return pictures.reduce(into: header) { text, picture in
      for row in picture.rows { append(row, to: &text) }
    }
  }

  private static func append(_ row: [ScreenCell], to text: inout String) {
    var runs: [(pen: Pen, text: String)] = []
    // Blanks at the end are left to the terminal, as any program would.
    let end = row.lastIndex { $0.text != " " || !Pen($0).isPlain } ?? -1
    for cell in row.prefix(end + 1) {
      let pen = Pen(cell)
      // The second half of a wide character belongs to the first.
      if !runs.isEmpty, runs.last?.pen == pen || cell.text.isEmpty {
        runs[runs.count - 1].text += cell.text
      } else {
        runs.append((pen, cell.text))
      }
    }
    text += "\(runs.count)\n"
    for run in runs { text += "\(run.pen.text) \(run.text)\n" }
  }
}

/// How a run is drawn, in the reference program's terms.
private struct Pen: Equatable {
  let foreground: Int
  let background: Int
  let attributes: Int

  init(_ cell: ScreenCell) {
    foreground = cell.foregroundIndex.map(Int.init) ?? -1
    background = cell.backgroundIndex.map(Int.init) ?? -1
    attributes =
      (cell.isBold ? 1 : 0) | (cell.isUnderlined ? 2 : 0) | (cell.isItalic ? 4 : 0)
      | (cell.isReversed ? 8 : 0)
  }

  var isPlain: Bool { background == -1 && attributes & 0b1010 == 0 }
  var text: String { "\(foreground) \(background) \(attributes)" }
}
