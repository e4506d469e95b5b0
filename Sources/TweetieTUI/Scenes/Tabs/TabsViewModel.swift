import FeedDomain
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
  /// The tabs in order, and between them what else there is.
  let rows: [TabRow]
  /// What adding a tag is called; nil where the service has no streams of tags.
  var adding: SafeText?
  /// What the arrows do with a tab.
  var moving: SafeText = ""
  /// What can be done while a tag is typed.
  var labels: Labels = Labels()

  /// Words that do not change.
  struct Labels: Equatable {
    var add: SafeText = ""
    var choose: SafeText = ""
    var leave: SafeText = ""
  }
}

/// A tag that can be chosen.
struct TagChoice: Equatable {
  /// The tag.
  let tag: String
  /// With its "#".
  let name: SafeText
}

/// Shows choosing tabs.
@MainActor protocol TabsDisplaying: AnyObject {
  /// Shows it so.
  func display(_ viewModel: TabsViewModel)
  /// Offers these tags while one is typed.
  func offer(_ tags: [TagChoice])
  /// The tag is a tab: selects it.
  func select(_ tab: StreamTab)
  /// Tells the person something.
  func say(_ message: Message)
}
