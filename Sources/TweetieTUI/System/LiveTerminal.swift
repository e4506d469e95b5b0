import Console
import FeedDomain
import Glibc
import Groundwork
import Scenes
import Terminal
import Threads
import UseCases

/// The terminal the program runs in: its screen, its keys, and the loop that waits for both.
@MainActor final class LiveTerminal {
  private let loop: MainLoop
  private let screen: NcursesScreen
  private let keyboard: Keyboard
  private var outputWatch: Int?
  private let motion: Alarm
  private var state = State.fresh
  /// Whether the line has had room since something was last written.
  private var hasRoom = false

  private enum State {
    /// Nothing was shown yet.
    case fresh
    case inUse
    /// It has gone: nothing may be written to it any more.
    case abandoned
  }

  /// How long what moves waits where the line is busy.
  private static let pauseOfMotion = Duration.milliseconds(20)

  /// Is given what comes from the terminal.
  var receive: ([TerminalEvent]) -> Void = { _ in }
  /// Is given what the terminal tells of itself.
  var learn: (TerminalReply) -> Void = { _ in }
  /// Is told what turns out of how it shows things.
  var onNews: (ScreenNews) -> Void = { _ in }
  /// Whether the first frame is followed by a question for the background's colour.
  var asksForBackground = false
  /// Is told that the terminal has gone.
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

  /// How large it is now.
  var size: CellSize { screen.size }
  /// How it shows pictures, as far as is known.
  var pictureAbility: PictureAbility { screen.pictureAbility }
  /// What is known of how it shows pictures, for the log.
  var pictureDetection: PictureDetection { screen.pictureDetection }
  /// Whether it has shown that it reads UTF-8, or that it does not; nil where it was not asked or has
  /// not answered.
  private(set) var readsUTF8: Bool?
  /// How many colours it shows.
  var colours: ColourDepth { screen.colours }
  /// Whether it has not yet taken all of the last frame. What waits at the very beginning goes out
  /// with the first.
  var isBusy: Bool { outputWatch != nil && screen.isBusy }

  /// Shows the canvas, writing as little as possible.
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

  /// Nothing is to be drawn now: more of the pictures may be written.
  ///
  /// Only here: what answers a key is never behind a picture that could have waited for it.
  func rest() {
    guard hasRoom, !isAbandoned else { return }
    hasRoom = false
    guard !keyboard.hasInput(within: 0) else { return }
    screen.flush()
    watchOutput()
  }

  /// Writes the characters of another encoding from the next frame on, and asks what is asked of
  /// terminals that show them.
  func use(_ encoding: TextEncoding) {
    guard !isAbandoned else { return }
    screen.use(encoding)
    screen.askForWidths()
    screen.ask(screen.pictureDetection.questions)
    afterWriting()
  }

  /// Forgets what is on the screen, so that the next canvas is painted whole.
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

  /// Has another size.
  func resized() {
    if let size = Self.size(of: STDOUT_FILENO) { screen.resize(to: size) }
  }

  /// Puts everything back as it was before.
  func suspend() {
    stopWatching()
    screen.suspend()
  }

  /// Takes it again and paints it whole.
  func resume() {
    resized()
    screen.resume()
    keyboard.watch()
    afterWriting()
  }

  /// Takes it again where somebody else had it without our knowing.
  func reclaim() {
    guard screen.isTakenAway else { return }
    resized()
    screen.reclaim()
    afterWriting()
  }

  /// Writes nothing to it any more: it is gone.
  func abandon() {
    state = .abandoned
    stopWatching()
  }

  /// Gives the terminal back for good.
  func close() {
    stopWatching()
    if !isAbandoned { screen.close() }
  }

  /// How many cells a terminal has; nil where it does not tell.
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

  /// Goes on writing when the line has room again.
  private func afterWriting() {
    guard !isAbandoned else { return }
    watchOutput()
    watchMotion()
  }

  /// Wakes up when a picture is to move, and for nothing else; a key that waits comes first.
  private func watchMotion() {
    guard let next = screen.nextMotion else { return motion.cancel() }
    let delay = max(next - .now, isBusy ? Self.pauseOfMotion : .zero)
    motion.set(after: delay) { [weak self] in
      guard let self, !isAbandoned else { return }
      if isBusy || keyboard.hasInput(within: 0) { return watchMotion() }
      screen.showMotion()
    }
  }

  /// Watches for room on the line as long as something waits for it.
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

/// Shows what is for somebody who looks elsewhere in the terminal's title, and calls through it.
extension LiveTerminal: Displaying {
  func display(_ viewModel: AlertsViewModel) {
    show(title: viewModel.title)
    if let call = viewModel.call { self.call(call) }
  }
}

/// Asks the terminal about its pictures and emoji, for `tweetie doctor`, and shows it a picture.
@MainActor final class PictureInterview {
  private let options: TerminalOptions
  /// What is known after the terminal was asked, which happens once.
  private(set) lazy var answers = TerminalInterview(
    input: STDIN_FILENO, output: STDOUT_FILENO, options: options)

  init(options: TerminalOptions) { self.options = options }

  /// Draws the test card below what was printed, where that is a terminal.
  func showTestCard() {
    guard isatty(STDOUT_FILENO) == 1 else { return }
    let described = TerminalLibrary.colours(of: options.term) ?? 0
    let bytes = TestCard.bytes(answers.pictures, depth: options.depth(describedColours: described))
    // Who has gone away meanwhile misses nothing.
    try? DescriptorSink(STDOUT_FILENO).write(bytes)
  }
}

/// Remembers of each terminal how it draws emoji sequences, so that its next first frame is right,
/// and what was said about it once.
///
/// It is no more than a guess: over ssh, terminals that are not alike may have one name. So the
/// terminal is asked again each time.
struct TerminalMemory {
  /// So many terminals are remembered, the one seen last first.
  private static let capacity = 16

  private let file: PrivateFile
  private let name: String

  /// The memory of the terminal in that environment, kept in that file.
  init(path: String, environment: [String: String]) {
    file = PrivateFile(path: path, maximumSize: 1 << 14)
    let names = ["TERM", "TERM_PROGRAM", "TERM_PROGRAM_VERSION", "XTERM_VERSION", "VTE_VERSION"]
    let known = names.map { environment[$0] ?? "" }.joined(separator: "/")
    // One line of the file, whatever somebody put into the environment.
    name = String(
      known.unicodeScalars.map { (0x21..<0x7f).contains($0.value) ? Character($0) : "_" })
  }

  /// Whether it draws them in two columns; nil where that is not known.
  var drawsSequences: Bool? {
    lines.first { $0.hasPrefix(name + " ") }.map { $0.hasSuffix(" whole") }
  }

  /// Remembers that it does, or does not.
  func keep(drawsSequences isWhole: Bool) {
    guard isWhole != drawsSequences else { return }
    keep(isWhole ? "whole" : "parts", of: name)
  }

  /// Whether it was said once that plain signs are used there.
  var hasToldOfPlainSigns: Bool { lines.contains { $0.hasPrefix(plainName + " ") } }

  /// Remembers that it was said.
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
