package import FeedDomain
package import Terminal

/// Asks whoever sits at the terminal.
package protocol Prompt {
  /// Whether there is a terminal to ask on.
  var isThere: Bool { get }
  /// A line, shown while it is typed; nil where there is no terminal. Throws `calledOff` where the
  /// person would rather not answer.
  func line(_ question: SafeText) throws(CommandFailure) -> String?
  /// A secret, not shown while it is typed; otherwise as a line.
  func secret(_ question: SafeText) throws(CommandFailure) -> Secret?
}

extension Prompt {
  /// Whether the answer begins with a "y", as in yes; nil where nobody can be asked.
  func agrees(to question: SafeText) throws(CommandFailure) -> Bool? {
    try line(question).map { $0.lowercased().hasPrefix("y") }
  }
}

/// What is piped into the program.
package protocol PipedInput {
  /// Whether standard input is a terminal, where a person would have to type.
  var isTerminal: Bool { get }
  /// Everything up to the end.
  func text() throws(InputError) -> String
  /// All that is in a file.
  func text(of file: String) throws(InputError) -> String
}

extension PipedInput {
  /// The first line, as a password is piped in.
  func firstLine() throws(InputError) -> String {
    try text().upToLineEnd
  }
}

extension String {
  /// Everything before the first line's end.
  package var upToLineEnd: String { String(prefix { !$0.isNewline }) }
}
