/// A writer of frames, which encodes the differences between the canvas on the screen and the next
/// one as output bytes.
@MainActor
final class ScreenFrameEncoder {
  let colours: ColourDepth
  private var options: TerminalOptions
  private let joinsLetters: Bool
  private let painter: NcursesPainter
  private var encoder: NcursesRowEncoder
  private var translation: NcursesToTerminalTranslator
  private var size: CellSize
  private var shownCanvas: CanvasRowsSnapshot?
  /// The record of the current frame's blanks that can be written again to align the cursor of tmux
  /// or GNU screen; nil outside of these programs.
  private var rewritableBlanks: CursorRealignmentBlanks?

  /// A pair of facts about a written frame: whether it contains every row, and whether it scrolls
  /// rows.
  struct FrameRepaintExtent {
    /// True if the frame contains every row, because the content of the screen was unknown.
    let isWhole: Bool
    /// True if the bytes of the frame make the terminal scroll rows.
    let hasScrolled: Bool
  }

  /// Creates a frame writer, and opens ncurses for it. `joinsLetters` is true if the terminal draws
  /// the Arabic letters lam and alef in one column.
  init(options: TerminalOptions, size: CellSize, joinsLetters: Bool) throws(TerminalError) {
    (self.options, self.size, self.joinsLetters) = (options, size, joinsLetters)
    painter = try NcursesPainter(term: options.term, size: size)
    colours =
      options.colours
      ?? ColourDepth.detectedColourDepth(
        environment: options.environment, describedColours: painter.describedColours)
    encoder = NcursesRowEncoder(
      encoding: options.encoding, depth: colours, joinsLetters: joinsLetters)
    translation = NcursesToTerminalTranslator(depth: colours, linksAllowed: options.hyperlinks)
    drawsEmojiWhole = options.drawsEmojiWhole ?? false
  }

  /// True if the frame writer sends emoji sequences whole, as the terminal draws them in two
  /// columns; a change rewrites the rows that contain any.
  var drawsEmojiWhole: Bool {
    get { encoder.clusters.drawsEmojiWhole }
    set {
      guard newValue != drawsEmojiWhole else { return }
      encoder.clusters.drawsEmojiWhole = newValue
      for row in 0..<size.rows where shownCanvas?.hasEmojiSequence(row) == true {
        painter.invalidateRow(row)
      }
    }
  }

  var isContentKnown: Bool { shownCanvas != nil }

  /// Marks the screen's content as unknown, so that the next canvas is written whole.
  func invalidateScreen() {
    shownCanvas = nil
    painter.invalidateScreen()
  }

  /// Changes the character encoding of the frame writer's output; the process's locale must have
  /// been changed before.
  func setEncoding(_ encoding: TextEncoding) {
    options.encoding = encoding
    resetRowEncoder()
  }

  func resizeScreen(to newSize: CellSize) {
    size = newSize
    painter.resizeScreen(to: newSize)
  }

  /// Closes ncurses; the frame writer is unusable afterwards.
  func closeNcurses() { painter.closeNcurses() }

  /// Appends to a frame the bytes that show a canvas whose picture cells are numbered; returns
  /// facts about the frame.
  func writeCanvas(
    _ canvas: Canvas, pictures: PictureLayer, isMultiplexed: Bool, into frame: inout [UInt8]
  ) -> FrameRepaintExtent {
    let rows = CanvasRowsSnapshot(canvas, size: size)
    if isMultiplexed {
      rewritableBlanks = CursorRealignmentBlanks(rows, size: size, depth: colours)
    }
    writeRowsToNcurses(rows, pictures, resetBytes: &frame)
    let isWhole = shownCanvas == nil
    shownCanvas = rows
    // A hidden cursor is left on the selected row, where screen readers and magnifiers look for it.
    let hasScrolled = appendNcursesUpdate(
      cursor: canvas.cursor ?? canvas.point, pictures, into: &frame)
    return FrameRepaintExtent(isWhole: isWhole, hasScrolled: hasScrolled)
  }

  /// Sends the rows of a canvas to ncurses. When the numbers for colours, links and emoji are used
  /// up, numbering begins again with the visible ones, and bytes that remove pictures are appended
  /// to the frame. If even the visible ones are too many, some are left out.
  private func writeRowsToNcurses(
    _ rows: CanvasRowsSnapshot, _ pictures: PictureLayer, resetBytes frame: inout [UInt8]
  ) {
    if encoder.hasOmissions { removePicturesAndResetRowEncoder(pictures, into: &frame) }
    do throws(NcursesRowEncoder.NcursesNumberTableFullError) {
      try writeChangedRowsToNcurses(rows, pictures, into: &frame)
    } catch {
      removePicturesAndResetRowEncoder(pictures, into: &frame)
      encoder.omitsUnnumbered = true
      try? writeChangedRowsToNcurses(rows, pictures, into: &frame)  // Omitting throws no error.
      encoder.omitsUnnumbered = false
    }
  }

  private func removePicturesAndResetRowEncoder(_ pictures: PictureLayer, into frame: inout [UInt8])
  {
    frame += pictures.removeAllPictures()
    resetRowEncoder()
  }

  private func resetRowEncoder() {
    let isWhole = drawsEmojiWhole
    encoder = NcursesRowEncoder(
      encoding: options.encoding, depth: colours, joinsLetters: joinsLetters)
    drawsEmojiWhole = isWhole
    invalidateScreen()
  }

  /// Sends the changed rows of a canvas to ncurses. If pictures forbid scrolling, the bytes of each
  /// row are appended to the frame one row at a time.
  private func writeChangedRowsToNcurses(
    _ rows: CanvasRowsSnapshot, _ pictures: PictureLayer, into frame: inout [UInt8]
  ) throws(NcursesRowEncoder.NcursesNumberTableFullError) {
    for row in 0..<size.rows where shownCanvas?.hasEqualRow(rows, in: row) != true {
      var cells = try encoder.ncursesRowCells(
        rows.rowCells(row), number: row, links: rows.linksInRow(row), columns: size.columns,
        painter: painter)
      if pictures.lostRows.contains(row) {
        painter.invalidateRow(row)
        cells = cells.map(NcursesPainter.cellWrittenEvenIfBlank)
      }
      painter.setCells(cells, row: row)
      // When ncurses gets one changed row at a time, it never finds a row that has moved.
      if pictures.forbidsScrolling, shownCanvas != nil {
        _ = appendNcursesUpdate(cursor: nil, pictures, into: &frame)
      }
    }
  }

  /// Appends ncurses' update of the screen to a frame; returns true if the update scrolls rows.
  private func appendNcursesUpdate(
    cursor: CellPosition?, _ pictures: PictureLayer, into frame: inout [UInt8]
  ) -> Bool {
    var hasScrolled = false
    painter.withScreenUpdateBytes(cursor: cursor) { bytes in
      frame.reserveCapacity(frame.count + bytes.count + 64)
      hasScrolled = NcursesScrollingDetector.containsScrollSequence(in: bytes)
      translation.translateNcursesOutput(
        bytes, colourTable: encoder.colourTable, clusters: encoder.clusters,
        rewritableBlanks: rewritableBlanks,
        pictures: pictures, into: &frame)
    }
    return hasScrolled
  }
}

/// A sender of frames, each enclosed in the sequences for the cursor and synchronized output.
struct SynchronizedFrameSender {
  var usesSynchronizedOutput: Bool
  private(set) var isCursorShown = false

  init(usesSynchronizedOutput: Bool) { self.usesSynchronizedOutput = usesSynchronizedOutput }

  mutating func setCursorShown(_ isShown: Bool, into bytes: inout [UInt8]) {
    guard isShown != isCursorShown else { return }
    isCursorShown = isShown
    bytes += (isShown ? "\u{1b}[?25h" : "\u{1b}[?25l").utf8
  }

  func sendScreenFrame(_ frame: [UInt8], to output: TerminalOutput) {
    guard !frame.isEmpty else { return }
    if usesSynchronizedOutput { output.appendBytes("\u{1b}[?2026h".utf8) }
    output.appendBytes(frame)
    if usesSynchronizedOutput { output.appendBytes("\u{1b}[?2026l".utf8) }
  }

  /// Records that the terminal's cursor is hidden, as after entering the screen again.
  mutating func markCursorHidden() { isCursorShown = false }
}

/// A copy of a canvas's rows and links, kept for the comparison with the next canvas.
struct CanvasRowsSnapshot {
  private let rows: [[Cell]]
  /// The hyperlinks of each screen row; empty for a frame without links.
  private let linked: [[Canvas.Link]]

  init(_ canvas: Canvas, size: CellSize) {
    rows = canvas.rows
    guard !canvas.links.isEmpty else {
      linked = []
      return
    }
    var linked = [[Canvas.Link]](repeating: [], count: rows.count)
    for link in canvas.links where linked.indices.contains(link.position.row) {
      linked[link.position.row].append(link)
    }
    self.linked = linked
  }

  func rowCells(_ row: Int) -> [Cell] { rows.indices.contains(row) ? rows[row] : [] }
  func linksInRow(_ row: Int) -> [Canvas.Link] { linked.indices.contains(row) ? linked[row] : [] }
  func hasEmojiSequence(_ row: Int) -> Bool { rowCells(row).contains(where: \.isSequence) }

  func hasEqualRow(_ other: CanvasRowsSnapshot, in row: Int) -> Bool {
    linksInRow(row) == other.linksInRow(row) && rowCells(row) == other.rowCells(row)
  }
}

/// A detector of the sequences by which ncurses scrolls: regions, inserted and deleted lines.
enum NcursesScrollingDetector {
  static func containsScrollSequence(in bytes: UnsafeRawBufferPointer) -> Bool {
    var index = 0
    while index + 1 < bytes.count {
      // ncurses uses a line feed only for scrolling, as it does not know that this moves the
      // cursor.
      if bytes[index] == 0x0a { return true }
      guard bytes[index] == 0x1b else {
        index += 1
        continue
      }
      index += 1
      if bytes[index] == 0x4d { return true }  // ESC M scrolls one line down.
      guard bytes[index] == 0x5b else { continue }
      repeat { index += 1 } while index < bytes.count && !(0x40...0x7e).contains(bytes[index])
      // The final bytes L, M, S, T, and r, which precedes every other way of scrolling.
      if index < bytes.count, [0x4c, 0x4d, 0x53, 0x54, 0x72].contains(bytes[index]) { return true }
    }
    return false
  }
}

/// A record of blanks in a frame that can be written again without a visible change. Writing one in
/// another row moves the cursor absolutely, so that tmux or GNU screen and the terminal agree on
/// its position after a character of disputed width.
struct CursorRealignmentBlanks {
  private var forEvenRows: [UInt8] = []
  private var forOddRows: [UInt8] = []

  /// Creates the record of a frame's blanks that can be written again: one in an even and one in an
  /// odd row, if there are any.
  init(_ rows: CanvasRowsSnapshot, size: CellSize, depth: ColourDepth) {
    for row in 0..<size.rows {
      guard row.isMultiple(of: 2) ? forOddRows.isEmpty : forEvenRows.isEmpty,
        let bytes = Self.cursorRealigningBlankBytes(in: rows, row: row, depth)
      else { continue }
      if row.isMultiple(of: 2) { forOddRows = bytes } else { forEvenRows = bytes }
    }
  }

  /// Returns the bytes that move the cursor to a blank in a row of the other parity and write the
  /// blank again, so that tmux and the terminal agree on the cursor's position; empty if the frame
  /// has no such blank.
  func cursorRealignmentBytes(fromOddRow isOdd: Bool) -> [UInt8] {
    isOdd ? forOddRows : forEvenRows
  }

  private static func cursorRealigningBlankBytes(
    in rows: CanvasRowsSnapshot, row: Int, _ depth: ColourDepth
  )
    -> [UInt8]?
  {
    let cell = rows.rowCells(row).first ?? .blankCell()
    let style = cell.style
    guard cell.isBlank, style.attributes.isEmpty,
      !rows.linksInRow(row).contains(where: { $0.position.column <= 0 })
    else { return nil }
    let colours = [
      ColourSequenceParameters(style.foreground, depth: depth).foreground,
      ColourSequenceParameters(style.background, depth: depth).background,
    ].compactMap(\.self)
    return Array("\u{1b}[\(row + 1);1H\u{1b}[\((["0"] + colours).joined(separator: ";"))m ".utf8)
  }
}
