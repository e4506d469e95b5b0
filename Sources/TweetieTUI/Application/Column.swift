import FeedDomain
import Scenes

/// The scenes that are open above one another in one column, the one in front last.
@MainActor final class Column {
  /// What it was put there for; nil for the first column, which is read by whoever is in front.
  let pinned: DeckColumn?
  let stack = SceneStack()
  /// Whether it is on the screen, or would be where nothing took all of it.
  private(set) var isInSight = true

  init(pinned: DeckColumn? = nil) { self.pinned = pinned }

  /// Whose a scene in it is, as a column of theirs would be: that account's, else the column's own.
  func reader(_ account: Account.ID?) -> DeckColumn? {
    account.map { DeckColumn(pinned?.content ?? .stream(.feed(.home)), of: $0) } ?? pinned
  }

  /// Has its scenes ask the service for nothing by themselves while nobody sees them.
  func show(_ isInSight: Bool) {
    guard isInSight != self.isInSight else { return }
    self.isInSight = isInSight
    for scene in stack.scenes { scene.seen(isInSight) }
  }
}
