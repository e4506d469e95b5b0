internal import FeedDomain

/// What happened to the reader as JSON, with names that stay.
enum NoticeJSON {
  /// What happened, who did it, as far as they are named, and what it is about; to whom, where that is
  /// not always the same.
  static func object(for notice: Notice, to reader: Account.ID? = nil) -> JSONValue {
    let told = JSONValue.object([
      "id": .string(notice.id.rawValue), "kind": .string(notice.kind.rawValue),
      "at": .optional(PostJSON.date(notice.at)),
      "people": .array(notice.people.map(PostJSON.object)), "count": .number(notice.count),
      "post": notice.post.map { PostJSON.object(for: $0) } ?? .null,
      "subject": notice.subject.map {
        .object(["title": .string($0.title), "url": .optional($0.url)])
      } ?? .null,
    ])
    guard let reader else { return told }
    return .joined(told, .object(["account": .string(reader.rawValue)]))
  }
}
