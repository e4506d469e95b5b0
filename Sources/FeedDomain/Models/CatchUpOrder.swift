/// In which order one reads what was missed.
public enum CatchUpOrder: String, CaseIterable, Hashable, Sendable {
  /// Everybody by themselves, those with the fewest posts first: the quiet ones are not drowned.
  case people
  /// Every conversation by itself, the latest first.
  case threads
  /// As it was written, the oldest first.
  case time
  /// What was liked most first.
  case likes
}
