import Console
import FeedDomain
import Glibc
import Groundwork
import Scenes
import Terminal
import Threads
import UseCases

@MainActor final class LiveTerminal {
  private let loop: MainLoop
  private let screen: NcursesScreen
  private let keyboard: Keyboard
  private var outputWatch: Int?
  private let motion: Alarm
  private var state = State.fresh
  /// The arrival of notifications that was called last.
  private var arrival: FeedDomain.Notification.ID?
  /// Whether the line had room since the last output.
  private var hasRoom = false

  private enum State {
    /// Before the first frame.
    case fresh
    case inUse
    /// The terminal is gone: nothing may be written.
    case abandoned
  }

  /// The pause of motion on a busy line.
  private static let pauseOfMotion = Duration.milliseconds(20)

  var receive: ([TerminalEvent]) -> Void = { _ in }
  var learn: (TerminalReply) -> Void = { _ in }
  /// Called with events of the screen.
  var onNews: (ScreenEvent) -> Void = { _ in }
  /// Whether to ask for the background's colour after the first frame.
  var asksForBackground = false
  /// Called when the terminal is gone.
  var hangUp: () -> Void = {}

  init(loop: MainLoop, screen: NcursesScreen) {
    (self.loop, self.screen) = (loop, screen)
    keyboard = Keyboard(STDIN_FILENO, loop)
    motion = Alarm(loop)
    screen.onNews = { [weak self] in
      if case .encoding(let isUTF8) = $0 { self?.readsUTF8 = isUTF8 }
      self?.onNews($0)
      self?.afterWriting()
    }
    keyboard.typed = { [weak self] in self?.take($0) }
    keyboard.gone = { [weak self] in
      self?.abandon()
      self?.hangUp()
    }
    keyboard.watch()
  }

  var size: CellSize { screen.size }
  /// As far as known.
  var pictureAbility: PictureAbility { screen.pictureAbility }
  /// For the log.
  var pictureDetection: PictureDetection { screen.pictureDetection }
  /// nil if not asked or not answered.
  private(set) var readsUTF8: Bool?
  /// How many colours it shows.
  var colours: ColourDepth { screen.colours }
  /// Whether the last frame is not yet written. Output before the first frame goes out with it.
  var isBusy: Bool { outputWatch != nil && screen.isBusy }

  func show(_ canvas: Canvas) {
    guard !isAbandoned else { return }
    if state == .fresh { screen.askForWidths() }
    screen.show(canvas)
    if state == .fresh {
      state = .inUse
      let background = asksForBackground ? TerminalQuery.background : ""
      screen.ask(background + screen.pictureDetection.questions)
    }
    afterWriting()
  }

  /// Writes more of the pictures when nothing is to be drawn. Only here, so that a key's answer
  /// never waits for a picture.
  func rest() {
    guard hasRoom, !isAbandoned else { return }
    hasRoom = false
    guard !keyboard.hasInput(within: 0) else { return }
    screen.flush()
    watchOutput()
  }

  /// Changes the encoding from the next frame on, and asks the queries that UTF-8 allows.
  func use(_ encoding: TextEncoding) {
    guard !isAbandoned else { return }
    screen.use(encoding)
    screen.askForWidths()
    screen.ask(screen.pictureDetection.questions)
    afterWriting()
  }

  func repaint() { screen.repaint() }

  func copy(_ text: SafeText) {
    screen.copy(text)
    afterWriting()
  }

  func show(title: SafeText?) {
    screen.show(title: title)
    afterWriting()
  }

  func call(_ call: TerminalCall) {
    screen.call(call)
    afterWriting()
  }

  /// Applies a new size.
  func resized() {
    if let size = Self.size(of: STDOUT_FILENO) { screen.resize(to: size) }
  }

  func suspend() {
    stopWatching()
    screen.suspend()
  }

  /// Takes the terminal again and paints it whole.
  func resume() {
    resized()
    screen.resume()
    keyboard.watch()
    afterWriting()
  }

  /// Takes the terminal back from another program.
  func reclaim() {
    guard screen.isTakenAway else { return }
    resized()
    screen.reclaim()
    afterWriting()
  }

  /// Stops writing to a terminal that is gone.
  func abandon() {
    state = .abandoned
    stopWatching()
  }

  func close() {
    stopWatching()
    if !isAbandoned { screen.close() }
  }

  /// nil if unknown.
  static func size(of descriptor: Int32) -> CellSize? {
    var window = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &window) == 0 else { return nil }
    guard window.ws_row > 0, window.ws_col > 0 else { return nil }
    return CellSize(rows: Int(window.ws_row), columns: Int(window.ws_col))
  }

  private var isAbandoned: Bool { state == .abandoned }

  private func stopWatching() {
    keyboard.stopWatching()
    motion.cancel()
    if let outputWatch { loop.unwatch(outputWatch) }
    outputWatch = nil
  }

  private func take(_ input: [TerminalInput]) {
    var events: [TerminalEvent] = []
    for input in input {
      switch input {
      case .event(let event): events.append(event)
      case .reply(let reply):
        screen.learn(from: reply)
        // The last receipt may have been what more of a picture waits for.
        afterWriting()
        learn(reply)
      }
    }
    if !events.isEmpty { receive(events) }
  }

  /// Continues when the line has room.
  private func afterWriting() {
    guard !isAbandoned else { return }
    watchOutput()
    watchMotion()
  }

  /// Wakes up for the next frame of a motion; keys come first.
  private func watchMotion() {
    guard let next = screen.nextMotion else { return motion.cancel() }
    let delay = max(next - .now, isBusy ? Self.pauseOfMotion : .zero)
    motion.set(after: delay) { [weak self] in
      guard let self, !isAbandoned else { return }
      if isBusy || keyboard.hasInput(within: 0) { return watchMotion() }
      screen.showMotion()
    }
  }

  /// Watches the line while output waits.
  private func watchOutput() {
    let isNeeded = screen.hasPendingOutput && !screen.isGone
    if let watch = outputWatch, !isNeeded {
      loop.unwatch(watch)
      outputWatch = nil
      hasRoom = false
    } else if outputWatch == nil, isNeeded {
      outputWatch = loop.watch(screen.outputDescriptor, for: .writing) { [weak self] in
        guard let self else { return }
        screen.flushText()
        hasRoom = true
      }
    }
  }
}

/// Shows alerts in the title, and calls.
extension LiveTerminal: Displaying {
  func display(_ viewModel: AlertsViewModel) {
    show(title: viewModel.title)
    guard viewModel.arrival != arrival else { return }
    arrival = viewModel.arrival
    if let call = viewModel.call { self.call(call) }
  }
}

@MainActor final class PictureInterview {
  private let options: TerminalOptions
  /// The terminal's answers, asked once.
  private(set) lazy var answers = TerminalInterview(
    input: STDIN_FILENO, output: STDOUT_FILENO, options: options)

  init(options: TerminalOptions) { self.options = options }

  /// Draws the test card below the output, on a terminal.
  func showTestCard() {
    guard isatty(STDOUT_FILENO) == 1 else { return }
    let described = TerminalLibrary.colours(of: options.term) ?? 0
    let bytes = TestCard.bytes(answers.pictures, depth: options.depth(describedColours: described))
    // Who has gone away meanwhile misses nothing.
    try? DescriptorSink(STDOUT_FILENO).write(bytes)
  }
}

/// A file of terminals' emoji widths, for the first frame, and of explanations given. A guess: over
/// ssh, different terminals share a name, so each is asked again.
struct TerminalMemory {
  /// The most terminals, last seen first.
  private static let capacity = 16

  private let file: PrivateFile
  private let name: String

  /// The memory of the environment's terminal.
  init(path: String, environment: [String: String]) {
    file = PrivateFile(path: path, maximumSize: 1 << 14)
    let names = ["TERM", "TERM_PROGRAM", "TERM_PROGRAM_VERSION", "XTERM_VERSION", "VTE_VERSION"]
    let known = names.map { environment[$0] ?? "" }.joined(separator: "/")
    // One line of the file, whatever somebody put into the environment.
    name = String(
      known.unicodeScalars.map { (0x21..<0x7f).contains($0.value) ? Character($0) : "_" })
  }

  /// nil if unknown.
  var drawsSequences: Bool? {
    lines.first { $0.hasPrefix(name + " ") }.map { $0.hasSuffix(" whole") }
  }

  /// Stores whether emoji sequences take two columns.
  func keep(drawsSequences isWhole: Bool) {
    guard isWhole != drawsSequences else { return }
    keep(isWhole ? "whole" : "parts", of: name)
  }

  /// Whether plain signs were explained.
  var hasToldOfPlainSigns: Bool { lines.contains { $0.hasPrefix(plainName + " ") } }

  /// Stores that plain signs were explained.
  func keepToldOfPlainSigns() { keep("told", of: plainName) }

  private var plainName: String { name + "/plain" }

  private func keep(_ value: String, of name: String) {
    let others = lines.filter { !$0.hasPrefix(name + " ") }
    let kept = ["\(name) \(value)"] + others.prefix(Self.capacity - 1)
    // Without it, the next first frame has less of a family for a moment, and a line is said again.
    try? file.replaceLightly(with: Array(kept.map { $0 + "\n" }.joined().utf8))
  }

  private var lines: [Substring] {
    guard let bytes = try? file.read() else { return [] }  // What is not ours tells nothing.
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n")
  }
}
