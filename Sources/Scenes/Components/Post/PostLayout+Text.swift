import FeedDomain
import Preferences
import Terminal

extension PostLayout {
  /// Paragraphs, each broken into lines that begin with the guide.
  mutating func addParagraphs(
    _ paragraphs: [[PostViewModel.Run]], columns: Int, guide: Line = Line()
  ) {
    for paragraph in paragraphs {
      let whole = theme.line(paragraph.map(\.span))
      let lines =
        paragraph.isEmpty
        ? [Line()] : TextWrapping.wrap(whole, columns: max(1, columns - guide.columns))
      if paragraph.contains(where: { $0.action != nil }) {
        addZones(of: paragraph, whole: whole, lines: lines, indent: guide.columns)
      }
      for line in lines {
        var guided = guide
        guided.append(line)
        block.lines.append(guided)
      }
    }
  }

  /// Finds where the runs that answer to a click came to stand.
  ///
  /// Wrapping only leaves out blanks, so walking along both texts finds every cell again.
  private mutating func addZones(
    of paragraph: [PostViewModel.Run], whole: Line, lines: [Line], indent: Int
  ) {
    var actions: [PostAction?] = []
    for run in paragraph {
      let length = Line(run.span.text).columns
      actions += Array(repeating: run.action, count: length)
    }
    var source = 0
    for (offset, line) in lines.enumerated() {
      var start = 0
      var current: PostAction?
      let number = block.lines.count + offset
      for (column, cell) in line.cells.enumerated() {
        while source < whole.cells.count, whole.cells[source] != cell { source += 1 }
        let action = source < actions.count ? actions[source] : nil
        source += 1
        guard action != current else { continue }
        if let current { zone(start + indent..<column + indent, of: number, current) }
        (start, current) = (column, action)
      }
      if let current { zone(start + indent..<line.columns + indent, of: number, current) }
    }
  }
}
