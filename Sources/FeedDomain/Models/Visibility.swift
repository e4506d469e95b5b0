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
  /// Nobody but the author.
  case oneself
}

extension Visibility {
  /// Those that nobody needs to be mentioned for.
  public static let forMany: [Visibility] = [.everybody, .unlisted, .followers]
  /// Those that a post for others can have.
  public static let forOthers = forMany + [.mentioned]

  /// Whether everybody may see it, put forward or not.
  var isOpen: Bool { self == .everybody || self == .unlisted }

  /// Whichever of both fewer people see.
  package func narrowed(to other: Visibility) -> Visibility {
    Visibility.allCases.last { $0 == self || $0 == other } ?? self
  }
}
