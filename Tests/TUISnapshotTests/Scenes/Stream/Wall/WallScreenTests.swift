import FeedDomain
import Terminal
import Testing

@testable import Preferences

@MainActor struct WallScreenTests {
  @Test func `a wall is drawn at 80 columns`() {
    let screen = StreamScreen()

    screen.show(as: .wall)

    #expect(
      screen.text == """
         @mei@example.social   Home  Photos  Trending
        ▐                         ▌
        ▐                         ▌
        ▐                         ▌
        ▐ ▣ Fog over a lake with  ▌
        ▐     one rowing boat     ▌
        ▐                         ▌
        ▐                         ▌  ▣ Lamps along a pier             ▣ Tiles
        ▐                         ▌
        ▐Mei Tanaka           ♥ 48▌


          ⚠ bright · covered · x
                 shows it
                                   Jonas Berg         ♡ 1.2k Amélie Dubois       ▣ 4 ♡


         Sam Lee                 ♡
                 ┄┄┄┄┄┄┄┄┄┄┄┄ posts not loaded · Enter loads them ┄┄┄┄┄┄┄┄┄┄┄┄




         Enter open  l like  v view  r refresh  ? help  R reply  b boost  B bookmark
        """)
  }

  @Test func `in wide columns each photo shows its place, even after a long name`() {
    let screen = StreamScreen(columns: 100, rows: 24)

    screen.show(as: .wall)

    #expect(screen.text.contains("▐Mei Tanaka · Lake Bled      ♥ 48▌"))
    #expect(screen.text.contains("Amélie Dubois · Porto"))
  }

  @Test func `a small wall has two columns`() {
    let screen = StreamScreen(columns: 40, rows: 12)

    screen.show(as: .wall)

    #expect(
      screen.text == """
          Home  Photos  Trending
        ▐                  ▌
        ▐   ▣ Fog over a   ▌
        ▐  lake with one   ▌ ▣ Lamps along a
        ▐   rowing boat    ▌       pier
        ▐                  ▌
        ▐                  ▌
        ▐Mei Tanaka    ♥ 48▌Jonas Berg  ♡ 1.2k

                                ⚠ bright ·
              ▣ Tiles          covered · x
         Enter open  l like  v view  r refresh
        """)
  }

  @Test func `the smallest wall shows a photo and its credit`() {
    let screen = StreamScreen(columns: 20, rows: 6)

    screen.show(as: .wall)

    #expect(
      screen.text == """
          Home  Photos ›
        ▐   ▣ Fog over a   ▌
        ▐  lake with one   ▌
        ▐   rowing boat    ▌
        ▐Mei Tanaka    ♥ 48▌
         Enter open  l like
        """)
  }

  @Test func `small photos that cannot be recognised are described, and not fetched`() {
    let shelf = FakePhotoPipeline()
    shelf.showsPortraits = false
    let screen = StreamScreen(pictures: shelf)

    screen.show(as: .wall)

    #expect(screen.text.contains("▣ Fog over a lake with"))
    // A photo without a description is shown.
    #expect(Set(shelf.asked + shelf.expected).isSubset(of: ["f"]))
  }

  @Test func `all photos of a short stream hang in few columns`() {
    let screen = StreamScreen(columns: 120, rows: 40)
    let photos = (0..<3).map { number in
      FeedRow.entry(FeedEntry(Posts.shot("\(number)", by: "Mei", "Photo \(number)", 3, 1)))
    }
    func photosOfFirstRow() -> Int {
      screen.text.split(separator: "\n").first { $0.contains("Photo 0") }?
        .matches(of: /Photo/).count ?? 0
    }

    screen.show(photos, as: .wall)
    #expect(photosOfFirstRow() == 3)
    screen.show(photos, more: (false, false))
    #expect(photosOfFirstRow() == 2)
  }

  @Test func `without UTF-8, no letter stands for the sign of a photo`() {
    let screen = StreamScreen(options: DisplayOptions(hasSigns: false))

    screen.show(as: .wall)

    #expect(screen.text.contains("Fog over a lake") && !screen.text.contains("▣"))
  }

  @Test func `without colours photo boxes have borders`() {
    let screen = StreamScreen(columns: 40, rows: 12).show(as: .wall)

    let canvas = screen.draw(theme: .none)

    #expect(
      canvas.text == """
          Home  Photos  Trending
        ▐┌────────────────┐▌┌────────────────┐
        ▐│  ▣ Fog over a  │▌│                │
        ▐│ lake with one  │▌│ ▣ Lamps along  │
        ▐│  rowing boat   │▌│     a pier     │
        ▐│                │▌│                │
        ▐└────────────────┘▌└────────────────┘
        ▐Mei Tanaka    ♥ 48▌Jonas Berg  ♡ 1.2k
         ┌────────────────┐ ┌────────────────┐
         │                │ │   ⚠ bright ·   │
         │    ▣ Tiles     │ │  covered · x   │
         Enter open  l like  v view  r refresh
        """)
  }

  @Test func `in the plain mode a wall is a list of descriptions`() {
    let screen = StreamScreen(columns: 60, rows: 24, options: DisplayOptions(isPlain: true))

    screen.show(as: .carousel)

    #expect(
      screen.text == """
         @mei@example.social  [Home] Photos  Trending
         >Fog over a lake with one rowing boat
         >Mei Tanaka · Lake Bled                48 likes, yours too
          Lamps along a pier
          Jonas Berg                                     1250 likes
          Tiles
          Amélie Dubois · Porto                   4 photos  0 likes
          bright · covered · x shows it
          Sam Lee                                           0 likes
                     posts not loaded · Enter loads them
          雨の路地を行く傘
          森 はるか                                         3 likes
          no description
          Ada Okafor                                        0 likes









         Enter open  l like  v view  r refresh  ? help  R reply
        """)
  }
}
