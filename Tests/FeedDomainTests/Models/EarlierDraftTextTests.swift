import Testing

@testable import FeedDomain

/// Which texts of a draft are worth keeping.
@Suite struct EarlierDraftTextTests {
  /// Returns the texts that are kept while a text becomes each of these.
  private func keptTexts(of texts: [String]) -> [String] {
    var watch = LostDraftTextDetector(texts[0])
    return texts.dropFirst().compactMap { watch.recordTypedTextReturningLostText($0) }
  }

  private func prefixes(of text: String) -> [String] {
    (0...text.count).map { String(text.prefix($0)) }
  }

  @Test func `typing and correcting stores no earlier text of a draft`() {
    let typed = prefixes(of: "Which loaf for Sunday?")
    let mistype = ["Which loaf for Sun", "Which loaf for Snu", "Which loaf for S"]

    #expect(keptTexts(of: typed) == [])
    #expect(keptTexts(of: typed + mistype + prefixes(of: typed.last!).suffix(6)) == [])
    #expect(keptTexts(of: ["Rye bread", "White rye bread", "White rye bread, sliced"]) == [])
  }

  @Test func `a text deleted letter by letter is stored once, in full`() {
    let typed = prefixes(of: "Which loaf for Sunday?")

    #expect(keptTexts(of: typed + typed.reversed()) == ["Which loaf for Sunday?"])
  }

  @Test func `the text before a replaced or cut passage is stored`() {
    let text = "Rye is the best of breads. Oats are second."
    #expect(keptTexts(of: [text, "Something else entirely"]) == [text])
    #expect(keptTexts(of: [text, "Rye is second."]) == [text])
    #expect(keptTexts(of: [text, ""]) == [text])
    #expect(keptTexts(of: [String(repeating: " ", count: 30), ""]) == [])
  }

  @Test func `very long texts are not compared for earlier versions`() {
    let long = String(repeating: "rye ", count: 10_000)
    #expect(keptTexts(of: [long, ""]) == [])
  }
}
