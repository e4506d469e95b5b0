internal import FeedDomain

/// A collection of the liked and bookmarked entries of web feeds, stored with their texts, since
/// web feeds drop old entries.
struct MarkedEntries: Equatable, Sendable {
  /// Maximum number of liked and bookmarked entries; the oldest are dropped.
  private static let most = 2000

  struct MarkedFeedEntry: Equatable, Sendable {
    let subscription: Subscription.ID
    let name: String
    let item: WebFeedEntry
    var marks: Post.ReaderMarks
    var markedAt: Timestamp
  }

  private(set) var entries: [MarkedFeedEntry] = []

  func marksOfEntry(_ id: WebFeedEntryID) -> Post.ReaderMarks { markedEntry(id)?.marks ?? [] }

  func markedEntry(_ id: WebFeedEntryID) -> MarkedFeedEntry? {
    entries.first { $0.subscription == id.subscription && $0.item.id == id.item }
  }

  /// Returns the entries of web feeds that have the like or bookmark `mark`, the last marked first.
  func markedEntries(_ mark: Post.ReaderMarks) -> [MarkedFeedEntry] {
    entries.filter { $0.marks.contains(mark) }.sorted { $0.markedAt > $1.markedAt }
  }

  /// Adds or removes the like or bookmark of a web feed's entry.
  mutating func setEntryMark(_ entry: MarkedFeedEntry, _ mark: Post.ReaderMarks, _ isDone: Bool) {
    let before = self.markedEntry(WebFeedEntryID(entry.subscription, entry.item.id))
    entries.removeAll { $0.subscription == entry.subscription && $0.item.id == entry.item.id }
    var entry = entry
    entry.marks =
      isDone ? (before?.marks ?? []).union(mark) : (before?.marks ?? []).subtracting(mark)
    guard !entry.marks.isEmpty else { return }
    entries.insert(entry, at: 0)
    if entries.count > Self.most { entries.removeLast() }
  }

  init() {}

  init(_ json: JSON) {
    entries = json["marks"].array.compactMap { json in
      guard let id = json["feed"].nonEmptyString, let item = WebFeedEntry(json["item"]) else {
        return nil
      }
      return MarkedFeedEntry(
        subscription: Subscription.ID(id), name: json["name"].string ?? "", item: item,
        marks: Post.ReaderMarks(rawValue: json["bits"].int ?? 0),
        markedAt: json["at"].moment ?? Timestamp(milliseconds: 0))
    }
  }

  var json: JSON {
    [
      "marks": .array(
        entries.map { entry in
          [
            "feed": .string(entry.subscription.rawValue), "name": .string(entry.name),
            "bits": .number(String(entry.marks.rawValue)), "at": JSON(moment: entry.markedAt),
            "item": entry.item.json,
          ]
        })
    ]
  }
}

/// A post id of a web feed's entry, made of the feed's id and the entry's id.
struct WebFeedEntryID: Equatable {
  let subscription: Subscription.ID
  let item: String

  init(_ subscription: Subscription.ID, _ item: String) {
    (self.subscription, self.item) = (subscription, item)
  }

  /// Creates the id of a web feed's entry from a post id, without the "/whole" at the end that
  /// marks the post with the entry's full text; nil for other posts.
  init?(_ post: Post.ID) {
    let parts = post.rawValue.split(separator: "/")
    guard parts.count >= 2 else { return nil }
    self.init(Subscription.ID(String(parts[0])), String(parts[1]))
  }

  var post: Post.ID { Post.ID("\(subscription.rawValue)/\(item)") }
  var whole: Post.ID { Post.ID("\(subscription.rawValue)/\(item)/whole") }
}
