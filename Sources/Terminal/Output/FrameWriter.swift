/// Writes canvases as the bytes that take the terminal from what it shows to what it is to show.
@MainActor final class FrameWriter {
  /// How many colours are written.
  let colours: ColourDepth
  private var options: TerminalOptions
  private let joinsLetters: Bool
  private let painter: NcursesPainter
  private var encoder: RowEncoder
  private var translation: OutputTranslation
  private var size: CellSize
  private var shown: ShownRows?
  /// With which a multiplexer finds its place again; nil where there is none.
  private var landmarks: Landmarks?

  /// What was written besides the bytes.
  struct Frame {
    /// Whether everything was written, since nothing was known of what the terminal shows.
    let isWhole: Bool
    /// Whether the terminal moves rows.
    let hasScrolled: Bool
  }

  /// A writer for a terminal about which nothing is known; `joinsLetters` if it draws two Arabic
  /// letters in one column.
  init(options: TerminalOptions, size: CellSize, joinsLetters: Bool) throws(TerminalError) {
    (self.options, self.size, self.joinsLetters) = (options, size, joinsLetters)
    painter = try NcursesPainter(term: options.term, size: size)
    colours =
      options.colours
      ?? ColourDepth.detected(
        environment: options.environment, describedColours: painter.describedColours)
    encoder = RowEncoder(
      encoding: options.encoding, depth: colours, joinsLetters: joinsLetters)
    translation = OutputTranslation(depth: colours, linksAllowed: options.hyperlinks)
    drawsWhole = options.drawsSequences ?? false
  }

  /// Whether emoji sequences are written whole; where that changes, their rows are written again.
  var drawsWhole: Bool {
    get { encoder.clusters.drawsWhole }
    set {
      guard newValue != drawsWhole else { return }
      encoder.clusters.drawsWhole = newValue
      for row in 0..<size.rows where shown?.hasSequence(row) == true { painter.forget(row: row) }
    }
  }

  /// Whether it is known what the terminal shows.
  var isKnown: Bool { shown != nil }

  /// Forgets what is on the terminal, so that the next canvas is written whole.
  func forget() {
    shown = nil
    painter.forget()
  }

  /// Writes the characters of another encoding, which the process's locale must have by now.
  func use(_ encoding: TextEncoding) {
    options.encoding = encoding
    beginAgain()
  }

  func resize(to newSize: CellSize) {
    size = newSize
    painter.resize(to: newSize)
  }

  /// Lets go of ncurses; the writer is of no use afterwards.
  func close() { painter.close() }

  /// Appends what makes the terminal show the canvas, whose pictures are numbered already.
  func write(
    _ canvas: Canvas, pictures: PictureLayer, isMultiplexed: Bool, into frame: inout [UInt8]
  ) -> Frame {
    let rows = ShownRows(canvas, size: size)
    if isMultiplexed { landmarks = Landmarks(rows, size: size, depth: colours) }
    put(rows, pictures, into: &frame)
    let isWhole = shown == nil
    shown = rows
    let hasScrolled = update(cursor: canvas.cursor, pictures, into: &frame)
    return Frame(isWhole: isWhole, hasScrolled: hasScrolled)
  }
}

extension FrameWriter {
  /// Puts the rows. When thousands of colours, links and emoji have used up the numbers, it begins
  /// again with those in sight; where even these are too many, the last ones are left out.
  private func put(_ rows: ShownRows, _ pictures: PictureLayer, into frame: inout [UInt8]) {
    if encoder.hasDoneWithout { beginAgain(pictures, into: &frame) }
    do throws(RowEncoder.Full) {
      try putChanged(rows, pictures, into: &frame)
    } catch {
      beginAgain(pictures, into: &frame)
      encoder.doesWithout = true
      try? putChanged(rows, pictures, into: &frame)  // Such an encoder is never full.
      encoder.doesWithout = false
    }
  }

  private func beginAgain(_ pictures: PictureLayer, into frame: inout [UInt8]) {
    frame += pictures.reset()
    beginAgain()
  }

  private func beginAgain() {
    let isWhole = drawsWhole
    encoder = RowEncoder(
      encoding: options.encoding, depth: colours, joinsLetters: joinsLetters)
    drawsWhole = isWhole
    forget()
  }

  /// Puts the rows that look different, and updates those that must not be moved.
  private func putChanged(
    _ rows: ShownRows, _ pictures: PictureLayer, into frame: inout [UInt8]
  ) throws(RowEncoder.Full) {
    for row in 0..<size.rows where shown?.isSame(as: rows, row: row) != true {
      var cells = try encoder.encode(
        rows.cells(row), number: row, links: rows.links(row), columns: size.columns,
        painter: painter)
      if pictures.lostRows.contains(row) {
        painter.forget(row: row)
        cells = cells.map(NcursesPainter.written)
      }
      painter.put(cells, row: row)
      // Shown one changed row at a time, ncurses never finds a row that has moved.
      if pictures.forbidsScrolling, shown != nil {
        _ = update(cursor: nil, pictures, into: &frame)
      }
    }
  }

  /// Appends what brings the terminal up to date; true where that scrolls it.
  private func update(
    cursor: CellPosition?, _ pictures: PictureLayer, into frame: inout [UInt8]
  ) -> Bool {
    var hasScrolled = false
    painter.update(cursor: cursor) { bytes in
      frame.reserveCapacity(frame.count + bytes.count + 64)
      hasScrolled = ScrollSequences.occur(in: bytes)
      translation.translate(
        bytes, inks: encoder.inks, clusters: encoder.clusters, landmarks: landmarks,
        pictures: pictures, into: &frame)
    }
    return hasScrolled
  }
}
