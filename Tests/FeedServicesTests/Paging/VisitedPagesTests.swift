import FeedDomain
import Testing

@testable import FeedServices

/// What a cursor remembers of the way that led to it.
@Suite struct VisitedPagesTests {
  /// A list whose pages are found under those cursors, each with the cursor that follows.
  private func walk(
    _ next: (Int) -> String, pages: Int, of content: (Int) -> [String] = { _ in [] }
  ) -> [Cursor] {
    var cursors: [Cursor] = []
    var cursor: Cursor?
    for page in 0..<pages {
      let trail = VisitedPages(cursor)
      guard let following = trail.cursorWithPageHashes(of: content(page), next: Cursor(next(page)))
      else {
        break
      }
      cursors.append(following)
      cursor = following
    }
    return cursors
  }

  @Test func `a service is asked with its own cursor, whatever is in it`() throws {
    for own in ["max_id=3", "", "@", "@abc def", "a b  c ", "@AAAAAAA @BBBBBBB c"] {
      let cursor = try #require(
        VisitedPages(nil).cursorWithPageHashes(of: ["1"], next: Cursor(own)))

      #expect(VisitedPages(cursor).position == Cursor(own))
    }
    #expect(VisitedPages(Cursor("max_id=3")).position == Cursor("max_id=3"))
    #expect(VisitedPages(nil).position == nil)
  }

  @Test(arguments: [1, 2, 3, 7, 50]) func `a circle of pages is left after one round`(size: Int) {
    let cursors = walk({ String($0 % size) }, pages: 500)

    #expect(cursors.count == size)
  }

  @Test(arguments: [1, 2, 50]) func `so is one that goes by other cursors each time`(size: Int) {
    let cursors = walk({ String($0) }, pages: 500) { ["a\($0 % size)", "b"] }

    #expect(cursors.count == size)
  }

  @Test func `a long list is read to its end, and its cursors stay short`() {
    let cursors = walk({ "max_id=\($0)" }, pages: 1000) { ["\($0)", "the same on every page"] }

    #expect(cursors.count == 1000)
    #expect(cursors.allSatisfy { $0.rawValue.utf8.count < 800 })
  }

  @Test func `pages of which nothing is shown are passed`() {
    #expect(walk({ String($0) }, pages: 20).count == 20)
  }

  @Test func `asking twice for the same page is no circle`() throws {
    let cursor = try #require(walk({ String($0) }, pages: 3).last)

    let first = VisitedPages(cursor).cursorWithPageHashes(of: ["9"], next: Cursor("next"))
    let second = VisitedPages(cursor).cursorWithPageHashes(of: ["9"], next: Cursor("next"))

    #expect(first != nil)
    #expect(first == second)
  }
}
