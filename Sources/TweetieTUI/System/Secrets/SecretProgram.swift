import CSystem
import FeedDomain
import Glibc
import Terminal

/// A program that prints a secret and ends.
struct SecretProgram {
  /// More than any secret, with whatever is noted below it.
  private static let room = 1 << 16

  /// Its name, looked for in the path, and its arguments.
  let words: [String]
  /// How long it may take, and whoever types something for it.
  let limit: Duration
  /// Where it may ask; it does without where nothing of that name can be lent.
  let terminal: String
  /// How long it may take to end when it is told to.
  var grace = Duration.milliseconds(300)

  /// What it printed. It has ended by then, by itself or because it was made to.
  func answer() throws(SecretFailure.Reason) -> [UInt8] {
    guard let terminal = LentTerminal(terminal) else { throw .notStarted(Self.reason(for: errno)) }
    do throws(SecretFailure.Reason) {
      let bytes = try answer(on: terminal)
      terminal.takeBack(from: false)
      return bytes
    } catch {
      terminal.takeBack(from: true)
      throw error
    }
  }

  private func answer(on terminal: LentTerminal) throws(SecretFailure.Reason) -> [UInt8] {
    var ends: [CInt] = [-1, -1]
    let code = csystem_pipe(&ends, CInt(Self.room))
    guard code == 0 else { throw .notStarted(Self.reason(for: code)) }
    defer { close(ends[0]) }
    let child = Result { () throws(SecretFailure.Reason) in
      try SecretChild(words, on: terminal, output: ends[1])
    }
    // That end is the program's alone from here on.
    close(ends[1])
    return try listen(to: ends[0], of: child.get())
  }

  /// Reads until the program has ended: what it leaves running may hold the pipe for ever.
  private func listen(
    to pipe: CInt, of child: SecretChild
  ) throws(SecretFailure.Reason) -> [UInt8] {
    let end = ContinuousClock.now.advanced(by: limit)
    var bytes: [UInt8] = []
    var isOpen = true
    while true {
      let left = ContinuousClock.now.duration(to: end)
      guard left > .zero else {
        child.end(within: grace)
        throw .tooSlow
      }
      let hasEnded = child.waits(for: isOpen ? pipe : -1, atMost: left)
      isOpen = isOpen && Self.read(from: pipe, into: &bytes)
      guard bytes.count <= Self.room else {
        child.end(within: grace)
        throw .tooMuch
      }
      guard hasEnded else { continue }
      try child.finish()
      return bytes
    }
  }

  /// Reads what is there, up to a byte more than there may be; false at the pipe's end.
  private static func read(from pipe: CInt, into bytes: inout [UInt8]) -> Bool {
    var chunk = [UInt8](repeating: 0, count: 1 << 12)
    while bytes.count <= room {
      let count = chunk.withUnsafeMutableBytes { Glibc.read(pipe, $0.baseAddress, $0.count) }
      guard count > 0 else { return count < 0 && (errno == EAGAIN || errno == EINTR) }
      bytes += chunk.prefix(count)
    }
    return true
  }

  /// The system's words for an error.
  static func reason(for code: CInt) -> String { String(cString: strerror(code)) }
}
