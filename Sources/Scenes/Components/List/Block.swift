import PhotoDisplay
import Terminal

/// A few lines that belong together, and what a click on them does.
struct Block<Action> {
  /// A stretch of a line that answers to a click.
  struct Zone {
    /// Which line, counted from the first.
    let line: Int
    /// Which columns of it.
    let columns: Range<Int>
    /// What a click does.
    let action: Action
  }

  /// The lines.
  var lines: [Line] = []
  /// What a click does.
  var zones: [Zone] = []
  /// What is drawn for the selected item alone; of the others it leaves blanks.
  var quiet: [(line: Int, columns: Range<Int>)] = []
  /// The pictures among the lines, which keep rows free for them.
  var pictures: [PictureArea] = []
  /// How many lines at the end only lead over to what follows.
  var trailing = 0

  /// Moves everything to the right, with something left of each line, which is given its number.
  mutating func indent(by columns: Int, _ guide: (Int) -> Line) {
    func moved(_ range: Range<Int>) -> Range<Int> {
      (range.lowerBound + columns)..<(range.upperBound + columns)
    }
    lines = lines.enumerated().map { number, line in
      var guided = guide(number)
      guided.append(line)
      return guided
    }
    zones = zones.map { Zone(line: $0.line, columns: moved($0.columns), action: $0.action) }
    quiet = quiet.map { ($0.line, moved($0.columns)) }
    for index in pictures.indices { pictures[index].box.origin.column += columns }
  }

  /// What a click there does.
  func action(line: Int, column: Int) -> Action? {
    zones.last { $0.line == line && $0.columns.contains(column) }?.action
  }

  /// The link there.
  func link(line: Int, column: Int) -> Hyperlink? {
    guard lines.indices.contains(line) else { return nil }
    return lines[line].links.last { $0.cells.contains(column) }?.target
  }
}

extension Block {
  /// Puts another block below this one.
  mutating func append(_ other: Block) {
    let first = lines.count
    lines += other.lines
    zones += other.zones.map {
      Zone(line: $0.line + first, columns: $0.columns, action: $0.action)
    }
    quiet += other.quiet.map { ($0.line + first, $0.columns) }
    pictures += other.pictures.map { area in
      var area = area
      area.box.origin.row += first
      return area
    }
    trailing = other.trailing
  }
}
