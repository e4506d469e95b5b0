import FeedDomain

/// What a click on a part of a post does.
enum PostAction: Equatable, Sendable {
  /// Shows somebody.
  case profile(Person.ID)
  /// Shows the posts with a tag.
  case tag(String)
  /// Shows who liked or boosted it.
  case likers, boosters
  /// Puts a mark on it or takes it off.
  case mark(Post.OwnActions)
  /// Shows the conversation.
  case conversation
  /// Shows another post's conversation.
  case quoted(Post.ID)
  /// Shows what is folded away.
  case reveal
  /// Shows the answers of its poll to choose from.
  case vote
  /// Shows one of its photos, as large as it goes.
  case photo(Int)
  /// Goes on to another of its photos.
  case flip(to: Int)

  /// Whether a click asks for it only where the post was selected before: the line that names its
  /// author is where one clicks to select it.
  var isForSelected: Bool { if case .profile = self { true } else { false } }
}
