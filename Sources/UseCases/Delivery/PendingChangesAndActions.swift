package import FeedDomain

/// A protocol for objects that show posts and follow requests with the outbox's pending changes.
@MainActor
package protocol PendingChangeApplying: AnyObject {
  /// True if no post is changed or hidden, since there are neither pending changes nor mutes.
  var hasNothingToApply: Bool { get }
  /// Returns a post as the service confirmed it, with the pending changes applied. The post is
  /// folded if the user muted its subject, its author or its booster.
  func applyingPendingChangesAndMutes(to post: Post, boostedBy booster: Person?) -> Post
  /// Returns true if a pending change deletes a post, so that the post is hidden.
  func hidesPost(_ post: Post.ID) -> Bool
  /// Returns true if a pending change deletes a post, or the user has hidden its conversation.
  func hidesPost(_ post: Post) -> Bool
  /// Returns true if the user hides a person's boosts on this machine.
  func hidesBoostsOnThisMachine(by person: Person) -> Bool
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
  package var hasNothingToApply: Bool { false }

  package func hidesBoostsOnThisMachine(by person: Person) -> Bool { false }

  package func hidesPost(_ post: Post) -> Bool { hidesPost(post.id) }

  /// Returns a post with the pending changes applied, as it is shown outside of a boost.
  package func applyingPendingChanges(to post: Post) -> Post {
    applyingPendingChangesAndMutes(to: post, boostedBy: nil)
  }
}

/// An index of the outbox's pending changes by the posts and people that they are about. Adding,
/// changing and removing an item takes the same time with one item as with thousands.
struct PendingChangeIndex {
  /// The pending outbox items, oldest first; nil for removed ones.
  private var slots: [OutboxItem?] = []
  private var itemIndexByID: [OutboxItem.ID: Int] = [:]
  private var itemIndicesBySubject: [String: [Int]] = [:]
  private var itemIndicesByPost: [Post.ID: [Int]] = [:]
  private var itemIndicesByPerson: [Person.ID: [Int]] = [:]
  private(set) var refusedCount = 0

  /// The pending outbox items, oldest first.
  var items: [OutboxItem] { slots.compactMap(\.self) }

  var count: Int { itemIndexByID.count }

  func applyingPendingChanges(to post: Post) -> Post {
    changes(at: itemIndicesByPost[post.id]).reduce(post) { $0.applyingPendingChange($1) }
  }

  func applyingPendingChanges(to person: Person) -> Person {
    changes(at: itemIndicesByPerson[person.id]).reduce(person) { $0.applyingPendingChange($1) }
  }

  func deletesPost(_ post: Post.ID) -> Bool {
    changes(at: itemIndicesByPost[post]).contains(.delete(post))
  }

  func followRequestAnswer(to person: Person.ID) -> Bool? {
    for case .answerFollowRequest(_, let isLetIn) in changes(at: itemIndicesByPerson[person])
      .reversed()
    {
      return isLetIn
    }
    return nil
  }

  func outboxItem(_ id: OutboxItem.ID) -> OutboxItem? { itemIndexByID[id].flatMap { slots[$0] } }

  /// Adds an outbox item in place of the items with the same subject that are not being sent;
  /// returns the replaced items.
  mutating func addItemReturningReplaced(_ item: OutboxItem) -> [OutboxItem] {
    let rivals = item.change.subject.flatMap { itemIndicesBySubject[$0] } ?? []
    let replaced = rivals.compactMap { slots[$0] }.filter { $0.isReplaced(by: item) }
    for rival in replaced { removePendingItem(rival.id) }
    removePendingItem(item.id)
    appendPendingItem(item)
    return replaced
  }

  /// Replaces an outbox item by its present version. An item that the index does not know is placed
  /// before all others, since it was queued earlier.
  mutating func replacePendingItem(_ item: OutboxItem) {
    guard let place = itemIndexByID[item.id], let old = slots[place] else {
      return rebuildPendingIndex([item] + items)
    }
    guard old.change == item.change else {
      return rebuildPendingIndex(items.map { $0.id == item.id ? item : $0 })
    }
    slots[place] = item
    refusedCount += (item.isRefused ? 1 : 0) - (old.isRefused ? 1 : 0)
  }

  mutating func removePendingItem(_ id: OutboxItem.ID) {
    guard let place = itemIndexByID.removeValue(forKey: id), let item = slots[place] else { return }
    slots[place] = nil
    if item.isRefused { refusedCount -= 1 }
    if let subject = item.change.subject {
      itemIndicesBySubject.removePendingItemIndex(place, of: subject)
    }
    if let post = item.change.post { itemIndicesByPost.removePendingItemIndex(place, of: post) }
    if let person = item.change.person {
      itemIndicesByPerson.removePendingItemIndex(place, of: person)
    }
    // Slots of removed items are dropped once most are empty.
    if slots.count > 64, count * 2 < slots.count { rebuildPendingIndex(items) }
  }

  /// Replaces all pending outbox items; returns the ids of the posts that may look different.
  mutating func replaceAllPendingItems(with newItems: [OutboxItem]) -> Set<Post.ID> {
    let before = changesByPost
    rebuildPendingIndex(newItems)
    let after = changesByPost
    return Set(before.keys).union(after.keys).filter { before[$0] != after[$0] }
  }
}

extension PendingChangeIndex {
  private var changesByPost: [Post.ID: [PendingChange]] {
    itemIndicesByPost.mapValues { changes(at: $0) }.filter { !$0.value.isEmpty }
  }

  /// Returns the changes of the items in slots, without those that the service refused.
  private func changes(at places: [Int]?) -> [PendingChange] {
    (places ?? []).compactMap { slots[$0] }.filter { !$0.isRefused }.map(\.change)
  }

  private mutating func rebuildPendingIndex(_ items: [OutboxItem]) {
    self = PendingChangeIndex()
    for item in items { appendPendingItem(item) }
  }

  private mutating func appendPendingItem(_ item: OutboxItem) {
    let place = slots.count
    slots.append(item)
    itemIndexByID[item.id] = place
    if item.isRefused { refusedCount += 1 }
    if let subject = item.change.subject {
      itemIndicesBySubject[subject, default: []].append(place)
    }
    if let post = item.change.post { itemIndicesByPost[post, default: []].append(place) }
    if let person = item.change.person { itemIndicesByPerson[person, default: []].append(place) }
  }
}

extension Dictionary where Value == [Int] {
  fileprivate mutating func removePendingItemIndex(_ place: Int, of key: Key) {
    self[key]?.removeAll { $0 == place }
    if self[key]?.isEmpty == true { self[key] = nil }
  }
}
