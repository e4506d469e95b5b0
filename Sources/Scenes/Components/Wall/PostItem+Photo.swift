import FeedDomain

extension PostItem {
  /// The shown photo.
  var photo: Photo? {
    let photos = post.content.photos
    return photos.indices.contains(shownPhoto) ? photos[shownPhoto] : photos.first
  }

  /// Whether the shown photo is covered by a content warning.
  var isCovered: Bool {
    !isRevealed && (post.content.isFolded || photo?.isSensitive == true)
  }
}
