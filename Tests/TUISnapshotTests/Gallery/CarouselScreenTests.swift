import FeedDomain
import Terminal
import Testing

@testable import TweetieTUI

@MainActor struct CarouselScreenTests {
  @Test func `a carousel fills eighty columns`() {
    let screen = StreamScreen()

    screen.show(as: .carousel)

    #expect(
      screen.text == """
         @mei@example.social   Home  Photos  Trending



        ───────────┐
                   │
                   │
                   │                                                          ▣ Lamps
                   │                                                          along a
                   │        ▣ Fog over a lake with one rowing boat             pier
                   │
                   │
                   │
        ───────────┘





                              Fog over a lake with one rowing boat
                            Mei Tanaka · Lake Bled · CC BY 4.0 · 3m
                                      ↩   ↻   ♥ 48   1/6+

         Enter open  l like  v view  r refresh  ? help  R reply  b boost  B bookmark
        """)
  }

  @Test func `the words stand right under the photo, however high the room is`() {
    let screen = StreamScreen(columns: 80, rows: 40)

    screen.show(as: .carousel)

    let lines = screen.text.split(separator: "\n", omittingEmptySubsequences: false)
    let words = lines.firstIndex { $0.contains("Fog over a lake") && !$0.contains("▣") }
    // The photo is 17 rows high in a room of 33, and below it is a row of air.
    #expect(words == 1 + 8 + 17 + 1)
  }

  @Test func `a small carousel keeps title and counts`() {
    let screen = StreamScreen(columns: 40, rows: 12)

    screen.show(as: .carousel)

    #expect(
      screen.text == """
          Home  Photos  Trending


        ─────┐                              ▣
             │   ▣ Fog over a lake with    Lam
             │      one rowing boat        ps
        ─────┘                             alo


          Fog over a lake with one rowing boat
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
         ⋯    over a    ▣  ▣
               lake
         ↩   ↻   ♥ 48   1/…
         Enter open  l like
        """)
  }
}
