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
struct MutesViewModel: Equatable {
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
}

/// Shows choosing what not to read about.
@MainActor protocol MutesDisplaying: AnyObject {
  /// Shows it so.
  func display(_ viewModel: MutesViewModel)
  /// What was typed is muted: the field is free again.
  func take(_ mute: Mute)
  /// Tells the person something.
  func say(_ message: Message)
}
