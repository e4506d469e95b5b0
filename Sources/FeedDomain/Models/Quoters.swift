/// Who may show a post inside one of their own.
public enum Quoters: String, CaseIterable, Hashable, Sendable {
  /// Everybody.
  case everybody
  /// The author's followers.
  case followers
  /// Nobody but the author.
  case nobody
}
