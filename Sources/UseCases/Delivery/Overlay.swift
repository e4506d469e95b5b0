package import FeedDomain

/// Posts and follow requests with the waiting changes applied.
@MainActor package protocol Overlaying: AnyObject {
  /// Returns a confirmed post with the waiting changes, folded away if the reader muted its subject or
  /// the person who boosted it.
  func shown(_ post: Post, boostedBy booster: Person?) -> Post
  /// Whether a waiting change deletes a post, so that it is shown no longer.
  func hides(_ post: Post.ID) -> Bool
  /// The waiting answer to a person who asked to follow; nil if there is none.
  func answer(to person: Person.ID) -> Bool?
}

extension Overlaying {
  /// Returns a confirmed post that nobody boosted with the waiting changes.
  package func shown(_ post: Post) -> Post { shown(post, boostedBy: nil) }
}

/// The waiting changes, by the posts and people that they are about.
struct Overlay {
  /// The waiting items, oldest first.
  private(set) var items: [OutboxItem] = [] { didSet { index() } }
  private var byPost: [Post.ID: [PendingChange]] = [:]
  private var byPerson: [Person.ID: [PendingChange]] = [:]

  func shown(_ post: Post) -> Post {
    guard let changes = byPost[post.id] else { return post }
    return changes.reduce(post) { $0.applying($1) }
  }

  func shown(_ person: Person) -> Person {
    guard let changes = byPerson[person.id] else { return person }
    return changes.reduce(person) { $0.applying($1) }
  }

  func hides(_ post: Post.ID) -> Bool { byPost[post]?.contains(.delete(post)) ?? false }

  func answer(to person: Person.ID) -> Bool? {
    for case .admit(_, let isLetIn) in (byPerson[person] ?? []).reversed() { return isLetIn }
    return nil
  }

  func item(_ id: OutboxItem.ID) -> OutboxItem? { items.first { $0.id == id } }

  /// Adds an item in place of the items with the same subject that are not on the wire; returns the
  /// replaced items.
  mutating func add(_ item: OutboxItem) -> [OutboxItem] {
    let replaced = items.filter { $0.isReplaced(by: item) }
    items = items.filter { !$0.isReplaced(by: item) } + [item]
    return replaced
  }

  /// Takes an item as the outbox has it now.
  ///
  /// An unknown item is older than all others: it was claimed before they were made.
  mutating func update(_ item: OutboxItem) {
    if let place = items.firstIndex(where: { $0.id == item.id }) {
      items[place] = item
    } else {
      items.insert(item, at: 0)
    }
  }

  mutating func remove(_ id: OutboxItem.ID) { items.removeAll { $0.id == id } }

  /// Takes all items as the outbox has them now; returns the posts that may look different.
  mutating func adopt(_ newItems: [OutboxItem]) -> Set<Post.ID> {
    let before = byPost
    items = newItems
    return Set(before.keys).union(byPost.keys).filter { before[$0] != byPost[$0] }
  }
}

extension Overlay {
  private mutating func index() {
    byPost = [:]
    byPerson = [:]
    for item in items where !item.isRefused {
      if let post = item.change.post { byPost[post, default: []].append(item.change) }
      if let person = item.change.person { byPerson[person, default: []].append(item.change) }
    }
  }
}
