import Doubles
import FeedDomain
import Terminal
import Testing
import UseCases

@testable import Preferences
@testable import Scenes

@MainActor struct GalleryKeyTests {
  private func screen(
    _ layout: TimelineLayout, options: DisplayOptions = DisplayOptions()
  ) -> StreamScreen {
    let screen = StreamScreen(options: options).show(as: layout)
    return screen
  }

  private func selected(_ screen: StreamScreen) -> String {
    screen.view.pane.selected?.post?.post.id.rawValue ?? "-"
  }

  @Test(arguments: [
    (TimelineLayout.list, TimelineLayout.wall), (.wall, .carousel), (.carousel, .list),
  ])
  func `one key leads round the layouts`(now: TimelineLayout, next: TimelineLayout) {
    let screen = screen(now)

    screen.press(.view)

    #expect(screen.asked == [.arrange(next)])
  }

  @Test func `in the plain mode the view key leaves the wall for the list`() {
    let screen = screen(.wall, options: DisplayOptions(isPlain: true))

    screen.press(.view)

    #expect(screen.asked == [.arrange(.list)])
  }

  @Test func `a stream without photos stays a list and says why`() {
    let screen = StreamScreen()
    screen.show([.entry(FeedEntry(Posts.post("1", RichText("Words."))))], as: .list)

    screen.press(.view)

    #expect(screen.asked.isEmpty)
    #expect(
      screen.navigator.messages.map(\.text.string) == ["There are no photos in this stream yet."])
  }

  @Test func `while a stream is still empty the view key says nothing about photos`() {
    let screen = StreamScreen()

    screen.press(.view)

    #expect(screen.asked.isEmpty)
    #expect(screen.navigator.messages.isEmpty)
  }

  @Test func `a wall of a stream without photos names the key that shows the posts`() {
    let screen = StreamScreen(columns: 60, rows: 8)

    screen.show([.entry(FeedEntry(Posts.post("1", RichText("Words."))))], as: .wall)

    #expect(screen.text.contains("There are no photos in this stream yet."))
    #expect(screen.text.contains("v shows the posts."))
  }

  @Test func `the selection is the same post in every layout`() {
    let screen = screen(.list)
    screen.press(.down, .down)
    var seen = [selected(screen)]

    for layout in [TimelineLayout.wall, .carousel, .wall, .list] {
      screen.present { $0.layout = layout }
      _ = screen.draw()
      seen.append(selected(screen))
    }

    #expect(seen == ["c", "c", "c", "c", "c"])
  }

  @Test func `switching from a post without a photo selects the nearest photo`() {
    let screen = screen(.list)
    screen.press(.down, .down, .down)

    screen.present { $0.layout = .wall }
    _ = screen.draw()

    #expect(selected(screen) == "c")
  }

  @Test(arguments: [
    (TimelineLayout.wall, [Command.right, .right], "c"), (.wall, [.down], "d"),
    (.wall, [.right, .left], "a"), (.wall, [.down, .down], "-"), (.wall, [.bottom], "f"),
    (.carousel, [.right], "b"), (.carousel, [.right, .right, .right], "d"),
    (.carousel, [.left], "f"), (.carousel, [.down, .up], "a"), (.carousel, [.bottom], "f"),
  ])
  func `keys move the selection as the layout shows the photos`(
    layout: TimelineLayout, keys: [Command], goal: String
  ) {
    let screen = StreamScreen()
    screen.present { $0.layout = layout }
    screen.show(Posts.gallery, more: (false, false))

    for key in keys { screen.press(key) }

    #expect(selected(screen) == goal)
  }

  @Test(arguments: [TimelineLayout.wall, .carousel])
  func `keys act on the photo selected just before`(layout: TimelineLayout) {
    let screen = screen(layout)

    screen.press(.right, .like, .open, .refresh, .likers)

    #expect(screen.asked == [.toggle(.init("b"), .liked), .refresh])
    #expect(
      screen.navigator.routes == [.photo(.init("b"), index: 0), .people(.likers(.init("b")))])
  }

  @Test(arguments: [TimelineLayout.wall, .carousel])
  func `a like shows a thumb on the photo for a moment`(layout: TimelineLayout) {
    let screen = screen(layout)

    screen.hear(.performed(.mark(.init("a"), .liked, true)))
    let during = screen.text
    let after = screen.draw(at: Posts.now.timeAdvanced(by: .milliseconds(701))).text

    #expect(during.contains("👍") && !after.contains("👍"))
  }

  @Test func `a gap in a wall is filled from the side of the previous selection`() {
    let screen = screen(.wall)

    screen.press(.down, .down, .open)

    #expect(screen.asked == [.fill(.init("g"), from: .above)])
  }

  @Test func `new photos above do not move the wall`() {
    let screen = screen(.wall)
    screen.press(.right)
    let before = screen.text

    let new = (0..<4).map {
      FeedRow.entry(FeedEntry(Posts.shot("n\($0)", by: "Noor", "New", 3, 2 + $0)))
    }
    screen.show(new + Posts.gallery)

    #expect(screen.text == before)
  }

  @Test func `a key uncovers a covered photo, and covers it again`() {
    let screen = screen(.wall)
    screen.press(.down)
    let covered = screen.text

    screen.press(.reveal)
    let shown = screen.text
    screen.press(.reveal)

    #expect(covered.contains("⚠ bright · covered") && shown.contains("A dune at noon"))
    #expect(screen.text == covered)
  }

  @Test func `a wall that is not full loads more pages, up to a limit`() async {
    let screen = StreamScreen()
    screen.present { $0.layout = .wall }
    for number in 0..<9 {
      let words = (0...number).map { FeedRow.entry(FeedEntry(Posts.post("w\($0)", RichText("W")))) }
      screen.show(Array(Posts.gallery.prefix(1)) + words)
      for _ in 0..<5 { await Task.yield() }
    }

    #expect(
      screen.interactor.values.count { $0 == .more(.below) }
        == StreamRequestRecord.maximumGalleryPages)
  }

  @Test func `a gallery has no preview pane`() async {
    let screen = screen(.wall)

    for _ in 0..<5 { await Task.yield() }

    #expect(screen.navigator.previews.allSatisfy { $0 == nil })
    #expect(!screen.view.properties.leavesRoomBeside)
  }
}
