import FeedDomain
import Terminal

@testable import Console

/// Answers questions from a list, as somebody at a terminal would; without one, nobody is there.
final class StubPrompt: UserQuestionPrompt {
  private(set) var questions: [String] = []
  private var answers: [String]
  private let isCalledOff: Bool

  /// Gives the answers in order; after the last one there is nobody, or somebody who calls it off.
  init(_ answers: [String] = [], thenCallsOff isCalledOff: Bool = false) {
    self.answers = answers
    self.isCalledOff = isCalledOff
  }

  var isThere: Bool { !answers.isEmpty || isCalledOff }

  func askForLineIfTerminal(_ question: SafeText) throws(CommandFailure) -> String? {
    questions.append(question.string)
    guard answers.isEmpty else { return answers.removeFirst() }
    if isCalledOff { throw .calledOff }
    return nil
  }

  func askForSecretIfTerminal(_ question: SafeText) throws(CommandFailure) -> Secret? {
    try askForLineIfTerminal(question).map { Secret($0) }
  }
}
