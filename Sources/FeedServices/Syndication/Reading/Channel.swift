internal import FeedDomain

/// What a feed says: of itself, and the entries in it.
struct Channel: Equatable, Sendable {
  var name: String?
  /// The page that it belongs to.
  var site: String?
  var about = ""
  var icon: String?
  /// For how many minutes it asks not to be asked again.
  var minutes: Int?
  /// The hours of Greenwich's day in which it asks not to be asked.
  var quietHours: Set<Int> = []
  var items: [ChannelItem] = []
}

/// An entry of a feed.
struct ChannelItem: Equatable, Sendable {
  /// What tells it from the others of its feed, as short as any.
  let id: String
  var title = ""
  /// What is shown among others: the whole text where that is short.
  var text = RichText("")
  /// The whole text, where it is longer.
  var whole: RichText?
  var author: String?
  var link: String?
  /// When it was written, or else when it was seen first.
  var writtenAt: Timestamp?
  /// Whether its feed says when it was written.
  var isDated = true
  var media: [ChannelMedia] = []
}

/// A picture, a film or a sound that belongs to an entry.
struct ChannelMedia: Equatable, Sendable {
  let url: String
  let kind: Photo.Kind
  var width: Int?
  var height: Int?
  var words = ""
  /// What is shown of a film or a sound.
  var cover: String?
}
