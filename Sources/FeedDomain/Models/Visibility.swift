/// Who may see a post.
public enum Visibility: String, CaseIterable, Hashable, Sendable {
  /// Everybody.
  case everybody
  /// Everybody, but it is not put forward.
  case unlisted
  /// The author's followers.
  case followers
  /// Those it mentions.
  case mentioned
}
