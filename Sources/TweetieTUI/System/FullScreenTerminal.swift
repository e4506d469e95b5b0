import Console
import FeedDomain
import Glibc
import Groundwork
import Scenes
import Terminal
import Threads
import UseCases

@MainActor final class FullScreenTerminal: ProgramTerminal {
  private let loop: MainLoop
  private let screen: NcursesScreen
  private let keyboard: KeyboardReader
  private var outputWatch: Int?
  private let animationTimer: OneShotTimer
  private var state = TerminalUseState.fresh
  /// The id of the notification about which the terminal last alerted the user.
  private var arrival: FeedDomain.Notification.ID?
  /// True if the terminal has accepted the waiting output, so that bytes of pictures may be
  /// written.
  private var hasRoom = false

  private enum TerminalUseState {
    /// A state of the terminal: the first frame was not shown yet.
    case fresh
    case inUse
    /// A state of the terminal: gone, as when its window is closed; nothing may be written.
    case abandoned
  }

  /// The pause before the next frame of an animated picture while the terminal has not accepted
  /// earlier output.
  private static let animationPause = Duration.milliseconds(20)

  var receive: ([TerminalEvent]) -> Void = { _ in }
  var onReply: (TerminalReply) -> Void = { _ in }
  var onEvent: (ScreenOutputOrDetectionEvent) -> Void = { _ in }
  /// True if the program asks the terminal for its background colour after the first frame.
  var asksForBackground = false
  /// The closure that the terminal object calls when the terminal is gone, as when its window
  /// closes.
  var hangUp: () -> Void = {}

  init(loop: MainLoop, screen: NcursesScreen) {
    (self.loop, self.screen) = (loop, screen)
    keyboard = KeyboardReader(STDIN_FILENO, loop)
    animationTimer = OneShotTimer(loop)
    screen.onEvent = { [weak self] in
      if case .encoding(let isUTF8) = $0 { self?.readsUTF8 = isUTF8 }
      self?.onEvent($0)
      self?.updateOutputWatchAndAnimationTimer()
    }
    keyboard.onInput = { [weak self] in self?.dispatchTerminalInput($0) }
    keyboard.onDisconnect = { [weak self] in
      self?.markTerminalGone()
      self?.hangUp()
    }
    keyboard.watchInput()
  }

  var size: CellSize { screen.size }
  var pictureAbility: TerminalPictureAbilities { screen.pictureAbility }
  /// The protocol for pictures that was detected on the terminal, with the reason for the log.
  var pictureDetection: PictureDetection { screen.pictureDetection }
  /// True if the terminal has shown that it reads UTF-8; nil if it was not asked or has not
  /// answered.
  private(set) var readsUTF8: Bool?
  var colours: ColourDepth { screen.colours }
  /// True if the last frame is not yet completely written to the terminal.
  var isBusy: Bool { outputWatch != nil && screen.isBusy }

  func showCanvas(_ canvas: Canvas) {
    guard !isAbandoned else { return }
    if state == .fresh { screen.queryUTF8OrEmojiSupport() }
    screen.showCanvas(canvas)
    if state == .fresh {
      state = .inUse
      let background = asksForBackground ? TerminalQuerySequences.background : ""
      screen.sendQuery(background + screen.pictureDetection.queries)
    }
    updateOutputWatchAndAnimationTimer()
  }

  func writePictureBytes() {
    guard hasRoom, !isAbandoned else { return }
    hasRoom = false
    guard !keyboard.hasInput(within: 0) else { return }
    screen.sendOutputCanvasAndPictures()
    watchForWritabilityIfNeeded()
  }

  /// Changes the character encoding of the terminal's output from the next frame on, and sends the
  /// queries that UTF-8 allows.
  func setEncoding(_ encoding: TextEncoding) {
    guard !isAbandoned else { return }
    screen.setEncoding(encoding)
    screen.queryUTF8OrEmojiSupport()
    screen.sendQuery(screen.pictureDetection.queries)
    updateOutputWatchAndAnimationTimer()
  }

  func markScreenForRepaint() { screen.markScreenForRepaint() }

  func copyToClipboard(_ text: SafeText) -> Bool {
    let isCopied = screen.copyToClipboard(text)
    updateOutputWatchAndAnimationTimer()
    return isCopied
  }

  func setWindowTitle(_ title: SafeText?) {
    screen.setWindowTitle(title)
    updateOutputWatchAndAnimationTimer()
  }

  func showAlert(_ alert: TerminalAlert) {
    screen.showAlert(alert)
    updateOutputWatchAndAnimationTimer()
  }

  func adoptWindowSize() {
    if let size = Self.terminalSize(of: STDOUT_FILENO) { screen.resizeScreen(to: size) }
  }

  func handOverTerminal() {
    stopWatchingTerminal()
    screen.handOverTerminal()
  }

  func takeBackTerminal() {
    adoptWindowSize()
    screen.takeBackTerminal()
    keyboard.watchInput()
    updateOutputWatchAndAnimationTimer()
  }

  func reenterTerminalIfExternallyChanged() {
    guard screen.hasLineModeChanged else { return }
    adoptWindowSize()
    screen.reenterTerminalIfLineModeChanged()
    updateOutputWatchAndAnimationTimer()
  }

  func markTerminalGone() {
    state = .abandoned
    stopWatchingTerminal()
  }

  func closeTerminal() {
    stopWatchingTerminal()
    if !isAbandoned { screen.closeScreen() }
  }

  static func terminalSize(of descriptor: Int32) -> CellSize? {
    var window = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &window) == 0 else { return nil }
    guard window.ws_row > 0, window.ws_col > 0 else { return nil }
    return CellSize(rows: Int(window.ws_row), columns: Int(window.ws_col))
  }

  private var isAbandoned: Bool { state == .abandoned }

  private func stopWatchingTerminal() {
    keyboard.stopWatchingInput()
    animationTimer.cancelTimer()
    if let outputWatch { loop.unwatchDescriptor(outputWatch) }
    outputWatch = nil
  }

  private func dispatchTerminalInput(_ input: [TerminalInput]) {
    var events: [TerminalEvent] = []
    for input in input {
      switch input {
      case .event(let event): events.append(event)
      case .reply(let reply):
        screen.handleTerminalReply(reply)
        // The next part of a picture may wait for this reply.
        updateOutputWatchAndAnimationTimer()
        onReply(reply)
      }
    }
    if !events.isEmpty { receive(events) }
  }

  /// Updates the wait for the terminal to accept more output, and the animation timer, after output
  /// was written.
  private func updateOutputWatchAndAnimationTimer() {
    guard !isAbandoned else { return }
    watchForWritabilityIfNeeded()
    scheduleNextAnimationFrame()
  }

  /// Sets the timer for the next frame of an animated picture; the frame waits while typed keys are
  /// unread.
  private func scheduleNextAnimationFrame() {
    guard let next = screen.nextAnimation else { return animationTimer.cancelTimer() }
    let delay = max(next - .now, isBusy ? Self.animationPause : .zero)
    animationTimer.setTimer(after: delay) { [weak self] in
      guard let self, !isAbandoned else { return }
      if isBusy || keyboard.hasInput(within: 0) { return scheduleNextAnimationFrame() }
      screen.showNextAnimationFrames()
    }
  }

  /// Begins waiting for the terminal to accept more output if some is left to write, else stops.
  private func watchForWritabilityIfNeeded() {
    let isNeeded = screen.hasPendingOutput && !screen.isDisconnected
    if let watch = outputWatch, !isNeeded {
      loop.unwatchDescriptor(watch)
      outputWatch = nil
      hasRoom = false
    } else if outputWatch == nil, isNeeded {
      outputWatch = loop.watchDescriptor(screen.outputDescriptor, for: .writing) { [weak self] in
        guard let self else { return }
        screen.flushPendingTextAndCanvas()
        hasRoom = true
      }
    }
  }
}

/// Alerts on the terminal: the number in the window's title, the bell, and desktop notifications.
extension FullScreenTerminal: Displaying {
  func display(_ viewModel: TerminalAlertsViewModel) {
    setWindowTitle(viewModel.title)
    guard viewModel.newestNotification != arrival else { return }
    arrival = viewModel.newestNotification
    if let call = viewModel.call { showAlert(call) }
  }
}

@MainActor final class TerminalPictureProbe {
  private let options: TerminalOptions
  /// The terminal's replies to the program's single query about pictures and emoji; reading the
  /// property first sends the query.
  private(set) lazy var answers = TerminalQueryResult(
    input: STDIN_FILENO, output: STDOUT_FILENO, options: options)

  init(options: TerminalOptions) { self.options = options }

  /// Draws the test picture of `doctor` on standard output, if that is a terminal.
  func drawTestPicture() {
    guard isatty(STDOUT_FILENO) == 1 else { return }
    let described = InstalledNcurses.colourCount(of: options.term) ?? 0
    let bytes = TestPicture.testPictureBytes(
      answers.pictures, depth: options.colourDepth(describedColours: described))
    // A terminal that is gone needs no picture.
    try? DescriptorSink(STDOUT_FILENO).writeBytes(bytes)
  }
}

/// A file that remembers, by the name of each terminal, how wide it draws emoji, and which
/// explanations were shown. The widths are a guess for the first frame: over ssh different
/// terminals share a name, so each is asked again.
struct TerminalFactsFile {
  /// The maximum number of terminals in the file of facts about terminals, the last seen first.
  private static let capacity = 16

  private let file: PrivateFile
  private let name: String

  init(path: String, environment: [String: String]) {
    file = PrivateFile(path: path, maximumSize: 1 << 14)
    let names = ["TERM_PROGRAM", "TERM_PROGRAM_VERSION", "XTERM_VERSION", "VTE_VERSION"]
    let known = names.reduce(environment["TERM"] ?? "") { $0 + "/" + (environment[$1] ?? "") }
    // The name is one word of a line, whatever the environment says.
    name = String(
      known.unicodeScalars.map { (0x21..<0x7f).contains($0.value) ? Character($0) : "_" })
  }

  /// True if the terminal drew emoji sequences in two columns in an earlier run; nil if unknown.
  var drawsEmojiWhole: Bool? {
    lines.first { $0.hasPrefix(name + " ") }.map { $0.hasSuffix(" whole") }
  }

  /// Stores, for the next run, whether the terminal draws emoji sequences in two columns.
  func storeEmojiWidth(drawsEmojiWhole isWhole: Bool) {
    guard isWhole != drawsEmojiWhole else { return }
    storeTerminalFact(isWhole ? "whole" : "parts", of: name)
  }

  /// True if the user was told in an earlier run why the terminal shows ASCII only.
  var hasExplainedASCII: Bool { lines.contains { $0.hasPrefix(plainName + " ") } }

  func storeThatASCIIWasExplained() { storeTerminalFact("told", of: plainName) }
  private var plainName: String { name + "/plain" }

  private func storeTerminalFact(_ value: String, of name: String) {
    let others = lines.filter { !$0.hasPrefix(name + " ") }
    let kept = ["\(name) \(value)"] + others.prefix(Self.capacity - 1)
    // Without the file, the next first frame shows less of an emoji family for a moment, and an
    // explanation is repeated.
    try? file.replaceContentsWithoutSync(with: Array(kept.map { $0 + "\n" }.joined().utf8))
  }

  private var lines: [Substring] {
    guard let bytes = try? file.readContents() else { return [] }
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n")
  }
}

@MainActor
final class KeyboardReader {
  /// The time to wait for the rest of an escape sequence after the byte of Escape.
  private static let escapeTimeout = Duration.milliseconds(40)
  /// The number of input bytes from which on the keyboard reader briefly waits for more before the
  /// screen is drawn.
  private static let flood = 1024
  /// The maximum number of input bytes that are read at once, so that the screen is drawn during a
  /// flood of input.
  private static let maximumRead = 1 << 18

  var onInput: ([TerminalInput]) -> Void = { _ in }
  var onDisconnect: () -> Void = {}

  private let descriptor: Int32
  private let loop: MainLoop
  private let escape: OneShotTimer
  private var decoder = TerminalInputDecoder()
  private var number: Int?

  init(_ descriptor: Int32, _ loop: MainLoop) {
    (self.descriptor, self.loop) = (descriptor, loop)
    escape = OneShotTimer(loop)
  }

  func watchInput() {
    guard number == nil else { return }
    number = loop.watchDescriptor(descriptor, for: .reading) { [weak self] in self?.readInput() }
  }

  func stopWatchingInput() {
    if let number { loop.unwatchDescriptor(number) }
    number = nil
  }

  /// Waits for input from the terminal; returns true if some came within the time limit.
  func hasInput(within milliseconds: CInt) -> Bool {
    var input = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&input, 1, milliseconds) > 0
  }

  /// Reads all available input from the terminal, so that its effects are drawn together.
  private func readInput() {
    var bytes = [UInt8](repeating: 0, count: 4096)
    var input: [TerminalInput] = []
    var total = 0
    repeat {
      let count = Glibc.read(descriptor, &bytes, bytes.count)
      guard count > 0 else {
        // The input ended, or failed other than by a signal: the terminal is gone. Input before the
        // end is handled first; the end is read again afterwards.
        if total == 0, count == 0 || (errno != EINTR && errno != EAGAIN) { onDisconnect() }
        break
      }
      input += decoder.decodeBytes(bytes[..<count])
      total += count
    } while total < Self.maximumRead && hasInput(within: total < Self.flood ? 0 : 2)
    onInput(input)
    setEscapeKeyTimer()
  }

  /// Waits for the rest of an escape sequence after the byte of Escape, which alone is the key
  /// Escape.
  private func setEscapeKeyTimer() {
    escape.cancelTimer()
    guard decoder.pendingEscape else { return }
    escape.setTimer(after: Self.escapeTimeout) { [weak self] in
      guard let self else { return }
      onInput(decoder.flushPendingInput())
    }
  }
}

/// A protocol of terminals on which the program runs: the full screen, or printed lines for a
/// screen reader.
@MainActor
protocol ProgramTerminal: AnyObject {
  var size: CellSize { get }
  var colours: ColourDepth { get }
  var pictureAbility: TerminalPictureAbilities { get }
  func adoptWindowSize()
  func markScreenForRepaint()
  /// Writes more bytes of pictures to the terminal when there is nothing else to draw.
  func writePictureBytes()
  /// Copies text to the clipboard; returns false if the terminal has no way to do that.
  func copyToClipboard(_ text: SafeText) -> Bool
  /// Restores the terminal's mode for another program or the shell.
  func handOverTerminal()
  /// Takes over the terminal again after another program or the shell used it.
  func takeBackTerminal()
  /// Sets the terminal's line mode and screen again if another program changed the line mode.
  func reenterTerminalIfExternallyChanged()
  /// Stops writing to the terminal after it is gone.
  func markTerminalGone()
  /// Restores the terminal at the end of the program.
  func closeTerminal()
}
