internal import Glibc
internal import Groundwork

/// A screen of a terminal, painted by ncurses and restored exactly by `closeScreen`. Nothing waits
/// for the terminal: while a slow connection is busy, only the newest canvas is kept, and painted
/// when the connection is free.
@MainActor
public final class NcursesScreen {
  public private(set) var size: CellSize
  public var colours: ColourDepth { writer.colours }
  public var bytesWritten: Int { output.written }
  /// True if output waits to be sent: bytes that a slow terminal has not accepted, or pictures that
  /// follow the text; the screen's owner then watches `outputDescriptor` and calls `flushOutput`.
  public var hasPendingOutput: Bool { output.hasPending || mayPaintPictures }
  /// True if a slow terminal has not accepted all bytes of the last frame's text.
  public var isBusy: Bool { output.hasPending }
  public var outputDescriptor: Int32 { output.descriptor }
  public var isDisconnected: Bool { output.isDisconnected }
  /// The time for the screen's owner to call `showNextAnimationFrames`; nil without animations.
  public var nextAnimation: ContinuousClock.Instant? {
    session.isActive && writer.isContentKnown ? pictures.nextAnimation : nil
  }
  public var onEvent: (ScreenOutputOrDetectionEvent) -> Void = { _ in }

  /// The protocol for pictures in the terminal as detected so far, with the reason for the choice.
  public private(set) var pictureDetection: PictureDetection
  /// The protocol for pictures in the terminal, and their cell size, as detected so far.
  public var pictureAbility: TerminalPictureAbilities { pictureDetection.ability }

  private var options: TerminalOptions
  private var session: TerminalSession
  private let output: TerminalOutput
  private let writer: ScreenFrameEncoder
  private var pictures = PictureLayer(ability: nil, drawing: nil)
  private var bidiControl: BidiSwitchAroundPictures
  private var probe: EmojiWidthDetection?
  private var awaitsEncoding = false
  /// The number of queries for device attributes that the terminal has not answered yet.
  private var openQueries = 0
  private var frameSender: SynchronizedFrameSender
  private var canvases = WaitingAndPaintedCanvases()

  private struct WaitingAndPaintedCanvases {
    /// The newest canvas, which is not painted yet because the terminal has not accepted the
    /// earlier output or is suspended; nil if all canvases are painted.
    var waiting: Canvas?
    var painted: Canvas?

    var newest: Canvas? { waiting ?? painted }
  }

  /// Creates a screen by setting up the terminal for it; throws before any change if the terminal
  /// cannot be painted on.
  public init(
    input: Int32, output descriptor: Int32, size: CellSize, options: TerminalOptions
  ) throws(TerminalError) {
    self.size = Self.clampedScreenSize(size)
    self.options = options
    session = try TerminalSession(of: input, options)
    output = try TerminalOutput(reopening: descriptor)
    bidiControl = BidiSwitchAroundPictures(environment: options.environment)
    writer = try ScreenFrameEncoder(
      options: options, size: self.size, joinsLetters: bidiControl.isSupported)
    frameSender = SynchronizedFrameSender(
      usesSynchronizedOutput: options.synchronizedOutput ?? false)
    pictureDetection = PictureDetection(
      options: options, cell: CellPixelSize.reportedCellSize(of: output.descriptor))
    session.enterScreen(output)
  }

  /// Shows a canvas on the screen; keeps it for `flushOutput` while the terminal is busy.
  public func showCanvas(_ canvas: Canvas) {
    guard session.isActive, !output.hasPending || !writer.isContentKnown else {
      canvases.waiting = canvas
      return
    }
    canvases.waiting = nil
    paintCanvas(canvas)
    output.writePendingBytes()
  }

  /// Sends as much output as the terminal accepts: text, then the newest canvas, then pictures.
  public func sendOutputCanvasAndPictures() {
    flushPendingTextAndCanvas()
    if !output.hasPending, mayPaintPictures { paintPictures() }
  }

  /// Sends output that a slow terminal has not accepted yet, then the text of the newest canvas.
  public func flushPendingTextAndCanvas() {
    output.writePendingBytes()
    if !output.hasPending, let canvas = canvases.waiting { showCanvas(canvas) }
  }

  /// Shows the next frames of animated pictures, unless the connection to the terminal is busy.
  public func showNextAnimationFrames() { if !output.hasPending { repaintNewestCanvas() } }

  public func markScreenForRepaint() {
    output.appendBytes(pictures.removeAllPictures())
    writer.invalidateScreen()
  }

  /// Changes the size of the screen; the next canvas is painted whole.
  public func resizeScreen(to newSize: CellSize) {
    updatePictureDetection {
      $0.setReportedCellSize(CellPixelSize.reportedCellSize(of: output.descriptor))
    }
    let clamped = Self.clampedScreenSize(newSize)
    let isOther = clamped != size
    size = clamped
    guard !session.isClosed else { return }
    if isOther { writer.resizeScreen(to: clamped) }
    // The screen is painted whole even if its size is unchanged, as the terminal may have lost it.
    writer.invalidateScreen()
  }

  /// Copies a text to the clipboard through the terminal. Returns false, and sends nothing, for an
  /// old terminal or a text of more than 75,000 bytes.
  public func copyToClipboard(_ text: SafeText) -> Bool {
    guard session.isActive, options.isModern, text.string.utf8.count <= 75_000 else { return false }
    output.appendBytes("\u{1b}]52;c;".utf8)
    output.appendBytes(Base64.standardBase64(Array(text.string.utf8)).utf8)
    output.appendBytes("\u{1b}\\".utf8)
    output.writePendingBytes()
    return true
  }

  /// Sets the title of the terminal's window and tab; nil restores the title before the program.
  public func setWindowTitle(_ title: SafeText?) {
    session.setWindowTitle(title, on: output)
    output.writePendingBytes()
  }

  /// Shows an alert: a desktop notification if the terminal can, the bell, or both, as the alert
  /// asks.
  public func showAlert(_ alert: TerminalAlert) {
    guard session.isActive else { return }
    if let text = alert.text, let method = options.desktopNotificationProtocol {
      let words =
        options.encoding == .utf8 ? text.string : AsciiSubstitute.asciiSubstituteText(for: text)
      output.appendBytes(
        method.notificationBytes(for: words, throughTmux: pictureDetection.isInTmux))
    }
    if alert.rings { output.appendBytes([0x07]) }
    output.writePendingBytes()
  }

  public func handleTerminalReply(_ reply: TerminalReply) {
    if case .attributes = reply { openQueries = max(0, openQueries - 1) }
    pictures.handleTerminalReply(reply)
    updatePictureDetection { $0.recordTerminalReply(reply, size: size) }
    if case .cursor(let position) = reply { handleCursorPositionReport(position) }
    guard case .mode(2026, let setting) = reply, options.synchronizedOutput == nil else { return }
    frameSender.usesSynchronizedOutput = setting == .set || setting == .reset
  }

  public func sendQuery(_ query: String) {
    guard session.isActive, options.isModern else { return }
    if query.hasSuffix(TerminalQuerySequences.attributes) { openQueries += 1 }
    output.appendBytes(query.utf8)
    output.writePendingBytes()
  }

  /// Adds sample texts to the next whole frame, which overwrites them at once. They show whether a
  /// terminal taken for ASCII reads UTF-8, or how another terminal draws emoji sequences. tmux and
  /// GNU screen are not asked about emoji, since they would answer for themselves.
  public func queryUTF8OrEmojiSupport() {
    guard session.isActive, options.isModern, !writer.isContentKnown,
      size.rows >= EmojiWidthDetection.smallest.rows,
      size.columns >= EmojiWidthDetection.smallest.columns
    else { return }
    if options.encoding == .ascii {
      guard options.asksForEncoding else { return }
      awaitsEncoding = true
      output.appendBytes(UTF8Detection.query.utf8)
    } else if !pictureDetection.isMultiplexed {
      probe = EmojiWidthDetection()
      output.appendBytes(EmojiWidthDetection.queries.utf8)
    }
  }

  /// Changes the character encoding of the screen from the next frame on, which is painted whole;
  /// the process's locale must have been changed before.
  public func setEncoding(_ encoding: TextEncoding) {
    guard encoding != options.encoding, !session.isClosed else { return }
    options.encoding = encoding
    output.appendBytes(pictures.removeAllPictures())
    writer.setEncoding(encoding)
    updatePictureDetection { $0.setEncoding(encoding) }
  }

  /// Restores the terminal for another program or the shell, as for an editor or Control-Z.
  public func handOverTerminal() {
    guard session.isActive else { return }
    leaveTerminal()
  }

  /// Sets up the terminal again after `handOverTerminal`, and repaints the screen, whose size may
  /// have changed.
  public func takeBackTerminal() {
    guard !session.isActive, !session.isClosed else { return }
    reenterTerminal()
  }

  /// True if another program changed the terminal's line mode, as the shell does on a stop.
  public var hasLineModeChanged: Bool { session.wasLineModeChanged }

  /// Sets up the terminal again if another program changed its line mode.
  public func reenterTerminalIfLineModeChanged() { if hasLineModeChanged { reenterTerminal() } }

  /// Restores the terminal; the screen cannot be used afterwards.
  public func closeScreen() {
    guard !session.isClosed else { return }
    if session.isActive { leaveTerminal() }
    session.markSessionClosed()
    writer.closeNcurses()
  }

  private static func clampedScreenSize(_ size: CellSize) -> CellSize {
    CellSize(
      rows: min(max(1, size.rows), CellSize.largest.rows),
      columns: min(max(1, size.columns), CellSize.largest.columns))
  }

  private func leaveTerminal() {
    session.leaveScreen(
      output, ending: pictures.removeAllPictures() + bidiControl.reorderingSwitchBytes(off: false),
      openQueries: openQueries)
    openQueries = 0
    // The terminal shows its cursor until the screen is entered again.
    frameSender.markCursorHidden()
  }

  private func reenterTerminal() {
    session.enterScreen(output)
    markScreenForRepaint()
    if let canvas = canvases.newest { showCanvas(canvas) } else { output.writePendingBytes() }
  }

  private func paintCanvas(_ canvas: Canvas) {
    canvases.painted = canvas
    replacePictureLayerIfNeeded(for: canvas)
    var visible = pictures.numberingPictureCells(in: canvas)
    if let cursor = canvas.cursor, !isInsideScreen(cursor) { visible.cursor = nil }
    if let point = canvas.point, !isInsideScreen(point) { visible.point = nil }
    var frame = bidiControl.reorderingSwitchBytes(off: pictures.hasPieces)
    let written = writer.writeCanvas(
      visible, pictures: pictures, isMultiplexed: pictureDetection.isInTmux, into: &frame)
    appendPictureBytesHidingCursor(
      pictures.drawPictures(frameIsWholeScreen: written.isWhole, hasScrolled: written.hasScrolled),
      to: &frame)
    frameSender.setCursorShown(visible.cursor != nil, into: &frame)
    frameSender.sendScreenFrame(frame, to: output)
  }

  private func handleCursorPositionReport(_ cursor: CellPosition) {
    if awaitsEncoding, cursor.row == EmojiWidthDetection.row {
      awaitsEncoding = false
      return onEvent(.encoding(isUTF8: UTF8Detection.terminalReadsUTF8(column: cursor.column)))
    }
    guard cursor.row == EmojiWidthDetection.row,
      let isWhole = probe?.recordEmojiSampleColumn(cursor.column)
    else {
      return
    }
    probe = nil
    onEvent(.sequences(areWhole: isWhole))
    guard isWhole != writer.drawsEmojiWhole else { return }
    writer.drawsEmojiWhole = isWhole
    repaintNewestCanvas()
  }

  private var mayPaintPictures: Bool {
    session.isActive && writer.isContentKnown && pictures.hasPending
  }

  /// Applies a closure to the detection of the picture protocol; if the detected protocol changed,
  /// reports that and draws all pictures again.
  private func updatePictureDetection(_ update: (inout PictureDetection) -> Void) {
    let before = pictureDetection.ability
    update(&pictureDetection)
    guard pictureDetection.ability != before else { return }
    onEvent(.pictures(pictureDetection.ability))
    if canvases.painted?.placements.isEmpty == false { repaintNewestCanvas() }
  }

  /// Creates the picture layer for the first picture, and again when the picture protocol changes.
  private func replacePictureLayerIfNeeded(for canvas: Canvas) {
    let ability = pictureDetection.ability
    guard !canvas.placements.isEmpty, pictures.ability != ability else { return }
    if pictures.ability != nil { markScreenForRepaint() }
    pictures = PictureLayer(
      ability, depth: ability.pictureColourDepth(besides: colours),
      throughTmux: pictureDetection.isInTmux,
      process: getpid(),
      thread: options.pictureThread?())
    pictures.drawing?.onChange = { [weak self] in self?.repaintNewestCanvas() }
  }

  private func paintPictures() {
    let isCursorShown = frameSender.isCursorShown
    var (drawn, bytes): ([UInt8], [UInt8]) = ([], [])
    let isNews = pictures.appendBytesReportingCellChange(to: &drawn)
    appendPictureBytesHidingCursor(drawn, to: &bytes)
    frameSender.setCursorShown(isCursorShown, into: &bytes)
    output.appendBytes(bytes)
    output.writePendingBytes()
    if isNews { repaintNewestCanvas() }
  }

  /// Appends the bytes of pictures to the output. Before pixels over cells, the cursor is hidden,
  /// since a terminal that shows the cursor on its way writes the cell again.
  private func appendPictureBytesHidingCursor(_ drawn: [UInt8], to bytes: inout [UInt8]) {
    if !drawn.isEmpty, pictures.isBoundToCells { frameSender.setCursorShown(false, into: &bytes) }
    bytes += drawn
  }

  /// Paints the newest canvas again after a change of its pictures.
  private func repaintNewestCanvas() {
    guard session.isActive, writer.isContentKnown, let canvas = canvases.newest else { return }
    showCanvas(canvas)
    onEvent(.written)
  }

  private func isInsideScreen(_ position: CellPosition) -> Bool {
    (0..<size.rows).contains(position.row) && (0..<size.columns).contains(position.column)
  }
}

/// A window title of the terminal, saved when the screen is entered and restored when it is left.
struct WindowTitle {
  private let isSupported: Bool
  private var shownTitle: SafeText?

  init(_ options: TerminalOptions) { isSupported = options.hasTitle }

  mutating func titleSequence(changingTo title: SafeText?) -> String {
    guard isSupported, title != shownTitle else { return "" }
    shownTitle = title
    return title == nil
      ? TerminalModeSequences.titleRestored + TerminalModeSequences.titleSaved : written
  }

  /// The escape sequence that sets the current window title again when the screen is entered anew;
  /// empty if there is no title.
  var written: String { shownTitle.map { "\u{1b}]0;\($0)\u{1b}\\" } ?? "" }
}

/// An event of the screen besides the user's input: bytes were written without a new frame, or a
/// reply of the terminal showed an ability.
public enum ScreenOutputOrDetectionEvent {
  /// An event of the screen: bytes were written without a new frame, such as those of a picture
  /// that became ready.
  case written
  /// An event of the screen: a reply showed whether the terminal draws emoji sequences in two
  /// columns.
  case sequences(areWhole: Bool)
  /// An event of the screen: a reply showed whether the terminal reads UTF-8.
  case encoding(isUTF8: Bool)
  /// An event of the screen: the detected protocol for pictures changed.
  case pictures(TerminalPictureAbilities)
}
