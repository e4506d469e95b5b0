import Terminal
import Testing

@Suite struct TextWidthTests {
  @Test(
    arguments: [
      ("a", 1), ("é", 1), ("e\u{301}", 1), ("ß", 1), ("日", 2), ("한", 2), ("ｱ", 1), ("！", 2),
      ("♥", 1), ("─", 1), ("…", 1), ("❤️", 2), ("👍", 2), ("👍🏽", 2), ("👩‍👩‍👧‍👦", 2), ("🇩🇪", 2),
      ("1️⃣", 2), ("⌚", 2), ("ж", 1), ("א", 1), ("ع", 1), ("क", 1), ("कि", 2), ("क्ष", 2), ("ก็", 1),
      ("\u{1112}\u{1161}\u{11ab}", 2), ("\u{3000}", 2), ("🫨", 2), ("\u{7}", 0),
      ("\u{1f6d8}", 2), ("☰", 2), ("⚊", 2), ("𝌆", 2), ("𝍠", 2), ("𝐀", 1),
    ] as [(String, Int)])
  func `a character has as many columns as terminals give it`(
    text: String, columns: Int
  ) {
    #expect(TextWidth.columnCount(of: SafeText(sanitizing: text)) == columns)
  }

  @Test func `a text is as wide as the line drawn of it`() {
    var random = SeededNumbers(seed: 11)

    for _ in 0..<2_000 {
      let text = SafeText(sanitizing: random.hostileText(length: 30))
      let line = Line(text)

      #expect(line.columns == TextWidth.columnCount(of: text))
      #expect(line.text == text.string)
      #expect(line.cells.allSatisfy { $0.width <= 2 })
    }
  }
}
