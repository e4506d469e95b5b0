/// What a reader may want to do with a post.
public enum PostDeed: Hashable, Sendable {
  /// To put a mark on it, or to take that away.
  case mark(Post.OwnActions)
  /// To see who liked or who boosted it.
  case likers, boosters
  /// To look at somebody: its author, or whoever boosted it.
  case meet(Person.ID)
  /// To write about it, or to write it anew.
  case reply, quote, edit
  /// To take it back.
  case delete
  /// To see what is folded away, its photos, or its poll.
  case reveal, viewPhoto, viewPoll
  /// To have its words on the clipboard.
  case copyText
  /// To look for what has the same tags.
  case findSimilar
  /// To see what it said before, or what it says in the reader's language.
  case viewEditions, translate
  /// To put an emoji below it, or to report it.
  case react, report
}
