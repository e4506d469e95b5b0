import Doubles
import FeedDomain
import PhotoDisplay
import Terminal
import Testing

@testable import Preferences
@testable import Scenes
@testable import TweetieTUI
@testable import Words

@MainActor struct ScreenFrameTests {
  private let size = CellSize(rows: 24, columns: 120)
  private let column = SceneColumn()
  private var stack: SceneStack { column.stack }
  private let stream = SceneDouble.stream()
  private let profile = SceneDouble()

  init() {
    stream.header = SceneHeader(leftText: [
      StyledSpan("@mei  ", .barStrong), StyledSpan(" Home ", .currentTab),
    ])
    stream.ownTitle = SceneHeader("Home")
    profile.header = SceneHeader("Ada Okafor", aside: "12 posts")
    stack.pushScene(stream, at: .tabs)
  }

  @Test func `two panes have titles, and the top line shows the stream's`() throws {
    stack.pushScene(profile, at: .profile(nil))

    let canvas = try canvas()

    #expect(
      canvas.text.split(separator: "\n", omittingEmptySubsequences: false).prefix(3) == [
        " @mei   Home",
        "─ Home ─────────────────────────────────────────────────────────┬─ Ada Okafor ─────────────────────────────── 12 posts ─",
        "                                                                │",
      ])
  }

  @Test func `the title of the focused pane is strong, the other one faint`() throws {
    func styles() throws -> (home: Style, ada: Style) {
      let canvas = try canvas()
      return (
        canvas.rows[1][2].style, canvas.rows[1][67].style
      )
    }
    let (strong, faint) = (Theme.dark.style(.strong), Theme.dark.style(.faint))

    stack.showPreview(profile)
    let beside = try styles()
    stack.pushScene(profile, at: .profile(nil))
    let opened = try styles()

    #expect(beside.home == strong && beside.ada == faint)
    #expect(opened.home == faint && opened.ada == strong)
  }

  @Test func `the terminal cursor is on the selected row of the focused pane`() throws {
    (stream.drawnPoint, profile.drawnPoint) = (
      CellPosition(row: 5, column: 1), CellPosition(row: 7, column: 66)
    )
    stack.showPreview(profile)
    let beside = try canvas().point
    stack.pushScene(profile, at: .profile(nil))
    let opened = try canvas().point

    #expect(beside == stream.drawnPoint)
    #expect(opened == profile.drawnPoint)
  }

  @Test func `the cursor of a text field does not show through an overlay`() throws {
    stream.drawnCursor = CellPosition(row: 5, column: 1)
    let overlay = SceneDouble.overlay()
    overlay.drawnPoint = CellPosition(row: 8, column: 30)
    #expect(try canvas().cursor == stream.drawnCursor)

    stack.pushScene(overlay, at: .help([], titles: [:]))

    let covered = try canvas()
    #expect(covered.cursor == nil && covered.point == overlay.drawnPoint)
  }

  @Test func `one pane has no title`() throws {
    let text = try canvas().text

    #expect(!text.contains("─"))
  }

  @Test func `the command list covers the rule between panes`() throws {
    stack.pushScene(profile, at: .profile(nil))
    let list = PaletteView(
      PaletteEntry.allPaletteEntries(
        offering: [], streams: [],
        abilities: PaletteAbilities(
          posts: .all, hasNotices: true, hasPlaces: true, unavailable: []),
        keys: .defaults, wording: Wording()), wording: Wording())
    stack.pushScene(list, at: .palette([], without: []))

    let rows = try canvas().text.split(separator: "\n").map(Array.init)

    // Between the frame's sides there is nothing of what is behind it.
    let framed = rows.filter { $0.count >= 99 && $0[21] == "│" && $0[98] == "│" }
    #expect(framed.count > 10)
    #expect(framed.allSatisfy { !$0[22..<98].contains("│") })
  }

  @Test func `a long bottom line message covers the rule between panes`() throws {
    stack.pushScene(profile, at: .profile(nil))
    let words = Array(repeating: "The ferry is late again", count: 12).joined(separator: ", ")

    let canvas = try canvas(BottomLineMessage(text: SafeText(sanitizing: words), tone: .plain))

    let rows = canvas.text.split(separator: "\n").suffix(2)
    #expect(rows.allSatisfy { $0.contains("ferry") && !$0.contains("│") })
  }

  private func canvas(_ message: BottomLineMessage? = nil) throws -> Canvas {
    let layout = try #require(
      DeckLayout(
        of: [column], current: 0, window: VisibleColumnRange(first: 0, current: 0, of: 1, room: 1),
        on: size, isPlain: false))
    return ScreenFrame(
      runEnvironment: PresentationEnvironment(
        keyMap: .defaults, theme: .dark, isPlain: false, wording: Wording(), world: StillWorld()),
      readers: ColumnPicturesAndAccountNames(),
      hint: { KeyHint($0, keys: .defaults, wording: Wording()) }, message: message,
      count: nil, frame: 0, now: Posts.now
    ).drawnCanvas(of: layout, on: size)
  }
}
