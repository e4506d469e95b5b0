import FeedDomain
import Preferences
import Terminal
import Testing
import Words

@testable import Scenes

/// Tables, code and labels in the text of a feed's entry on the screen.
@MainActor @Suite struct ArticleTextTests {
  private func lines(
    _ runs: [RichText.RichTextRun], columns: Int, _ wording: Wording = Wording()
  ) -> [String] {
    let posts = PostViewModelFactory(wording: wording, abilities: .all, options: DisplayOptions())
    let words = posts.postViewModel(
      of: PostItem(Posts.post("1", RichText(runs: runs))), now: Posts.now)
    let block = PostLayout.laidOutPost(
      words, columns: columns, theme: ThemeName.dark.theme, options: DisplayOptions())
    return block.lines.dropFirst().map(\.text).filter { !$0.contains("♡") && !$0.contains("↩") }
  }

  private static let table: [RichText.RichTextRun] = [
    .init("Place", .heading), .init(" "), .init("|", .cellSeparator), .init(" High water\n"),
    .init("Rotterdam "), .init("|", .cellSeparator), .init(" 04:12"),
  ]

  @Test func `the columns of a table are aligned`() {
    #expect(
      lines(Self.table, columns: 40).prefix(2) == ["Place     │ High water", "Rotterdam │ 04:12"])
  }

  @Test func `a table that is too wide has a line for each row`() {
    #expect(
      lines(Self.table, columns: 19).prefix(2) == ["Place | High water", "Rotterdam | 04:12"])
  }

  @Test func `a line of code that is too long goes on behind a mark`() {
    let code = RichText.RichTextRun(
      "let depth = measure(tide, at: .harbour)\n  return depth", .codeBlock)

    #expect(
      lines([code], columns: 20).prefix(4) == [
        "let depth = measure(", "↪ tide, at: .harbour", "↪ )", "  return depth",
      ])
  }

  @Test func `the label of an attached file is translated`() {
    struct German: TranslationCatalogue {
      func translatedText(_ id: String) -> String { id == "Video" ? "Film" : id }
      func translatedText(_ one: String, _ many: String, count: Int) -> String { many }
    }
    let runs: [RichText.RichTextRun] = [
      .init("Video", .label(.video)), .init(": "),
      .init("home.example/a", .link("https://home.example/a")),
    ]

    #expect(lines(runs, columns: 60, Wording(German())).first == "Film: home.example/a")
  }
}
