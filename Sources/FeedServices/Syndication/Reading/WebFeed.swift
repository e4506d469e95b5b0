internal import FeedDomain

/// A parsed web feed with its entries.
struct WebFeed: Equatable, Sendable {
  var name: String?
  /// The address of the web page that the feed belongs to.
  var site: String?
  var about = ""
  var icon: String?
  /// The minutes between refreshes that the web feed asks for.
  var minutes: Int?
  /// The hours (UTC) without refreshes that the web feed asks for.
  var quietHours: Set<Int> = []
  var entries: [WebFeedEntry] = []
  /// The position of the first syntax error in a web feed that was read nevertheless.
  var flaw: String?

  /// Maximum number of entries read from a web feed; the newest are kept.
  static let mostEntries = 1_000
}

struct WebFeedEntry: Equatable, Sendable {
  /// The id of an entry: short, and unique in its web feed.
  var id: String
  var title = ""
  /// The text of a feed entry in lists: the full text if that is short.
  var text = RichText("")
  /// The full text of a feed entry if it is longer than the text in lists; nil otherwise.
  var whole: RichText?
  var author: String?
  var link: String?
  /// The date of writing of a feed entry, or of its first appearance.
  var writtenAt: Timestamp?
  /// True if the feed states the date of the entry.
  var isDated = true
  var media: [EntryMedia] = []
}

/// A picture, sound or film of a feed entry.
struct EntryMedia: Equatable, Sendable {
  let url: String
  let kind: Photo.Kind
  var width: Int?
  var height: Int?
  var words = ""
  /// The address of the picture that represents a film or sound of a feed entry.
  var cover: String?
}
