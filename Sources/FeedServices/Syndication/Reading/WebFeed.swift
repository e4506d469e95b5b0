internal import FeedDomain

/// A parsed web feed: its name, site, icon, requested intervals and entries.
struct WebFeed: Equatable, Sendable {
  var name: String?
  /// The address of the web page that the web feed belongs to; nil if not stated.
  var site: String?
  var about = ""
  var icon: String?
  /// The number of minutes between refreshes that the web feed asks for; nil if not stated.
  var minutes: Int?
  /// The hours (UTC) at which the web feed asks not to be refreshed.
  var quietHours: Set<Int> = []
  var entries: [WebFeedEntry] = []
  /// The position of the first syntax error in a web feed that was parsed nevertheless; nil without
  /// an error.
  var flaw: TextPosition?

  /// Maximum number of entries parsed from a web feed; the newest are kept.
  static let mostEntries = 1_000
}

struct WebFeedEntry: Equatable, Sendable {
  /// The short id of an entry, unique in its web feed.
  var id: String
  var title = ""
  /// The text of an entry as shown in lists: the full text if that is short.
  var text = RichText("")
  /// The full content of an entry; nil if lists show all of it.
  var content: EntryContent?
  var author: String?
  var link: String?
  /// The date of an entry as stated by the feed, or of its first appearance; nil before the entry
  /// is stored.
  var writtenAt: Timestamp?
  /// True if the web feed states the date of the entry.
  var isDated = true
  var media: [EntryMedia] = []
  /// The chapters of the entry's sound or film, as the feed states them.
  var chapters: [Episode.Chapter] = []
  /// The address of the file with the chapters of the entry's sound or film; nil without one.
  var chapterFile: String?
  var transcript: String?
  /// True if a rule of the person hid the entry when it arrived.
  var isHidden = false
  /// True if a rule of the person marked the entry as read when it arrived.
  var isReadByRule = false
}

extension WebFeedEntry {
  /// The full text of an entry if it is longer than the text in lists; nil otherwise.
  var whole: RichText? {
    get { content.flatMap { $0.isLonger ? $0.text : nil } }
    set { content = newValue.map { EntryContent(.text($0), isLonger: true) } }
  }
}

/// The full content of an entry, from which its full text and its article are made when needed.
struct EntryContent: Equatable, Sendable {
  enum ContentSource: Equatable, Sendable {
    /// A form of an entry's content: HTML with the base address of its links, which is nil if they
    /// need none.
    case html(String, base: String?)
    case text(RichText)
  }

  let source: ContentSource
  /// Lines below the text of an entry, such as chapters and attached files.
  var lines: [[RichText.Run]] = []
  /// True if lists show less than the full text of the entry.
  var isLonger: Bool
  /// True if the web feed holds only a summary of the entry's text.
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
  /// Returns the text of an entry with further lines at its end.
  func appendingLines(_ lines: [[Run]]) -> RichText {
    var runs = runs
    for line in lines { runs += (runs.isEmpty ? [] : [Run("\n")]) + line }
    return RichText(runs: runs)
  }
}

/// A picture, sound or film of an entry.
struct EntryMedia: Equatable, Sendable {
  let url: String
  let kind: Photo.Kind
  var width: Int?
  var height: Int?
  var words = ""
  /// The address of the picture shown for a film or sound of an entry; nil without one.
  var cover: String?
  /// The duration of a film or sound in seconds; nil if the web feed states none.
  var seconds: Int?
}
