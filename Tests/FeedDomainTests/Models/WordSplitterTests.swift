import Testing

@testable import FeedDomain

@Suite struct WordSplitterTests {
  @Test(arguments: [
    ("Hello, world", "Hello  world"), ("a1-Z9_z@[`{", "a1 Z9 z    "), ("", ""),
    ("naïve Äpfel", "naïve Äpfel"), ("e\u{301}te\u{301}", "ete"), ("“quoted”…", " quoted  "),
    ("日本go", " 日  本 go"), ("👍🏽ok", " 👍  ok"), ("а б", "а б"),
  ])
  func `a text is split into words for the search index`(text: String, words: String) {
    #expect(WordSplitter.spaceSeparatedWords(in: text) == words)
  }

  @Test func `every Unicode scalar is split according to its role`() {
    for value in UInt32(0)...0x10FFFF {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let sign = String(scalar)
      let words =
        switch WordSplitter.characterRole(of: scalar) {
        case .letter: sign
        case .word: " \(sign) "
        case .mark: ""
        case .space: " "
        }
      guard WordSplitter.spaceSeparatedWords(in: sign) != words else { continue }
      Issue.record("U+\(String(value, radix: 16))")
    }
  }

  @Test func `words are appended to existing ones`() {
    var words = Array("one ".utf8)

    WordSplitter.appendSpaceSeparatedWords(of: "zwei für drei", to: &words)

    #expect(String(decoding: words, as: UTF8.self) == "one zwei für drei")
  }
}
