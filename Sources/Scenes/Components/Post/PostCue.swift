import FeedDomain

/// What any scene with posts is told to do once, rather than to show.
enum PostCue: Equatable {
  /// To tell the person something.
  case say(Message)
  /// To put a thumb up beside the heart of a post.
  case flash(Post.ID)
  /// To ask to sign in again.
  case askToSignIn(Account)
}
