internal import FeedDomain

/// What happened to the reader as JSON, with names that stay.
enum NoticeJSON {
  /// What happened, who did it, as far as they are named, and what it is about.
  static func object(for notice: Notice) -> JSONValue {
    .object([
      "id": .string(notice.id.rawValue), "kind": .string(notice.kind.rawValue),
      "at": .optional(PostJSON.date(notice.at)),
      "people": .array(notice.people.map(PostJSON.object)), "count": .number(notice.count),
      "post": notice.post.map { PostJSON.object(for: $0) } ?? .null,
    ])
  }
}
