import Testing

@testable import TweetieTUI

struct ColumnWindowTests {
  @Test(arguments: [
    (first: 0, current: 0, count: 1, room: 3, shown: 0..<1),
    (first: 0, current: 2, count: 3, room: 3, shown: 0..<3),
    (first: 0, current: 2, count: 5, room: 2, shown: 1..<3),
    (first: 2, current: 3, count: 5, room: 2, shown: 2..<4),
    (first: 3, current: 1, count: 5, room: 2, shown: 1..<3),
    (first: 4, current: 4, count: 5, room: 3, shown: 2..<5),
    (first: 0, current: 4, count: 5, room: 0, shown: 4..<5),
  ])
  func
    `the column with the keyboard focus is visible, and the visible range moves as little as possible`(
      example: (first: Int, current: Int, count: Int, room: Int, shown: Range<Int>)
    )
  {
    let window = VisibleColumnRange(
      first: example.first, current: example.current, of: example.count, room: example.room)

    #expect(window.visibleColumns == example.shown)
    #expect(window.hidden.left == example.shown.lowerBound)
    #expect(window.hidden.right == example.count - example.shown.upperBound)
  }
}
