import Preferences
import Terminal

/// A range of characters in a text area with a style of its own.
struct StyledTextAreaRange: Equatable {
  let range: Range<Int>
  let style: Style
}

/// A layout of a text area: its text wrapped into rows.
struct TextAreaLayout {
  /// A wrapped row of a text area: the characters from the offset `start` up to the offset `end`.
  struct WrappedTextRow: Equatable {
    let start: Int
    /// The offset after the last character of a wrapped row, without the line end.
    let end: Int
    /// True if the line of text does not end with this wrapped row, but continues in the next one.
    let continues: Bool

    func rowWithShiftedOffsets(by shift: Int) -> WrappedTextRow {
      WrappedTextRow(start: start + shift, end: end + shift, continues: continues)
    }
  }

  /// A set of a text's wrapped rows that can be reused after a change: the rows before the change,
  /// and those after it.
  struct ReusableTextRows {
    /// The number of wrapped rows before a change that the change may affect, because a row's end
    /// depends on the words that follow.
    private static let rowsAffectedBeforeChange = 3

    var columns = 0
    var head: [WrappedTextRow] = []
    /// True if the reusable rows before a change (`head`) are all rows of the text, because no
    /// change was recorded yet.
    var isWhole = false
    /// The wrapped rows after a change of the text, with their new offsets.
    var tail: ArraySlice<WrappedTextRow> = []

    /// Returns the wrapped rows that remain valid after a range of the text was replaced by `count`
    /// characters.
    func reusableRows(afterReplacing range: Range<Int>, with count: Int) -> ReusableTextRows {
      let shift = count - range.count
      let rows = isWhole ? head[...] : tail
      // The row that begins right after the change may begin at another offset now.
      let next = rows.partitioningIndex { $0.start > range.upperBound }
      var left = ReusableTextRows(columns: columns)
      left.tail = ArraySlice(rows[next...].map { $0.rowWithShiftedOffsets(by: shift) })
      let changed = head.partitioningIndex { $0.end >= range.lowerBound }
      left.head = Array(head.prefix(max(0, changed - Self.rowsAffectedBeforeChange)))
      return left
    }
  }

  /// The complete wrapped rows of a text area, for reuse by the next layout.
  let reusable: ReusableTextRows
  /// The number of rows of a text that were wrapped anew, for performance tests.
  let rewrappedRowCount: Int
  private let characters: [Character]

  /// Creates the layout of a text area by wrapping its text after blanks, around wide characters,
  /// and inside words longer than a row; the last column is reserved for the cursor. Of the `known`
  /// rows, those before the change are reused, and those after it from the first row start that
  /// coincides.
  init(_ characters: [Character], columns: Int, around known: ReusableTextRows = ReusableTextRows())
  {
    self.characters = characters
    let isKnown = known.columns == columns
    var rows = isKnown ? known.head : []
    rewrappedRowCount = Self.appendWrappedRows(
      of: characters, width: max(1, columns - 1), until: isKnown ? known.tail : [], to: &rows)
    reusable = ReusableTextRows(columns: columns, head: rows, isWhole: true)
  }

  /// The width of a text area's layout in columns.
  var columns: Int { reusable.columns }
  var rows: [WrappedTextRow] { reusable.head }

  func cursorPosition(of cursor: Int) -> CellPosition {
    let row = rowIndex(of: cursor)
    let column = Self.columnWidth(of: characters[rows[row].start..<cursor])
    // Blanks at the end of a row can exceed the width; the cursor stays in the last column.
    return CellPosition(row: row, column: min(column, max(0, columns - 1)))
  }

  /// Returns the offset of the character at a cell of a wrapped text, or of the nearest one if the
  /// row is shorter.
  func characterOffset(row: Int, column: Int) -> Int {
    guard row >= 0 else { return 0 }
    guard row < rows.count else { return characters.count }
    var used = 0
    var offset = rows[row].start
    while offset < lastOffset(in: row) {
      let width = Self.columnWidth(of: characters[offset])
      guard used + width <= column else { break }
      used += width
      offset += 1
    }
    return offset
  }

  /// Returns the offset of the last cursor position in a wrapped row of a text area.
  func lastOffset(in row: Int) -> Int {
    // In a row that continues, the position after its last character belongs to the next row.
    rows[row].continues ? max(rows[row].start, rows[row].end - 1) : rows[row].end
  }

  /// Returns a row of a text area as a line in one style, except for the ranges `spans` with their
  /// own.
  func styledRowLine(_ row: Int, _ style: Style, _ spans: [StyledTextAreaRange] = []) -> Line {
    let range = rows[row].start..<rows[row].end
    let spans = spans.filter { $0.range.overlaps(range) }
    var line = Line()
    var (plain, plainStyle) = ("", style)
    for (offset, character) in zip(range, characters[range]) {
      let style = spans.last { $0.range.contains(offset) }?.style ?? style
      let isPlain = Self.isPrintableASCII(character)
      if !isPlain || style != plainStyle {
        line.append(SafeText(sanitizing: plain), plainStyle)
        (plain, plainStyle) = ("", style)
      }
      if isPlain {
        plain.append(character)
      } else {
        line.append(SafeText(sanitizing: String(character)), style)
      }
    }
    line.append(SafeText(sanitizing: plain), plainStyle)
    return line.prefix(columns: columns)
  }

  private func rowIndex(of cursor: Int) -> Int {
    var low = 0
    var high = rows.count - 1
    while low < high {
      let middle = (low + high + 1) / 2
      if rows[middle].start <= cursor { low = middle } else { high = middle - 1 }
    }
    return low
  }

  /// The maximum number of rows that are wrapped anew after a change of a text. Then old rows are
  /// reused even if one of them ends too early, so that a key press in a huge paragraph stays
  /// quick.
  static let maximumRewrappedRows = 400

  /// Wraps a text from the end of `rows`, and appends the new rows until known rows can be reused.
  /// Returns the number of rows that were wrapped anew.
  private static func appendWrappedRows(
    of characters: [Character], width: Int, until known: ArraySlice<WrappedTextRow>,
    to rows: inout [WrappedTextRow]
  ) -> Int {
    let taken = rows.count
    var tail = known
    func isReusableRowStart(from start: Int) -> Bool {
      tail = tail.drop { $0.start < start }
      return tail.first?.start == start
    }
    var start = rows.last.map { $0.continues ? $0.end : $0.end + 1 } ?? 0
    var used = 0
    // The last offset at which the row can be broken, and the number of columns up to it.
    var chance = (offset: start, used: 0)
    for offset in start..<characters.count {
      if rows.count - taken >= maximumRewrappedRows, offset > start, offset == tail.first?.start {
        rows.append(WrappedTextRow(start: start, end: offset, continues: true))
        start = offset
        break
      }
      let character = characters[offset]
      if character == "\n" {
        rows.append(WrappedTextRow(start: start, end: offset, continues: false))
        start = offset + 1
        if isReusableRowStart(from: start) { break }
        used = 0
        chance = (start, 0)
        continue
      }
      let columns = Self.columnWidth(of: character)
      if columns == 2 { chance = (offset, used) }
      if used + columns > width, character != " ", offset > start {
        if chance.offset <= start { chance = (offset, used) }
        rows.append(WrappedTextRow(start: start, end: chance.offset, continues: true))
        start = chance.offset
        if isReusableRowStart(from: start) { break }
        used -= chance.used
        chance = (start, 0)
      }
      used += columns
      if character == " " || columns == 2 { chance = (offset + 1, used) }
    }
    let broken = rows.count - taken
    if tail.first?.start == start, start > 0 {
      rows += tail
      return broken
    }
    rows.append(WrappedTextRow(start: start, end: characters.count, continues: false))
    return broken + 1
  }

  private static func columnWidth(of characters: ArraySlice<Character>) -> Int {
    characters.reduce(0) { $0 + columnWidth(of: $1) }
  }

  /// Returns the number of columns that a character takes when drawn; sanitizing may replace it by
  /// several characters.
  private static func columnWidth(of character: Character) -> Int {
    if isPrintableASCII(character) { return 1 }
    return TextWidth.columnCount(of: SafeText(sanitizing: String(character)))
  }

  private static func isPrintableASCII(_ character: Character) -> Bool {
    guard let ascii = character.asciiValue else { return false }
    return ascii >= 0x20 && ascii < 0x7F
  }
}

extension RandomAccessCollection where Index == Int {
  /// Returns the first index whose element meets a condition, or `endIndex`, by binary search: the
  /// elements that meet the condition must come after all others.
  fileprivate func partitioningIndex(where meets: (Element) -> Bool) -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = (low + high) / 2
      if meets(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
