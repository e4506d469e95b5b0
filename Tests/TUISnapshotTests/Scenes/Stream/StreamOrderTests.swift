import Doubles
import FeedDomain
import Terminal
import Testing
import UseCases

@testable import Preferences
@testable import Scenes

/// A stream that is read in the order in which things were said.
@MainActor struct StreamOrderTests {
  private let screen = StreamScreen(options: DisplayOptions(readingOrder: .oldest))

  private var ids: [String] {
    screen.view.pane.items.compactMap { $0.post?.post.id.rawValue }
  }

  /// The ids of the posts in the order in which the service gives them, the newest first.
  private var newestFirst: [String] {
    Posts.evening.compactMap { row in
      if case .entry(let entry) = row { entry.post.id.rawValue } else { nil }
    }
  }

  @Test func `with the oldest posts first the oldest post is at the top`() {
    screen.show()

    #expect(ids == newestFirst.reversed())
  }

  @Test func `with the oldest posts first the bottom key leads to the newest post`() {
    screen.show(more: (true, true))
    let newest = FeedEntry.ID("b1")

    screen.press(.bottom)
    screen.show(more: (false, true), place: ReadingPosition(entry: newest, row: 0))

    #expect(screen.asked == [.jump(.top)])
    let pane = screen.view.pane
    #expect(pane.selection == pane.items.count - 1)
    #expect(pane.row > 0)
  }

  @Test func `with the oldest posts first the top key leads to the oldest post`() {
    screen.show(more: (false, true))

    screen.press(.top)

    #expect(screen.asked == [.jump(.bottom)])
  }

  @Test func `with the oldest posts first a gap is filled from the older side`() {
    screen.show()
    let gap = screen.view.pane.items.firstIndex { $0.post == nil }

    for _ in 0..<(gap ?? 0) { screen.press(.down) }
    screen.press(.open)

    #expect(screen.asked == [.fill(.init("g"), from: .below)])
  }

  @Test func `with the oldest posts first new posts are announced with an arrow down`() {
    screen.show()
    screen.present { $0.status = .init(unread: 3, fetchedAt: Posts.now, isEmpty: false) }

    #expect(screen.text.contains("3 new ↓"))
  }

  @Test func `with the oldest posts first the newest visible post is reported as seen`() async {
    screen.show()

    for _ in ids { screen.press(.down) }
    _ = screen.draw()

    for _ in 0..<100 { await Task.yield() }
    guard case .remember(_, let seen)? = screen.interactor.values.last else {
      Issue.record("Nothing was remembered.")
      return
    }
    #expect(seen == FeedEntry.ID("b1"))
  }
}
