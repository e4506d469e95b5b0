import Terminal

/// A photo in words: what it shows, and its shape.
struct PhotoBox: Equatable, Sendable {
  /// What it is, and its shape: "photo 3:2".
  let title: SafeText
  /// What it shows; nil where it is covered.
  let description: SafeText
  /// Whether a click uncovers it.
  let isCovered: Bool
}
