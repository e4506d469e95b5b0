import Doubles
import FeedDomain
import Terminal
import Testing

@testable import Preferences
@testable import Scenes

/// Answers in a stream.
@MainActor struct ThreadOrderedRowsTests {
  private func row(_ id: String, to parent: String? = nil) -> FeedRow {
    .entry(
      FeedEntry(
        Posts.post(
          id, RichText("Words of \(id)."),
          reply: parent.map { Post.ReplyTarget(to: Post.ID($0), handle: "ada") })))
  }

  private func ids(_ screen: StreamScreen) -> [String] {
    screen.view.pane.items.map { row in
      row.post.map { String(repeating: ">", count: $0.depth) + $0.post.id.rawValue } ?? "gap"
    }
  }

  private var gap: FeedRow {
    .gap(TimelineGap(id: .init("g"), older: Cursor("c"), below: .init("1")))
  }

  @Test func `an answer stands below what it answers, once`() {
    let screen = StreamScreen()

    screen.show([row("5", to: "3"), row("4"), row("3", to: "2"), row("2"), row("1")])

    #expect(ids(screen) == ["4", "2", ">3", ">>5", "1"])
    #expect(screen.text.contains("  └ Mei Tanaka") && screen.text.contains("    └ Mei Tanaka"))
    #expect(!screen.text.contains("replying"))
  }

  @Test func `of several answers the first said is the first`() {
    let screen = StreamScreen()

    screen.show([row("4", to: "1"), row("3", to: "2"), row("2", to: "1"), row("1")])

    #expect(ids(screen) == ["1", ">2", ">>3", ">4"])
  }

  @Test func `in the order in which things were said, answers move up`() {
    let screen = StreamScreen(options: DisplayOptions(order: .oldest))

    screen.show([row("4", to: "1"), row("3"), row("2", to: "1"), row("1")])

    #expect(ids(screen) == ["1", ">2", ">4", "3"])
  }

  @Test func `what is far away, beyond a gap, or not wanted stays where it was`() {
    let screen = StreamScreen()
    let far = [row("20", to: "1")] + (2...10).reversed().map { row("\($0)") } + [row("1")]

    screen.show(far)
    #expect(ids(screen).first == "20" && screen.text.contains("replying to @ada"))
    screen.show([row("2", to: "1"), gap, row("1")])
    #expect(ids(screen) == ["2", "gap", "1"])
    let unthreaded = StreamScreen(options: DisplayOptions(showsThreads: false))
    unthreaded.show([row("2", to: "1"), row("1")])
    #expect(ids(unthreaded) == ["2", "1"])
  }

  @Test func `nothing counts as seen that stands above the screen`() {
    let order = ReadingOrder.newest
    let ranks = Dictionary(uniqueKeysWithValues: (0...4).map { (FeedEntry.ID("\($0)"), $0) })
    let seen = ["3", "0", "4"].map { FeedEntry.ID($0) }

    #expect(order.newestVisibleEntry(seen, unseen: [], ranks: ranks) == FeedEntry.ID("0"))
    #expect(
      order.newestVisibleEntry(seen, unseen: ["1", "2"].map { .init($0) }, ranks: ranks)
        == .init("3"))
    #expect(order.newestVisibleEntry(seen, unseen: [.init("1")]) == FeedEntry.ID("3"))
  }

  @Test func `the reader stays where they are when an answer comes`() {
    let screen = StreamScreen().show([row("2"), row("1")])
    screen.press(.down)

    screen.show([row("3", to: "2"), row("2"), row("1")])

    #expect(ids(screen) == ["2", ">3", "1"])
    #expect(screen.view.pane.selected?.post?.post.id == Post.ID("1"))
  }
}
