import FeedDomain

extension StreamRow {
  /// Whether a wall or a carousel shows it: a post with a photo, or a gap.
  var isExhibited: Bool {
    switch self {
    case .post(_, let item): item.photo != nil
    case .gap: true
    }
  }
}
