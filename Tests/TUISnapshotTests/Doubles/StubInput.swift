@testable import Console

/// What is piped into a command.
struct StubInput: PipedInput {
  var isTerminal = false
  var piped = ""
  var files: [String: String] = [:]

  func inputText() throws(InputError) -> String { piped }

  func inputText(of file: String) throws(InputError) -> String {
    guard let text = files[file] else { throw .failed("No such file or directory") }
    return text
  }
}
