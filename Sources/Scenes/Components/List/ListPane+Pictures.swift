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
    var isWhole = true
    let below = pictured.firstIndex { $0.index >= selection } ?? pictured.count
    for item in pictured[below...] {
      isWhole = draw(item, with: boxes, on: &canvas, in: rect) && isWhole
    }
    for item in pictured[..<below].reversed() {
      isWhole = draw(item, with: boxes, on: &canvas, in: rect) && isWhole
    }
    // Laying out what nobody sees yet must not hold up what they wait for.
    if isWhole, reading != nil { expectPictures(around: seen, boxes.shelf) }
    noteDirection()
  }

  private mutating func draw(
    _ item: Pictured, with boxes: PictureBox, on canvas: inout Canvas, in rect: CellRect
  ) -> Bool {
    var isWhole = true
    for area in block(item.index).pictures {
      var box = area.box
      box.origin.row += rect.origin.row + item.top
      box.origin.column += rect.origin.column + 2
      let isDrawn = boxes.draw(
        area.photo, describedAs: area.words, cut: area.cut, isCovered: area.isCovered,
        on: &canvas, in: box, within: rect)
      isWhole = isDrawn && isWhole
    }
    return isWhole
  }

  private mutating func expectPictures(around seen: Range<Int>, _ shelf: any PictureShelf) {
    // Of the outermost item only a line may be seen, and its pictures come next.
    for step in -1..<Self.lookAhead {
      let index =
        reading?.isUpwards == true ? seen.lowerBound - 1 - step : seen.upperBound + step
      guard items.indices.contains(index) else { return }
      for area in block(index).pictures where !area.isCovered {
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
