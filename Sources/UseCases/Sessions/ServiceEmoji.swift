internal import FeedDomain

/// A service's custom emoji, fetched when the first colon is typed.
enum ServiceEmoji {
  case unasked
  case asked
  case told([String])

  /// Returns names that begin with a text; none until they are fetched.
  func names(beginning: String) -> [String] {
    guard case .told(let names) = self else { return [] }
    let sought = beginning.lowercased()
    return names.filter { $0.lowercased().hasPrefix(sought) }
      .sorted { ($0.count, $0) < ($1.count, $1) }
  }
}
