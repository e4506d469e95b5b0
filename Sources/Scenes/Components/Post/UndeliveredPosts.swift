import FeedDomain
import UseCases

/// Which posts carry something that has not reached the service, as far as that is worth a sign.
///
/// What is sent in a moment needs none; what is held back to be undone does, and all of it does
/// once a try has failed.
struct UndeliveredPosts: Equatable, Sendable {
  private var acted: Set<Post.ID> = []
  private var held: Set<Post.ID> = []
  private var isStuck = false
  /// How many changes wait.
  private(set) var waiting = 0
  /// How many the service refused, which wait for the reader.
  private(set) var refused = 0

  /// The posts to be marked.
  var marked: Set<Post.ID> { isStuck ? acted.union(held) : held }

  /// Whether a post is to be marked.
  func marks(_ post: Post.ID) -> Bool { held.contains(post) || isStuck && acted.contains(post) }

  /// How much of a post's pictures has arrived, from 0 to 1; nil while none are on the wire.
  private(set) var uploaded: Double?

  /// Learns what happened.
  mutating func hear(_ news: ActionNews) {
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
