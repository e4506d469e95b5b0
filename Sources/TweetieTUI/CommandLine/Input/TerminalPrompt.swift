internal import FeedDomain
internal import Glibc
internal import Terminal

/// Asks on the terminal the program was started from, even where its input or output is a pipe.
struct TerminalPrompt: Prompt {
  func line(_ question: SafeText) -> String? { ask(question, shows: true) }

  func secret(_ question: SafeText) -> Secret? { ask(question, shows: false).map { Secret($0) } }
}

extension TerminalPrompt {
  private func ask(_ question: SafeText, shows: Bool) -> String? {
    let terminal = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)
    guard terminal >= 0 else { return nil }
    defer { close(terminal) }
    // Keys are read one by one, Ctrl-C included: whatever ends the question, we put the terminal
    // back ourselves, and no signal finds it without its echo.
    guard let mode = PromptMode(descriptor: terminal) else { return nil }
    defer { mode.end() }
    let screen = DescriptorSink(terminal)
    do {
      try screen.write(Array("\(question.string) ".utf8))
      let answer = try answer(from: terminal, showingOn: shows ? screen : nil)
      try screen.write([UInt8(ascii: "\r"), UInt8(ascii: "\n")])
      return answer
    } catch {
      return nil
    }
  }

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
