/// What goes around the bytes of a frame: its cursor, and the marks between which a terminal holds it
/// back until it is whole.
struct FrameEnvelope {
  /// Whether the terminal holds frames back.
  var holdsFrames: Bool
  private(set) var isCursorShown = false

  init(holdsFrames: Bool) { self.holdsFrames = holdsFrames }

  mutating func showCursor(_ isShown: Bool, into bytes: inout [UInt8]) {
    guard isShown != isCursorShown else { return }
    isCursorShown = isShown
    bytes += (isShown ? "\u{1b}[?25h" : "\u{1b}[?25l").utf8
  }

  /// Sends a frame, if there is anything in it.
  func send(_ frame: [UInt8], to output: TerminalOutput) {
    guard !frame.isEmpty else { return }
    if holdsFrames { output.append("\u{1b}[?2026h".utf8) }
    output.append(frame)
    if holdsFrames { output.append("\u{1b}[?2026l".utf8) }
  }

  /// The terminal is handed back, and hides its cursor when it is taken again.
  mutating func forget() { isCursorShown = false }
}
