import FeedDomain
import Terminal
import Testing
import UseCases

@testable import PhotoDisplay
@testable import Preferences
@testable import Scenes

@MainActor struct PostPictureTests {
  /// A shelf whose photos are on their way for ever.
  private let waiting = FakePhotoPipeline { _, _ in .loading(placeholder: nil, nil) }

  private func photo(
    _ name: String, _ width: Int = 1200, _ height: Int = 800, isSensitive: Bool = false
  ) -> Photo {
    Photo(
      id: .init(name), renditions: [], size: PhotoSize(width: width, height: height),
      altText: "A " + name, isSensitive: isSensitive)
  }

  private func screen(
    _ photos: [Photo], rows: Int, columns: Int, warning: String? = nil,
    shelf: (any PictureProvider)? = nil
  ) -> StreamScreen {
    let screen = StreamScreen(columns: columns, rows: rows, pictures: shelf ?? waiting)
    screen.show([
      .entry(
        FeedEntry(
          Posts.post(
            "1", RichText("First light."), warning: warning, photos: photos,
            counts: .init(likes: 4)))),
      .entry(FeedEntry(Posts.post("2", by: "Noor", RichText("Good morning.")))),
    ])
    return screen
  }

  @Test func `a post with one photo is drawn at 80 by 24`() {
    #expect(
      screen([photo("boat")], rows: 24, columns: 80).text == """
         @mei@example.social   Home  Photos  Trending
        ▌ Mei Tanaka  @mei@example.social · 3m
        ▌ First light.
        ▌
        ▌
        ▌
        ▌
        ▌
        ▌                  ⠋
        ▌
        ▌
        ▌
        ▌
        ▌
        ▌
        ▌ A boat
        ▌ ↩      ↻      ♡ 4

          Noor  @noor@example.social · 3m
          Good morning.



         Enter open  z photo  l like  R reply  r refresh  ? help  c write  b boost
        """)
  }

  @Test func `four photos are drawn side by side at 120 columns`() {
    let photos = [
      photo("boat"), photo("tower", 800, 1200), photo("sea", 4000, 1000), photo("cat", 900, 900),
    ]

    #expect(
      screen(photos, rows: 18, columns: 120).text == """
         @mei@example.social   Home  Photos  Trending
        ▌ Mei Tanaka  @mei@example.social · 3m
        ▌ First light.
        ▌
        ▌
        ▌
        ▌            ⠋                  ⠋                     ⠋                        ⠋
        ▌
        ▌
        ▌
        ▌
        ▌ ‹ 1/4 ›  A boat
        ▌ ↩      ↻      ♡ 4

          Noor  @noor@example.social · 3m
          Good morning.

         Enter open  z photo  l like  R reply  r refresh  ? help  c write  b boost  B bookmark  p author  L liked by  v view
        """)
  }

  @Test func `on a small screen photos are shown one at a time`() {
    let screen = screen(
      ["boat", "tower", "sea", "cat"].map { photo($0) }, rows: 12, columns: 40)

    #expect(
      screen.text == """
          Home  Photos  Trending
        ▌ Mei Tanaka  @mei@example.social · 3m
        ▌ First light.
        ▌
        ▌
        ▌        ⠋
        ▌
        ▌
        ▌ ‹ 1/4 ›  A boat
        ▌ ↩      ↻      ♡ 4

         Enter open  z photo  l like  R reply
        """)
  }

  @Test func `a loaded picture does not move the lines around it`() {
    let shelf = FakePhotoPipeline { _, _ in .loading(placeholder: nil, nil) }
    let screen = screen([photo("boat"), photo("sea")], rows: 24, columns: 80, shelf: shelf)
    func wordsAround() -> [String] {
      screen.text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
        line.contains { "⠋▒".contains($0) } ? "" : line.drop { "▌ ".contains($0) }.description
      }
    }
    let before = wordsAround()

    shelf.answer = { _, _ in .failed(.notShowable) }
    let failed = screen.text
    shelf.answer = { .ready(FakePhotoPipeline.picture(for: $1)) }

    #expect(wordsAround() == before)
    #expect(failed.contains("This picture cannot be shown."))
  }

  @Test func `the arrows show the next photo, wrapping around`() {
    let screen = screen(
      ["a", "b", "c", "d", "e"].map { photo($0) }, rows: 24, columns: 80)
    #expect(screen.text.contains("‹ 1/5 ›  A a"))

    screen.press(.left)
    #expect(screen.text.contains("‹ 5/5 ›  A e"))

    screen.press(.right, .right)
    #expect(screen.text.contains("‹ 2/5 ›  A b"))

    screen.press(.viewPhoto)
    #expect(screen.navigator.routes == [.photo(.init("1"), index: 1)])
  }

  @Test func `a click on an arrow shows another photo, and a click on the photo opens it later`()
    async
  {
    let screen = screen(
      ["a", "b", "c", "d", "e"].map { photo($0) }, rows: 24, columns: 80)
    _ = screen.text

    screen.view.click(row: 14, column: 8)
    #expect(screen.text.contains("‹ 2/5 ›"))

    screen.view.click(row: 5, column: 10)
    #expect(screen.navigator.routes.isEmpty)
    for _ in 0..<10 { await Task.yield() }
    #expect(screen.navigator.routes == [.photo(.init("1"), index: 1)])
  }

  @Test func `in a list a click on a photo selects its post, and a double click likes it`() async {
    let screen = screen([photo("boat")], rows: 24, columns: 80)
    screen.press(.down)
    _ = screen.text

    screen.view.click(row: 5, column: 10)
    for _ in 0..<10 { await Task.yield() }
    #expect(screen.view.pane.selected?.post?.post.id == .init("1"))
    #expect(screen.navigator.routes.isEmpty && screen.asked.isEmpty)

    screen.view.click(row: 5, column: 10)
    screen.view.click(row: 5, column: 10, clicks: 2)
    for _ in 0..<10 { await Task.yield() }
    #expect(screen.asked == [.toggle(.init("1"), .liked)])
    #expect(screen.navigator.routes.isEmpty)
  }

  @Test func `a key after a click on the selected post's photo keeps the photo closed`() async {
    let screen = screen([photo("boat")], rows: 24, columns: 80)
    _ = screen.text

    screen.view.click(row: 5, column: 10)
    screen.press(.down)
    for _ in 0..<10 { await Task.yield() }

    #expect(screen.navigator.routes.isEmpty)
  }

  @Test func `a covered photo is fetched when it is revealed`() {
    let shelf = FakePhotoPipeline()
    let screen = screen([photo("boat", isSensitive: true)], rows: 24, columns: 80, shelf: shelf)

    #expect(screen.text.contains("covered · x shows it"))
    #expect(!screen.text.contains("A boat"))
    #expect(shelf.asked.isEmpty)
    #expect(shelf.covers.contains("boat"))

    screen.press(.reveal)

    #expect(screen.text.contains("A boat"))
    #expect(shelf.asked == ["boat"])
  }

  @Test func `photos of a post with a content warning are covered`() {
    let shelf = FakePhotoPipeline()
    let screen = screen([photo("boat")], rows: 24, columns: 80, warning: "news", shelf: shelf)

    _ = screen.text
    #expect(shelf.asked.isEmpty)

    screen.press(.reveal)

    _ = screen.text
    #expect(shelf.asked == ["boat"])
  }

  @Test func `without pictures photos are drawn as descriptions`() {
    let shelf = FakePhotoPipeline()
    let screen = screen([photo("boat")], rows: 24, columns: 80, shelf: shelf)

    shelf.togglePictures()

    #expect(screen.text.contains("▣ photo 3:2  A boat"))
  }

  @Test func `the selected post's photos are requested first, and the next ones prefetched`() {
    let shelf = FakePhotoPipeline()
    let screen = StreamScreen(columns: 80, rows: 24, pictures: shelf)
    screen.show(
      (1...9).map { number in
        .entry(
          FeedEntry(
            Posts.post("\(number)", RichText("Here."), photos: [photo("p\(number)", 3000, 800)])))
      })
    screen.press(.down)
    _ = screen.text
    shelf.forget()

    _ = screen.text

    #expect(shelf.asked == ["p2", "p1"])
    #expect(shelf.expected == ["p3", "p4", "p5", "p6"])
  }

  @Test func `nothing is prefetched while a visible photo is missing`() {
    let screen = StreamScreen(columns: 80, rows: 24, pictures: waiting)

    screen.show(
      (1...9).map { number in
        .entry(FeedEntry(Posts.post("\(number)", RichText("Here."), photos: [photo("p\(number)")])))
      })
    _ = screen.text

    #expect(waiting.expected.isEmpty)
  }
}

struct PictureRoomTests {
  private let room = PhotoBoxLayout(
    cell: PixelSize(width: 10, height: 20), pane: CellSize(rows: 22, columns: 80))

  @Test(arguments: [
    (PhotoSize(width: 1200, height: 800), CellSize(rows: 12, columns: 36)),
    (PhotoSize(width: 800, height: 1200), CellSize(rows: 12, columns: 16)),
    (PhotoSize(width: 4000, height: 1000), CellSize(rows: 5, columns: 40)),
    (PhotoSize(width: 90_000, height: 10), CellSize(rows: 5, columns: 40)),
    (PhotoSize(width: 10, height: 90_000), CellSize(rows: 12, columns: 10)),
    (PhotoSize(width: 0, height: 0), CellSize(rows: 12, columns: 32)),
  ])
  func `a photo's box has its aspect ratio within limits`(size: PhotoSize, box: CellSize) throws {
    #expect(try #require(room).photoBoxSize(for: size, columns: 77) == box)
  }

  @Test func `photos side by side fit the width`() throws {
    let room = try #require(room)
    let shapes = [(1200, 800), (800, 1200), (4000, 1000), (900, 900), (1, 1000), (10, 9)]
      .map { PhotoSize(width: $0.0, height: $0.1) }

    for count in 2...4 {
      for columns in 4...90 {
        for start in 0...2 {
          let sizes = Array(shapes[start..<(start + count)])
          guard let boxes = room.photoBoxSizes(for: sizes, columns: columns) else { continue }
          let width = boxes.reduce(0) { $0 + $1.columns } + (count - 1) * PhotoBoxLayout.gutter
          #expect(width <= columns)
          #expect(Set(boxes.map(\.rows)).count == 1 && boxes[0].rows >= 4)
          #expect(boxes.allSatisfy { $0.columns >= 1 })
        }
      }
    }
  }

  @Test func `a pane of a few rows shows no pictures`() {
    #expect(
      PhotoBoxLayout(
        cell: PixelSize(width: 10, height: 20), pane: CellSize(rows: 4, columns: 20)) == nil)
  }
}
