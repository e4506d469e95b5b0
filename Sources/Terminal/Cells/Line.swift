/// A row of cells ready to be put on a canvas, and what a click on them leads to.
///
/// Text is measured once, when its line is made; to draw a line is to copy cells.
public struct Line: Hashable, Sendable {
  /// A stretch of cells that leads somewhere.
  public struct Stretch<Target: Hashable & Sendable>: Hashable, Sendable {
    /// The cells, counted from the line's beginning.
    public let cells: Range<Int>
    /// Where it leads.
    public let target: Target
  }

  /// The cells, from left to right.
  public private(set) var cells: [Cell] = []
  /// The links, from left to right.
  public private(set) var links: [Stretch<Hyperlink>] = []
  /// The names of keys, from left to right: a click on one presses it.
  public private(set) var keys: [Stretch<Key>] = []
  /// The small pictures, from left to right.
  public private(set) var insets: [Stretch<Inset>] = []

  /// An empty line.
  public init() {}

  /// A line of one text in one style.
  public init(_ text: SafeText, _ style: Style = .plain, link: Hyperlink? = nil) {
    self.init()
    append(text, style, link: link)
  }

  /// A line of the same text so many times, none where the number is negative: a rule.
  public init(repeating text: SafeText, count: Int, _ style: Style = .plain) {
    let piece = Line(text, style).cells
    cells = Array(repeatElement(piece, count: max(0, count)).joined())
  }

  /// How many columns it takes.
  public var columns: Int { cells.count }

  /// Adds text at the end.
  public mutating func append(_ text: SafeText, _ style: Style = .plain, link: Hyperlink? = nil) {
    let start = cells.count
    cells.reserveCapacity(start + text.string.utf8.count)
    let look = PackedStyle(style, columns: 1)
    if text.isASCII {
      for byte in text.string.utf8 { cells.append(Cell(glyph: Glyph(ascii: byte), look: look)) }
    } else {
      for character in text.string {
        CellCluster.forEach(in: character) { cluster in
          let cell = Cell(
            glyph: Glyph(cluster.character), look: look.with(columns: UInt8(cluster.columns)))
          cells.append(cell)
          if cluster.columns == 2 { cells.append(cell.continuation) }
        }
      }
    }
    if let link, cells.count > start {
      links.append(Stretch(cells: start..<cells.count, target: link))
    }
  }

  /// Adds a small picture at the end; colons stand in its place until it is there.
  public mutating func append(_ inset: Inset, _ style: Style = .plain) {
    let start = cells.count
    append(SafeText(repeating: ":", count: Inset.columns), style)
    insets.append(Stretch(cells: start..<cells.count, target: inset))
  }

  /// Makes a click on those columns press the key; they are right of all that already have one.
  public mutating func press(_ key: Key, at columns: Range<Int>) {
    keys.append(Stretch(cells: columns, target: key))
  }

  /// Adds another line at the end.
  public mutating func append(_ other: Line) {
    let start = cells.count
    cells += other.cells
    links += other.links.map { $0.moved(by: start) }
    keys += other.keys.map { $0.moved(by: start) }
    insets += other.insets.map { $0.moved(by: start) }
  }

  /// Adds that many blanks at the end.
  public mutating func pad(_ columns: Int, _ style: Style = .plain) {
    cells += Array(repeating: .blank(style), count: max(0, columns))
  }

  /// The first columns, as many as given; a wide character that would be cut in half becomes a
  /// blank.
  public func prefix(columns: Int) -> Line {
    guard columns < cells.count else { return self }
    var cut = Line()
    cut.cells = Array(cells.prefix(max(0, columns)))
    if let last = cut.cells.last, last.width == 2 {
      cut.cells[cut.cells.count - 1] = last.blanked
    }
    cut.links = links.compactMap { $0.part(in: 0..<cut.cells.count) }
    cut.keys = keys.compactMap { $0.part(in: 0..<cut.cells.count) }
    cut.insets = insets.compactMap { $0.part(in: 0..<cut.cells.count) }
    return cut
  }

  /// A line for each of the stretches, which must be in order and must not overlap.
  ///
  /// The lines name no keys. Where a stretch cuts a wide character in half, it becomes a blank.
  func slices(_ stretches: [Range<Int>]) -> [Line] {
    var remaining = links[...]
    var pictures = insets[...]
    return stretches.map { stretch in
      var slice = Line()
      slice.cells = Array(cells[stretch])
      if let first = slice.cells.first, first.width == 0 { slice.cells[0] = first.blanked }
      if let last = slice.cells.last, last.width == 2 {
        slice.cells[slice.cells.count - 1] = last.blanked
      }
      while let link = remaining.first, link.cells.upperBound <= stretch.lowerBound {
        remaining.removeFirst()
      }
      for link in remaining {
        guard let part = link.part(in: stretch) else { break }
        slice.links.append(part.moved(by: -stretch.lowerBound))
      }
      while let inset = pictures.first, inset.cells.lowerBound < stretch.upperBound {
        pictures.removeFirst()
        guard let part = inset.part(in: stretch) else { continue }
        slice.insets.append(part.moved(by: -stretch.lowerBound))
      }
      return slice
    }
  }

  /// The same cells in other styles, as for a selection.
  public func restyled(_ change: (Style) -> Style) -> Line {
    var copy = self
    for index in copy.cells.indices { copy.cells[index].style = change(copy.cells[index].style) }
    return copy
  }

  /// The same cells, of which the one at that column, with its other half, is in another style.
  public func restyled(at column: Int, _ change: (Style) -> Style) -> Line {
    guard cells.indices.contains(column) else { return self }
    var copy = self
    let half = cells[column].width == 2 && column + 1 < cells.count ? 2 : 1
    for index in column..<(column + half) {
      copy.cells[index].style = change(copy.cells[index].style)
    }
    return copy
  }

  /// The text without its styles, as tests compare it.
  public var text: String { cells.filter { $0.width > 0 }.map { String($0.character) }.joined() }
}

extension Line.Stretch {
  /// The same stretch, that many cells further right.
  func moved(by columns: Int) -> Self {
    Self(cells: (cells.lowerBound + columns)..<(cells.upperBound + columns), target: target)
  }

  /// The part of it that lies there; nil where there is none.
  func part(in columns: Range<Int>) -> Self? {
    let part = cells.clamped(to: columns)
    return part.isEmpty ? nil : Self(cells: part, target: target)
  }
}

/// Breaks a long line into lines that fit.
public enum TextWrapping {
  /// The lines of a text, none wider than that many columns. They break at blanks, between wide
  /// characters, and inside a word that is longer than a line. Closing punctuation stays with the
  /// character before it, opening punctuation with the one after it, and Korean has blanks between
  /// its words.
  ///
  /// Blanks at a break are left out. With no columns there are no lines; with a single one, a wide
  /// character becomes a blank.
  public static func wrap(_ line: Line, columns: Int) -> [Line] {
    guard columns > 0 else { return [] }
    guard line.columns > columns else { return [line] }
    return line.slices(stretches(of: line.cells, columns: columns))
  }

  /// The columns of each of those lines. A word that is longer than a line stays whole where it is not
  /// to be divided, as an address that somebody copies.
  public static func ranges(
    of line: Line, columns: Int, dividesWords: Bool = true
  ) -> [Range<Int>] {
    guard columns > 0 else { return [] }
    return stretches(of: line.cells, columns: columns, dividesWords: dividesWords)
  }

  private static func stretches(
    of cells: [Cell], columns: Int, dividesWords: Bool = true
  ) -> [Range<Int>] {
    var stretches: [Range<Int>] = []
    var start = 0
    while cells.count - start > columns {
      let cut = lastBreak(in: cells, from: start, columns: columns, dividesWords)
      var end = cut
      while end > start, cells[end - 1].isBlank { end -= 1 }
      stretches.append(start..<max(end, start))
      // In a single column, a wide character's right half is left over.
      start = cut
      while start < cells.count, cells[start].isBlank || cells[start].width == 0 { start += 1 }
    }
    if start < cells.count || stretches.isEmpty { stretches.append(start..<cells.count) }
    return stretches
  }

  /// Where the line that begins there ends; always after its beginning.
  private static func lastBreak(
    in cells: [Cell], from start: Int, columns: Int, _ dividesWords: Bool
  ) -> Int {
    let limit = start + columns
    var cut = limit
    while cut > start {
      if isBreak(in: cells, at: cut) { return cut }
      cut -= 1
    }
    if !dividesWords {
      return (limit + 1..<cells.count).first { isBreak(in: cells, at: $0) } ?? cells.count
    }
    let insideWide = cells[limit].width == 0 && columns > 1
    return insideWide ? limit - 1 : limit
  }

  private static func isBreak(in cells: [Cell], at index: Int) -> Bool {
    let before = cells[index - 1]
    let after = cells[index]
    guard after.width > 0 else { return false }
    if before.isBlank || after.isBlank { return true }
    guard before.width == 0 || after.width == 2 else { return false }
    let last = before.width == 0 && index > 1 ? cells[index - 2] : before
    return !last.glyph.opens && !after.glyph.closes && !last.glyph.isHangul && !after.glyph.isHangul
  }
}
