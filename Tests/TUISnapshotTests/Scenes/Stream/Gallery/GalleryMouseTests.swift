import FeedDomain
import Terminal
import Testing
import UseCases

@testable import Scenes

@MainActor struct GalleryMouseTests {
  private func screen(_ layout: TimelineLayout) -> StreamScreen {
    let screen = StreamScreen().show(as: layout)
    return screen
  }

  private func act(
    _ action: MouseEvent.MouseAction, _ screen: StreamScreen, _ row: Int, _ column: Int,
    clicks: Int = 1
  ) {
    _ = screen.view.handleEvent(
      .mouse(MouseEvent(action, at: CellPosition(row: row, column: column)), clicks: clicks))
  }

  private func selected(_ screen: StreamScreen) -> String {
    screen.view.pane.selected?.post?.post.id.rawValue ?? "-"
  }

  @Test func `a click selects a photo, and a double click likes it`() {
    let screen = screen(.wall)

    act(.press(1), screen, 3, 30)
    let first = selected(screen)
    act(.press(1), screen, 3, 30, clicks: 2)

    #expect(first == "b" && selected(screen) == "b")
    #expect(screen.asked == [.toggle(.init("b"), .liked)])
    #expect(screen.navigator.routes.isEmpty)
  }

  @Test func `a click on the selected photo opens it`() async {
    let screen = screen(.wall)

    act(.press(1), screen, 3, 5)
    act(.release, screen, 3, 5)
    for _ in 0..<10 { await Task.yield() }

    #expect(screen.navigator.routes == [.photo(.init("a"), index: 0)])
  }

  @Test func `a double click on the selected and liked photo neither opens nor unlikes it`() async {
    let screen = screen(.wall)

    act(.press(1), screen, 3, 5)
    act(.press(1), screen, 3, 5, clicks: 2)
    for _ in 0..<10 { await Task.yield() }

    #expect(screen.asked.isEmpty)
    #expect(screen.navigator.routes.isEmpty)
  }

  @Test func `clicks on a photo's credit line like it, list its likers and open its author`() throws
  {
    let screen = screen(.wall)
    let lines = screen.text.split(separator: "\n", omittingEmptySubsequences: false)
    let row = try #require(lines.firstIndex { $0.contains("Jonas Berg") })
    let heart = try #require(lines[row].firstIndex(of: "♡"))
    let column = lines[row].distance(from: lines[row].startIndex, to: heart)

    act(.press(1), screen, row - 1, column)
    act(.press(1), screen, row - 1, column + 2)
    act(.press(1), screen, row - 1, 28)

    #expect(screen.asked == [.toggle(.init("b"), .liked)])
    #expect(
      screen.navigator.routes == [.people(.likers(.init("b"))), .profile(.init("jonas"))])
  }

  @Test func `the wheel scrolls a wall and turns a carousel`() {
    let (wall, carousel) = (screen(.wall), screen(.carousel))

    act(.wheelDown, wall, 5, 5)
    act(.wheelDown, carousel, 5, 5)
    act(.wheelDown, carousel, 5, 5)
    act(.wheelUp, carousel, 5, 5)

    #expect(wall.view.gallery.wall.top == 3)
    #expect(selected(carousel) == "b")
  }

  @Test func `a click on a photo beside the middle selects it`() {
    let screen = screen(.carousel)

    act(.press(1), screen, 8, 78)

    #expect(selected(screen) == "b")
    #expect(screen.navigator.routes.isEmpty)
  }
}
