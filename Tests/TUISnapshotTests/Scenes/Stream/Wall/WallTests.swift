import FeedDomain
import Terminal
import Testing

@testable import PhotoDisplay
@testable import Preferences
@testable import Scenes

struct WallTests {
  /// ```
  /// abc    gdf
  /// abc    gdf
  /// adc     hf
  /// edc     h
  /// edf     h
  /// ```
  private let rows: [(Character, Int)] = [
    ("a", 3), ("b", 2), ("c", 4), ("d", 4), ("e", 2), ("f", 3), ("g", 2), ("h", 3),
  ]

  private func wall(rows room: Int = 6, footer: Int = 0) -> PhotoWallState<Character> {
    var wall = PhotoWallState<Character>()
    wall.layOutWall(
      pieces(), columns: 3, room: CellSize(rows: room, columns: 40), footer: footer)
    return wall
  }

  private func pieces(above: [(Character, Int)] = []) -> [PhotoWallColumnLayout<Character>
    .UnplacedWallElement]
  {
    (above + rows).map { .init(id: $0.0, rows: $0.1) }
  }

  @Test(arguments: [
    ([PhotoWallDirection.down], "e" as Character), ([.right], "b" as Character),
    ([.right, .right], "c" as Character),
    ([.right, .right, .right], "c" as Character), ([.left], "a" as Character),
    ([.up], "a" as Character), ([.right, .down], "d" as Character),
    ([.right, .down, .down], "h" as Character), ([.right, .down, .left], "e" as Character),
    ([.right, .down, .up], "b" as Character),
    ([.down, .right], "d" as Character),
  ])
  func `arrows select the neighbouring photo in their direction`(
    path: [PhotoWallDirection], goal: Character
  ) {
    var wall = wall()

    for direction in path { wall.selectNeighbouringPhoto(direction) }

    #expect(wall.selected == goal)
  }

  @Test func `moving sideways and back selects the first photo again`() {
    var wall = wall()
    wall.selectNeighbouringPhoto(.down)
    let before = wall.selected

    wall.selectNeighbouringPhoto(.right)
    wall.selectNeighbouringPhoto(.right)
    wall.selectNeighbouringPhoto(.left)
    wall.selectNeighbouringPhoto(.left)

    #expect(wall.selected == before)
  }

  @Test func `the selected photo is always visible as a whole`() {
    var wall = wall()
    for _ in 0..<10 {
      wall.selectNeighbouringPhoto(.down)
      let frame = wall.layout.frames[wall.index ?? 0]
      #expect(wall.row >= 0 && wall.row + frame.rows.count <= 6)
    }
  }

  @Test func `photos added above do not change the selected photo or its row`() {
    var wall = wall()
    wall.selectNeighbouringPhoto(.down)
    let (selected, row) = (wall.selected, wall.row)

    wall.layOutWall(
      pieces(above: [("x", 4), ("y", 1), ("z", 3)]), columns: 3,
      room: CellSize(rows: 6, columns: 40), footer: 0)

    #expect(wall.selected == selected && wall.row == row)
    #expect(wall.layout.top < 0)
  }

  @Test func `paging selects a photo at about the same height of the screen`() {
    var wall = wall(rows: 4)
    let row = wall.row

    wall.scrollWithSelection(by: 3)

    #expect(wall.top == 3)
    #expect(wall.selected == "e")
    #expect(abs(wall.row - row) <= 1)
  }

  @Test func `paging at the end of the wall changes nothing more`() {
    var wall = wall()

    for _ in 0..<9 { wall.scrollWithSelection(by: 4) }
    let end = wall.top
    wall.scrollWithSelection(by: 4)

    #expect(wall.top == end && end == wall.layout.bottom - 6)
  }

  @Test func `the wheel changes the selection only when it would leave the screen`() {
    var wall = wall(rows: 4)

    wall.scrollRows(by: 2)
    let first = wall.selected
    wall.scrollRows(by: 2)

    #expect(first == "a")
    #expect(wall.selected == "e" && wall.visibleIndices.contains(wall.index ?? -1))
  }

  @Test func `the end of the wall becomes visible together with its footer`() {
    var wall = wall(footer: 2)

    wall.selectPhotoAtEnd(.down)
    while wall.top < wall.layout.bottom + 2 - 6 {
      let before = wall.top
      wall.selectNeighbouringPhoto(.down)
      if wall.top == before { break }
    }

    #expect(wall.top == wall.layout.bottom + 2 - 6)
  }

  @Test func `a click finds the photo at its position`() throws {
    let wall = wall()
    let grid = PhotoWallColumnGrid(room: 80)

    let hit = try #require(
      wall.photoPosition(at: CellPosition(row: 3, column: grid.columnStart(of: 1)), grid: grid))

    #expect(wall.layout.elements[hit.index].id == "d")
    #expect(hit.row == 1)
  }

  @Test func `a click above or below the wall finds no photo`() {
    var wall = wall()
    wall.scrollRows(by: 2)
    let column = PhotoWallColumnGrid(room: 80).columnStart(of: 1)

    let hits = [-1, 0, 5, 6].map {
      wall.photoPosition(
        at: CellPosition(row: $0, column: column), grid: PhotoWallColumnGrid(room: 80))
        != nil
    }

    #expect(wall.top == 2 && hits == [false, true, true, false])
  }

  @Test func `an empty wall selects no photo, whatever key is pressed`() {
    var wall = PhotoWallState<Character>()
    wall.layOutWall([], columns: 3, room: CellSize(rows: 6, columns: 40), footer: 0)

    for command in Command.allCases { _ = wall.handleSelectionMovingCommand(command) }

    #expect(wall.selected == nil && wall.visibleIndices.isEmpty)
  }
}

struct WallGridTests {
  @Test(arguments: [(80, 3), (200, 7), (40, 2), (20, 1), (120, 4), (64, 2), (1, 1)])
  func `the width of the screen decides the number of columns`(room: Int, count: Int) {
    let grid = PhotoWallColumnGrid(room: room)

    #expect(grid.count == count)
  }

  @Test(arguments: [(80, 2), (120, 3), (200, 5), (40, 2), (20, 1)])
  func `photos in block characters have fewer and wider columns`(room: Int, count: Int) {
    #expect(PhotoWallColumnGrid(room: room, drawsBlocks: true).count == count)
  }

  @Test(arguments: [(200, 60, 5), (160, 50, 5), (80, 24, 3), (300, 100, 5)])
  func `a limit of thirty visible photos reduces the number of columns`(
    columns: Int, rows: Int, count: Int
  ) {
    let room = CellSize(rows: rows, columns: columns)

    #expect(PhotoWallColumnGrid(room: room, most: 30).count == count)
    #expect(PhotoWallColumnGrid(room: room, most: nil) == PhotoWallColumnGrid(room: columns))
  }

  @Test(arguments: [(1, 1), (2, 2), (4, 2), (6, 3), (30, 4)])
  func `a few photos have fewer and wider columns while all are visible`(
    photos: Int, count: Int
  ) {
    let room = CellSize(rows: 50, columns: 120)
    let shape = PhotoShape(
      PhotoSize(width: 3, height: 2), cell: PixelSize(width: 10, height: 20))

    let grid = PhotoWallColumnGrid(room: room, most: nil).gridForFewPhotos(
      in: room, photos: Array(repeating: shape, count: photos)
    ) { grid in Array(repeating: shape.rowCount(forColumns: grid.width) + 1, count: photos) }

    #expect(grid.count == count)
    #expect(grid.span.upperBound <= room.columns)
  }

  @Test func `a single portrait photo has a column of its shape in the middle`() {
    let room = CellSize(rows: 40, columns: 90)
    let shape = PhotoShape(
      PhotoSize(width: 2, height: 3), cell: PixelSize(width: 10, height: 20))

    let grid = PhotoWallColumnGrid(room: room, most: nil).gridForFewPhotos(
      in: room, photos: [shape]
    ) {
      _ in []
    }

    #expect(grid.width == 40)
    #expect(grid.span == 25..<65)
  }

  @Test func `columns are one blank apart and stay within the width`() {
    for room in 3...300 {
      let grid = PhotoWallColumnGrid(room: room)
      for column in 1..<max(2, grid.count) where column < grid.count {
        #expect(grid.columnStart(of: column) == grid.columnStart(of: column - 1) + grid.width + 1)
        #expect(grid.columnIndex(at: grid.columnStart(of: column)) == column)
      }
      #expect(grid.span.upperBound <= room && grid.columnStart(of: 0) >= 1)
    }
  }
}
