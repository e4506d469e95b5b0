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
    .gap(TimelineGap(id: .init("g"), older: Cursor("c"), entryBelow: .init("1")))
  }

  @Test func `a reply stands indented below the post it answers, once`() {
    let screen = StreamScreen()

    screen.show([row("5", to: "3"), row("4"), row("3", to: "2"), row("2"), row("1")])

    #expect(ids(screen) == ["4", "2", ">3", ">>5", "1"])
    #expect(screen.text.contains("  └ Mei Tanaka") && screen.text.contains("    └ Mei Tanaka"))
    #expect(!screen.text.contains("replying"))
  }

  @Test func `replies to one post are ordered from the oldest`() {
    let screen = StreamScreen()

    screen.show([row("4", to: "1"), row("3", to: "2"), row("2", to: "1"), row("1")])

    #expect(ids(screen) == ["1", ">2", ">>3", ">4"])
  }

  @Test func `with the oldest posts first replies move up below the post they answer`() {
    let screen = StreamScreen(options: DisplayOptions(readingOrder: .oldest))

    screen.show([row("4", to: "1"), row("3"), row("2", to: "1"), row("1")])

    #expect(ids(screen) == ["1", ">2", ">4", "3"])
  }

  @Test func `a reply far from its post, beyond a gap or with threads off keeps its place`() {
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

  @Test func `a visible entry newer than an unseen one above the screen does not count as seen`() {
    let order = ReadingOrder.newest
    let ranks = Dictionary(uniqueKeysWithValues: (0...4).map { (FeedEntry.ID("\($0)"), $0) })
    let seen = ["3", "0", "4"].map { FeedEntry.ID($0) }

    #expect(order.newestEntryWithOlderOnesSeen(seen, unseen: [], ranks: ranks) == FeedEntry.ID("0"))
    #expect(
      order.newestEntryWithOlderOnesSeen(seen, unseen: ["1", "2"].map { .init($0) }, ranks: ranks)
        == .init("3"))
    #expect(order.newestEntryWithOlderOnesSeen(seen, unseen: [.init("1")]) == FeedEntry.ID("3"))
  }

  @Test func `a new reply above does not change the selected post`() {
    let screen = StreamScreen().show([row("2"), row("1")])
    screen.press(.down)

    screen.show([row("3", to: "2"), row("2"), row("1")])

    #expect(ids(screen) == ["2", ">3", "1"])
    #expect(screen.view.pane.selected?.post?.post.id == Post.ID("1"))
  }
}
