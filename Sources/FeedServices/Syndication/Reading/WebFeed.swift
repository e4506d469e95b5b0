internal import FeedDomain

/// A feed of the web with its entries.
struct WebFeed: Equatable, Sendable {
  var name: String?
  /// The page that the feed belongs to.
  var site: String?
  var about = ""
  var icon: String?
  /// The minutes between refreshes that the feed asks for.
  var minutes: Int?
  /// The hours (UTC) without refreshes that the feed asks for.
  var quietHours: Set<Int> = []
  var entries: [WebFeedEntry] = []
  /// The place of the first mistake, for a feed that is not well-formed and was read nevertheless.
  var flaw: String?

  /// The most entries, the newest ones.
  static let mostEntries = 1_000
}

struct WebFeedEntry: Equatable, Sendable {
  /// Short, and unique in the feed.
  var id: String
  var title = ""
  /// The text in lists: the full text if that is short.
  var text = RichText("")
  /// The full text if it is longer.
  var whole: RichText?
  var author: String?
  var link: String?
  /// The date of writing, or of the first appearance.
  var writtenAt: Timestamp?
  /// Whether the feed tells the date.
  var isDated = true
  var media: [EntryMedia] = []
}

/// A picture, sound or film of an entry.
struct EntryMedia: Equatable, Sendable {
  let url: String
  let kind: Photo.Kind
  var width: Int?
  var height: Int?
  var words = ""
  /// The picture of a film or a sound.
  var cover: String?
}
