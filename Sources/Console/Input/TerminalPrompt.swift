package import FeedDomain
internal import Glibc
package import Terminal

/// Asks on the terminal the program was started from, even where its input or output is a pipe.
package struct TerminalPrompt: Prompt {
  package init() {
  }

  package var isThere: Bool {
    let terminal = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)
    guard terminal >= 0 else { return false }
    close(terminal)
    return true
  }

  package func line(_ question: SafeText) throws(CommandFailure) -> String? {
    try ask(question, shows: true)
  }

  package func secret(_ question: SafeText) throws(CommandFailure) -> Secret? {
    try ask(question, shows: false).map { Secret($0) }
  }
}

extension TerminalPrompt {
  private func ask(_ question: SafeText, shows: Bool) throws(CommandFailure) -> String? {
    let terminal = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)
    guard terminal >= 0 else { return nil }
    defer { close(terminal) }
    // Keys are read one by one, Ctrl-C included: whatever ends the question, we put the terminal
    // back ourselves, and no signal finds it without its echo.
    guard let mode = PromptMode(descriptor: terminal) else { return nil }
    defer { mode.end() }
    let screen = DescriptorSink(terminal)
    let typed: String?
    do throws(OutputError) {
      try screen.write(Array("\(question.string) ".utf8))
      typed = try answer(from: terminal, showingOn: shows ? screen : nil)
      try screen.write([UInt8(ascii: "\r"), UInt8(ascii: "\n")])
    } catch {
      return nil
    }
    guard let typed else { throw .calledOff }
    return typed
  }

  /// What was typed; nil where it was called off, or the terminal went away.
  private func answer(from terminal: Int32, showingOn screen: DescriptorSink?)
    throws(OutputError) -> String?
  {
    var typed = TypedLine()
    while true {
      var byte: UInt8 = 0
      let count = read(terminal, &byte, 1)
      if count < 0, errno == EINTR { continue }
      guard count == 1 else { return nil }
      switch typed.take(byte) {
      case .more(let echo): if !echo.isEmpty { try screen?.write(echo) }
      case .done: return typed.text
      case .calledOff: return nil
      }
    }
  }
}
