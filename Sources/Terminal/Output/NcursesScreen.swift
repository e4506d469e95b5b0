internal import Glibc
internal import Groundwork

/// A terminal's screen, painted by ncurses.
///
/// The terminal is borrowed: it is taken when the screen is made, and `close` hands it back exactly
/// as it was. Nothing here waits for the terminal. While a slow line is still busy with the last
/// frame, newer canvases replace each other, and the newest is painted when the line is free.
@MainActor public final class NcursesScreen {
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
  /// When a picture on it moves next, and `showMotion` is to be called; nil where none does.
  public var nextMotion: ContinuousClock.Instant? {
    lease.isInForce && writer.isKnown ? pictures.nextMotion : nil
  }
  /// Called when it did or learnt something without being asked to.
  public var onNews: (ScreenNews) -> Void = { _ in }

  /// What is known of how the terminal shows pictures.
  public private(set) var pictureDetection: PictureDetection
  /// How pictures are shown, as far as is known.
  public var pictureAbility: PictureAbility { pictureDetection.ability }

  private var options: TerminalOptions
  private var lease: TerminalLease
  private let output: TerminalOutput
  private let writer: FrameWriter
  private var pictures = PictureLayer(ability: nil, drawing: nil)
  private var arrangement: TextArrangement
  private var probe: WidthProbe?
  private var awaitsEncoding = false
  private var envelope: FrameEnvelope
  private var canvases = Canvases()

  private struct Canvases {
    /// The newest, while the last frame is still on its way or the terminal is lent out.
    var waiting: Canvas?
    /// The last that was painted.
    var painted: Canvas?

    var newest: Canvas? { waiting ?? painted }
  }

  /// Takes the terminal behind the descriptors.
  ///
  /// Throws, before it changes anything, where there is no terminal or none that can be painted on.
  public init(
    input: Int32, output descriptor: Int32, size: CellSize, options: TerminalOptions
  ) throws(TerminalError) {
    self.size = Self.clamped(size)
    self.options = options
    lease = try TerminalLease(of: input, options)
    output = try TerminalOutput(reopening: descriptor)
    arrangement = TextArrangement(environment: options.environment)
    writer = try FrameWriter(
      options: options, size: self.size, joinsLetters: arrangement.isArranged)
    envelope = FrameEnvelope(holdsFrames: options.synchronizedOutput ?? false)
    pictureDetection = PictureDetection(
      options: options, cell: CellPixels.told(of: output.descriptor))
    lease.take(output)
  }

  /// Shows the canvas; while the line is busy, the canvas waits for `flush`.
  public func show(_ canvas: Canvas) {
    guard lease.isInForce, !output.hasPending || !writer.isKnown else {
      canvases.waiting = canvas
      return
    }
    canvases.waiting = nil
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
    if !output.hasPending, let canvas = canvases.waiting { show(canvas) }
  }

  /// Shows what moves as it is now, where the line has taken what was written before.
  public func showMotion() {
    if !output.hasPending { refresh() }
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
    guard !lease.isOver else { return }
    if isOther { writer.resize(to: clamped) }
    // Even where the size is the same again: on the way the terminal may have lost what it showed.
    writer.forget()
  }

  /// Puts the text on the person's clipboard, where the terminal understands that and the text is
  /// not longer than terminals accept.
  public func copy(_ text: SafeText) {
    guard lease.isInForce, options.isModern, text.string.utf8.count <= 75_000 else { return }
    output.append("\u{1b}]52;c;".utf8)
    output.append(Base64.standard(Array(text.string.utf8)).utf8)
    output.append("\u{1b}\\".utf8)
    output.drain()
  }

  /// Gives the window and its tab a title, as long as the terminal is taken; nil for their own.
  public func show(title: SafeText?) {
    lease.show(title: title, on: output)
    output.drain()
  }

  /// Calls for somebody who looks elsewhere, as far as the terminal can.
  public func call(_ call: TerminalCall) {
    guard lease.isInForce else { return }
    if let text = call.text, let way = options.noticeProtocol {
      let words = options.encoding == .utf8 ? text.string : AsciiSubstitute.text(for: text)
      output.append(way.bytes(for: words, throughTmux: pictureDetection.isInTmux))
    }
    if call.rings { output.append([0x07]) }
    output.drain()
  }

  /// Learns from what the terminal says about itself.
  public func learn(from reply: TerminalReply) {
    pictures.learn(from: reply)
    know { $0.learn(from: reply, size: size) }
    if case .cursor(let position) = reply { learn(cursor: position) }
    guard case .mode(2026, let setting) = reply, options.synchronizedOutput == nil else { return }
    envelope.holdsFrames = setting == .set || setting == .reset
  }

  /// Asks the terminal something, if it is one that answers; the answer comes as a reply.
  public func ask(_ question: String) {
    guard lease.isInForce, options.isModern else { return }
    output.append(question.utf8)
    output.drain()
  }

  /// Has the next frame, which must be painted whole, begin with the question how the terminal draws
  /// emoji sequences, or whether it reads UTF-8 where that is not known: what it is shown for that is
  /// gone before anybody can see it.
  ///
  /// A multiplexer answers for itself and not for the terminal: it is not asked for sequences.
  public func askForWidths() {
    guard lease.isInForce, options.isModern, !writer.isKnown,
      size.rows >= WidthProbe.smallest.rows, size.columns >= WidthProbe.smallest.columns
    else { return }
    if options.encoding == .ascii {
      guard options.asksForEncoding else { return }
      awaitsEncoding = true
      output.append(EncodingProbe.question.utf8)
    } else if !pictureDetection.isMultiplexed {
      probe = WidthProbe()
      output.append(WidthProbe.questions.utf8)
    }
  }

  /// Writes the characters of another encoding from the next frame on, which is painted whole. The
  /// process's locale must have them by now.
  public func use(_ encoding: TextEncoding) {
    guard encoding != options.encoding, !lease.isOver else { return }
    options.encoding = encoding
    output.append(pictures.reset())
    writer.use(encoding)
    know { $0.use(encoding) }
  }

  /// Lends the terminal out, as for Control-Z or an editor, in the state it was in before.
  public func suspend() {
    guard lease.isInForce else { return }
    leave()
  }

  /// Takes the terminal again and repaints it; its size may have changed meanwhile.
  public func resume() {
    guard !lease.isInForce, !lease.isOver else { return }
    takeAgain()
  }

  /// Whether somebody else had the terminal without our knowing, as after a stop from outside: the
  /// shell puts the line into another mode and writes where we were.
  public var isTakenAway: Bool { lease.isBroken }

  /// Takes the terminal back from whoever had it without our knowing.
  public func reclaim() {
    if isTakenAway { takeAgain() }
  }

  /// Hands the terminal back. The screen shows nothing afterwards.
  public func close() {
    guard !lease.isOver else { return }
    if lease.isInForce { leave() }
    lease.end()
    writer.close()
  }

  private static func clamped(_ size: CellSize) -> CellSize {
    CellSize(
      rows: min(max(1, size.rows), CellSize.largest.rows),
      columns: min(max(1, size.columns), CellSize.largest.columns))
  }

  private func leave() {
    lease.handBack(output, ending: pictures.reset() + arrangement.turn(off: false))
    // The terminal shows its cursor when it is taken again, and hides it then.
    envelope.forget()
  }

  private func takeAgain() {
    lease.take(output)
    repaint()
    if let canvas = canvases.newest { show(canvas) } else { output.drain() }
  }

  private func paint(_ canvas: Canvas) {
    canvases.painted = canvas
    preparePictures(for: canvas)
    var visible = pictures.resolve(canvas)
    if let cursor = canvas.cursor, !isInside(cursor) { visible.cursor = nil }
    var frame = arrangement.turn(off: pictures.hasPieces)
    let written = writer.write(
      visible, pictures: pictures, isMultiplexed: pictureDetection.isInTmux, into: &frame)
    append(
      pictures: pictures.finish(isWhole: written.isWhole, hasScrolled: written.hasScrolled),
      to: &frame)
    envelope.showCursor(visible.cursor != nil, into: &frame)
    envelope.send(frame, to: output)
  }

  private func learn(cursor: CellPosition) {
    if awaitsEncoding, cursor.row == WidthProbe.row {
      awaitsEncoding = false
      return onNews(.encoding(isUTF8: EncodingProbe.isUTF8(column: cursor.column)))
    }
    guard cursor.row == WidthProbe.row, let isWhole = probe?.learn(column: cursor.column) else {
      return
    }
    probe = nil
    onNews(.sequences(areWhole: isWhole))
    guard isWhole != writer.drawsWhole else { return }
    writer.drawsWhole = isWhole
    refresh()
  }

  /// Whether the bytes of pictures may be written now.
  private var mayPaintPictures: Bool { lease.isInForce && writer.isKnown && pictures.hasMore }

  /// Learns something about the terminal; if that changes how pictures are shown, they are shown
  /// anew.
  private func know(_ learn: (inout PictureDetection) -> Void) {
    let before = pictureDetection.ability
    learn(&pictureDetection)
    guard pictureDetection.ability != before else { return }
    onNews(.pictures(pictureDetection.ability))
    if canvases.painted?.placements.isEmpty == false { refresh() }
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
    let isCursorShown = envelope.isCursorShown
    var (drawn, bytes): ([UInt8], [UInt8]) = ([], [])
    let isNews = pictures.more(to: &drawn)
    append(pictures: drawn, to: &bytes)
    envelope.showCursor(isCursorShown, into: &bytes)
    output.append(bytes)
    output.drain()
    if isNews { refresh() }
  }

  /// Appends what draws pictures. Where they are drawn over cells, the cursor is hidden first,
  /// since a terminal that shows it on the way writes the cell again when the cursor leaves.
  private func append(pictures drawn: [UInt8], to bytes: inout [UInt8]) {
    if !drawn.isEmpty, pictures.isBoundToCells { envelope.showCursor(false, into: &bytes) }
    bytes += drawn
  }

  /// Paints the newest canvas again, since its pictures look different now.
  private func refresh() {
    guard lease.isInForce, writer.isKnown, let canvas = canvases.newest else { return }
    show(canvas)
    onNews(.written)
  }

  private func isInside(_ position: CellPosition) -> Bool {
    (0..<size.rows).contains(position.row) && (0..<size.columns).contains(position.column)
  }
}

/// The title of the terminal's window and tab, which its owner gets back: it is kept when the terminal
/// is taken, and given back with it, by whoever gives it back.
struct WindowTitle {
  private let isUnderstood: Bool
  private var shown: SafeText?

  init(_ options: TerminalOptions) { isUnderstood = options.hasTitle }

  /// What gives the terminal that title, or its own where there is none; nothing where it has it.
  mutating func change(to title: SafeText?) -> String {
    guard isUnderstood, title != shown else { return "" }
    shown = title
    return title == nil ? TerminalModes.titleGivenBack + TerminalModes.titleKept : written
  }

  /// What gives a terminal that was taken anew the title it had before it was handed back.
  var written: String { shown.map { "\u{1b}]0;\($0)\u{1b}\\" } ?? "" }
}

/// What a screen did or learnt without being asked to.
public enum ScreenNews {
  /// It wrote something, as a picture that is ready now.
  case written
  /// The terminal has shown whether it draws emoji sequences in two columns.
  case sequences(areWhole: Bool)
  /// The terminal has shown whether it reads UTF-8, where the locale has no such characters.
  case encoding(isUTF8: Bool)
  /// More is known of how the terminal shows pictures.
  case pictures(PictureAbility)
}
