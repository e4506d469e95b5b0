package import FeedDomain

/// A protocol for objects that show posts and follow requests with the outbox's pending changes.
@MainActor
package protocol PendingChangeApplying: AnyObject {
  /// Returns a post as the service confirmed it, with the pending changes applied. The post is
  /// folded if the user muted its subject, its author or its booster.
  func applyingPendingChanges(to post: Post, boostedBy booster: Person?) -> Post
  /// Returns true if a pending change deletes a post, so that the post is hidden.
  func hidesPost(_ post: Post.ID) -> Bool
  /// Returns true if a pending change deletes a post, or the user has hidden its conversation.
  func hidesPost(_ post: Post) -> Bool
  /// Returns true if the user hides a person's boosts on this machine.
  func hidesBoosts(by person: Person) -> Bool
  /// Returns the answer that the user gave to a person's follow request and that is still pending:
  /// true to accept; nil if there is none.
  func followRequestAnswer(to person: Person.ID) -> Bool?
}

/// A protocol for performers of the user's actions on posts, as one account or as the account that
/// each post belongs to.
@MainActor
protocol PostActionPerforming: PendingChangeApplying {
  /// Toggles a like, boost or bookmark of a post, if the account is permitted to.
  func toggleMark(_ action: Post.UserPostMarks, on post: Post?)
  func deletePost(_ post: Post?)
  func undoLastAction()
}

extension PendingChangeApplying {
  package func hidesBoosts(by person: Person) -> Bool { false }

  package func hidesPost(_ post: Post) -> Bool { hidesPost(post.id) }

  /// Returns a post with the pending changes applied, as it is shown outside of a boost.
  package func applyingPendingChanges(to post: Post) -> Post {
    applyingPendingChanges(to: post, boostedBy: nil)
  }
}

/// An index of the outbox's pending changes by the posts and people that they are about.
struct PendingChangeIndex {
  /// The pending outbox items, oldest first.
  private(set) var items: [OutboxItem] = [] { didSet { indexItemsByPostAndPerson() } }
  private var byPost: [Post.ID: [PendingChange]] = [:]
  private var byPerson: [Person.ID: [PendingChange]] = [:]

  func applyingPendingChanges(to post: Post) -> Post {
    guard let changes = byPost[post.id] else { return post }
    return changes.reduce(post) { $0.applyingPendingChange($1) }
  }

  func applyingPendingChanges(to person: Person) -> Person {
    guard let changes = byPerson[person.id] else { return person }
    return changes.reduce(person) { $0.applyingPendingChange($1) }
  }

  func hidesPost(_ post: Post.ID) -> Bool { byPost[post]?.contains(.delete(post)) ?? false }

  func followRequestAnswer(to person: Person.ID) -> Bool? {
    for case .admit(_, let isLetIn) in (byPerson[person] ?? []).reversed() { return isLetIn }
    return nil
  }

  func outboxItem(_ id: OutboxItem.ID) -> OutboxItem? { items.first { $0.id == id } }

  /// Adds an outbox item in place of the items with the same subject that are not being sent;
  /// returns the replaced items.
  mutating func addItem(_ item: OutboxItem) -> [OutboxItem] {
    let replaced = items.filter { $0.isReplaced(by: item) }
    items = items.filter { !$0.isReplaced(by: item) } + [item]
    return replaced
  }

  /// Replaces an outbox item by its present version. An item that the index does not know is placed
  /// before all others, since it was queued earlier.
  mutating func updateItem(_ item: OutboxItem) {
    if let place = items.firstIndex(where: { $0.id == item.id }) {
      items[place] = item
    } else {
      items.insert(item, at: 0)
    }
  }

  mutating func removeItem(_ id: OutboxItem.ID) { items.removeAll { $0.id == id } }

  /// Replaces all pending outbox items; returns the ids of the posts that may look different.
  mutating func replaceItems(with newItems: [OutboxItem]) -> Set<Post.ID> {
    let before = byPost
    items = newItems
    return Set(before.keys).union(byPost.keys).filter { before[$0] != byPost[$0] }
  }
}

extension PendingChangeIndex {
  private mutating func indexItemsByPostAndPerson() {
    byPost = [:]
    byPerson = [:]
    for item in items where !item.isRefused {
      if let post = item.change.post { byPost[post, default: []].append(item.change) }
      if let person = item.change.person { byPerson[person, default: []].append(item.change) }
    }
  }
}
