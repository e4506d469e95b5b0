import Preferences
import Terminal

/// Characters of a text that look otherwise than the rest.
struct TextAreaSpan: Equatable {
  let range: Range<Int>
  let style: Style
}

/// The rows of a text on the screen, and which character stands where.
struct TextAreaLayout {
  /// A row: the characters from `start` up to `end`.
  struct Row: Equatable {
    /// Its first character.
    let start: Int
    /// The character after its last one; a line end is not part of it.
    let end: Int
    /// Whether the line goes on in the next row.
    let continues: Bool

    /// The same row that many characters further on.
    func moved(by shift: Int) -> Row {
      Row(start: start + shift, end: end + shift, continues: continues)
    }
  }

  /// Rows for so many columns, as far as they are known: from the first on, and to the last.
  struct Remains {
    /// A row depends on what comes behind it: on a word that did not fit, and one that is wider than
    /// the row after it.
    private static let dependence = 3

    var columns = 0
    var head: [Row] = []
    /// Whether these are all rows there are.
    var isWhole = false
    /// Rows behind everything that changed, where they stand in the text by now.
    var tail: ArraySlice<Row> = []

    /// What is left when other characters, so many, take the place of these.
    func replacing(_ range: Range<Int>, with count: Int) -> Remains {
      let shift = count - range.count
      let rows = isWhole ? head[...] : tail
      // The row that begins right behind the change may begin elsewhere.
      let next = rows.partitioningIndex { $0.start > range.upperBound }
      var left = Remains(columns: columns)
      left.tail = ArraySlice(rows[next...].map { $0.moved(by: shift) })
      let changed = head.partitioningIndex { $0.end >= range.lowerBound }
      left.head = Array(head.prefix(max(0, changed - Self.dependence)))
      return left
    }
  }

  /// All of it, from which another layout may begin.
  let remains: Remains
  /// How many rows were broken anew, and not taken over from another layout.
  let brokenRows: Int
  private let characters: [Character]

  /// Breaks a text into rows: after blanks where there are any, around wide characters, and inside
  /// a word that is longer than a row. The last column is left for the cursor. Rows that are known
  /// are taken over: those behind a change from the first that begins where one begins by now.
  init(_ characters: [Character], columns: Int, around known: Remains = Remains()) {
    self.characters = characters
    let isKnown = known.columns == columns
    var rows = isKnown ? known.head : []
    brokenRows = Self.addRows(
      of: characters, width: max(1, columns - 1), until: isKnown ? known.tail : [], to: &rows)
    remains = Remains(columns: columns, head: rows, isWhole: true)
  }

  /// How many columns it was laid out for.
  var columns: Int { remains.columns }
  /// The rows, at least one.
  var rows: [Row] { remains.head }

  /// The row in which the cursor stands, and its column.
  func position(of cursor: Int) -> CellPosition {
    let row = rowIndex(of: cursor)
    let column = Self.width(of: characters[rows[row].start..<cursor])
    // Blanks hang over the edge; the cursor waits there.
    return CellPosition(row: row, column: min(column, max(0, columns - 1)))
  }

  /// The character that stands there, or before which the cursor would stand past the end.
  func offset(row: Int, column: Int) -> Int {
    guard row >= 0 else { return 0 }
    guard row < rows.count else { return characters.count }
    var used = 0
    var offset = rows[row].start
    while offset < lastOffset(in: row) {
      let width = Self.width(of: characters[offset])
      guard used + width <= column else { break }
      used += width
      offset += 1
    }
    return offset
  }

  /// The last place for the cursor in that row.
  func lastOffset(in row: Int) -> Int {
    // Behind the last character of a row that goes on is the beginning of the next one.
    rows[row].continues ? max(rows[row].start, rows[row].end - 1) : rows[row].end
  }

  /// A row ready to be drawn, with other styles where they are said.
  func line(_ row: Int, _ style: Style, _ spans: [TextAreaSpan] = []) -> Line {
    let range = rows[row].start..<rows[row].end
    let spans = spans.filter { $0.range.overlaps(range) }
    var line = Line()
    var (plain, plainStyle) = ("", style)
    for (offset, character) in zip(range, characters[range]) {
      let style = spans.last { $0.range.contains(offset) }?.style ?? style
      let isPlain = Self.isPlain(character)
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
}

extension TextAreaLayout {
  private func rowIndex(of cursor: Int) -> Int {
    var low = 0
    var high = rows.count - 1
    while low < high {
      let middle = (low + high + 1) / 2
      if rows[middle].start <= cursor { low = middle } else { high = middle - 1 }
    }
    return low
  }

  /// After so many rows it goes on with those that are known, also where one has to end early for
  /// that: far below a change, in a line of thousands of rows.
  static let mostBroken = 400

  /// Returns how many rows it broke.
  private static func addRows(
    of characters: [Character], width: Int, until known: ArraySlice<Row>, to rows: inout [Row]
  ) -> Int {
    let taken = rows.count
    var tail = known
    /// Goes on with rows that are known where one of them begins there.
    func isKnown(from start: Int) -> Bool {
      tail = tail.drop { $0.start < start }
      return tail.first?.start == start
    }
    var start = rows.last.map { $0.continues ? $0.end : $0.end + 1 } ?? 0
    var used = 0
    // Where the row can be broken, and the columns up to there.
    var chance = (offset: start, used: 0)
    for offset in start..<characters.count {
      if rows.count - taken >= mostBroken, offset > start, offset == tail.first?.start {
        rows.append(Row(start: start, end: offset, continues: true))
        start = offset
        break
      }
      let character = characters[offset]
      if character == "\n" {
        rows.append(Row(start: start, end: offset, continues: false))
        start = offset + 1
        if isKnown(from: start) { break }
        used = 0
        chance = (start, 0)
        continue
      }
      let columns = Self.width(of: character)
      if columns == 2 { chance = (offset, used) }
      if used + columns > width, character != " ", offset > start {
        if chance.offset <= start { chance = (offset, used) }
        rows.append(Row(start: start, end: chance.offset, continues: true))
        start = chance.offset
        if isKnown(from: start) { break }
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
    rows.append(Row(start: start, end: characters.count, continues: false))
    return broken + 1
  }

  private static func width(of characters: ArraySlice<Character>) -> Int {
    characters.reduce(0) { $0 + width(of: $1) }
  }

  /// The columns of a character as it is drawn: made safe, it may be another one or several.
  private static func width(of character: Character) -> Int {
    if isPlain(character) { return 1 }
    return TextWidth.columns(of: SafeText(sanitizing: String(character)))
  }

  private static func isPlain(_ character: Character) -> Bool {
    guard let ascii = character.asciiValue else { return false }
    return ascii >= 0x20 && ascii < 0x7F
  }
}

extension RandomAccessCollection where Index == Int {
  /// The first index whose element meets the condition, as all after it do; the end where none does.
  fileprivate func partitioningIndex(where meets: (Element) -> Bool) -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = (low + high) / 2
      if meets(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
