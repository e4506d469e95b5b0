import Terminal
import Testing

@testable import Scenes

@Suite struct TextAreaTests {
  @Test func `typed text is inserted before the cursor`() {
    var area = TextArea("wrld")
    area.moveCursor(to: 1)

    area.press(.character("o"))

    #expect(area.text == "world")
    #expect(area.cursor == 2)
  }

  @Test func `a combining accent joins the letter before it`() {
    var area = TextArea()

    area.press(.character("e"))
    area.replaceCharacters(area.cursor..<area.cursor, with: "\u{301}")

    #expect(area.characters == ["e\u{301}"])
    #expect(area.cursor == 1)
  }

  @Test(arguments: [("e", "\u{301}"), ("", "👩🏽\u{200D}")])
  func `a character with thousands of combining marks is kept, split into bounded parts`(
    first: String, others: String
  ) {
    let text = first + String(repeating: others, count: 20_000)
    var area = TextArea()
    area.replaceCharacters(0..<0, with: text + " end")

    #expect(area.text == text + " end")
    #expect(area.characters.allSatisfy { $0.utf8.count <= 256 })
    #expect(area.cursor == area.characters.count)

    area.moveCursor(to: 0)
    area.press(.character("x"))
    #expect(area.text == "x" + text + " end")
    #expect(area.cursor == 1)
    area.press(.backspace)
    #expect(area.text == text + " end")
    #expect(TextArea("👩‍👩‍👧‍👦🏴󠁧󠁢󠁥󠁮󠁧󠁿").characters.count == 2)
  }

  @Test func `backspace erases a family emoji as one character`() {
    var area = TextArea("a👩‍👩‍👧")

    area.press(.backspace)

    #expect(area.text == "a")
  }

  @Test func `line ends of every kind become a line feed`() {
    var area = TextArea()

    area.replaceCharacters(0..<0, with: "one\r\ntwo\rthree\nfour")

    #expect(area.text == "one\ntwo\nthree\nfour")
  }

  @Test func `incremental layout gives the same rows as a full layout`() {
    var area = TextArea("one two three\nfour five six seven\n\neight")

    for (place, word) in [(30, "日本 語"), (14, "\n"), (4, "long, long and longer "), (0, "\n\n")] {
      _ = area.wrappedLayout(columns: 10)
      area.replaceCharacters(place..<place, with: word)
      area.replaceCharacters(max(0, place - 2)..<place, with: "")

      #expect(area.wrappedLayout(columns: 10).rows == rows(of: area, columns: 10))
    }
    #expect(area.wrappedLayout(columns: 7).rows == rows(of: area, columns: 7))
  }

  /// A text of a megabyte: in lines, or in one that goes on and on.
  @Test(arguments: [
    "A line of seventy letters, as people write it who paste what they wrote\n", "word ",
  ])
  func `a key in a very long text lays out only some rows again`(piece: String) {
    let length = 1_000_000 / piece.count * piece.count
    // Rows of one line may begin elsewhere all the way down.
    let most = piece.contains("\n") ? 8 : TextAreaLayout.maximumRewrappedRows + 4
    var area = TextArea(String(repeating: piece, count: length / piece.count))
    _ = area.wrappedLayout(columns: 80)

    for place in [0, length / 2, length - 3] {
      area.moveCursor(to: place)
      let written = area.writtenCharacters
      area.press(.character("é"))
      #expect(area.wrappedLayout(columns: 80).rewrappedRowCount <= most)
      area.press(.backspace)
      #expect(area.wrappedLayout(columns: 80).rewrappedRowCount <= most)
      #expect(area.writtenCharacters - written <= 4 * ChunkedText.size)
    }

    let rows = area.wrappedLayout(columns: 80).rows
    #expect(rows.first?.start == 0 && rows.last?.end == length)
    for (row, next) in zip(rows, rows.dropFirst()) {
      #expect(next.start == (row.continues ? row.end : row.end + 1))
      #expect(row.end - row.start <= 80)
    }
    #expect(area.text == String(area.characters))
    #expect(area.characters.count == length)
  }

  @Test func `random edits leave text and rows consistent`() {
    var dice = SystemRandomNumberGenerator()
    let words = [
      "a", "\n", " ", "longer-than-a-row-of-this", "日本", "é", "👩‍👩‍👧", "  ", "\u{301}", "two words",
    ]
    for _ in 1...40 {
      var area = TextArea(
        String(repeating: "one two\nthree 語 ", count: Int.random(in: 0...40, using: &dice)))
      var done = "\(area.characters.count)"
      for _ in 1...25 {
        let place = Int.random(in: 0...area.characters.count, using: &dice)
        let end = min(area.characters.count, place + Int.random(in: 0...3, using: &dice))
        let word = words.randomElement(using: &dice) ?? ""
        done += " \(place)..<\(end)=\(word.debugDescription)"
        area.replaceCharacters(place..<end, with: word)
        if Bool.random(using: &dice) { _ = area.wrappedLayout(columns: 12) }
      }
      #expect(area.wrappedLayout(columns: 12).rows == rows(of: area, columns: 12), "\(done)")
      #expect(area.text == String(area.characters), "\(done)")
    }
  }

  @Test func `a pasted megabyte is inserted in full`() {
    let pasted = String(repeating: "Ein Ärger, 日本語 👩‍👩‍👧\r\n", count: 30_000)
    var area = TextArea("ab")
    area.moveCursor(to: 1)

    area.replaceCharacters(1..<1, with: pasted)

    #expect(area.text == "a" + pasted.split(separator: "\r\n").map { $0 + "\n" }.joined() + "b")
    #expect(area.cursor == area.characters.count - 1)
  }

  @Test func `word keys move over words and erase them`() {
    var area = TextArea("one two, three")

    area.press(.left, .control)
    let jumped = area.cursor
    area.press(.left, .alt)
    area.press(.character("w"), .control)

    #expect(jumped == 9)
    #expect(area.text == "two, three")
  }

  @Test func `cut text can be inserted elsewhere`() {
    var area = TextArea("one two")
    area.moveCursor(to: 3)

    area.press(.character("k"), .control)
    area.press(.home)
    area.press(.character("y"), .control)

    #expect(area.text == " twoone")
  }

  @Test func `undo removes a word at a time, and redo restores it`() {
    var area = TextArea()
    for character in "ab cd" { area.press(.character(character)) }

    area.press(.character("_"), .control)
    let once = area.text
    area.press(.character("u"), .alt)
    let twice = area.text
    area.press(.character("U"), .alt)
    area.press(.character("U"), .alt)

    #expect(once == "ab ")
    #expect(twice == "")
    #expect(area.text == "ab cd")
    #expect(area.cursor == 5)
  }

  @Test func `undo restores the cursor`() {
    var area = TextArea("one two")
    area.moveCursor(to: 3)

    area.press(.character("u"), .control)
    area.press(.character("u"), .alt)

    #expect(area.text == "one two")
    #expect(area.cursor == 3)
  }

  @Test func `rows wrap after blanks and inside long words`() {
    var area = TextArea("one two three\nabcdefghijkl")

    let layout = area.wrappedLayout(columns: 9)

    #expect(
      layout.rows.indices.map { layout.styledRowLine($0, .plain).text } == [
        "one two ", "three", "abcdefgh", "ijkl",
      ])
  }

  @Test func `every cursor offset has a cell that maps back to it`() {
    var area = TextArea("日本語のテキスト and words, 👩‍👩‍👧 too\n\nend ")
    for columns in 3...30 {
      let layout = area.wrappedLayout(columns: columns)
      for offset in 0...area.characters.count {
        let position = layout.cursorPosition(of: offset)

        #expect(position.column < columns)
        #expect(layout.characterOffset(row: position.row, column: position.column) <= offset)
      }
      // Rows follow one another without losing a character.
      for (row, next) in zip(layout.rows, layout.rows.dropFirst()) {
        #expect(next.start == row.end + (row.continues ? 0 : 1))
      }
    }
  }

  @Test func `up and down keep the column across a short row`() {
    var area = TextArea("a long row\nab\nanother row")
    area.moveCursor(to: 7)

    area.press(.down)
    let middle = area.cursor
    area.press(.down)

    #expect(middle == 13)
    #expect(area.cursor == 14 + 7)
  }

  @Test func `an unfinished name is found and completed`() {
    var area = TextArea("hello @me")

    let word = area.unfinishedWord
    area.completeWord(with: "@mei@example.social")

    #expect(word == "@me")
    #expect(area.text == "hello @mei@example.social ")
    #expect(area.unfinishedWord == nil)
  }

  @Test func `an email address is not an unfinished name`() {
    #expect(TextArea("me@example").unfinishedWord == nil)
    #expect(TextArea("#").unfinishedWord == nil)
  }

  @Test func `the text scrolls so that the cursor stays visible`() {
    var area = TextArea("1\n2\n3\n4\n5")
    var canvas = Canvas(size: CellSize(rows: 2, columns: 4))
    var scroll = 0

    area.drawTextRows(
      on: &canvas, in: canvas.bounds, scroll: &scroll, style: .plain, isFocused: true)

    #expect(canvas.text == "4\n5")
    #expect(canvas.cursor == CellPosition(row: 1, column: 1))
  }
}

/// The rows of an area's text, all of them measured now.
private func rows(of area: TextArea, columns: Int) -> [TextAreaLayout.WrappedTextRow] {
  TextAreaLayout(area.characters, columns: columns).rows
}

extension TextArea {
  /// Presses a key in an area of twenty columns and five rows.
  mutating func press(_ code: Key.KeyCode, _ modifiers: Key.KeyModifiers = []) {
    _ = handleKey(Key(code, modifiers), columns: 20, page: 5)
  }
}
