import FeedDomain
import Terminal
import Testing

@testable import Scenes

@MainActor struct CarouselScreenTests {
  @Test func `the carousel is drawn at eighty columns`() {
    let screen = StreamScreen()

    screen.show(as: .carousel)

    #expect(
      screen.text == """
         @mei@example.social   Home  Photos  Trending






                                                                              ▣ Lamps
        ription                                                               along a
                            ▣ Fog over a lake with one rowing boat             pier









                            Mei Tanaka · Lake Bled · CC BY 4.0 · 3m
                                      ↩   ↻   ♥ 48   1/6+


         Enter open  l like  v view  r refresh  ? help  R reply  b boost  B bookmark
        """)
  }

  @Test func `the text stands right below the photo, however high the screen is`() {
    let screen = StreamScreen(columns: 80, rows: 40, pictures: FakePhotoPipeline())

    screen.show(as: .carousel)

    let lines = screen.text.split(separator: "\n", omittingEmptySubsequences: false)
    let words = lines.firstIndex { $0.contains("Fog over a lake") }
    // The photo is 17 rows high in a room of 33, and below it is a row of air.
    #expect(words == 1 + 8 + 17 + 1)
  }

  @Test(arguments: [(20, 4), (17, 3), (11, 2), (6, 1)])
  func `a lower screen shows fewer lines of text, and drops the title first`(room: Int, lines: Int)
  {
    let screen = StreamScreen(columns: 68, rows: room + 2, pictures: FakePhotoPipeline())

    screen.show(as: .carousel)

    #expect(screen.text.contains("Fog over a lake") == (lines > 2))
    #expect(screen.text.contains("Mei Tanaka · Lake Bled") == (lines > 1))
    #expect(screen.text.contains("♥ 48"))
  }

  @Test func `a small carousel keeps the photographer and the counts`() {
    let screen = StreamScreen(columns: 40, rows: 12)

    screen.show(as: .carousel)

    #expect(
      screen.text == """
          Home  Photos  Trending


         no                                 ▣
        cript    ▣ Fog over a lake with    Lam
        on          one rowing boat        ps
                                           alo


           Mei Tanaka · Lake Bled · CC BY 4.0
                  ↩   ↻   ♥ 48   1/6+
         Enter open  l like  v view  r refresh
        """)
  }

  @Test func `the smallest carousel shows a photo and its counts`() {
    let screen = StreamScreen(columns: 20, rows: 6)

    screen.show(as: .carousel)

    #expect(
      screen.text == """
          Home  Photos ›
               ▣ Fog
         ▣    over a    ▣  ▣
               lake
         ↩   ↻   ♥ 48   1/…
         Enter open  l like
        """)
  }
}
