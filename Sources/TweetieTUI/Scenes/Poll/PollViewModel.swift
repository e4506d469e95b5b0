import FeedDomain
import Terminal

/// A poll with what can be done about it, in words.
struct PollViewModel: Equatable {
  /// An answer.
  struct Answer: Equatable {
    /// What it says.
    let title: SafeText
    /// Its share of the votes; empty while that is a secret.
    let share: SafeText
    /// Whether the reader chose it for good.
    let isChosen: Bool
  }

  /// What is asked.
  let question: SafeText
  /// The answers.
  let answers: [Answer]
  /// How many voted, and when it ends.
  let summary: SafeText
  /// How many answers may be chosen; or why one cannot vote.
  let advice: SafeText
  /// Whether one can vote.
  let isOpen: Bool
  /// Whether several answers may be chosen.
  let allowsSeveral: Bool
  /// What the keys do.
  let keys: [Hint]
}

/// Shows a poll.
@MainActor protocol PollDisplaying: AnyObject {
  /// Shows it so.
  func display(_ viewModel: PollViewModel)
  /// It is done, or cannot be: goes away, saying that where there is something to say.
  func finish(_ message: Message?)
  /// Tells the person something.
  func say(_ message: Message)
}
