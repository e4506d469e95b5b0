internal import Dispatch

/// A program in a terminal, with somebody at the keyboard.
///
/// Output is drawn and audited as it arrives; waits are answered by output alone, never by time,
/// except for a generous deadline that makes a hopeless one fail and show the screen. Sessions
/// share nothing, so that tests run in parallel.
///
/// When a program uses synchronised updates, waits see whole frames only.
public actor TerminalSession {
  /// Maximum duration in seconds of a wait for the program under test.
  public static let deadline = 60

  /// The temporary home directory of the program under test.
  public nonisolated let home: TemporaryHome
  /// The id of the process that was started: the supervisor, if the program has one.
  public nonisolated let pid: Int32
  /// The settings of the terminal before the program was started.
  public nonisolated let modesBefore: TerminalModes
  /// The audit of the program's output.
  public private(set) var audit: SequenceAudit

  private let executor = QueueExecutor(label: "terminal session")
  let program: SpawnedProgram
  private let screen: VirtualScreen
  /// The screen with its pictures, once they are asked for.
  private var pictured: PictureScreen?
  private let answersQueries: Bool
  private var terminal: PseudoTerminal?
  private var isListening = false
  private var waits: [Int: Wait] = [:]
  private var nextWait = 0
  private var tail: [UInt8] = []
  private var toType: [UInt8] = []
  /// The last bytes that were typed, by the test or by the terminal.
  private var typed: [UInt8] = []
  /// The sentences shown in the bottom line since the last typed bytes.
  private var sayings: Set<String> = []

  private struct Wait {
    let what: String
    let isOver: @Sendable (VirtualScreen) -> Bool
    let continuation: CheckedContinuation<SessionFailure?, Never>
  }

  /// The executor on a queue of its own, besides the concurrency pool.
  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    executor.asUnownedSerialExecutor()
  }

  /// Starts a program, `tweetie` unless another is named, in a terminal of that size.
  ///
  /// - Parameters:
  ///   - arguments: What follows the program's name.
  ///   - executable: The program's path.
  ///   - environment: What differs from the home's environment; an empty value removes a variable.
  ///   - home: A home to go on with; by default a new one.
  ///   - answersQueries: Whether the terminal answers questions about itself, as most do.
  public static func start(
    _ arguments: [String] = [], executable: String = ProgramLocation.tweetie,
    environment: [String: String] = [:], size: WindowSize = .standard,
    home: TemporaryHome? = nil, answersQueries: Bool = true
  ) async throws(SystemFailure) -> TerminalSession {
    let home = if let home { home } else { try TemporaryHome() }
    let session = try TerminalSession(
      executable: executable, arguments: arguments, environment: environment, size: size,
      home: home, answersQueries: answersQueries)
    await session.listen()
    return session
  }

  private init(
    executable: String, arguments: [String], environment: [String: String], size: WindowSize,
    home: TemporaryHome, answersQueries: Bool
  ) throws(SystemFailure) {
    let terminal = try PseudoTerminal(size: size)
    let variables = home.environment.merging(environment) { $1 }.filter { !$0.value.isEmpty }
    modesBefore = terminal.modes
    program = try SpawnedProgram(
      executable: executable, arguments: [executable] + arguments, environment: variables,
      terminal: terminal)
    pid = program.pid
    screen = VirtualScreen(size: size)
    audit = SequenceAudit(size: size)
    self.terminal = terminal
    self.home = home
    self.answersQueries = answersQueries
  }

  deinit { terminal?.hangUp() }

  /// Types a text as if at the keyboard.
  public func type(_ text: String) { enter(Array(text.utf8)) }

  /// Presses a key of the terminal.
  public func press(_ key: TerminalKey) { enter(key.bytes) }

  /// Pastes a text as terminals do if a program requested bracketed paste.
  public func paste(_ text: String) { enter(Array("\u{1B}[200~\(text)\u{1B}[201~".utf8)) }

  /// Changes the size of the terminal's window.
  public func resize(to size: WindowSize) {
    screen.resize(to: size)
    audit.resize(to: size)
    terminal?.resize(to: size)
  }

  /// Closes the terminal's window while the program runs.
  public func closeWindow() {
    terminal?.hangUp()
    terminal = nil
  }

  /// Waits until a text is on the screen.
  public func waitUntil(contains text: String) async throws(SessionFailure) {
    try await waitUntil("“\(text)” on the screen") { $0.text.contains(text) }
  }

  /// Waits until a text was in the bottom line at any moment since the last typed bytes, as such
  /// sentences disappear by themselves.
  public func waitUntil(says text: String) async throws(SessionFailure) {
    if sayings.contains(where: { $0.contains(text) }) { return }
    try await waitUntil("“\(text)” in the bottom line") {
      Self.saying(on: $0).contains(text)
    }
  }

  /// Returns the text of the bottom line and of the rows above it, where a long sentence begins.
  private static func saying(on screen: VirtualScreen) -> String {
    screen.rows.suffix(4).map { row in
      String(row.drop { $0 == " " })
    }.joined(separator: " ")
  }

  /// Waits until a text is not on the screen.
  public func waitUntil(lacks text: String) async throws(SessionFailure) {
    try await waitUntil("no “\(text)” on the screen") { !$0.text.contains(text) }
  }

  /// Waits until the screen meets a condition, at most for a number of seconds.
  public func waitUntil(
    _ what: String, within seconds: Int = deadline,
    _ isOver: @escaping @Sendable (VirtualScreen) -> Bool
  ) async throws(SessionFailure) {
    if let failure = await outcome(of: what, within: seconds, isOver) { throw failure }
  }

  /// Waits until typed lines are hidden, which a program does for a password and a shell never does.
  public func waitUntilTypingIsHidden() async throws(SessionFailure) {
    for _ in 0..<(Self.deadline * 200) {
      if let modes, modes.isByLine, !modes.echoes { return }
      await pause()
    }
    throw failure(.deadline, "hidden typing")
  }

  /// Waits until a condition besides the screen is true, such as a request to a server.
  public func waitUntil(
    _ what: String, isTrue: @escaping @Sendable () -> Bool
  ) async throws(SessionFailure) {
    for _ in 0..<(Self.deadline * 200) {
      if isTrue() { return }
      await pause()
    }
    throw failure(.deadline, what)
  }

  /// Waits for the program's end and says how it ended.
  ///
  /// The end is when nobody holds the terminal any more: a process left behind fails the wait.
  public func exitStatus() async throws(SessionFailure) -> ExitStatus {
    let what = "the program's end"
    let failure = await outcome(of: what) { _ in false }
    if let failure, failure.reason == .deadline { throw failure }
    // The terminal is let go a moment before a process can be waited for.
    for _ in 0..<(Self.deadline * 200) {
      if let status = program.statusIfEnded() { return status }
      await pause()
    }
    throw self.failure(.deadline, what)
  }

  /// The text of the screen, a line for each row.
  public var screenText: String { screen.text }

  /// Returns any property of the screen: cells, cursor, title, modes.
  public func read<Value: Sendable>(_ body: @Sendable (VirtualScreen) -> Value) -> Value {
    body(screen)
  }

  /// The present settings of the terminal; nil after the window was closed.
  public var modes: TerminalModes? { terminal?.modes }

  /// The damage that the program left: forbidden sequences, modes left on, and a changed line
  /// discipline. Empty if the terminal is as before.
  public var damage: [String] {
    let discipline = modes == modesBefore ? [] : ["the line discipline: \(modes as Any)"]
    return audit.findings.map(\.description) + audit.leftovers + discipline
  }
}

extension TerminalSession {
  /// Reads output on a thread that may block, and passes it to the session.
  private func listen() {
    guard let terminal else { return }
    isListening = true
    let queue = executor.queue
    DispatchQueue(label: "terminal reader").async { [weak self] in
      while true {
        let reading = terminal.read(within: nil)
        queue.async { [weak self] in self?.assumeIsolated { $0.take(reading) } }
        if reading == .ended { return }
      }
    }
  }

  private func take(_ reading: PseudoTerminal.Reading) {
    switch reading {
    case .nothing: return
    case .bytes(let bytes): draw(bytes)
    case .ended:
      isListening = false
      for key in waits.keys { finish(key, .ended) }
    }
    writePending()
  }

  /// Keeps the pictures of kitty's protocol from now on. The program has drawn none so far.
  public func keepPictures() {
    pictured = PictureScreen(size: screen.size, cell: (8, 16))
  }

  /// The cells of the pictures on the screen, while pictures are kept: row, column, rows, columns.
  public var pictures: [[Int]] { pictured?.kitty.areas ?? [] }

  private func draw(_ bytes: [UInt8]) {
    screen.feed(bytes)
    pictured?.feed(bytes)
    audit.feed(bytes)
    tail = Array((tail + bytes).suffix(200))
    let replies = screen.takeReplies()
    if answersQueries, !replies.isEmpty { send(replies) }
    guard isFrameWhole else { return }
    sayings.insert(Self.saying(on: screen))
    for (key, wait) in waits where wait.isOver(screen) { finish(key, nil) }
  }

  private var isFrameWhole: Bool { !audit.isOn(mode: 2026) }

  private func enter(_ bytes: [UInt8]) {
    sayings = []
    send(bytes)
  }

  private func send(_ bytes: [UInt8]) {
    toType += bytes
    typed = Array((typed + bytes).suffix(60))
    writePending()
  }

  /// Writes the typed bytes that the program has room for, and the rest a little later.
  private func writePending() {
    guard let terminal, !toType.isEmpty else { return }
    toType.removeFirst(terminal.write(toType))
    guard !toType.isEmpty else { return }
    executor.queue.asyncAfter(deadline: .now() + .milliseconds(5)) { [weak self] in
      self?.assumeIsolated { $0.writePending() }
    }
  }

  private func pause() async {
    await withCheckedContinuation { continuation in
      executor.queue.asyncAfter(deadline: .now() + .milliseconds(5)) { continuation.resume() }
    }
  }

  private func outcome(
    of what: String, within seconds: Int = deadline,
    _ isOver: @escaping @Sendable (VirtualScreen) -> Bool
  ) async -> SessionFailure? {
    if isFrameWhole, isOver(screen) { return nil }
    guard isListening else { return failure(.ended, what) }
    let key = nextWait
    nextWait += 1
    return await withCheckedContinuation { continuation in
      waits[key] = Wait(what: what, isOver: isOver, continuation: continuation)
      executor.queue.asyncAfter(deadline: .now() + .seconds(seconds)) { [weak self] in
        self?.assumeIsolated { $0.finish(key, .deadline) }
      }
    }
  }

  private func finish(_ key: Int, _ reason: SessionFailure.Reason?) {
    guard let wait = waits.removeValue(forKey: key) else { return }
    wait.continuation.resume(returning: reason.map { failure($0, wait.what) })
  }

  private func failure(_ reason: SessionFailure.Reason, _ what: String) -> SessionFailure {
    // Beside what the terminal holds there may be what it had no room for.
    let unread = terminal?.unread.map { $0 + toType.count }
    return SessionFailure(
      reason: reason, awaited: what, screen: screen.text, tail: spelling(of: tail),
      typed: spelling(of: typed), unread: unread)
  }
}
