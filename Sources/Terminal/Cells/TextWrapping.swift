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
