import Doubles
import FeedDomain
import Testing

/// Walking through the pages of a list.
struct PageWalkTests {
  private func cursor(_ place: Int) -> Cursor { Cursor(String(place)) }

  @Test func `paging continues past pages without new elements`() {
    var walk = RequestedCursors()

    for place in 1...7 {
      #expect(walk.advanceCursor(to: cursor(place), foundNew: false) == cursor(place))
    }
    #expect(walk.advanceCursor(to: cursor(8), foundNew: true) == cursor(8))
    #expect(walk.advanceCursor(to: cursor(9), foundNew: false) == cursor(9))
  }

  @Test func `paging ends at a repeated cursor, also if the page has new elements`() {
    var walk = RequestedCursors(from: cursor(1))

    #expect(walk.advanceCursor(to: cursor(2), foundNew: true) == cursor(2))
    #expect(walk.advanceCursor(to: cursor(1), foundNew: true) == nil)
    #expect(walk.advanceCursor(to: cursor(2), foundNew: true) == nil)
    #expect(walk.advanceCursor(to: nil, foundNew: true) == nil)
  }

  @Test func `paging ends after seven pages without new elements`() {
    var walk = RequestedCursors()

    let steps = (1...100).prefix { walk.advanceCursor(to: cursor($0), foundNew: false) != nil }

    #expect(steps.count == 7)
  }

  /// Ten pages of which each repeats two elements of the one before; the fourth to the sixth repeat
  /// everything.
  private func page(_ cursor: Cursor?) -> Page<Int> {
    let place = cursor.flatMap { Int($0.rawValue) } ?? 0
    let start = place < 3 ? place * 2 : place < 6 ? 4 : (place - 3) * 2
    return Page(Array(start..<start + 4), nextCursor: place < 9 ? self.cursor(place + 1) : nil)
  }

  @Test func `overlapping pages are fetched until one has new elements`() async throws {
    var (known, asked, cursor) = (Set<Int>(), 0, Cursor?.none)
    repeat {
      let held = known
      let page = try await RequestedCursors.nextPageWithNewElements(
        after: cursor, isNew: { !held.contains($0) }
      ) {
        cursor async throws(FeedError) in
        self.page(cursor)
      }
      #expect(page.elements.contains { !known.contains($0) })
      known.formUnion(page.elements)
      cursor = page.nextCursor
      asked += 1
    } while cursor != nil

    #expect(known == Set(0..<16))
    #expect(asked == 7)
  }

  @Test func `paging ends if a page's cursor is its own`() async throws {
    let page = try await RequestedCursors.nextPageWithNewElements(
      after: cursor(1), isNew: { _ in false }
    ) {
      _ async throws(FeedError) in
      Page([1], nextCursor: cursor(1))
    }

    #expect(page == Page([1], nextCursor: nil))
  }
}
