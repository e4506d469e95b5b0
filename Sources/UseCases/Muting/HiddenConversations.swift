internal import FeedDomain

/// The ids of the posts in conversations that the reader has hidden for good, as far as one account
/// knows these posts.
struct HiddenConversations {
  /// The ids of the first posts of the hidden conversations.
  let roots: Set<Post.ID>
  private var posts: Set<Post.ID>

  init(_ roots: Set<Post.ID> = [], posts: Set<Post.ID> = []) {
    (self.roots, self.posts) = (roots, roots.union(posts))
  }

  func hidesPost(_ post: Post.ID) -> Bool { posts.contains(post) }

  /// Returns true if a post belongs to a hidden conversation, or answers a post of one.
  mutating func hidesPost(_ post: Post) -> Bool {
    if posts.contains(post.id) { return true }
    guard let answered = post.reply?.post, posts.contains(answered) else { return false }
    posts.insert(post.id)
    return true
  }
}

extension Conversation {
  /// The ids of the conversation's posts, and of the post that the first of them answers.
  var allPosts: [Post.ID] {
    nodes.map(\.post.id) + [nodes.first?.post.reply?.post].compactMap(\.self)
  }
}

extension [Mute] {
  /// Returns the ids of the first posts of the conversations that are hidden for an account.
  func hiddenConversations(of account: Account.ID) -> Set<Post.ID> {
    var roots: Set<Post.ID> = []
    for case .conversation(let hidden) in self where hidden.account == account {
      roots.insert(hidden.post)
    }
    return roots
  }
}
