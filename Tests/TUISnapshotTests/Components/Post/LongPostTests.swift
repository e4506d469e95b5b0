import FeedDomain
import Terminal
import Testing

@testable import Preferences
@testable import Scenes

/// Texts of more than about a screen, in streams and in conversations.
@MainActor struct LongPostTests {
  private let words = (1...500).map { "word\($0)" }.joined(separator: " ")
  private let hint = "Long text · x shows all of it"

  private func screen(_ text: String, warning: String? = nil) -> StreamScreen {
    let screen = StreamScreen(rows: 60)
    screen.show([
      .entry(FeedEntry(Posts.post("1", RichText(text), warning: warning))),
      .entry(FeedEntry(Posts.post("2", RichText("Short.")))),
    ])
    return screen
  }

  @Test func `a long text is folded after about a screen, and x shows and folds it`() {
    let screen = screen(words)

    #expect(screen.text.contains("word99 "))
    #expect(!screen.text.contains("word200"))
    #expect(screen.text.contains(hint))
    #expect(screen.view.hints.contains(.reveal))

    screen.press(.reveal)
    #expect(screen.text.contains("word500"))
    #expect(!screen.text.contains(hint))
    #expect(!screen.view.hints.contains(.reveal))
    #expect(screen.said.isEmpty)

    screen.press(.reveal)
    #expect(screen.text.contains(hint))
  }

  @Test func `a folded text ends with a whole word`() throws {
    let text = try #require(
      PostTextParagraphSplitter.foldedTextBeginning(of: RichText(words))?.plain)

    #expect(words.hasPrefix(text + " "))
  }

  @Test func `a text of one screen is shown in full, and x says that nothing is hidden`() {
    let screen = screen((1...24).map { "Line \($0)" }.joined(separator: "\n"))

    #expect(screen.text.contains("Line 24"))
    screen.press(.reveal)
    #expect(screen.said == ["Nothing is hidden in this post."])
  }

  @Test func `short lines, an endless word and wide characters count towards folding a long text`()
    throws
  {
    let lines = Array(repeating: "a", count: 40).joined(separator: "\n")
    #expect(PostTextParagraphSplitter.foldedTextBeginning(of: RichText(lines))?.plain.count == 31)
    let word = String(repeating: "a", count: 5_000)
    let part = try #require(
      PostTextParagraphSplitter.foldedTextBeginning(of: RichText(word))?.plain)
    #expect(part.count < 1_500)
    #expect(
      PostTextParagraphSplitter.foldedTextBeginning(
        of: RichText(String(repeating: "木", count: 800)))
        == nil)
    #expect(
      PostTextParagraphSplitter.foldedTextBeginning(
        of: RichText(String(repeating: "木", count: 1_000)))
        != nil)
  }

  @Test func `a long text behind a warning is shown in full once it is revealed`() {
    let screen = screen(words, warning: "long")

    #expect(screen.text.contains("folded · x shows it"))
    screen.press(.reveal)
    #expect(screen.text.contains("word500"))
  }

  @Test func `a folded text keeps the address of a link`() throws {
    let text = RichText(runs: [
      .init("See "), .init("this page", .link("https://example.org/")), .init(" " + words),
    ])
    let beginning = try #require(PostTextParagraphSplitter.foldedTextBeginning(of: text))

    #expect(beginning.runs[1] == text.runs[1])
  }

  @Test func `the focused post of a conversation is shown in full, and x folds it`() {
    var item = PostItem(Posts.post("1", RichText(words)))
    item.isWhole = true

    #expect(!item.isTextFolded)
    item.isRevealed = true
    #expect(item.isTextFolded)
  }

  @Test func `folding a text scrolls back to its beginning`() {
    let screen = StreamScreen(rows: 24)
    screen.show([
      .entry(FeedEntry(Posts.post("1", RichText(words)))),
      .entry(FeedEntry(Posts.post("2", RichText("Short.")))),
    ])
    screen.press(.reveal)
    _ = screen.draw()
    screen.press(.down, .down)
    #expect(!screen.text.contains("word1 "))

    screen.press(.reveal)
    #expect(screen.text.contains("word1 "))
  }
}
