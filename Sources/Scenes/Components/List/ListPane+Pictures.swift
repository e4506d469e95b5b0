import PhotoDisplay
import Terminal

@MainActor extension ListPane {
  /// An item that is seen and has pictures, and the row on which it begins.
  struct Pictured {
    let index: Int
    let top: Int
  }

  /// How many items ahead of the reader pictures are fetched.
  private static var lookAhead: Int { 3 }

  /// Draws the pictures of the items that are seen and asks for those that come next.
  ///
  /// The selected item's are asked for first, then those below it, then those above.
  mutating func draw(
    _ pictured: [Pictured], seen: Range<Int>, with boxes: PictureBox, on canvas: inout Canvas,
    in rect: CellRect
  ) {
    guard boxes.shelf.isOn else { return }
    let below = pictured.firstIndex { $0.index >= selection } ?? pictured.count
    let inOrder = pictured[below...] + pictured[..<below].reversed()
    var isWhole = true
    for item in inOrder {
      isWhole = draw(item, with: boxes, on: &canvas, in: rect) && isWhole
    }
    // Who wrote it is told in words: what is shown comes first.
    for item in inOrder { drawPeople(of: item, with: boxes, on: &canvas, in: rect) }
    // Laying out what nobody sees yet must not hold up what they wait for.
    if isWhole, reading != nil { expectPictures(around: seen, boxes.shelf) }
    noteDirection()
  }

  private mutating func draw(
    _ item: Pictured, with boxes: PictureBox, on canvas: inout Canvas, in rect: CellRect
  ) -> Bool {
    var isWhole = true
    for area in block(item.index).pictures where area.tile == nil {
      let box = area.box(at: item.top, in: rect)
      let isDrawn = boxes.draw(
        area.photo, describedAs: area.words, cut: area.cut,
        isSelected: item.index == selection, isCovered: area.isCovered, on: &canvas,
        in: box, within: rect)
      isWhole = isDrawn && isWhole
    }
    return isWhole
  }

  private mutating func drawPeople(
    of item: Pictured, with boxes: PictureBox, on canvas: inout Canvas, in rect: CellRect
  ) {
    for area in block(item.index).pictures {
      guard let tile = area.tile else { continue }
      boxes.draw(
        tile, of: area.photo, on: &canvas, in: area.box(at: item.top, in: rect), within: rect)
    }
  }

  private mutating func expectPictures(around seen: Range<Int>, _ shelf: any PictureShelf) {
    // Of the outermost item only a line may be seen, and its pictures come next.
    for step in -1..<Self.lookAhead {
      let index =
        reading?.isUpwards == true ? seen.lowerBound - 1 - step : seen.upperBound + step
      guard items.indices.contains(index) else { return }
      for area in block(index).pictures where !area.isCovered && area.tile == nil {
        shelf.expect([area.photo], in: area.box.size, area.cut)
      }
    }
  }

  /// Which way the reader goes, from where the selection was in the last frame.
  private mutating func noteDirection() {
    guard let before = reading else {
      reading = (selection, row, false)
      return
    }
    if before.selection != selection {
      reading = (selection, row, selection < before.selection)
    } else if before.row != row {
      reading = (selection, row, row > before.row)
    }
  }
}

extension PictureArea {
  /// Its box on the screen, where its block begins on that row of a pane.
  fileprivate func box(at top: Int, in pane: CellRect) -> CellRect {
    var box = box
    box.origin.row += pane.origin.row + top
    box.origin.column += pane.origin.column + 2
    return box
  }
}
