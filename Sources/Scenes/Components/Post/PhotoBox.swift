import FeedDomain
import Terminal

/// A photo of a post: what it shows, and its shape, in words.
struct PhotoBox: Equatable, Sendable {
  /// The photo.
  let photo: Photo
  /// What it is, and its shape: "photo 3:2".
  let title: SafeText
  /// What it shows; that it is covered, where it is.
  let description: SafeText
  /// Whether a click uncovers it.
  let isCovered: Bool
}
