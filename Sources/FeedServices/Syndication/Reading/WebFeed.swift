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
  var flaw: TextPosition?

  /// Maximum number of entries read from a web feed; the newest are kept.
  static let mostEntries = 1_000
}

struct WebFeedEntry: Equatable, Sendable {
  /// The id of an entry: short, and unique in its web feed.
  var id: String
  var title = ""
  /// The text of a feed entry in lists: the full text if that is short.
  var text = RichText("")
  /// The full content of a feed entry; nil if the text in lists is all of it.
  var content: EntryContent?
  var author: String?
  var link: String?
  /// The date of writing of a feed entry, or of its first appearance.
  var writtenAt: Timestamp?
  /// True if the feed states the date of the entry.
  var isDated = true
  var media: [EntryMedia] = []
  /// The chapters of the entry's sound or film, as the feed lists them.
  var chapters: [Episode.Chapter] = []
  /// The addresses of a file of chapters and of the transcript; nil without one.
  var chapterFile: String?
  var transcript: String?
  /// True if a rule of the reader hid the entry when it arrived.
  var isHidden = false
  /// True if a rule of the reader marked the entry as read when it arrived.
  var isReadByRule = false
}

extension WebFeedEntry {
  /// The full text of a feed entry if it is longer than the text in lists; nil otherwise.
  var whole: RichText? {
    get { content.flatMap { $0.isLonger ? $0.text : nil } }
    set { content = newValue.map { EntryContent(.text($0), isLonger: true) } }
  }
}

/// The full content of a feed entry, from which its full text and its article are made when needed.
struct EntryContent: Equatable, Sendable {
  enum ContentSource: Equatable, Sendable {
    /// HTML with the base address of its links; nil if links need none.
    case html(String, base: String?)
    case text(RichText)
  }

  let source: ContentSource
  /// Lines below the text, such as chapters and attached files.
  var lines: [[RichText.Run]] = []
  /// True if the text in lists is shorter.
  var isLonger: Bool
  /// True if the feed carries no text besides a summary.
  var isExcerpt = false

  init(
    _ source: ContentSource, lines: [[RichText.Run]] = [], isLonger: Bool, isExcerpt: Bool = false
  ) {
    (self.source, self.lines) = (source, lines)
    (self.isLonger, self.isExcerpt) = (isLonger, isExcerpt)
  }

  var text: RichText {
    switch source {
    case .html(let html, let base):
      HTMLReader.articleText(html, place: LinkBase(base).absoluteAddress).appendingLines(lines)
    case .text(let text): text.appendingLines(lines)
    }
  }
}

extension RichText {
  /// Returns the text of a feed entry with more lines appended.
  func appendingLines(_ lines: [[Run]]) -> RichText {
    var runs = runs
    for line in lines { runs += (runs.isEmpty ? [] : [Run("\n")]) + line }
    return RichText(runs: runs)
  }
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
  /// The duration of a film or sound in seconds; nil if the feed states none.
  var seconds: Int?
}
