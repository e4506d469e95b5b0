internal import FeedDomain

/// A collection of the liked and bookmarked entries of web feeds, stored with their texts, since
/// web feeds drop old entries.
struct LikedAndBookmarkedEntries: Equatable, Sendable {
  /// Maximum number of liked and bookmarked entries; the oldest are dropped.
  private static let maximumEntries = 2000
  /// Maximum size in bytes of the stored entries with their full contents.
  static let mostBytes = 4 << 20

  struct LikedOrBookmarkedEntry: Equatable, Sendable {
    let subscription: Subscription.ID
    let name: String
    var item: WebFeedEntry
    /// The time of the entry's like; nil if the entry is not liked.
    var likedAt: Timestamp?
    /// The time of the entry's bookmark; nil if the entry is not bookmarked.
    var bookmarkedAt: Timestamp?

    var marks: Post.UserPostMarks {
      var marks: Post.UserPostMarks = []
      if likedAt != nil { marks.insert(.liked) }
      if bookmarkedAt != nil { marks.insert(.bookmarked) }
      return marks
    }

    func timeOfLikeOrBookmark(_ mark: Post.UserPostMarks) -> Timestamp? {
      mark == .liked ? likedAt : bookmarkedAt
    }
  }

  private(set) var entries: [LikedOrBookmarkedEntry] = []

  /// True if another entry can be marked without the loss of a mark.
  var hasRoom: Bool { entries.count < Self.maximumEntries }

  func likeAndBookmarkOfEntry(_ id: WebFeedEntryID) -> Post.UserPostMarks {
    likedOrBookmarkedEntry(id)?.marks ?? []
  }

  func likedOrBookmarkedEntry(_ id: WebFeedEntryID) -> LikedOrBookmarkedEntry? {
    entries.first { $0.subscription == id.subscription && $0.item.id == id.item }
  }

  /// Returns the entries of web feeds that have the like or bookmark `mark`, the last marked first.
  func entriesLikedOrBookmarked(_ mark: Post.UserPostMarks) -> [LikedOrBookmarkedEntry] {
    entries.compactMap { entry in entry.timeOfLikeOrBookmark(mark).map { (entry: entry, time: $0) }
    }
    .sorted { $0.time > $1.time }.map(\.entry)
  }

  /// Adds or removes the like or bookmark of a web feed's entry; `time` is the time of a new mark.
  mutating func setLikeOrBookmark(
    _ entry: LikedOrBookmarkedEntry, _ mark: Post.UserPostMarks, _ isDone: Bool, at time: Timestamp
  ) {
    let before = self.likedOrBookmarkedEntry(WebFeedEntryID(entry.subscription, entry.item.id))
    entries.removeAll { $0.subscription == entry.subscription && $0.item.id == entry.item.id }
    var entry = entry
    (entry.likedAt, entry.bookmarkedAt) = (before?.likedAt, before?.bookmarkedAt)
    if mark.contains(.liked) { entry.likedAt = isDone ? time : nil }
    if mark.contains(.bookmarked) { entry.bookmarkedAt = isDone ? time : nil }
    guard !entry.marks.isEmpty else { return }
    entries.insert(entry, at: 0)
    if entries.count > Self.maximumEntries { entries.removeLast() }
  }

  init() {}

  init(_ json: JSON) {
    entries = json["marks"].array.compactMap { json in
      guard let id = json["feed"].nonEmptyString, let item = WebFeedEntry(json["item"]) else {
        return nil
      }
      var entry = LikedOrBookmarkedEntry(
        subscription: Subscription.ID(id), name: json["name"].string ?? "", item: item,
        likedAt: json["liked"].moment, bookmarkedAt: json["bookmarked"].moment)
      if entry.marks.isEmpty {
        // Older versions of Tweetie stored one time for both marks.
        let marks = Post.UserPostMarks(rawValue: json["bits"].int ?? 0)
        let time = json["at"].moment ?? Timestamp(milliseconds: 0)
        entry.likedAt = marks.contains(.liked) ? time : nil
        entry.bookmarkedAt = marks.contains(.bookmarked) ? time : nil
      }
      return entry
    }
  }

  /// The marked entries as bytes for their file. Those marked longest ago whose full texts do not
  /// fit the size limit are stored as excerpts, since without a limit the file could not be read.
  var bytes: [UInt8] {
    var items: [UInt8] = []
    for var entry in entries {
      var item = entry.json.encodedBytes()
      if items.count + item.count >= Self.mostBytes, entry.item.content != nil {
        entry.item = entry.item.withoutRestOfText
        item = entry.json.encodedBytes()
      }
      if !items.isEmpty { items.append(UInt8(ascii: ",")) }
      items += item
    }
    return Array(#"{"marks":["#.utf8) + items + Array("]}".utf8)
  }
}

extension LikedAndBookmarkedEntries.LikedOrBookmarkedEntry {
  fileprivate var json: JSON {
    [
      "feed": .string(subscription.rawValue), "name": .string(name),
      // The first two are for older versions.
      "bits": .number(String(marks.rawValue)), "at": JSON(moment: bookmarkedAt ?? likedAt),
      "liked": JSON(moment: likedAt), "bookmarked": JSON(moment: bookmarkedAt),
      "item": item.json,
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
  var fullTextID: Post.ID { Post.ID("\(subscription.rawValue)/\(item)/whole") }
}
