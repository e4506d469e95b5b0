import Doubles
import FeedDomain
import Terminal
import Testing
import UseCases

@testable import PhotoDisplay
@testable import Preferences
@testable import Scenes

/// What the mouse does to a photo.
extension PhotoTests {
  @Test func `the wheel zooms the photo, and dragging moves it`() {
    let shelf = ComingPictures()
    let screen = PhotoScreen(shelf: shelf).show()
    for _ in 0..<3 { screen.mouse(.wheelUp, row: 5, column: 40) }
    let before = shelf.asked.last?.cut

    screen.mouse(.press(1), row: 10, column: 60)
    screen.mouse(.drag, row: 10, column: 10)
    let dragged = shelf.asked.last?.cut
    screen.mouse(.release, row: 10, column: 10)

    #expect(dragged != before)
    #expect(!screen.mouse(.drag, row: 1, column: 1))
    #expect(shelf.asked.last?.cut == dragged)
    for _ in 0..<3 { screen.mouse(.wheelDown, row: 5, column: 40) }
    #expect(shelf.asked.last?.cut == .whole)
  }

  @Test func `a click at a side opens the next or previous photo, and a double click likes it`() {
    let screen = PhotoScreen().show()

    screen.mouse(.press(1), row: 5, column: 78)
    screen.mouse(.press(1), row: 5, column: 2)
    screen.mouse(.press(1), row: 5, column: 40)
    screen.mouse(.press(1), row: 5, column: 40, clicks: 2)

    #expect(
      screen.interactor.values.dropFirst() == [
        .step(.next), .step(.previous), .toggle(.liked),
      ])
  }

  @Test func `clicks on the last line like the photo, and open its likers and author`() throws {
    let screen = PhotoScreen().show()
    let row = 21
    let line = screen.text.split(separator: "\n", omittingEmptySubsequences: false)[row + 1]
    func column(_ text: String) throws -> Int {
      try #require(line.firstRange(of: text)).lowerBound.utf16Offset(in: line)
    }

    screen.mouse(.press(1), row: row, column: try column("12"))
    screen.mouse(.press(1), row: row, column: try column("♡"))
    screen.mouse(.press(1), row: row, column: try column("Ada"))

    #expect(screen.navigator.routes == [.people(.likers(.init("4"))), .profile(.init("ada"))])
    #expect(screen.interactor.values.last == .toggle(.liked))
  }

  @Test(arguments: [(80, 40), (200, 40), (100, 60)])
  func `a click on the place opens the map`(columns: Int, rows: Int) throws {
    let screen = PhotoScreen(columns: columns, rows: rows)
    screen.show(PhotoScreen.lake(), PhotoScreen.details)
    screen.press(.details)
    let link = try #require(screen.draw().links.first)

    screen.mouse(.press(1), row: link.position.row - 1, column: link.position.column + 1)

    #expect(screen.navigator.opened == [link.target])
  }
}
