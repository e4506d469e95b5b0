internal import FeedDomain

/// What is known of a service's own emoji; it is asked once, by whoever types the first colon.
enum OwnEmoji {
  case unasked
  case asked
  case told([String])

  /// Those whose names begin so; none before they were told.
  func names(beginning: String) -> [String] {
    guard case .told(let names) = self else { return [] }
    let sought = beginning.lowercased()
    return names.filter { $0.lowercased().hasPrefix(sought) }
      .sorted { ($0.count, $0) < ($1.count, $1) }
  }
}
