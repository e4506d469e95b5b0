import FeedDomain
import Preferences
import Terminal

/// Something that waits to be sent, or was written and left.
struct OutboxRow: Identifiable, Equatable {
  /// What it stands for.
  enum ID: Hashable {
    case item(OutboxItem.ID)
    case draft(Draft.ID)
  }

  let id: ID
  /// What it does.
  let title: SafeText
  /// What it says, or what it is about.
  let excerpt: SafeText
  /// Why it waits.
  let state: SafeText
  /// How that is meant.
  let role: Role
  /// What can be done with it.
  let commands: [Command]
}

/// What the outbox shows.
struct OutboxViewModel: Equatable {
  /// The name of the scene.
  let title: SafeText
  /// What the key is called that takes something back, at a draft.
  let discard: SafeText
  /// How to throw a draft away.
  let discardAsks: SafeText
  /// How many wait, and how many drafts there are; empty for none.
  var count: SafeText = ""
  /// What waits, oldest first, and below it the drafts.
  var rows: [OutboxRow] = []
  /// What stands in the middle while nothing waits.
  var notice: StreamNotice?
  /// What is to be done once.
  var cues: [Cue] = []

  /// Something to be done once.
  enum Cue: Equatable {
    /// Tells the person something.
    case say(Message)
  }
}
