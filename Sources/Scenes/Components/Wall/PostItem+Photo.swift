import FeedDomain

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
