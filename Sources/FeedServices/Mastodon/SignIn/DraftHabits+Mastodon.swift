internal import FeedDomain

extension DraftHabits {
  /// Reads what a server says of the reader's own account under "source", or what was kept of it.
  init(mastodon json: JSON) {
    let known = Visibility.forOthers.first { json["privacy"] == .string($0.mastodonName) }
    // Some of the family have more of them, each for fewer than everybody.
    let unknown = json["privacy"].filledString.map { _ in Visibility.followers }
    self.init(
      visibility: known ?? unknown,
      coversPictures: json["sensitive"].bool == true, language: json["language"].filledString)
  }

  var kept: JSON {
    [
      "privacy": visibility.map { .string($0.mastodonName) } ?? .null,
      "sensitive": .bool(coversPictures), "language": language.map { .string($0) } ?? .null,
    ]
  }
}
