internal import FeedDomain

/// A row that may hold a post, whose look follows what the reader does to it.
protocol LiveRow: Equatable {
  /// The post in it; nil where it holds none.
  var heldPost: Post? { get }
  /// The same row with its post as it is now.
  func with(_ post: Post) -> Self
  /// How it looks with the waiting actions; nil where they take it away.
  @MainActor func shown(through actions: any Overlaying) -> Self?
}

extension LiveRow {
  @MainActor func shown(through actions: any Overlaying) -> Self? {
    guard let post = heldPost else { return self }
    return actions.hides(post.id) ? nil : with(actions.shown(post))
  }
}

extension Post: LiveRow {
  var heldPost: Post? { self }
  func with(_ post: Post) -> Post { post }
}

extension FeedEntry: LiveRow {
  var heldPost: Post? { post }
}

extension FeedRow: LiveRow {
  var heldPost: Post? { if case .entry(let entry) = self { entry.post } else { nil } }

  func with(_ post: Post) -> FeedRow {
    if case .entry(let entry) = self { .entry(entry.with(post)) } else { self }
  }

  /// In a stream it matters who boosted a post.
  @MainActor func shown(through actions: any Overlaying) -> FeedRow? {
    guard case .entry(let entry) = self else { return self }
    guard !actions.hides(entry.post.id) else { return nil }
    return .entry(entry.with(actions.shown(entry.post, boostedBy: entry.boostedBy)))
  }
}

extension Conversation.Node: LiveRow {
  var heldPost: Post? { post }
  func with(_ post: Post) -> Conversation.Node { Conversation.Node(post, depth: depth) }
}

extension Notice: LiveRow {
  var heldPost: Post? { post }

  func with(_ post: Post) -> Notice { with(Optional(post)) }

  /// Who was answered asks no longer.
  @MainActor func shown(through actions: any Overlaying) -> Notice? {
    if kind == .request, people.contains(where: { actions.answer(to: $0.id) != nil }) { return nil }
    guard let post else { return self }
    return actions.hides(post.id) ? nil : with(actions.shown(post))
  }
}
