package import FeedDomain

/// How things look with what waits to be sent.
@MainActor package protocol Overlaying: AnyObject {
  /// How a confirmed post looks with the waiting changes, and folded away where its reader does not
  /// want to read about it, or hear from who boosted it.
  func shown(_ post: Post, boostedBy booster: Person?) -> Post
  /// Whether a waiting change deletes the post, so that it is shown no longer.
  func hides(_ post: Post.ID) -> Bool
  /// How a waiting change answers somebody who asked to follow; nil where none does.
  func answer(to person: Person.ID) -> Bool?
}

extension Overlaying {
  /// How a confirmed post looks where nobody boosted it.
  package func shown(_ post: Post) -> Post { shown(post, boostedBy: nil) }
}
