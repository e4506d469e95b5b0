import FeedDomain

/// The action of a click inside a post.
enum PostClick: Equatable, Sendable {
  /// An action that a key performs as well, such as a like, if permitted.
  case deed(PostAction)
  /// Open the stream of posts with a hashtag.
  case tag(String)
  /// Open the post's conversation.
  case conversation
  /// Open the conversation of the quoted post.
  case quoted(Post.ID)
  /// Open the photo at an index in full size.
  case photo(Int)
  /// Show the photo at an index in place of the current one.
  case flip(to: Int)

  /// True if the click opens a scene or page, rather than acting on the selected post.
  var opensContent: Bool {
    switch self {
    case .deed(.meet), .deed(.reveal), .deed(.viewPoll): true
    case .deed, .flip: false
    case .tag, .conversation, .quoted, .photo: true
    }
  }

  /// True if a click performs the action only in a post that was already selected: a click on the
  /// author's line otherwise just selects the post.
  var isForSelected: Bool { if case .deed(.meet) = self { true } else { false } }
}

extension ListScene where RowAction == PostClick {
  func isForSelected(_ action: PostClick) -> Bool { action.isForSelected }

  func opensContent(_ action: PostClick) -> Bool { action.opensContent }
}
