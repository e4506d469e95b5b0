import PhotoDisplay
import Preferences
import Terminal

extension ListPane {
  /// The look of the selected item.
  struct Mark {
    /// The sign drawn left of each of the item's lines.
    let sign: Line
    /// A style in the item's first line, and its replacement while selected.
    let emphasis: (from: Style, to: Style)?

    /// A bar and the author's name in a stronger style; a thin bar alone if the list is without
    /// keyboard focus.
    init(_ theme: Theme, _ options: DisplayOptions, hasKeys: Bool = true) {
      guard hasKeys else {
        sign = Line(options.isPlain ? ">" : "▏", theme.style(.faint))
        emphasis = nil
        return
      }
      sign = Line(options.isPlain ? ">" : "▌", theme.style(.selection))
      let (from, to) = (theme.style(.author), theme.style(.currentAuthor))
      emphasis = from == to ? nil : (from, to)
    }
  }

  /// Draws the visible items. Without a mark the selection is not shown; without boxes no pictures
  /// are drawn.
  @_semantics("optimize.sil.specialize.generic.never")
  @MainActor mutating func draw(
    on canvas: inout Canvas, in rect: CellRect, mark: Mark?, pictures boxes: PictureBox? = nil
  ) {
    guard !items.isEmpty else { return }
    var index = selection
    var top = row
    while top > 0, index > 0 {
      index -= 1
      top -= height(index) + gap
    }
    let first = index
    var pictured: [Pictured] = []
    while index < items.count, top < rect.size.rows {
      let block = block(index)
      let mark = index == selection ? mark : nil
      let own = block.lines.count - block.trailing
      if mark != nil {
        canvas.point = CellPosition(
          row: rect.origin.row + max(0, top), column: rect.origin.column + 2)
      }
      draw(block.lines, at: top, on: &canvas, in: rect, mark: mark, marked: own)
      if mark == nil { blank(block.quiet, at: top, on: &canvas, in: rect) }
      if !block.pictures.isEmpty { pictured.append(Pictured(index: index, top: top)) }
      top += max(1, block.lines.count) + (index + 1 < items.count || !footer.isEmpty ? gap : 0)
      index += 1
    }
    if let boxes { draw(pictured, seen: first..<index, with: boxes, on: &canvas, in: rect) }
    if index == items.count { draw(footer, at: top, on: &canvas, in: rect, mark: nil) }
    boxes?.drawInsets(on: &canvas, within: rect)
  }

  private func draw(
    _ lines: [Line], at top: Int, on canvas: inout Canvas, in rect: CellRect, mark: Mark?,
    marked: Int = 0
  ) {
    let first = max(0, -top)
    let end = min(lines.count, rect.size.rows - top)
    guard first < end else { return }
    let clip = CellRect(
      row: rect.origin.row, column: rect.origin.column, rows: rect.size.rows,
      columns: rect.size.columns)
    for number in first..<end {
      let row = rect.origin.row + top + number
      var line = lines[number]
      if let mark, number < marked {
        canvas.write(
          mark.sign, at: CellPosition(row: row, column: rect.origin.column), within: clip)
        // Further down, the same style means something else.
        if number == 0, let emphasis = mark.emphasis {
          line = line.restyled { $0 == emphasis.from ? emphasis.to : $0 }
        }
      }
      canvas.write(line, at: CellPosition(row: row, column: rect.origin.column + 2), within: clip)
    }
  }
}

extension ListPane {
  /// Erases the parts of an item that only the selection shows.
  private func blank(
    _ quiet: [(line: Int, columns: Range<Int>)], at top: Int, on canvas: inout Canvas,
    in rect: CellRect
  ) {
    for (line, columns) in quiet {
      var blanks = Line()
      blanks.pad(columns.count)
      canvas.write(
        blanks,
        at: CellPosition(
          row: rect.origin.row + top + line, column: rect.origin.column + 2 + columns.lowerBound),
        within: rect)
    }
  }

  /// Returns the item, action and link at a cell of the pane; nil below the last item.
  @_semantics("optimize.sil.specialize.generic.never")
  mutating func hit(at position: CellPosition) -> (index: Int, action: Action?, link: Hyperlink?)? {
    guard let place = item(at: position.row) else { return nil }
    let block = block(place.index)
    guard place.line < max(1, block.lines.count) else { return nil }
    let column = position.column - 2
    let isBlank =
      place.index != selection
      && block.quiet.contains { $0.line == place.line && $0.columns.contains(column) }
    return (
      place.index, isBlank ? nil : block.action(line: place.line, column: column),
      block.link(line: place.line, column: column)
    )
  }
}

// MARK: - Its pictures

@MainActor extension ListPane {
  /// A visible item with pictures, and the row on which it begins.
  struct Pictured {
    let index: Int
    let top: Int
  }

  /// The number of items ahead of the reader whose pictures are prefetched.
  private static var lookAhead: Int { 3 }

  /// Draws the pictures of the visible items, and prefetches those of the next ones.
  ///
  /// The selected item's pictures are requested first, then those below, then those above.
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
    if isWhole, heading.isKnown { expectPictures(around: seen, boxes.shelf) }
    heading.note(selection: selection, row: row)
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

  private mutating func expectPictures(around seen: Range<Int>, _ shelf: any PictureProvider) {
    // Of the outermost item only a line may be seen, and its pictures come next.
    for step in -1..<Self.lookAhead {
      let index =
        heading.isUpwards ? seen.lowerBound - 1 - step : seen.upperBound + step
      guard items.indices.contains(index) else { return }
      for area in block(index).pictures where !area.isCovered && area.tile == nil {
        shelf.expect([area.photo], in: area.box.size, area.cut)
      }
    }
  }
}

extension PictureArea {
  /// Returns the area's box on the canvas. top is the row of the pane on which its block begins.
  fileprivate func box(at top: Int, in pane: CellRect) -> CellRect {
    var box = box
    box.origin.row += pane.origin.row + top
    box.origin.column += pane.origin.column + 2
    return box
  }
}
