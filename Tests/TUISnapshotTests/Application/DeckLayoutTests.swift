import FeedDomain
import Terminal
import Testing

@testable import Scenes
@testable import TweetieTUI

@MainActor struct DeckLayoutTests {
  private let wide = CellSize(rows: 24, columns: 120)
  private let narrow = CellSize(rows: 24, columns: 80)
  private let column = SceneColumn()
  private var stack: SceneStack { column.stack }
  private let stream = SceneDouble.stream()
  private let profile = SceneDouble()

  @Test func `an empty scene stack has no layout`() {
    #expect(laidOut(on: wide) == nil)
  }

  @Test
  func `an opened scene is shown beside the stream it was opened from, and has the keyboard focus`()
    throws
  {
    stack.pushScene(stream, at: .tabs)
    stack.pushScene(profile, at: .profile(nil))

    let layout = try #require(laidOut(on: wide))

    #expect(layout.columns.map { ObjectIdentifier($0.scene) } == ids(stream, profile))
    #expect(layout.frontScene === profile)
    #expect(layout.focusedScene === profile)
    #expect(layout.overlay == nil)
  }

  @Test(arguments: [true, false])
  func `in a narrow window or with a screen reader only the opened scene is shown`(
    _ isPlain: Bool
  ) throws {
    stack.pushScene(stream, at: .tabs)
    stack.pushScene(profile, at: .profile(nil))

    let layout = try #require(
      laidOut(on: isPlain ? wide : narrow, isPlain: isPlain))

    #expect(layout.columns.map { ObjectIdentifier($0.scene) } == ids(profile))
  }

  @Test func `the full-scene route of a preview is that of the same post or photo`() {
    #expect(Route.conversationPreview(.init("a")).fullSceneRoute == .conversation(.init("a")))
    #expect(Route.photoPreview(.init("a"), index: 1).fullSceneRoute == .photo(.init("a"), index: 1))
  }

  @Test func `a click goes to the pane at its cell, on the top line to the stream`() throws {
    stack.pushScene(stream, at: .tabs)
    stack.showPreview(profile)
    let layout = try #require(laidOut(on: wide))

    let left = layout.placedScene(at: CellPosition(row: 5, column: 5))
    let right = layout.placedScene(at: CellPosition(row: 5, column: 100))
    let top = layout.placedScene(at: CellPosition(row: 0, column: 100))

    #expect(left.scene === stream)
    #expect(right.scene === profile)
    #expect(top.scene === stream)
  }

  @Test func `an overlay gets all clicks`() throws {
    let list = SceneDouble.overlay()
    stack.pushScene(stream, at: .tabs)
    stack.pushScene(list, at: .help([]))
    let layout = try #require(laidOut(on: wide))

    let place = layout.placedScene(at: CellPosition(row: 0, column: 0))

    #expect(place.scene === list)
    #expect(place.rect == layout.panes.wholeScreen)
    #expect(layout.focusedScene === stream)
  }

  @Test
  func `as many columns are shown as fit at sixty cells each, and the focused one is among them`()
    throws
  {
    let (columns, scenes) = deck(beside: 3)
    func shown(_ width: Int, current: Int = 0, first: Int = 0) throws -> [ObjectIdentifier] {
      let size = CellSize(rows: 24, columns: width)
      return try #require(laidOut(columns, current: current, first: first, on: size)).columns.map {
        ObjectIdentifier($0.scene)
      }
    }

    #expect(try shown(119) == ids(scenes[0]))
    #expect(try shown(120) == ids(scenes[0], scenes[1]))
    #expect(try shown(200) == ids(scenes[0], scenes[1], scenes[2]))
    #expect(try shown(500) == ids(scenes[0], scenes[1], scenes[2], scenes[3]))
    #expect(try shown(120, current: 2) == ids(scenes[1], scenes[2]))
    #expect(try shown(120, current: 1, first: 1) == ids(scenes[1], scenes[2]))
    #expect(try shown(80, current: 3) == ids(scenes[3]))
  }

  @Test func `columns differ in width by at most one cell, and fill the screen`() throws {
    let (columns, _) = deck(beside: 2)

    for width in 180...200 {
      let size = CellSize(rows: 24, columns: width)
      let panes = try #require(laidOut(columns, on: size)).panes
      let widths = panes.columns.map(\.size.columns)

      #expect(widths.reduce(2, +) == width)
      #expect(try #require(widths.max()) - #require(widths.min()) <= 1)
    }
  }

  @Test func `a scene opened in a column replaces only that column`() throws {
    let (columns, scenes) = deck(beside: 1)
    columns[1].stack.pushScene(profile, at: .profile(nil))

    let layout = try #require(laidOut(columns, current: 1, on: wide))

    #expect(layout.columns.map { ObjectIdentifier($0.scene) } == ids(scenes[0], profile))
    #expect(layout.frontScene === profile)
    #expect(layout.sceneInTopLine.scene === scenes[1])
    #expect(layout.sceneInTopLine.column == 1)
    #expect(layout.leadsBack)
  }

  @Test func `a pinned column without opened scenes has no way back, the first column has one`()
    throws
  {
    let (columns, _) = deck(beside: 1)

    #expect(try #require(laidOut(columns, current: 0, on: wide)).leadsBack)
    #expect(try !#require(laidOut(columns, current: 1, on: wide)).leadsBack)
  }

  @Test func `a full-screen scene hides all columns while the first column has the keyboard focus`()
    throws
  {
    let (columns, scenes) = deck(beside: 1)
    let photo = SceneDouble()
    photo.properties.fitsBeside = false
    stack.pushScene(photo, at: .photo(.init("a"), index: 0))

    let alone = try #require(laidOut(columns, on: wide))
    let behind = try #require(laidOut(columns, current: 1, on: wide))

    #expect(alone.columns.map { ObjectIdentifier($0.scene) } == ids(photo))
    #expect(alone.window == nil)
    #expect(behind.columns.map { ObjectIdentifier($0.scene) } == ids(scenes[0], scenes[1]))
  }

  @Test func `with a screen reader only the focused column is shown, without titles`() throws {
    let (columns, scenes) = deck(beside: 1)

    let layout = try #require(laidOut(columns, current: 1, on: wide, isPlain: true))

    #expect(layout.columns.map { ObjectIdentifier($0.scene) } == ids(scenes[1]))
    #expect(layout.panes.titles == nil)
  }

  @Test func `a click goes to the column at its cell, on the top line to the focused column`()
    throws
  {
    let (columns, scenes) = deck(beside: 1)
    let layout = try #require(laidOut(columns, current: 1, on: wide))
    func column(_ row: Int, _ column: Int) -> Int {
      layout.placedScene(at: CellPosition(row: row, column: column)).column
    }

    #expect(column(5, 5) == 0)
    #expect(column(5, 100) == 1)
    #expect(column(1, 5) == 0)
    #expect(column(0, 5) == 1)
    #expect(layout.placedScene(at: CellPosition(row: 0, column: 5)).scene === scenes[1])
    #expect(layout.placedScene(at: CellPosition(row: 0, column: 5)).rect.origin.column == 0)
  }

  private func laidOut(on size: CellSize, isPlain: Bool = false) -> DeckLayout? {
    laidOut([column], on: size, isPlain: isPlain)
  }

  private func laidOut(
    _ columns: [SceneColumn], current: Int = 0, first: Int = 0, on size: CellSize,
    isPlain: Bool = false
  ) -> DeckLayout? {
    DeckLayout(
      of: columns, current: current,
      window: VisibleColumnRange(
        first: first, current: current, of: columns.count,
        room: isPlain ? 1 : ScreenPanes.deckColumnCount(fitting: size.columns)), on: size,
      isPlain: isPlain)
  }

  /// The first column with the stream, and so many beside it.
  private func deck(beside count: Int) -> (columns: [SceneColumn], scenes: [SceneDouble]) {
    stack.pushScene(stream, at: .tabs)
    let others = (0..<count).map { number in
      let pinned = DeckColumn(.stream(.feed(.tag("\(number)"))), of: Account.ID("sol"))
      return (SceneColumn(pinned: pinned), SceneDouble.stream())
    }
    for (column, scene) in others { column.stack.pushScene(scene, at: .tabs) }
    return ([column] + others.map(\.0), [stream] + others.map(\.1))
  }

  private func ids(_ scenes: SceneDouble...) -> [ObjectIdentifier] {
    scenes.map { ObjectIdentifier($0) }
  }
}
