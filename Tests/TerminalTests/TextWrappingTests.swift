import Terminal
import Testing

@Suite struct TextWrappingTests {
  @Test func `lines break at blanks, which are left out`() {
    #expect(wrap("the quick brown fox", 9) == ["the quick", "brown fox"])
    #expect(wrap("the  quick   brown", 7) == ["the", "quick", "brown"])
  }

  @Test func `a word longer than a line is broken inside`() {
    #expect(wrap("a internationalisation b", 8) == ["a", "internat", "ionalisa", "tion b"])
  }

  @Test func `wide characters break anywhere but in the middle`() {
    #expect(wrap("日本語の文", 5) == ["日本", "語の", "文"])
    #expect(wrap("ab日本", 3) == ["ab", "日", "本"])
  }

  @Test func `a wrapped line neither begins with closing nor ends with opening punctuation`() {
    #expect(wrap("手を振って、その子", 10) == ["手を振っ", "て、その子"])
    #expect(wrap("日本（東京）", 6) == ["日本", "（東", "京）"])
    #expect(wrap("字文.", 4) == ["字", "文."])
    #expect(wrap("eaves #路面電車", 8) == ["eaves", "#路面電", "車"])
  }

  @Test func `Korean breaks between words, and inside one that is longer than a line`() {
    #expect(wrap("쓴 글이 여기 남아요.", 12) == ["쓴 글이 여기", "남아요."])
    #expect(wrap("쓴 글이 여기", 6) == ["쓴", "글이", "여기"])
    #expect(wrap("Tweetie가 끝", 8) == ["Tweetie", "가 끝"])
    #expect(wrap("Tweetie가 끝", 9) == ["Tweetie가", "끝"])
    #expect(wrap("대한민국", 5) == ["대한", "민국"])
  }

  @Test func `a text of closing punctuation only is wrapped too`() {
    #expect(wrap("！！！！！", 4) == ["！！", "！！", "！"])
  }

  @Test func `a wide character in a width of one column becomes a blank`() {
    #expect(wrap("日本", 1) == [" ", " "])
  }

  @Test func `wrapping to no columns gives no lines`() {
    #expect(wrap("abc", 0) == [])
    #expect(wrap("abc", -3) == [])
  }

  @Test func `an empty line stays one line`() {
    #expect(wrap("", 10) == [""])
  }

  @Test func `wrapped lines keep links and styles`() throws {
    let target = try #require(SafeWebLink("https://example.org/"))
    var line = Line("see ", .plain)
    line.append("this page", Style(.ansi(4)), link: target)
    line.append(" now")

    let lines = TextWrapper.wrappedLines(of: line, columns: 8)

    #expect(lines.map(\.text) == ["see this", "page now"])
    #expect(lines.map { $0.links.map(\.cells) } == [[4..<8], [0..<4]])
    #expect(lines[1].cells[0].style == Style(.ansi(4)))
  }

  @Test func `wrapped lines fit the width, and lose no word`() {
    var random = SeededNumbers(seed: 3)

    for _ in 0..<1_500 {
      let line = Line(SafeText(sanitizing: random.hostileText(length: 60)))
      let columns = Int.random(in: 2...20, using: &random)
      let lines = TextWrapper.wrappedLines(of: line, columns: columns)

      #expect(lines.allSatisfy { $0.columns <= columns })
      let kept = lines.flatMap(\.text.unicodeScalars).filter { $0 != " " }
      #expect(kept == line.text.unicodeScalars.filter { $0 != " " })
    }
  }

  private func wrap(_ text: SafeText, _ columns: Int) -> [String] {
    TextWrapper.wrappedLines(of: Line(text), columns: columns).map(\.text)
  }
}
