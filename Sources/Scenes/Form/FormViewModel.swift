import FeedDomain
import Terminal

/// What saying something before an act shows.
struct FormViewModel: Equatable {
  /// Words that do not change.
  struct Labels: Equatable {
    let choose: SafeText
    let next: SafeText
    let leave: SafeText
    /// That what was typed is no moment.
    let unclear: SafeText
  }

  let labels: Labels
  /// What is done, and to whom; empty before that is known.
  var title: SafeText = ""
  /// What else there is to know, as what a post says; empty for nothing.
  var about: SafeText = ""
  /// What doing it is called, for the bottom line.
  var send: SafeText = ""
  var rows: [FormRow] = []
  /// What is to be done once.
  var cues: [Cue] = []

  /// Something to be done once.
  enum Cue: Equatable {
    /// It is done, or cannot be: goes away, saying that where there is something to say.
    case finish(Message?)
    /// Tells the person something, and goes to what that is about.
    case say(Message, at: AskedField?)
  }
}
