internal import Glibc

/// Asks a terminal about its pictures and waits for the answers, for programs that do nothing else.
public enum TerminalInterview {
  /// Longer than any terminal takes.
  private static let patience = Duration.milliseconds(200)

  /// What is known of the terminal once it has answered, or has had time to.
  ///
  /// Without a terminal on both descriptors, nobody is asked.
  public static func ask(input: Int32, output: Int32, options: TerminalOptions) -> PictureDetection
  {
    var detection = PictureDetection(options: options, cell: CellPixels.told(of: output))
    let questions = Array(detection.questions.utf8)
    guard !questions.isEmpty else { return detection }
    guard isatty(output) == 1, let mode = PromptMode(descriptor: input) else {
      detection.leaveUnasked()
      return detection
    }
    defer { mode.end() }
    guard write(output, questions, questions.count) == questions.count else { return detection }
    var decoder = KeyDecoder()
    let end = ContinuousClock.now + patience
    while !detection.isComplete, hasInput(input, until: end) {
      var bytes = [UInt8](repeating: 0, count: 4096)
      let count = read(input, &bytes, bytes.count)
      guard count > 0 else { break }
      for case .reply(let reply) in decoder.decode(bytes[..<count]) {
        detection.learn(from: reply, size: CellSize(rows: 0, columns: 0))
      }
    }
    return detection
  }

  private static func hasInput(_ descriptor: Int32, until end: ContinuousClock.Instant) -> Bool {
    let rest = end - .now
    guard rest > .zero else { return false }
    var poll = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    let milliseconds = rest / .milliseconds(1)
    return Glibc.poll(&poll, 1, Int32(milliseconds.rounded(.up))) > 0
  }
}
