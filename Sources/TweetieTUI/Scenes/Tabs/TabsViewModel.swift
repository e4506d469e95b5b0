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
  /// The tabs in order, then what else there is.
  let rows: [TabRow]
}

/// Shows choosing tabs.
@MainActor protocol TabsDisplaying: AnyObject {
  /// Shows it so.
  func display(_ viewModel: TabsViewModel)
  /// Tells the person something.
  func say(_ message: Message)
}
