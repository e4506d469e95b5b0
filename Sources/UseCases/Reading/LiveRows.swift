internal import FeedDomain

/// What must be told after rows took something.
enum RowNews: Equatable {
  case nothing
  /// These posts look different; every other row is as it was, where it was.
  case posts([Post])
  case rows
}

/// Rows as the service confirmed them, and as they are shown: with the reader's waiting actions.
///
/// Only what a change names is looked at anew.
@MainActor struct LiveRows<Row: LiveRow> {
  /// What the service confirmed.
  private(set) var confirmed: [Row] = []
  /// How each of them looks; nil for one that a waiting action takes away.
  private var looks: [Row?] = []
  /// What was confirmed since the actions were last laid over it.
  private var unseen: Set<Post.ID> = []

  /// The rows as they are shown.
  var shown: [Row] { looks.compactMap(\.self) }

  init() {}

  /// A post as it is shown.
  func post(_ id: Post.ID) -> Post? {
    looks.lazy.compactMap { $0?.heldPost }.first { $0.id == id }
  }

  mutating func adopt(_ rows: [Row], through actions: any Overlaying) -> RowNews {
    let before = shown
    confirmed = rows
    unseen = []
    looks = rows.map { $0.shown(through: actions) }
    let after = shown
    guard before.count == after.count else { return .rows }
    return news(of: zip(before, after).lazy.map { ($0, $1) })
  }

  /// Takes posts as the service confirmed them; they show with the next `overlay`.
  mutating func confirm(_ posts: [Post]) {
    let told = Dictionary(posts.map { ($0.id, $0) }, uniquingKeysWith: { _, last in last })
    for index in confirmed.indices {
      guard let post = confirmed[index].heldPost.flatMap({ told[$0.id] }) else { continue }
      confirmed[index] = confirmed[index].with(post)
      unseen.insert(post.id)
    }
  }

  /// Lays the waiting actions over the posts that changed, and over what was confirmed meanwhile;
  /// over all of them where the changes name nothing, as when the reader mutes something else.
  mutating func overlay(_ changes: ChangeSet = ChangeSet(), through actions: any Overlaying)
    -> RowNews
  {
    let all = changes.isEmpty
    let named = changes.posts.union(unseen)
    unseen = []
    var steps: [(Row?, Row?)] = []
    for index in confirmed.indices
    where all || confirmed[index].heldPost.map({ named.contains($0.id) }) == true {
      let before = looks[index]
      looks[index] = confirmed[index].shown(through: actions)
      steps.append((before, looks[index]))
    }
    return news(of: steps)
  }

  private func news(of steps: some Sequence<(Row?, Row?)>) -> RowNews {
    var posts: [Post] = []
    for case let (before, after) in steps where before != after {
      // The same row with another post is all that can be told of a post.
      guard let before, let after, let post = after.heldPost, before.heldPost?.id == post.id,
        before.with(post) == after
      else { return .rows }
      if !posts.contains(where: { $0.id == post.id }) { posts.append(post) }
    }
    return posts.isEmpty ? .nothing : .posts(posts)
  }
}
