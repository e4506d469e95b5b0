/// The switches of a terminal that a full-screen program sets, and how each is put back.
struct TerminalModes {
  private let switches: [Int]
  private let asksAboutFrames: Bool
  private let endings: String

  init(options: TerminalOptions) {
    var switches = [1049, 2004]
    if options.focus { switches.append(1004) }
    if options.mouse { switches += [1002, 1006] }
    self.switches = switches
    asksAboutFrames = options.isModern && options.synchronizedOutput == nil
    let mayHoldFrames = asksAboutFrames || options.synchronizedOutput == true
    endings =
      (mayHoldFrames ? "\u{1b}[?2026l" : "") + (options.hyperlinks ? "\u{1b}]8;;\u{1b}\\" : "")
  }

  /// Takes the screen, hides the cursor, and asks whether frames can be shown at once.
  var enter: String {
    switches.map { "\u{1b}[?\($0)h" }.joined() + "\u{1b}[?25l"
      + (asksAboutFrames ? TerminalQuery.synchronizedOutput : "")
  }

  /// Puts everything back, in the reverse order.
  var leave: String {
    // A frame may have been cut off anywhere: in a sequence, a link, a scroll region.
    var bytes = "\u{18}" + endings + "\u{1b}[m\u{1b}[r\u{1b}[?7h"
    for number in switches.dropFirst().reversed() { bytes += "\u{1b}[?\(number)l" }
    // Where there is no alternate screen, the prompt goes below what was painted.
    return bytes + "\u{1b}[999;1H\u{1b}[?25h\u{1b}[?\(switches[0])l"
  }
}
