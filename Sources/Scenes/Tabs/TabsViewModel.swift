import FeedDomain
import Preferences
import Terminal

/// Something that is a tab or a column, or could be one.
struct TabRow: Identifiable, Equatable {
  enum ID: Hashable {
    /// A stream that may be a tab and a column.
    case tab(StreamTab)
    /// What may be a column alone, as what another account offers.
    case column(DeckColumn)
  }

  let id: ID
  let name: SafeText
  /// Whether it is a tab.
  var isShown = false
  /// The same in words; empty for what cannot be one.
  var state: SafeText = ""
  /// What it is as a column; nil where there is no deck.
  var column: DeckColumn?
  /// Where it stands among the columns, in words; empty where it is none.
  var place: SafeText = ""
}

extension TabRow {
  /// The tab; nil for what cannot be one.
  var tab: StreamTab? { if case .tab(let tab) = id { tab } else { nil } }
}

/// What choosing tabs shows.
struct TabsViewModel: Equatable {
  /// The name of the scene.
  let title: SafeText
  /// What adding a tag is called; nil where the service has no streams of tags.
  let adding: SafeText?
  /// What the arrows do with a tab.
  let moving: SafeText
  /// What the same arrows do with a column.
  let movingColumn: SafeText
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
