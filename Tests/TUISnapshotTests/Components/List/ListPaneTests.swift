import FeedDomain
import Terminal
import Testing

@testable import Preferences
@testable import Scenes

@MainActor struct ListPaneTests {
  struct Row: Identifiable, Equatable {
    let id: Int
    var height: Int
  }

  func pane(_ heights: [Int], rows: Int = 10, gap: Int = 1) -> ListPane<Row, Never> {
    var pane = ListPane<Row, Never>(gap: gap)
    fit(&pane, rows: rows)
    pane.replaceItems(heights.enumerated().map { Row(id: $0, height: $1) })
    return pane
  }

  func fit(_ pane: inout ListPane<Row, Never>, rows: Int) {
    pane.setSizeAndLayoutFunction(CellSize(rows: rows, columns: 20), look: .init(theme: .none)) {
      row, _ in
      LaidOutLines(
        lines: Array(repeating: Line(SafeText(sanitizing: "\(row.id)")), count: row.height))
    }
  }

  @Test func `moving down scrolls as little as the next item needs`() {
    var pane = pane([3, 3, 3, 3])

    pane.selectNextItem()
    pane.selectNextItem()
    #expect((pane.selection, pane.row) == (2, 7))
    pane.selectNextItem()

    #expect((pane.selection, pane.row) == (3, 7))
  }

  @Test func `a click above or below the pane hits no item`() {
    var pane = pane(Array(repeating: 3, count: 12), rows: 6)
    for _ in 0..<4 { pane.selectNextItem() }

    let hits = [-1, 0, 5, 7].map { pane.itemAndAction(at: CellPosition(row: $0, column: 4))?.index }

    #expect(hits == [nil, 3, 4, nil])
  }

  @Test func `the rows left below two columns belong to neither`() throws {
    let columns = try #require(
      TwoColumnListLayout(in: CellSize(rows: 11, columns: 160), ofScreen: 160))

    let rows = [8, 9, 10].map { columns.panePosition(of: CellPosition(row: $0, column: 4)).row }

    #expect(columns.room.rows == 18)
    #expect(rows == [8, 18, 18])
  }

  @Test func `a post taller than the pane is scrolled to its end before the next is selected`() {
    var pane = pane([25, 3])
    var steps: [Int] = []

    while pane.selection == 0 {
      steps.append(pane.row)
      pane.selectNextItem()
    }

    #expect(steps == [0, -8, -15])
  }

  @Test func `a pane that shrinks and grows again restores the scroll position`() {
    var pane = pane(Array(repeating: 3, count: 12), rows: 20)
    for _ in 0..<4 { pane.selectNextItem() }
    let before = (pane.selection, pane.row)

    for rows in [12, 4, 7, 20] { fit(&pane, rows: rows) }
    #expect((pane.selection, pane.row) == before)
    fit(&pane, rows: 4)
    pane.selectPreviousItem()
    let chosen = pane.row
    fit(&pane, rows: 20)

    #expect(pane.row == chosen)
  }

  @Test func `the selected item keeps its row when items are inserted above`() {
    var pane = pane([3, 3, 3])
    pane.selectNextItem()

    pane.replaceItems([Row(id: 90, height: 2), Row(id: 91, height: 5)] + pane.items)

    #expect(pane.selected?.id == 1)
    #expect(pane.row == 4)
  }

  @Test func `the item after a removed selection is selected`() {
    var pane = pane([3, 3, 3])
    pane.selectNextItem()

    pane.replaceItems(pane.items.filter { $0.id != 1 })

    #expect(pane.selected?.id == 2)
    #expect(pane.row == 4)
  }

  @Test func `in a reversed list the item before a removed selection is selected`() {
    var pane = pane([3, 1, 3])
    pane.selectNextItem()

    pane.replaceItems(
      [Row(id: 0, height: 3), Row(id: 7, height: 2), Row(id: 8, height: 2), Row(id: 2, height: 3)],
      replaced: 1, fromBelow: true)

    #expect(pane.selected?.id == 8)
    #expect(pane.row == 3)
  }

  @Test func `scrolling stops at both ends of the list`() {
    var pane = pane([3, 3, 3, 3])

    pane.scrollRows(by: -5)
    #expect((pane.selection, pane.row) == (0, 0))
    pane.scrollRows(by: 100)

    #expect((pane.selection, pane.row) == (1, -1))
  }

  @Test func `a page down and a page up return to the same position`() {
    var pane = pane(Array(repeating: 3, count: 50))
    pane.scrollWithSelection(by: 8)
    pane.scrollWithSelection(by: 8)

    pane.scrollWithSelection(by: -8)
    pane.scrollWithSelection(by: -8)

    #expect((pane.selection, pane.row) == (0, 0))
  }

  @Test func `an update lays out the changed items alone, and keeps the selection`() {
    var pane = ListPane<Row, Never>(gap: 1)
    var rows = (0..<6).map { Row(id: $0, height: 3) }
    nonisolated(unsafe) var laidOut: [Int] = []  // Only this test's own thread touches it.
    pane.setSizeAndLayoutFunction(CellSize(rows: 10, columns: 20), look: .init(theme: .none)) {
      row, _ in
      laidOut.append(row.id)
      return LaidOutLines(lines: Array(repeating: Line("x"), count: row.height))
    }
    var areChanged = [pane.replaceItemsIfChanged(rows)]
    pane.selectNextItem()
    _ = pane.visibleItemIndices()
    laidOut = []

    areChanged.append(pane.replaceItemsIfChanged(rows))
    rows[0].height = 1
    areChanged.append(pane.replaceItemsIfChanged(rows))
    _ = pane.visibleItemIndices()

    #expect(laidOut == [0])
    #expect(pane.selected?.id == 1 && pane.row == 2)
    rows.removeFirst()
    areChanged.append(pane.replaceItemsIfChanged(rows))
    #expect(areChanged == [true, false, true, true])
    #expect(pane.selected?.id == 1 && pane.row == 0)
  }

  @Test func `layouts near the visible items are cached, and distant ones are laid out again`() {
    var pane = ListPane<Row, Never>(gap: 1)
    nonisolated(unsafe) var laidOut = 0  // Only this test's own thread touches it.
    pane.setSizeAndLayoutFunction(CellSize(rows: 10, columns: 20), look: .init(theme: .none)) {
      row, _ in
      laidOut += 1
      return LaidOutLines(lines: Array(repeating: Line("x"), count: row.height))
    }
    pane.replaceItems((0..<200).map { Row(id: $0, height: 3) })

    for _ in 0..<199 { pane.selectNextItem() }
    #expect(laidOut == 200)
    _ = pane.visibleItemIndices()
    pane.selectPreviousItem()
    #expect(laidOut == 200)
    pane.selectFirstItem()
    _ = pane.visibleItemIndices()
    #expect(laidOut == 203)
  }

  @Test func `rows with ages are laid out again after ten seconds, not every second`() {
    var pane = ListPane<Row, Never>(gap: 1)
    nonisolated(unsafe) var laidOut = 0  // Only this test's own thread touches it.
    var counts: [Int] = []
    pane.replaceItems([Row(id: 0, height: 1)])

    for seconds in [0, 1, 9, 10] {
      let drawing = DrawingParameters(
        theme: .none, isFront: true, frame: 0,
        now: Timestamp(milliseconds: Int64(seconds) * 1_000))
      pane.setSizeAndLayoutFunction(
        CellSize(rows: 10, columns: 20), look: .init(theme: .none, ageStep: drawing.ageStep)
      ) { _, _ in
        laidOut += 1
        return LaidOutLines(lines: [Line("x")])
      }
      _ = pane.visibleItemIndices()
      counts.append(laidOut)
    }

    #expect(counts == [1, 1, 1, 2])
  }

  @Test func `only visible items are laid out`() {
    var pane = ListPane<Row, Never>(gap: 1)
    nonisolated(unsafe) var count = 0  // Only this test's own thread touches it.
    pane.setSizeAndLayoutFunction(CellSize(rows: 10, columns: 20), look: .init(theme: .none)) {
      _, _ in
      count += 1
      return LaidOutLines(lines: [Line(), Line()])
    }
    pane.replaceItems((0..<100_000).map { Row(id: $0, height: 2) })
    var canvas = Canvas(size: CellSize(rows: 10, columns: 20))

    pane.drawItems(on: &canvas, in: canvas.bounds, mark: nil)
    pane.drawItems(on: &canvas, in: canvas.bounds, mark: nil)

    #expect(count == 4)
  }

  @Test(arguments: [1, 2, 7, 40]) func `random movements stay within the bounds of the list`(
    rows: Int
  ) {
    var pane = pane((0..<30).map { $0 % 11 + 1 }, rows: rows)
    var random = SystemRandomNumberGenerator()

    for step in 0..<500 {
      switch Int.random(in: 0..<8, using: &random) {
      case 0: pane.selectNextItem()
      case 1: pane.selectPreviousItem()
      case 2: pane.scrollWithSelection(by: rows)
      case 3: pane.scrollWithSelection(by: -rows)
      case 4: pane.scrollRows(by: 3)
      case 5: pane.scrollRows(by: -3)
      case 6: fit(&pane, rows: max(1, rows + step % 5 - 2))
      default: pane.selectItem(onRow: step % rows)
      }
      let height = pane.itemHeight(pane.selection)
      #expect(pane.row < pane.room.rows && pane.row + height > 0)
      let above = pane.screenRowCountAboveSelection(limit: .max)
      #expect(above >= pane.row)
    }
  }
}
