import Doubles
import FeedDomain
import PhotoDisplay
import Terminal
import Testing
import UseCases

@testable import Preferences
@testable import Scenes
@testable import TweetieTUI
@testable import Words

/// A deck of three streams, two of them of another account, as it is drawn.
@MainActor struct DeckDrawingTests {
  private static let home = DeckColumn(.stream(.feed(.home)), of: Account.ID("tom"))
  private static let photos = DeckColumn(.stream(.feed(.photos)), of: Account.ID("tom"))

  private let deck: SceneDeck
  private let screens = [StreamScreen(), StreamScreen(), StreamScreen()]

  init() {
    deck = SceneDeck(pause: SidePane.PreviewTimer(set: { _, _ in }, cancel: {}), isPlain: false)
    deck.makeScene = { [screens] route, column in
      switch column {
      case nil: screens[0].view
      case Self.home?: screens[1].view
      default: screens[2].view
      }
    }
    deck.openScene(.stream(.home))
    deck.setPinnedColumns([Self.home, Self.photos], on: CellSize(rows: 60, columns: 200))
    deck.openVisibleColumns(on: CellSize(rows: 60, columns: 200))
    for screen in screens { screen.show() }
    screens[1].present { $0.status = .init(unread: 3, fetchedAt: Posts.now, isEmpty: false) }
    screens[2].open(.photos, of: [.feed(.home), .feed(.photos)])
    screens[2].present { $0.activity = .refreshing }
  }

  @Test func `three columns at 200 by 60 have titles with stream, account, new posts and refresh`()
    throws
  {
    let rows = try rows(CellSize(rows: 60, columns: 200))

    #expect(
      rows[1] == """
        ━ Home  @mei ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┬─ Home  @tom ─────────────────────────────────────────── 3 new ↑ ─┬─ Photos  @tom ──────────────────────────────────── ⠋ refreshing ─
        """)
    #expect(rows[0].contains("Home  Photos  Trending"))
    #expect(rows[2].hasPrefix("▌"))
  }

  @Test func `two columns at 120 by 40 have an arrow towards the hidden column`() throws {
    let size = CellSize(rows: 40, columns: 120)

    let title = try rows(size)[1]
    #expect(
      title == """
        ━ Home  @mei ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┬─ Home  @tom ──────────────────────────────────── 3 new ↑ ›
        """)
    #expect(deck.moveColumnFocus(by: 1, on: size) && deck.moveColumnFocus(by: 1, on: size))
    let after = try rows(size)[1]
    #expect(after.hasPrefix("‹ Home  @tom ─"))
    #expect(after.hasSuffix("━"))
  }

  @Test func `at 80 by 24 one column is shown with its title, at 40 by 12 without`() throws {
    let (standard, small) = (CellSize(rows: 24, columns: 80), CellSize(rows: 12, columns: 40))

    let title = try rows(standard)[1]
    #expect(
      title == """
        ━ Home  @mei ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━›
        """)
    #expect(try rows(small)[1].hasPrefix("▌"))
    #expect(deck.moveColumnFocus(by: 1, on: standard))
    let after = try rows(standard)[1]
    #expect(after.hasPrefix("‹ Home  @tom ━"))
  }

  @Test func `only the focused column has a heavy title rule and a selection mark, in every theme`()
    throws
  {
    let size = CellSize(rows: 24, columns: 200)
    #expect(deck.moveColumnFocus(by: 1, on: size))

    for theme in [Theme.dark, Theme(ThemeColours.light), .none] {
      let canvas = try canvas(size, theme)
      let marks = canvas.rows.dropFirst(2).map { row in
        row.indices.filter { row[$0].character == "▌" }
      }.reduce([], +)
      let titles = canvas.text.split(separator: "\n", omittingEmptySubsequences: false)[1]
      #expect(Set(marks).count >= 1)
      #expect(titles.split(separator: "┬").map { $0.contains("━") } == [false, true, false])
    }
  }

  @Test func `a deck that shrinks to 1 by 9 cells and grows back is drawn as before`() throws {
    let wide = CellSize(rows: 60, columns: 200)
    let before = try rows(wide)

    for side in Array(1...20) {
      let size = CellSize(rows: side, columns: side * 9)
      deck.fitColumnsToScreen(on: size)
      #expect(try rows(size).count == side)
    }
    deck.fitColumnsToScreen(on: wide)

    #expect(try rows(wide) == before)
  }

  private func rows(_ size: CellSize) throws -> [Substring] {
    try canvas(size).text.split(separator: "\n", omittingEmptySubsequences: false)
  }

  private func canvas(_ size: CellSize, _ theme: Theme = .dark) throws -> Canvas {
    let layout = try #require(deck.deckLayoutIfSceneOpen(on: size))
    return ScreenFrame(
      runEnvironment: PresentationEnvironment(
        keyMap: .defaults, theme: theme, isPlain: false, wording: Wording(), world: StillWorld()),
      readers: ColumnPicturesAndAccountNames(owner: { $0 == nil ? "@mei" : "@tom" }),
      hint: { KeyHint($0, keys: .defaults, wording: Wording()) }, message: nil, count: nil,
      frame: 0,
      now: Posts.now
    ).drawnCanvas(of: layout, on: size)
  }
}
