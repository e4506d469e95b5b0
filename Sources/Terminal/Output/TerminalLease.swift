/// A terminal that is borrowed: taken in the modes that a full screen needs, and handed back as it was.
struct TerminalLease {
  private enum State {
    case notTaken, inForce, over
  }

  private let rawMode: RawMode
  private let modes: TerminalModes
  private var state = State.notTaken
  private var title: WindowTitle

  /// Throws where there is no terminal; changes nothing yet.
  init(of input: Int32, _ options: TerminalOptions) throws(TerminalError) {
    rawMode = try RawMode(descriptor: input)
    modes = TerminalModes(options: options)
    title = WindowTitle(options)
  }

  /// Whether the terminal is ours now.
  var isInForce: Bool { state == .inForce }

  /// Whether it was handed back for good.
  var isOver: Bool { state == .over }

  /// Whether somebody else had the terminal without our knowing: the line is in another mode.
  var isBroken: Bool { isInForce && !rawMode.isInForce }

  mutating func take(_ output: TerminalOutput) {
    let enter = isInForce ? modes.enterAnew : modes.enter
    state = .inForce
    rawMode.enter()
    output.append((enter + title.written).utf8)
  }

  /// Gives it a title until it is handed back, or its own.
  mutating func show(title wanted: SafeText?, on output: TerminalOutput) {
    let bytes = title.change(to: wanted)
    if isInForce { output.append(bytes.utf8) }
  }

  /// Hands it back until it is taken again; what is on the screen ends with those bytes.
  mutating func handBack(_ output: TerminalOutput, ending: [UInt8]) {
    state = .notTaken
    let recovery = output.hasPending ? modes.recover : ""
    output.finish(recovery.utf8 + ending + modes.leave.utf8)
    rawMode.leave()
  }

  /// It is not taken any more.
  mutating func end() { state = .over }
}
