import FeedDomain
import Preferences
import Terminal

/// What voting shows.
struct VotingViewModel: Equatable {
  /// A poll with what can be done about it, in words.
  struct Question: Equatable {
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
    let text: SafeText
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

  /// The poll; nil before it is known.
  var question: Question?
  /// What is to be done once.
  var cues: [Cue] = []

  /// Something to be done once.
  enum Cue: Equatable {
    /// It is done, or cannot be: goes away, saying that where there is something to say.
    case finish(Message?)
    /// Tells the person something.
    case say(Message)
  }
}
