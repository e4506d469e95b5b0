internal import FeedDomain

/// What a post is at Flickr: a photo, or a comment on one. A comment's id tells the way to it, as
/// "photo/comment".
struct FlickrID: Equatable, Sendable {
  let photo: String
  /// Nil for a photo.
  let comment: String?

  init(_ post: Post.ID) {
    let parts = post.rawValue.split(
      separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    photo = String(parts[0])
    comment = parts.count > 1 ? String(parts[1]) : nil
  }

  /// The photo, of a comment on it too.
  var photoPost: Post.ID { Post.ID(photo) }

  /// A comment on a post: on the photo, where that is a comment itself.
  static func of(_ comment: String, on post: Post.ID) -> Post.ID {
    Post.ID("\(FlickrID(post).photo)/\(comment)")
  }
}
