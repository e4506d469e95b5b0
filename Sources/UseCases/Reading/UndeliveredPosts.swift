package import FeedDomain

/// Posts marked as having unsent changes: delayed ones for an undo, and all after a failed attempt.
package struct UndeliveredPosts: Equatable, Sendable {
  private var acted: Set<Post.ID> = []
  private var held: Set<Post.ID> = []
  private var isStuck = false
  /// The number of changes not sent yet.
  package private(set) var waiting = 0
  /// The number of changes the service refused.
  package private(set) var refused = 0

  package init() {}

  package var marked: Set<Post.ID> { isStuck ? acted.union(held) : held }

  package func marks(_ post: Post.ID) -> Bool {
    held.contains(post) || isStuck && acted.contains(post)
  }

  /// The progress of uploading pictures, in 0...1; nil if idle.
  package private(set) var uploaded: Double?

  package mutating func hear(_ news: ActionEvent) {
    switch news {
    case .acted(let change): if let post = change.post { acted.insert(post) }
    case .held(let change, _): if let post = change.post { held.insert(post) }
    case .delivered(let change, _), .refused(let change, _), .withheld(let change, _),
      .undone(let change), .notKept(let change, _):
      if let post = change.post {
        acted.remove(post)
        held.remove(post)
      }
    case .waiting(let count, let error, let refused):
      waiting = count
      self.refused = refused
      isStuck = error != nil
      if count == 0 { (acted, held) = ([], []) }
    case .uploading(_, let part): uploaded = part
    case .nothingToUndo, .stored, .changed, .changedElsewhere, .signedOut: break
    }
  }
}
