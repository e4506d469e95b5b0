/// The switches of a terminal that a full-screen program sets, and how each is put back.
struct TerminalModes {
  /// Keeps the title there is, and gives back the title that was kept.
  static let (titleKept, titleGivenBack) = ("\u{1b}[22;0;0t", "\u{1b}[23;0;0t")

  private let switches: [Int]
  private let asksAboutFrames: Bool
  private let mayHoldFrames: Bool
  private let hyperlinks: Bool
  private let hasTitle: Bool

  init(options: TerminalOptions) {
    var switches = [1049, 2004]
    if options.isModern { switches.append(2031) }
    if options.focus { switches.append(1004) }
    if options.mouse { switches += [1002, 1006] }
    self.switches = switches
    asksAboutFrames = options.isModern && options.synchronizedOutput == nil
    mayHoldFrames = asksAboutFrames || options.synchronizedOutput == true
    hyperlinks = options.hyperlinks
    hasTitle = options.hasTitle
  }

  /// Takes the screen, keeps the title, hides the cursor, and asks whether whole frames can be shown at
  /// once.
  var enter: String {
    switches.map { "\u{1b}[?\($0)h" }.joined() + (hasTitle ? Self.titleKept : "")
      + "\u{1b}[?25l"
      + (asksAboutFrames ? TerminalQuery.synchronizedOutput : "")
  }

  /// The same where it was never put back: the title that is kept stays the only one.
  var enterAnew: String { (hasTitle ? Self.titleGivenBack : "") + enter }

  /// Ends a frame that was cut off, even within a sequence.
  ///
  /// Where there was none, some terminals log that a frame ended without a beginning.
  var recover: String { "\u{18}" + (mayHoldFrames ? "\u{1b}[?2026l" : "") }

  /// Puts everything back in reverse order.
  var leave: String {
    var bytes = hyperlinks ? "\u{1b}]8;;\u{1b}\\" : ""
    bytes += "\u{1b}[m\u{1b}[r\u{1b}[?7h"
    for number in switches.dropFirst().reversed() { bytes += "\u{1b}[?\(number)l" }
    // Where there is no alternate screen, the prompt goes below what was painted.
    if hasTitle { bytes += Self.titleGivenBack }
    return bytes + "\u{1b}[999;1H\u{1b}[?25h\u{1b}[?\(switches[0])l"
  }
}
