import FeedDomain
import Terminal

/// Something that is asked, in words.
struct FormRow: Equatable {
  let field: Act.Field
  let name: SafeText
  let manner: Act.Field.Manner
  /// What the choices say, in their order.
  var choices: [SafeText] = []
  /// What is said before anything is typed or chosen.
  var answer = ""
}

/// What saying something before an act shows.
struct FormViewModel: Equatable {
  /// Words that do not change.
  struct Labels: Equatable {
    let choose: SafeText
    let next: SafeText
    let leave: SafeText
    let isOn: SafeText
    let isOff: SafeText
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
    case say(Message, at: Act.Field?)
  }
}
