import FeedDomain
import Terminal

/// A photo of a post with its words.
struct PhotoBox: Equatable, Sendable {
  let photo: Photo
  /// The kind and shape, such as "photo 3:2".
  let title: SafeText
  /// The alt text, or the hint of a covered photo.
  let description: SafeText
  /// Whether the photo is covered by a content warning, so that a click uncovers it.
  let isCovered: Bool
}
