internal import FeedDomain

/// Marks by name, so that the outbox can be read without this program.
enum MarkNames {
  private static let names: [(Post.OwnActions, String)] = [
    (.liked, "liked"), (.boosted, "boosted"), (.bookmarked, "bookmarked"),
    (.hidden, "hidden"), (.pinned, "pinned"), (.silenced, "silenced"),
  ]

  static func text(of marks: Post.OwnActions) -> String {
    names.filter { marks.contains($0.0) }.map(\.1).joined(separator: " ")
  }

  static func marks(in text: String) -> Post.OwnActions {
    let words = text.split(separator: " ")
    return names.reduce(into: []) { marks, entry in
      if words.contains(where: { $0 == entry.1 }) { marks.insert(entry.0) }
    }
  }
}
