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

extension PostItem {
  /// The photo that is looked at: the first, until the reader flips on.
  var photo: Photo? {
    let photos = post.content.photos
    return photos.indices.contains(shownPhoto) ? photos[shownPhoto] : photos.first
  }

  /// Whether that is covered until it is asked for.
  var isCovered: Bool {
    !isRevealed && (post.content.isFolded || photo?.isSensitive == true)
  }
}
