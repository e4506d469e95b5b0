internal import Glibc
internal import Groundwork

/// A terminal's screen, painted by ncurses.
///
/// The terminal is borrowed: it is taken when the screen is made, and `close` hands it back exactly
/// as it was. Nothing here waits for the terminal. While a slow line is still busy with the last
/// frame, newer canvases replace each other, and the newest is painted when the line is free.
@MainActor public final class NcursesScreen: Screen {
  /// How large it is now: at least one row and one column.
  public private(set) var size: CellSize
  /// How many colours it shows.
  public var colours: ColourDepth { writer.colours }
  /// How many bytes the terminal has taken.
  public var bytesWritten: Int { output.written }
  /// Whether bytes wait for room on the line: then watch `outputDescriptor` and call `flush`.
  public var hasPendingOutput: Bool { output.hasPending || mayPaintPictures }
  /// Whether the last frame's text still waits for room on the line.
  public var isBusy: Bool { output.hasPending }
  /// What to watch for room on the line.
  public var outputDescriptor: Int32 { output.descriptor }
  /// Whether the terminal has gone.
  public var isGone: Bool { output.isGone }
  /// Called when something was written without being asked for, as a picture that is ready now.
  public var onOutput: () -> Void = {}

  /// What is known of how the terminal shows pictures.
  public private(set) var pictureDetection: PictureDetection
  /// How pictures are shown, as far as is known.
  public var pictureAbility: PictureAbility { pictureDetection.ability }
  /// Called when the terminal has shown whether it draws emoji sequences in two columns.
  public var onSequences: (Bool) -> Void = { _ in }
  /// Called when more is known of how the terminal shows pictures.
  public var onPictureAbility: (PictureAbility) -> Void = { _ in }

  private let options: TerminalOptions
  private let modes: TerminalModes
  private let rawMode: RawMode
  private let output: TerminalOutput
  private let writer: FrameWriter
  private var pictures = PictureLayer(ability: nil, drawing: nil)
  private var arrangement: TextArrangement
  private var state = State.running
  private var probe: WidthProbe?
  private var holdsFrames = false
  private var cursorShown = false
  /// The newest canvas, while the last frame is still on its way or the terminal is lent out.
  private var waiting: Canvas?
  private var latest: Canvas?

  private enum State {
    case running, suspended, closed
  }

  /// Takes the terminal behind the descriptors.
  ///
  /// Throws, before it changes anything, where there is no terminal or none that can be painted on.
  public init(
    input: Int32, output descriptor: Int32, size: CellSize, options: TerminalOptions
  ) throws(TerminalError) {
    self.size = Self.clamped(size)
    self.options = options
    rawMode = try RawMode(descriptor: input)
    output = try TerminalOutput(reopening: descriptor)
    arrangement = TextArrangement(environment: options.environment)
    writer = try FrameWriter(
      options: options, size: self.size, joinsLetters: arrangement.isArranged)
    modes = TerminalModes(options: options)
    holdsFrames = options.synchronizedOutput ?? false
    pictureDetection = PictureDetection(
      options: options, cell: CellPixels.told(of: output.descriptor))
    rawMode.enter()
    output.append(modes.enter.utf8)
  }

  /// Shows the canvas; while the line is busy, the canvas waits for `flush`.
  public func show(_ canvas: Canvas) {
    guard state == .running, !output.hasPending || !writer.isKnown else {
      waiting = canvas
      return
    }
    waiting = nil
    paint(canvas)
    output.drain()
  }

  /// Writes what waits, as far as the line has room: first text, then the newest canvas, then
  /// pictures.
  public func flush() {
    flushText()
    if !output.hasPending, mayPaintPictures { paintPictures() }
  }

  /// Writes the text that waits, as far as the line has room, and then the newest canvas.
  public func flushText() {
    output.drain()
    if !output.hasPending, let canvas = waiting { show(canvas) }
  }

  /// Forgets what is on the screen, so that the next canvas is painted whole.
  public func repaint() {
    output.append(pictures.reset())
    writer.forget()
  }

  /// Follows a change of the terminal's size; the next canvas is painted whole.
  public func resize(to newSize: CellSize) {
    know { $0.learn(cell: CellPixels.told(of: output.descriptor)) }
    let clamped = Self.clamped(newSize)
    let isOther = clamped != size
    size = clamped
    guard state != .closed else { return }
    if isOther { writer.resize(to: clamped) }
    // Even where the size is the same again: on the way the terminal may have lost what it showed.
    writer.forget()
  }

  /// Puts the text on the person's clipboard, where the terminal understands that and the text is
  /// not longer than terminals accept.
  public func copy(_ text: SafeText) {
    guard state == .running, options.isModern, text.string.utf8.count <= 75_000 else { return }
    output.append("\u{1b}]52;c;".utf8)
    output.append(Base64.standard(Array(text.string.utf8)).utf8)
    output.append("\u{1b}\\".utf8)
    output.drain()
  }

  /// Learns from what the terminal says about itself.
  public func learn(from reply: TerminalReply) {
    pictures.learn(from: reply)
    know { $0.learn(from: reply, size: size) }
    if case .cursor(let position) = reply { learn(cursor: position) }
    guard case .mode(2026, let setting) = reply, options.synchronizedOutput == nil else { return }
    holdsFrames = setting == .set || setting == .reset
  }

  /// Asks the terminal something, if it is one that answers; the answer comes as a reply.
  public func ask(_ question: String) {
    guard state == .running, options.isModern else { return }
    output.append(question.utf8)
    output.drain()
  }

  /// Has the next frame, which must be painted whole, begin with the question how the terminal draws
  /// emoji sequences: what it is shown for that is gone before anybody can see it.
  ///
  /// Not behind a multiplexer, which answers for itself and not for the terminal.
  public func askForWidths() {
    guard state == .running, options.isModern, options.encoding == .utf8, !writer.isKnown,
      !pictureDetection.isMultiplexed, size.rows >= WidthProbe.smallest.rows,
      size.columns >= WidthProbe.smallest.columns
    else { return }
    probe = WidthProbe()
    output.append(WidthProbe.questions.utf8)
  }

  /// Lends the terminal out, as for Control-Z or an editor, in the state it was in before.
  public func suspend() {
    guard state == .running else { return }
    state = .suspended
    leave()
  }

  /// Takes the terminal again and repaints it; its size may have changed meanwhile.
  public func resume() {
    guard state == .suspended else { return }
    state = .running
    rawMode.enter()
    output.append(modes.enter.utf8)
    repaint()
    if let canvas = waiting ?? latest { show(canvas) } else { output.drain() }
  }

  /// Whether somebody else had the terminal without our knowing, as after a stop from outside: the
  /// shell puts the line into another mode and writes where we were.
  public var isTakenAway: Bool { state == .running && !rawMode.isInForce }

  /// Takes the terminal back from whoever had it without our knowing.
  public func reclaim() {
    guard isTakenAway else { return }
    state = .suspended
    resume()
  }

  /// Hands the terminal back. The screen shows nothing afterwards.
  public func close() {
    guard state != .closed else { return }
    if state == .running { leave() }
    state = .closed
    writer.close()
  }
}

extension NcursesScreen {
  private static func clamped(_ size: CellSize) -> CellSize {
    CellSize(
      rows: min(max(1, size.rows), CellSize.largest.rows),
      columns: min(max(1, size.columns), CellSize.largest.columns))
  }

  private func leave() {
    cursorShown = false
    let recovery = output.hasPending ? modes.recover : ""
    output.finish(
      recovery.utf8 + pictures.reset() + arrangement.turn(off: false) + modes.leave.utf8)
    rawMode.leave()
  }

  private func paint(_ canvas: Canvas) {
    latest = canvas
    preparePictures(for: canvas)
    var visible = pictures.resolve(canvas)
    if let cursor = canvas.cursor, !isInside(cursor) { visible.cursor = nil }
    var frame = arrangement.turn(off: pictures.hasPieces)
    let written = writer.write(
      visible, pictures: pictures, isMultiplexed: pictureDetection.isInTmux, into: &frame)
    append(
      pictures: pictures.finish(isWhole: written.isWhole, hasScrolled: written.hasScrolled),
      to: &frame)
    showCursor(visible.cursor != nil, into: &frame)
    guard !frame.isEmpty else { return }
    if holdsFrames { output.append("\u{1b}[?2026h".utf8) }
    output.append(frame)
    if holdsFrames { output.append("\u{1b}[?2026l".utf8) }
  }

  private func learn(cursor: CellPosition) {
    guard cursor.row == WidthProbe.row, let isWhole = probe?.learn(column: cursor.column) else {
      return
    }
    probe = nil
    onSequences(isWhole)
    guard isWhole != writer.drawsWhole else { return }
    writer.drawsWhole = isWhole
    refresh()
  }

  /// Whether the bytes of pictures may be written now.
  private var mayPaintPictures: Bool { state == .running && writer.isKnown && pictures.hasMore }

  /// Learns something about the terminal; if that changes how pictures are shown, they are shown
  /// anew.
  private func know(_ learn: (inout PictureDetection) -> Void) {
    let before = pictureDetection.ability
    learn(&pictureDetection)
    guard pictureDetection.ability != before else { return }
    onPictureAbility(pictureDetection.ability)
    if latest?.placements.isEmpty == false { refresh() }
  }

  /// Prepares for pictures when the first one comes, and again when they are to be shown
  /// differently.
  private func preparePictures(for canvas: Canvas) {
    let ability = pictureDetection.ability
    guard !canvas.placements.isEmpty, pictures.ability != ability else { return }
    if pictures.ability != nil { repaint() }
    pictures = PictureLayer(
      ability, depth: ability.depth(besides: colours), throughTmux: pictureDetection.isInTmux,
      process: getpid(),
      thread: options.pictureThread?())
    pictures.drawing?.changed = { [weak self] in self?.refresh() }
  }

  private func paintPictures() {
    let isCursorShown = cursorShown
    var (drawn, bytes): ([UInt8], [UInt8]) = ([], [])
    let isNews = pictures.more(to: &drawn)
    append(pictures: drawn, to: &bytes)
    showCursor(isCursorShown, into: &bytes)
    output.append(bytes)
    output.drain()
    if isNews { refresh() }
  }

  /// Appends what draws pictures. Where they are drawn over cells, the cursor is hidden first,
  /// since a terminal that shows it on the way writes the cell again when the cursor leaves.
  private func append(pictures drawn: [UInt8], to bytes: inout [UInt8]) {
    if !drawn.isEmpty, pictures.isBoundToCells { showCursor(false, into: &bytes) }
    bytes += drawn
  }

  private func showCursor(_ isShown: Bool, into bytes: inout [UInt8]) {
    guard isShown != cursorShown else { return }
    cursorShown = isShown
    bytes += (isShown ? "\u{1b}[?25h" : "\u{1b}[?25l").utf8
  }

  /// Paints the newest canvas again, since its pictures look different now.
  private func refresh() {
    guard state == .running, writer.isKnown, let canvas = waiting ?? latest else { return }
    show(canvas)
    onOutput()
  }

  private func isInside(_ position: CellPosition) -> Bool {
    (0..<size.rows).contains(position.row) && (0..<size.columns).contains(position.column)
  }
}
