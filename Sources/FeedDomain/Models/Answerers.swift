/// Who may answer a post, where not everybody may.
public enum Answerers: String, CaseIterable, Hashable, Sendable {
  /// Those who follow its author.
  case followers
  /// Those whom its author follows.
  case followed
  /// Those it mentions.
  case mentioned
  case nobody
}
