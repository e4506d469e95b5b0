@testable import Console

/// What is piped into a command.
struct StubInput: CommandTextInput {
  var isTerminal = false
  var piped = ""
  var files: [String: String] = [:]

  func inputText() throws(InputReadingError) -> String { piped }

  func inputFileText(of file: String) throws(InputReadingError) -> String {
    guard let text = files[file] else { throw .failed("No such file or directory") }
    return text
  }
}
