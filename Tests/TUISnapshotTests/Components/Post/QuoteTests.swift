import FeedDomain
import Terminal
import Testing

@testable import Preferences
@testable import Scenes

/// How a post inside another is shown.
@MainActor struct QuoteTests {
  private func screen(_ quote: Quote) -> StreamScreen {
    let screen = StreamScreen(rows: 12)
    screen.show([.entry(FeedEntry(Posts.post("1", RichText("Look."), quote: quote)))])
    return screen
  }

  @Test func `a quoted post shows its content warning until revealed`() {
    let screen = screen(
      Quote(
        id: Post.ID("q"), handle: "bo@example.social", name: "Bo", text: RichText("Eels."),
        warning: "food", pictures: ["A jar"]))

    let before = screen.text
    screen.press(.reveal)

    #expect(before.contains("│ ⚠ food"))
    #expect(!before.contains("Eels."))
    #expect(!before.contains("A jar"))
    #expect(screen.text.contains("│ Eels."))
  }

  @Test func `a quoted post names its pictures`() {
    let screen = screen(
      Quote(
        id: Post.ID("q"), handle: "bo@example.social", name: "Bo", text: RichText(""),
        pictures: ["A jar", ""]))

    #expect(screen.text.contains("│ ▣ 2 pictures: A jar"))
  }

  @Test(
    arguments: [
      (.gone, "│ The quoted post no longer exists."),
      (.blocked, "│ You cannot see the quoted post, because of a block."),
      (.detached, "│ The author of the quoted post does not allow this quote."),
      (.unknown, "│ The quoted post cannot be shown here."),
    ] as [(Quote.QuoteUnavailableReason, String)])
  func `a quoted post that cannot be shown gives the reason`(
    unavailableReason: Quote.QuoteUnavailableReason, words: String
  ) {
    let screen = screen(Quote(missing: Post.ID("q"), unavailableReason))

    #expect(screen.text.contains(words))
    #expect(!screen.text.contains("│ @"))
  }
}
