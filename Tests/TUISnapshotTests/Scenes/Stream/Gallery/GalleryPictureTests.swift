import FeedDomain
import Terminal
import Testing
import UseCases

@testable import PhotoDisplay
@testable import Preferences
@testable import Scenes

@MainActor struct GalleryPictureTests {
  private let shelf = FakePhotoPipeline()

  private func screen(
    _ layout: TimelineLayout, columns: Int = 80, rows: Int = 24,
    options: DisplayOptions = DisplayOptions()
  ) -> StreamScreen {
    let screen = StreamScreen(columns: columns, rows: rows, options: options)
    screen.pictures = shelf
    screen.show(as: layout)
    return screen
  }

  @Test func `a wall fetches visible photos at the size of their boxes, and no covered ones`() {
    let screen = screen(.wall)
    shelf.forget()

    _ = screen.draw()

    #expect(Set(shelf.asked) == ["a", "b", "c", "e", "f"])
    #expect(shelf.wishes.allSatisfy { $0.box.columns == 25 })
    #expect(shelf.wishes.first { $0.photo == "a" }?.box.rows == 8)
  }

  @Test func `no more pictures are fetched at once than the service allows`() {
    let rows = (0..<99).map {
      FeedRow.entry(FeedEntry(Posts.shot("\($0)", by: "Noor", "Panorama", 9, 1)))
    }
    let screen = StreamScreen(columns: 200, rows: 60, terms: Service.flickr.photoTerms)
    screen.pictures = shelf
    screen.show(rows, as: .wall)
    screen.press(.bottom)
    shelf.forget()

    _ = screen.draw()

    #expect(Set(shelf.asked).count == 30)
  }

  @Test func `photo boxes stay the same when the pictures arrive`() {
    shelf.answer = { _, _ in .loading(placeholder: nil, nil) }
    let screen = screen(.wall)
    let before = screen.view.gallery.wall.layout.frames

    shelf.answer = { .ready(FakePhotoPipeline.picture(for: $1)) }
    _ = screen.draw()

    #expect(screen.view.gallery.wall.layout.frames == before)
  }

  @Test func `the next photos in the reading direction are prefetched`() {
    let rows = (0..<40).map {
      FeedRow.entry(FeedEntry(Posts.shot("\($0)", by: "Noor", "Photo \($0)", 3, 2)))
    }
    let screen = StreamScreen()
    screen.pictures = shelf
    screen.present { $0.layout = .wall }
    screen.show(rows)

    let seen = Set(shelf.asked.compactMap { Int($0) })
    let expected = shelf.expected.compactMap { Int($0) }
    #expect(expected == Array((seen.count)..<(2 * seen.count)))
  }

  @Test func `the carousel prefetches its neighbours at the size of the middle photo`() throws {
    let screen = screen(.carousel)
    let middle = try #require(shelf.hopes.first { $0.photo == "b" })
    shelf.forget()

    screen.press(.right)
    _ = screen.draw()

    #expect(shelf.wishes.contains(middle))
    #expect(middle.box.rows > middle.box.columns * 2 / 3)
  }

  @Test func `a turn of the carousel is drawn in a few coarse frames, and then stops`() async {
    let screen = screen(.carousel, options: DisplayOptions(isNear: true))
    let before = screen.navigator.redraws

    screen.press(.right)
    let first = screen.draw()
    let isMoving = screen.view.gallery.carousel.motion != nil
    while screen.view.gallery.carousel.motion != nil { await Task.yield() }

    #expect(isMoving)
    #expect(screen.navigator.redraws - before == 4)
    #expect(screen.draw() != first)
  }

  @Test func `over a remote connection the carousel turns without animation`() {
    let screen = screen(.carousel)

    screen.press(.right)

    #expect(screen.view.gallery.carousel.motion == nil)
  }

  @Test(arguments: [(24, 80), (12, 40), (6, 20), (60, 200), (8, 200), (60, 20)])
  func `wall and carousel can be drawn at every screen size and selection`(rows: Int, columns: Int)
  {
    for layout in [TimelineLayout.wall, .carousel] {
      let screen = screen(
        layout, columns: columns, rows: rows, options: DisplayOptions(isNear: true))
      for _ in 0..<9 {
        screen.press(.right)
        #expect(screen.draw().size == CellSize(rows: rows, columns: columns))
        screen.press(.down)
        _ = screen.draw(theme: .none)
      }
    }
  }
}
