import FeedDomain
import Terminal

/// Something that is muted, or could be, in words.
struct MuteRow: Equatable {
  let mute: Mute
  let name: SafeText
  /// Whether it is muted.
  let isMuted: Bool
  /// The same in words.
  let state: SafeText
}

/// What choosing what not to read about shows.
struct MutingViewModel: Equatable {
  /// Words that do not change.
  struct Labels: Equatable {
    let title: SafeText
    let help: SafeText
    let mute: SafeText
    let unmute: SafeText
    let choose: SafeText
    let leave: SafeText
  }

  let labels: Labels
  /// What a post is about, then what else is muted.
  var rows: [MuteRow] = []
  /// What is to be done once.
  var cues: [Cue] = []

  /// Something to be done once.
  enum Cue: Equatable {
    /// What was typed is muted: the field is free again.
    case take(Mute)
    /// Tells the person something.
    case say(Message)
  }
}
