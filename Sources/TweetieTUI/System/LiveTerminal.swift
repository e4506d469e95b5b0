import Glibc
import Terminal
import Threads

/// The terminal the program runs in: its screen, its keys, and the loop that waits for both.
@MainActor final class LiveTerminal: FullScreenTerminal {
  /// How long after an Escape the rest of a key's sequence may arrive.
  static let escapePatience = Duration.milliseconds(40)
  /// After so many bytes at once nobody types: more is on its way, as fast as it is taken.
  private static let flood = 1024
  /// So many bytes are taken at once, so that even of a flood something is seen now and then.
  private static let mostAtOnce = 1 << 18

  private let loop: MainLoop
  private let screen: NcursesScreen
  private var decoder = KeyDecoder()
  private var inputWatch: Int?
  private var outputWatch: Int?
  private var escapeAlarm: Int?
  private var isAbandoned = false
  private var hasShown = false
  /// Whether the line has had room since something was last written.
  private var hasRoom = false

  /// Is given what comes from the terminal.
  var receive: ([TerminalEvent]) -> Void = { _ in }
  /// Is given what the terminal tells of itself.
  var learn: (TerminalReply) -> Void = { _ in }
  /// Whether the first frame is followed by a question for the background's colour.
  var asksForBackground = false
  /// Is told that the terminal has gone.
  var hangUp: () -> Void = {}

  init(loop: MainLoop, screen: NcursesScreen) {
    (self.loop, self.screen) = (loop, screen)
    screen.onOutput = { [weak self] in self?.afterWriting() }
    watchInput()
  }

  var size: CellSize { screen.size }
  var pictureAbility: PictureAbility { screen.pictureAbility }
  var onPictureAbility: (PictureAbility) -> Void {
    get { screen.onPictureAbility }
    set { screen.onPictureAbility = newValue }
  }
  /// Is told whether it draws emoji sequences in two columns.
  var onSequences: (Bool) -> Void {
    get { screen.onSequences }
    set { screen.onSequences = newValue }
  }
  /// What is known of how it shows pictures, for the log.
  var pictureDetection: PictureDetection { screen.pictureDetection }
  var colours: ColourDepth { screen.colours }
  // What waits at the very beginning goes out with the first frame.
  var isBusy: Bool { outputWatch != nil && screen.isBusy }

  func show(_ canvas: Canvas) {
    guard !isAbandoned else { return }
    if !hasShown { screen.askForWidths() }
    screen.show(canvas)
    if !hasShown {
      hasShown = true
      let background = asksForBackground ? TerminalQuery.background : ""
      screen.ask(background + screen.pictureDetection.questions)
    }
    afterWriting()
  }

  /// Only here: what answers a key is never behind a picture that could have waited for it.
  func rest() {
    guard hasRoom, !isAbandoned else { return }
    hasRoom = false
    guard !hasInput(within: 0) else { return }
    screen.flush()
    watchOutput()
  }

  func repaint() { screen.repaint() }

  func copy(_ text: SafeText) {
    screen.copy(text)
    afterWriting()
  }

  func resized() {
    if let size = Self.size(of: STDOUT_FILENO) { screen.resize(to: size) }
  }

  func suspend() {
    stopWatching()
    screen.suspend()
  }

  func resume() {
    resized()
    screen.resume()
    watchInput()
    afterWriting()
  }

  func reclaim() {
    guard screen.isTakenAway else { return }
    resized()
    screen.reclaim()
    afterWriting()
  }

  func abandon() {
    isAbandoned = true
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
}

extension LiveTerminal {
  private func watchInput() {
    guard inputWatch == nil else { return }
    inputWatch = loop.watch(STDIN_FILENO, for: .reading) { [weak self] in self?.readInput() }
  }

  private func stopWatching() {
    for watch in [inputWatch, outputWatch] { if let watch { loop.unwatch(watch) } }
    inputWatch = nil
    outputWatch = nil
  }

  /// Takes all that is there, so that what came faster than it is drawn is drawn once.
  private func readInput() {
    var bytes = [UInt8](repeating: 0, count: 4096)
    var input: [TerminalInput] = []
    var total = 0
    repeat {
      let count = read(STDIN_FILENO, &bytes, bytes.count)
      guard count > 0 else {
        // An end, or an error other than a signal's: nobody is there any more. What came before it
        // is taken first; the end is still there afterwards.
        if total == 0, count == 0 || (errno != EINTR && errno != EAGAIN) {
          abandon()
          hangUp()
        }
        break
      }
      input += decoder.decode(bytes[..<count])
      total += count
    } while total < Self.mostAtOnce && hasInput(within: total < Self.flood ? 0 : 2)
    take(input)
    awaitRest()
  }

  /// A lone Escape is a key once nothing follows it.
  private func awaitRest() {
    if let escapeAlarm { loop.cancel(escapeAlarm) }
    escapeAlarm = nil
    guard decoder.pendingEscape else { return }
    escapeAlarm = loop.after(Self.escapePatience) { [weak self] in
      guard let self else { return }
      escapeAlarm = nil
      take(decoder.flush())
    }
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

  /// Whether somebody has typed meanwhile, or does so within so many milliseconds.
  private func hasInput(within milliseconds: CInt) -> Bool {
    var input = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
    return poll(&input, 1, milliseconds) > 0
  }
}
