import FeedDomain

/// What a click on a part of a post does.
enum PostClick: Equatable, Sendable {
  /// Does what a key does as well, where it may be done.
  case deed(PostAction)
  /// Shows the posts with a tag.
  case tag(String)
  /// Shows the conversation.
  case conversation
  /// Shows another post's conversation.
  case quoted(Post.ID)
  /// Shows one of its photos, as large as it goes.
  case photo(Int)
  /// Goes on to another of its photos.
  case flip(to: Int)

  /// Whether it opens something, rather than doing what a key does with the selected post.
  var opensContent: Bool {
    switch self {
    case .deed(.meet), .deed(.reveal), .deed(.viewPoll): true
    case .deed, .flip: false
    case .tag, .conversation, .quoted, .photo: true
    }
  }

  /// Whether a click asks for it only where the post was selected before: the line that names its
  /// author is where one clicks to select it.
  var isForSelected: Bool { if case .deed(.meet) = self { true } else { false } }
}

extension ListScene where RowAction == PostClick {
  func isForSelected(_ action: PostClick) -> Bool { action.isForSelected }

  func opensContent(_ action: PostClick) -> Bool { action.opensContent }
}
