import FeedDomain
import Terminal

/// What having a post translated shows.
struct TranslatingViewModel: Equatable {
  /// What goes on.
  var activity: SafeText = ""
  /// What is to be done once.
  var cue: Cue?

  /// Something to be done once.
  enum Cue: Equatable {
    /// It is done, or cannot be: goes away, saying that where there is something to say.
    case finish(Message?)
    /// Asks to sign in again.
    case askToSignIn(Account)
  }
}
