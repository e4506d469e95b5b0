/// A line of text as a row of cells, with links, keys and inline pictures. The text's width is
/// measured once, when the line is created.
public struct Line: Equatable, Sendable {
  /// A run of cells in a line that share a value: a link or key to click, or an inline picture.
  public struct LineTargetSegment<Target: Hashable & Sendable>: Equatable, Sendable {
    public let cells: Range<Int>
    public let target: Target
  }

  public private(set) var cells: [Cell] = []
  public private(set) var links: [LineTargetSegment<SafeWebLink>] = []
  public private(set) var keys: [LineTargetSegment<Key>] = []
  public private(set) var insets: [LineTargetSegment<PictureInText>] = []

  public init() {}

  public init(_ text: SafeText, _ style: Style = .plain, link: SafeWebLink? = nil) {
    self.init()
    append(text, style, link: link)
  }

  /// Creates a line that repeats a text, such as a horizontal rule; empty for a negative count.
  public init(repeating text: SafeText, count: Int, _ style: Style = .plain) {
    let piece = Line(text, style).cells
    cells = Array(repeatElement(piece, count: max(0, count)).joined())
  }

  public var columns: Int { cells.count }

  public mutating func append(_ text: SafeText, _ style: Style = .plain, link: SafeWebLink? = nil) {
    let start = cells.count
    cells.reserveCapacity(start + text.string.utf8.count)
    let packedStyle = PackedStyle(style, columns: 1)
    if text.isASCII {
      for byte in text.string.utf8 {
        cells.append(Cell(glyph: PackedCharacter(ascii: byte), packedStyle: packedStyle))
      }
    } else {
      for character in text.string {
        CellCluster.forEachCluster(in: character) { cluster in
          let cell = Cell(
            glyph: PackedCharacter(cluster.character),
            packedStyle: packedStyle.replacingCharacterWidth(UInt8(cluster.columns)))
          cells.append(cell)
          if cluster.columns == 2 { cells.append(cell.continuation) }
        }
      }
    }
    if let link, cells.count > start {
      links.append(LineTargetSegment(cells: start..<cells.count, target: link))
    }
  }

  /// Appends a small picture to the line, which shows colons until the picture is loaded.
  public mutating func appendPictureInText(_ inset: PictureInText, _ style: Style = .plain) {
    let start = cells.count
    append(SafeText(repeating: ":", count: PictureInText.columns), style)
    insets.append(LineTargetSegment(cells: start..<cells.count, target: inset))
  }

  /// Makes a click on some columns of the line press a key. Called for columns from left to right.
  public mutating func setClickKey(_ key: Key, at columns: Range<Int>) {
    keys.append(LineTargetSegment(cells: columns, target: key))
  }

  public mutating func append(_ other: Line) {
    let start = cells.count
    cells += other.cells
    links += other.links.map { $0.movedSegment(by: start) }
    keys += other.keys.map { $0.movedSegment(by: start) }
    insets += other.insets.map { $0.movedSegment(by: start) }
  }

  public mutating func appendBlanks(_ columns: Int, _ style: Style = .plain) {
    cells += Array(repeating: .blankCell(style), count: max(0, columns))
  }

  /// Returns the first columns of the line; a wide character that is split becomes a blank.
  public func prefix(columns: Int) -> Line {
    guard columns < cells.count else { return self }
    var cut = Line()
    cut.cells = Array(cells.prefix(max(0, columns)))
    if let last = cut.cells.last, last.width == 2 { cut.cells[cut.cells.count - 1] = last.blanked }
    cut.links = links.compactMap { $0.clippedSegment(to: 0..<cut.cells.count) }
    cut.keys = keys.compactMap { $0.clippedSegment(to: 0..<cut.cells.count) }
    cut.insets = insets.compactMap { $0.clippedSegment(to: 0..<cut.cells.count) }
    return cut
  }

  /// Cuts the line into one line for each column range; the ranges are in order and do not overlap.
  /// Clickable keys are dropped, and a wide character that is split becomes a blank.
  func cutIntoLines(_ lineRanges: [Range<Int>]) -> [Line] {
    var remaining = links[...]
    var pictures = insets[...]
    return lineRanges.map { range in
      var slice = Line()
      slice.cells = Array(cells[range])
      if let first = slice.cells.first, first.width == 0 { slice.cells[0] = first.blanked }
      if let last = slice.cells.last, last.width == 2 {
        slice.cells[slice.cells.count - 1] = last.blanked
      }
      while let link = remaining.first, link.cells.upperBound <= range.lowerBound {
        remaining.removeFirst()
      }
      for link in remaining {
        guard let part = link.clippedSegment(to: range) else { break }
        slice.links.append(part.movedSegment(by: -range.lowerBound))
      }
      while let inset = pictures.first, inset.cells.lowerBound < range.upperBound {
        pictures.removeFirst()
        guard let part = inset.clippedSegment(to: range) else { continue }
        slice.insets.append(part.movedSegment(by: -range.lowerBound))
      }
      return slice
    }
  }

  public func restyled(_ change: (Style) -> Style) -> Line {
    var copy = self
    for index in copy.cells.indices { copy.cells[index].style = change(copy.cells[index].style) }
    return copy
  }

  public func restyled(at column: Int, _ change: (Style) -> Style) -> Line {
    guard cells.indices.contains(column) else { return self }
    var copy = self
    let half = cells[column].width == 2 && column + 1 < cells.count ? 2 : 1
    for index in column..<(column + half) {
      copy.cells[index].style = change(copy.cells[index].style)
    }
    return copy
  }

  public var text: String { cells.filter { $0.width > 0 }.map { String($0.character) }.joined() }
}

extension Line.LineTargetSegment {
  func movedSegment(by columns: Int) -> Self {
    Self(cells: (cells.lowerBound + columns)..<(cells.upperBound + columns), target: target)
  }

  /// Returns the part of a line's segment (a link, key or inline picture) that lies within some
  /// columns; nil if no part does.
  func clippedSegment(to columns: Range<Int>) -> Self? {
    let part = cells.clamped(to: columns)
    return part.isEmpty ? nil : Self(cells: part, target: target)
  }
}

/// A namespace for breaking styled text into lines of a width in columns.
public enum TextWrapper {
  /// Breaks a text into lines of at most `columns` columns: at blanks, between wide characters, and
  /// inside words longer than a line. Closing punctuation stays with the character before it,
  /// opening punctuation with the one after it; Korean has blanks between words. Blanks at a break
  /// are dropped. Zero columns give no lines; with one, a wide character becomes a blank.
  public static func wrappedLines(of line: Line, columns: Int) -> [Line] {
    guard columns > 0 else { return [] }
    guard line.columns > columns else { return [line] }
    return line.cutIntoLines(columnRangesOfLines(of: line.cells, columns: columns))
  }

  /// Cuts preformatted text into lines at the width, even within words; blanks are kept. Lines
  /// after the first are shorter by `indent` columns.
  public static func dividedPreformattedLines(of line: Line, columns: Int, indent: Int) -> [Line] {
    guard columns > indent + 1, line.columns > columns else { return [line] }
    var ranges: [Range<Int>] = []
    var start = 0
    while start < line.columns {
      var end = min(line.columns, start + (start == 0 ? columns : columns - indent))
      if end < line.columns, line.cells[end].width == 0 { end -= 1 }
      ranges.append(start..<end)
      start = end
    }
    return line.cutIntoLines(ranges)
  }

  /// Returns the column range of each line into which a text is wrapped. A word longer than a line
  /// stays whole unless `dividesWords`, as for an address to be copied.
  public static func wrappedColumnRanges(
    of line: Line, columns: Int, dividesWords: Bool = true
  ) -> [Range<Int>] {
    guard columns > 0 else { return [] }
    return columnRangesOfLines(of: line.cells, columns: columns, dividesWords: dividesWords)
  }

  private static func columnRangesOfLines(
    of cells: [Cell], columns: Int, dividesWords: Bool = true
  ) -> [Range<Int>] {
    var lineRanges: [Range<Int>] = []
    var start = 0
    while cells.count - start > columns {
      let cut = wrappedLineEndColumn(in: cells, from: start, columns: columns, dividesWords)
      var end = cut
      while end > start, cells[end - 1].isBlank { end -= 1 }
      lineRanges.append(start..<max(end, start))
      // In a single column, a wide character's right half is left over.
      start = cut
      while start < cells.count, cells[start].isBlank || cells[start].width == 0 { start += 1 }
    }
    if start < cells.count || lineRanges.isEmpty { lineRanges.append(start..<cells.count) }
    return lineRanges
  }

  /// Returns the index of the cell before which to end a wrapped line of at most `columns` cells
  /// that begins at the cell `start`: the last one at which the text may break. If there is none,
  /// the line ends within the word or, if words stay whole, after it; the line has at least one
  /// cell.
  private static func wrappedLineEndColumn(
    in cells: [Cell], from start: Int, columns: Int, _ dividesWords: Bool
  ) -> Int {
    let limit = start + columns
    var cut = limit
    while cut > start {
      if mayBreakLine(in: cells, at: cut) { return cut }
      cut -= 1
    }
    if !dividesWords {
      return (limit + 1..<cells.count).first { mayBreakLine(in: cells, at: $0) } ?? cells.count
    }
    let insideWide = cells[limit].width == 0 && columns > 1
    return insideWide ? limit - 1 : limit
  }

  private static func mayBreakLine(in cells: [Cell], at index: Int) -> Bool {
    let before = cells[index - 1]
    let after = cells[index]
    guard after.width > 0 else { return false }
    if before.isBlank || after.isBlank { return true }
    guard before.width == 0 || after.width == 2 else { return false }
    let last = before.width == 0 && index > 1 ? cells[index - 2] : before
    return !last.glyph.opens && !after.glyph.closes && !last.glyph.isHangul && !after.glyph.isHangul
  }
}
