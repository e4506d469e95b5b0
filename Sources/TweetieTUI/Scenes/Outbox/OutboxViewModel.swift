import FeedDomain
import Terminal

/// Something that waits to be sent.
struct OutboxRow: Identifiable, Equatable {
  let id: OutboxItem.ID
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
  /// How many wait; empty for none.
  let count: SafeText
  /// What waits, oldest first.
  let rows: [OutboxRow]
  /// What stands in the middle while nothing waits.
  let notice: StreamNotice?
}

/// Shows the outbox.
@MainActor protocol OutboxDisplaying: AnyObject {
  /// Shows it so.
  func display(_ viewModel: OutboxViewModel)
  /// Says something.
  func say(_ message: Message)
}
