internal import FeedDomain

/// The photo that is looked at, and its post.
struct PhotoOnView {
  /// The post as the service confirmed it.
  var confirmed: Post
  let index: Int
  var shown: Post
  /// Whether somebody wants to know what the service tells of the photo.
  var wantsDetails = false

  /// A photo of a post; nil where the post has no such photo.
  init?(_ post: Post, index: Int, shown: Post) {
    guard post.content.photos.indices.contains(index) else { return nil }
    (confirmed, self.index, self.shown) = (post, index, shown)
  }

  var spot: PhotoTrail.Position { PhotoTrail.Position(post: confirmed.id, index: index) }

  /// The photo; nil where the post came back without it.
  var photo: Photo? {
    let photos = confirmed.content.photos
    return photos.indices.contains(index) ? photos[index] : nil
  }
}
