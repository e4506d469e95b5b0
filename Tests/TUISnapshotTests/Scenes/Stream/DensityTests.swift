import Doubles
import FeedDomain
import Terminal
import Testing
import UseCases

@testable import PhotoDisplay
@testable import Preferences
@testable import Scenes

/// A stream whose posts stand close together, or with large photos.
@MainActor struct DensityTests {
  private let many: [FeedRow] = (1...90).map {
    .entry(FeedEntry(Posts.post("\($0)", RichText("Words of \($0)."), minutesAgo: $0)))
  }

  @Test func `an evening's posts are drawn in one line each`() {
    let screen = StreamScreen(rows: 8)

    screen.show(Posts.evening, as: .lines)

    #expect(
      screen.text == """
         @mei@example.social   Home  Photos  Trending
        ▌     3m  Mei Tanaka       The ferry was late, so we had an hour of evenin… ↻ ♥
             42m  Jonas Berg       Which loaf for Sunday?                             ≡
          ┄┄┄┄┄┄┄┄┄┄┄┄ posts not loaded · Enter loads them ┄┄┄┄┄┄┄┄┄┄┄┄
              2h  Noor             film spoiler                                     ↻ ⚑
              2d  Sam Lee          First light.                                       ▣

         Enter open  l like  R reply  b boost  r refresh  ? help  c write  B bookmark
        """)
  }

  @Test(arguments: [
    (40, "Ursula    "), (50, "Ursula     "), (60, "Ursula von   "), (80, "Ursula von Thal  "),
  ])
  func `a long name in a one-line post ends with a whole word`(columns: Int, name: String) {
    let screen = StreamScreen(columns: columns, rows: 8)

    screen.show(
      [.entry(FeedEntry(Posts.post("1", by: "Ursula von Thal", RichText("Words."))))], as: .lines)

    let line = screen.text.split(separator: "\n").first { $0.contains("Ursula") }
    #expect(line?.contains("  " + name + "Words.") == true)
  }

  @Test func `a long name of one word is shortened with an ellipsis`() {
    let screen = StreamScreen(columns: 40, rows: 8)

    screen.show(
      [.entry(FeedEntry(Posts.post("1", by: "Bartholomew", RichText("Words."))))], as: .lines)

    #expect(screen.text.contains("Barthol…  Words."))
  }

  @Test func `with one line per post at least forty posts fit on a large screen`() {
    let screen = StreamScreen(columns: 200, rows: 60)

    screen.show(many, as: .lines)

    #expect(screen.text.split(separator: "\n").count { $0.contains("Words of") } >= 40)
  }

  @Test(arguments: [46, 80, 119])
  func `with one line per post the texts are aligned beside ages and dates`(columns: Int) {
    let screen = StreamScreen(columns: columns, rows: 8)

    screen.show(
      [3, 9 * 1_440].map {
        .entry(FeedEntry(Posts.post("\($0)", RichText("Words."), minutesAgo: $0)))
      }, as: .lines)

    let places = screen.text.split(separator: "\n").compactMap { line in
      line.firstRange(of: "Words.").map { line.distance(from: line.startIndex, to: $0.lowerBound) }
    }
    #expect(places.count == 2 && Set(places).count == 1)
  }

  @Test func `a stream whose end is visible loads more before it is reached`() async {
    let screen = StreamScreen(columns: 200, rows: 60).show(Array(many.prefix(40)), as: .lines)

    #expect(await eventually { screen.interactor.values.contains(.more(.below)) })
  }

  @Test func `in the plain mode marks of one-line posts are words`() {
    let screen = StreamScreen(options: DisplayOptions(isPlain: true))

    screen.show(Posts.evening, as: .lines)

    let lines = screen.text.split(separator: "\n")
    #expect(lines[1].hasSuffix("boosted, liked") && lines[2].hasSuffix("poll"))
    #expect(!screen.text.contains { "▌┄♥↻▣≡⚑".contains($0) })
  }

  @Test func `the density key cycles through the layouts, and returns from a wall to the last one`()
  {
    let screen = StreamScreen(pictures: FakePhotoPipeline()).show()

    screen.press(.density)
    screen.present { $0.layout = .album }
    screen.press(.density)
    screen.present { $0.layout = .lines }
    screen.press(.density, .view)
    screen.present { $0.layout = .wall }
    screen.press(.density)

    #expect(
      screen.asked == [
        .arrange(.album), .arrange(.lines), .arrange(.list), .arrange(.wall), .arrange(.lines),
      ])
  }

  @Test func `without pictures the density key skips the layout of large photos`() {
    let screen = StreamScreen().show()

    screen.press(.density)

    #expect(screen.asked == [.arrange(.lines)])
  }

  @Test func `the selected post stays visible and selected when the layout changes`() {
    let screen = StreamScreen().show(many)
    for _ in 0..<30 { screen.press(.down) }

    for layout in [TimelineLayout.lines, .list, .album] {
      screen.present { $0.layout = layout }
      let marked = screen.text.split(separator: "\n").filter { $0.hasPrefix("▌") }
      #expect(screen.view.pane.selected?.post?.post.id == Post.ID("31"))
      #expect(marked.joined().contains("Words of 31."), "\(layout)")
    }
    screen.press(.up)
    #expect(screen.view.pane.selected?.post?.post.id == Post.ID("30"))
  }

  @Test func `a large photo is as wide as the text`() {
    let shelf = FakePhotoPipeline()
    let screen = StreamScreen(columns: 100, rows: 60, pictures: shelf)
    let photo = Photo(
      id: .init("boat"), renditions: [], size: PhotoSize(width: 3, height: 2), altText: "A boat")
    screen.show([.entry(FeedEntry(Posts.post("1", RichText(""), photos: [photo])))])
    shelf.forget()

    screen.present { $0.layout = .album }
    _ = screen.draw()

    #expect(shelf.wishes.first?.box == CellSize(rows: 30, columns: 90))
  }
}
