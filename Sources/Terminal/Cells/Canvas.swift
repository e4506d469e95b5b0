/// A grid of cells on which a scene draws text and pictures, independent of any terminal.
public struct Canvas: Equatable, Sendable {
  /// A run of cells in a row of a canvas that share a value: a link or key that a click selects, or
  /// an inline picture.
  public struct CanvasTargetSegment<Target: Hashable & Sendable>: Equatable, Sendable {
    public let position: CellPosition
    public let columns: Int
    public let target: Target
  }

  public typealias Link = CanvasTargetSegment<SafeWebLink>

  /// A placement of a picture on a canvas; visible in the cells that no later drawing covered.
  public struct PicturePlacement: Equatable, Sendable {
    public let picture: Picture
    /// The canvas position of the picture's top left cell, which can be outside of the canvas.
    public let origin: CellPosition
    public let animation: Animation?
  }

  public let size: CellSize
  /// The cells of the canvas by row, each row `size.columns` long.
  public private(set) var rows: [[Cell]]
  public private(set) var links: [Link] = []
  /// The clickable key names on the canvas, each with its cells; a click on a name presses its key.
  public private(set) var keys: [CanvasTargetSegment<Key>] = []
  /// The small pictures within the canvas's text, such as custom emoji, each with its cells; the
  /// scene draws the pictures over the text.
  public private(set) var insets: [CanvasTargetSegment<PictureInText>] = []
  public private(set) var placements: [PicturePlacement] = []
  /// The position of the text cursor on the canvas; nil hides the cursor.
  public var cursor: CellPosition?
  /// The position on the canvas of the selected row's first cell, where the cursor is left for
  /// screen readers; nil if no row is selected.
  public var point: CellPosition?

  public init(size: CellSize, style: Style = .plain) {
    self.size = CellSize(rows: max(0, size.rows), columns: max(0, size.columns))
    let row = Array(repeating: Cell.blankCell(style), count: self.size.columns)
    rows = Array(repeating: row, count: self.size.rows)
  }

  public var bounds: CellRect {
    CellRect(row: 0, column: 0, rows: size.rows, columns: size.columns)
  }

  /// Draws a line of text on a canvas, clipped to a rectangle, or to the whole canvas if that is
  /// nil. A wide character cut by an edge becomes a blank.
  public mutating func writeLine(
    _ line: Line, at position: CellPosition, within clip: CellRect? = nil
  ) {
    let clip = clip ?? bounds
    guard rows.indices.contains(position.row), clip.rows.contains(position.row) else { return }
    let first = max(position.column, clip.columns.lowerBound, 0)
    let end = min(position.column + line.cells.count, clip.columns.upperBound, size.columns)
    guard first < end else { return }
    let shift = position.column
    blankOutSplitCharacter(row: position.row, at: first)
    blankOutSplitCharacter(row: position.row, at: end)
    rows[position.row].withUnsafeMutableBufferPointer { row in
      for column in first..<end { row[column] = line.cells[column - shift] }
      if row[first].width == 0 { row[first] = row[first].blanked }
      if row[end - 1].width == 2 { row[end - 1] = row[end - 1].blanked }
    }
    removeLinksKeysAndInsets(inRow: position.row, columns: first..<end)
    links.appendSegments(line.links, at: position, within: first..<end)
    keys.appendSegments(line.keys, at: position, within: first..<end)
    insets.appendSegments(line.insets, at: position, within: first..<end)
  }

  public mutating func fillRect(_ rect: CellRect, _ style: Style = .plain) {
    let from = max(0, rect.columns.lowerBound)
    let to = min(size.columns, rect.columns.upperBound)
    guard from < to else { return }
    let blank = Cell.blankCell(style)
    for row in rect.rows.clamped(to: 0..<size.rows) {
      blankOutSplitCharacter(row: row, at: from)
      blankOutSplitCharacter(row: row, at: to)
      rows[row].withUnsafeMutableBufferPointer { $0[from..<to].update(repeating: blank) }
      removeLinksKeysAndInsets(inRow: row, columns: from..<to)
    }
  }

  /// Places a picture on a canvas, clipped to a rectangle; nil clips to the canvas. Later drawing
  /// covers the picture cell by cell. The frames of an animation replace the picture once the
  /// terminal can show them.
  public mutating func placePicture(
    _ picture: Picture, at position: CellPosition, within clip: CellRect? = nil,
    moving animation: Animation? = nil
  ) {
    let area = CellRect(origin: position, size: picture.cells)
    let clip = clip ?? bounds
    let from = max(0, area.columns.lowerBound, clip.columns.lowerBound)
    let to = min(size.columns, area.columns.upperBound, clip.columns.upperBound)
    guard from < to, let cell = Cell.cellWithPictureNumber(placements.count) else { return }
    let visible = area.rows.clamped(to: 0..<size.rows).clamped(to: clip.rows)
    guard !visible.isEmpty else { return }
    placements.append(PicturePlacement(picture: picture, origin: position, animation: animation))
    for row in visible {
      blankOutSplitCharacter(row: row, at: from)
      blankOutSplitCharacter(row: row, at: to)
      for column in from..<to { rows[row][column] = cell }
      removeLinksKeysAndInsets(inRow: row, columns: from..<to)
    }
  }

  /// Returns the canvas with a style's colours in place of the terminal's default colours, except
  /// in pictures.
  public func replacingDefaultColours(with style: Style) -> Canvas {
    let ground = PackedStyle(style, columns: 1)
    guard ground != PackedStyle(.plain, columns: 1) else { return self }
    var settled = self
    for row in rows.indices {
      settled.rows[row].withUnsafeMutableBufferPointer { cells in
        for column in cells.indices where cells[column].pictureNumber == nil {
          cells[column] = cells[column].replacingDefaultColours(of: ground)
        }
      }
    }
    return settled
  }

  mutating func replaceCells(inRow row: Int, _ change: (inout [Cell]) -> Void) {
    change(&rows[row])
  }

  /// The text of the canvas, for tests: a line for each row, without styles and trailing blanks.
  /// "▒" stands for the cells of pictures.
  public var text: String {
    rows.map { row in
      let line = row.filter { $0.width > 0 }
        .map { $0.pictureNumber == nil ? String($0.character) : "▒" }.joined()
      return String(line.reversed().drop { $0 == " " }.reversed())
    }.joined(separator: "\n")
  }

  public mutating func removeClickKeys(in rect: CellRect) {
    keys.removeAll { rect.rows.contains($0.position.row) && $0.overlapsColumns(rect.columns) }
  }

  /// Replaces both halves of a wide character of the canvas by blanks if `column` would split it.
  private mutating func blankOutSplitCharacter(row: Int, at column: Int) {
    guard column > 0, column < size.columns, rows[row][column].width == 0 else { return }
    rows[row][column - 1] = rows[row][column - 1].blanked
    rows[row][column] = rows[row][column].blanked
  }

  private mutating func removeLinksKeysAndInsets(inRow row: Int, columns: Range<Int>) {
    if !links.isEmpty { links.removeAll { $0.overlapsCells(inRow: row, columns: columns) } }
    if !keys.isEmpty { keys.removeAll { $0.overlapsCells(inRow: row, columns: columns) } }
    if !insets.isEmpty { insets.removeAll { $0.overlapsCells(inRow: row, columns: columns) } }
  }
}

extension Canvas.CanvasTargetSegment {
  fileprivate func overlapsColumns(_ columns: Range<Int>) -> Bool {
    (position.column..<(position.column + self.columns)).overlaps(columns)
  }

  fileprivate func overlapsCells(inRow row: Int, columns: Range<Int>) -> Bool {
    position.row == row && overlapsColumns(columns)
  }
}

extension Array {
  public func segmentTarget<Target>(at place: CellPosition) -> Target?
  where Element == Canvas.CanvasTargetSegment<Target> {
    last { $0.overlapsCells(inRow: place.row, columns: place.column..<(place.column + 1)) }?.target
  }

  /// Appends the segments of a line of text (links, keys or inline pictures) to those of a canvas,
  /// as far as they lie within some columns.
  fileprivate mutating func appendSegments<Target>(
    _ lineRanges: [Line.LineTargetSegment<Target>], at position: CellPosition,
    within columns: Range<Int>
  ) where Element == Canvas.CanvasTargetSegment<Target> {
    for range in lineRanges {
      guard let part = range.movedSegment(by: position.column).clippedSegment(to: columns) else {
        continue
      }
      append(
        Canvas.CanvasTargetSegment(
          position: CellPosition(row: position.row, column: part.cells.lowerBound),
          columns: part.cells.count, target: part.target))
    }
  }
}

/// A cell of the screen: a character and its style. A wide character takes two cells: its own, and
/// a `continuation` to its right. A cell is sixteen bytes of plain memory, since every key press
/// copies and compares some thousands of them.
public struct Cell: Equatable, Sendable {
  let glyph: PackedCharacter
  private(set) var packedStyle: PackedStyle

  init(glyph: PackedCharacter, packedStyle: PackedStyle) {
    (self.glyph, self.packedStyle) = (glyph, packedStyle)
  }

  public var character: Character { glyph.character }

  /// The width of the cell's character in columns: 1, 2, or 0 for the right half of a wide one.
  public var width: UInt8 { packedStyle.columns }

  public var style: Style {
    get { packedStyle.style }
    set { packedStyle = PackedStyle(newValue, columns: width) }
  }

  public static func blankCell(_ style: Style = .plain) -> Cell {
    Cell(glyph: .blank, packedStyle: PackedStyle(style, columns: 1))
  }

  var blanked: Cell { Cell(glyph: .blank, packedStyle: packedStyle.replacingCharacterWidth(1)) }
  var continuation: Cell {
    Cell(glyph: .blank, packedStyle: packedStyle.replacingCharacterWidth(0))
  }
  func replacingDefaultColours(of ground: PackedStyle) -> Cell {
    Cell(glyph: glyph, packedStyle: packedStyle.replacingDefaultColours(of: ground))
  }
  /// True if the cell is a blank; false for a no-break space.
  var isBlank: Bool { width == 1 && glyph == .blank }
}
