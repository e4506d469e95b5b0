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

  @Test func `the service gets back its own cursor, whatever its text`() throws {
    for own in ["max_id=3", "", "@", "@abc def", "a b  c ", "@AAAAAAA @BBBBBBB c"] {
      let cursor = try #require(
        VisitedPages(nil).cursorWithPageHashes(of: ["1"], next: Cursor(own)))

      #expect(VisitedPages(cursor).position == Cursor(own))
    }
    #expect(VisitedPages(Cursor("max_id=3")).position == Cursor("max_id=3"))
    #expect(VisitedPages(nil).position == nil)
  }

  @Test(arguments: [1, 2, 3, 7, 50]) func `paging in a circle ends after one round`(size: Int) {
    let cursors = walk({ String($0 % size) }, pages: 500)

    #expect(cursors.count == size)
  }

  @Test(arguments: [1, 2, 50]) func `paging in a circle with new cursors ends after one round`(
    size: Int
  ) {
    let cursors = walk({ String($0) }, pages: 500) { ["a\($0 % size)", "b"] }

    #expect(cursors.count == size)
  }

  @Test func `a long list is paged to its end with short cursors`() {
    let cursors = walk({ "max_id=\($0)" }, pages: 1000) { ["\($0)", "the same on every page"] }

    #expect(cursors.count == 1000)
    #expect(cursors.allSatisfy { $0.rawValue.utf8.count < 800 })
  }

  @Test func `pages without entries are passed`() {
    #expect(walk({ String($0) }, pages: 20).count == 20)
  }

  @Test func `fetching the same page twice is not taken for a circle`() throws {
    let cursor = try #require(walk({ String($0) }, pages: 3).last)

    let first = VisitedPages(cursor).cursorWithPageHashes(of: ["9"], next: Cursor("next"))
    let second = VisitedPages(cursor).cursorWithPageHashes(of: ["9"], next: Cursor("next"))

    #expect(first != nil)
    #expect(first == second)
  }
}
