import FeedDomain
import Preferences
import Terminal

/// A stream that is a tab, or could be one.
struct TabRow: Identifiable, Equatable {
  var id: StreamTab { tab }
  let tab: StreamTab
  let name: SafeText
  /// Whether it is a tab.
  let isShown: Bool
  /// The same in words.
  let state: SafeText
}

/// What choosing tabs shows.
struct TabsViewModel: Equatable {
  /// The name of the scene.
  let title: SafeText
  /// What adding a tag is called; nil where the service has no streams of tags.
  let adding: SafeText?
  /// What the arrows do with a tab.
  let moving: SafeText
  /// What the keys do while a tag is typed.
  let keys: [Hint]
  /// The tabs in order, and between them what else there is.
  var rows: [TabRow] = []
  /// The tags that what is typed may become.
  var offered: [TagChoice] = []
  /// What is to be done once.
  var cues: [Cue] = []

  /// Something to be done once.
  enum Cue: Equatable {
    /// The tag is a tab: selects it.
    case select(StreamTab)
    /// Tells the person something.
    case say(Message)
  }
}

/// A tag that can be chosen.
struct TagChoice: Equatable {
  /// The tag.
  let tag: String
  /// With its "#".
  let name: SafeText
}
