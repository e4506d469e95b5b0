internal import FeedDomain

/// Turns a server's JSON into our models.
///
/// Only ids are relied on: whatever else is missing or of another type costs itself alone, and an
/// element without what it cannot do without is left out of its page.
struct MastodonReader: Sendable {
  let software: MastodonSoftware
  /// The reader's own id.
  let me: Person.ID?
  let now: Timestamp
  /// Where the posts will be shown, for filters; nil where none are to be applied.
  var context: MastodonFilter.Context?

  /// Rows of a stream, without those that a filter hides.
  func entries(_ json: JSON) -> [FeedEntry] {
    json.array.filter { !isHidden($0) }.readable(row)
  }

  /// A post, or a boost with the post inside.
  private func row(_ json: JSON) -> FeedEntry? {
    guard let id = json["id"].id else { return nil }
    guard json["reblog"].isObject else {
      return post(json).map { FeedEntry(id: FeedEntry.ID(id), post: $0) }
    }
    guard let post = post(json["reblog"]) else { return nil }
    return FeedEntry(id: FeedEntry.ID(id), post: post, boostedBy: person(json["account"]))
  }

  /// Posts, without those that a filter hides; of a boost, the post inside.
  func posts(_ json: JSON) -> [Post] { entries(json).map(\.post) }

  private func isHidden(_ json: JSON) -> Bool {
    verdict(json) == .hide || verdict(json["reblog"]) == .hide
  }

  /// What the filters make of a post.
  func verdict(_ json: JSON) -> MastodonFilter {
    context.map { MastodonFilter(json["filtered"], in: $0, at: now) } ?? .show
  }

  /// Words that should be plain, but are HTML on some servers.
  func words(_ json: JSON) -> String? {
    guard let text = json.filledString else { return nil }
    let plain = software == .mastodon ? text : HTMLReader.text(text).plain
    return plain.trimmingBlanks.isEmpty ? nil : plain
  }

  /// A web address; nil for any other.
  static func address(_ json: JSON) -> String? { json.webAddress }

  static func count(_ json: JSON) -> Int { json.tally }
}
