internal import Glibc

/// A result of querying a terminal about pictures, emoji and UTF-8, for commands that print to it.
public struct TerminalQueryResult {
  static let allowedTime = Duration.milliseconds(200)

  public private(set) var pictures: PictureDetection
  /// True if the terminal draws emoji sequences in two columns; nil if unknown.
  public private(set) var drawsEmojiWhole: Bool?
  /// True if the terminal reads UTF-8 although the locale is ASCII; nil if unknown or not asked.
  public private(set) var readsUTF8: Bool?
  private let asksForEncoding: Bool
  private var probe = EmojiWidthDetection()

  /// Queries a terminal about pictures, emoji and UTF-8, and creates the result from the replies
  /// that come within the time limit. Nothing is asked unless both descriptors are terminals.
  public init(input: Int32, output: Int32, options: TerminalOptions) {
    pictures = PictureDetection(options: options, cell: CellPixelSize.reportedCellSize(of: output))
    asksForEncoding = options.isModern && options.asksForEncoding
    let widths =
      asksForEncoding
      ? UTF8Detection.queryOnLine
      : pictures.isMultiplexed ? "" : EmojiWidthDetection.queriesOnLine
    let queries = asksForEncoding ? TerminalQuerySequences.attributes : pictures.queries
    guard !queries.isEmpty else { return }
    guard isatty(output) == 1, let mode = NoEchoKeyInputMode(descriptor: input) else {
      pictures.recordMissingTerminal()
      return
    }
    defer { mode.restoreLineMode() }
    let bytes = Array((widths + queries).utf8)
    guard write(output, bytes, bytes.count) == bytes.count else { return }
    var decoder = TerminalInputDecoder()
    let end = ContinuousClock.now + Self.allowedTime
    while !pictures.isComplete, Self.waitForInput(input, until: end) {
      var bytes = [UInt8](repeating: 0, count: 4096)
      let count = read(input, &bytes, bytes.count)
      guard count > 0 else { break }
      for case .reply(let reply) in decoder.decodeBytes(bytes[..<count]) {
        handleTerminalReply(reply)
      }
    }
  }

  private mutating func handleTerminalReply(_ reply: TerminalReply) {
    pictures.recordTerminalReply(reply, size: CellSize(rows: 0, columns: 0))
    guard case .cursor(let position) = reply else { return }
    guard !asksForEncoding else {
      readsUTF8 = UTF8Detection.terminalReadsUTF8(column: position.column)
      return
    }
    drawsEmojiWhole = probe.recordEmojiSampleColumn(position.column) ?? drawsEmojiWhole
  }

  /// Waits until a descriptor has input; returns false after the time limit.
  static func waitForInput(_ descriptor: Int32, until end: ContinuousClock.Instant)
    -> Bool
  {
    let rest = end - .now
    guard rest > .zero else { return false }
    var poll = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    let milliseconds = rest / .milliseconds(1)
    return Glibc.poll(&poll, 1, Int32(milliseconds.rounded(.up))) > 0
  }
}
