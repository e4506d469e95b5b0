@testable import Console

/// What is piped into a command.
struct StubInput: PipedInput {
  var isTerminal = false
  var piped = ""

  func text() throws(InputError) -> String { piped }
}
