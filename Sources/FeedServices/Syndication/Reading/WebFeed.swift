internal import FeedDomain

/// A parsed web feed: its name, site, icon, refresh interval and entries.
struct WebFeed: Equatable, Sendable {
  var name: String?
  /// The address of the web page that belongs to the web feed; nil if the feed states none.
  var site: String?
  var about = ""
  var icon: String?
  /// The number of minutes between refreshes that the web feed asks for; nil if it states none.
  var minutes: Int?
  /// True if the web feed says that it has ended.
  var isExpired = false
  /// The hours of the day in UTC, from 0 to 23, at which the web feed asks not to be fetched.
  var quietHours: Set<Int> = []
  /// The days of the week in UTC, from 0 for Sunday to 6, on which the web feed asks not to be
  /// fetched.
  var quietDays: Set<Int> = []
  var entries: [WebFeedEntry] = []
  /// The first error in the text of the web feed, whose entries were parsed nevertheless as far as
  /// possible; nil if there is no error.
  var flaw: WebFeedTextError?

  /// Maximum number of a web feed's entries that are parsed, the newest ones.
  static let mostEntries = 1_000
}

struct WebFeedEntry: Equatable, Sendable {
  /// The id of the entry within its web feed: a short hash of the id that the feed states,
  /// otherwise of the entry's address or text.
  var id: String
  var title = ""
  /// The text of the web feed's entry that lists show: the full text, its beginning or its summary.
  var text = RichText("")
  /// The full content of the web feed's entry, from which its article is made; nil for plain text
  /// that lists show in full.
  var content: EntryContent?
  var author: String?
  var link: String?
  /// The date of the web feed's entry: as the feed states it, otherwise one that the entry got when
  /// it was first seen; nil for an entry without a date that is not stored yet.
  var writtenAt: Timestamp?
  /// True if the web feed states the entry's date; false if the date was chosen when the entry was
  /// first seen.
  var isDated = true
  /// True if the web feed states the text of the entry as a description or summary only.
  var isSummary = false
  var media: [EntryMediaFile] = []
  /// The tags and categories of the web feed's entry.
  var tags: [String] = []
  /// The number of comments on the web feed's entry; nil if the feed states none.
  var commentCount: Int?
  var chapters: [Episode.EpisodeChapter] = []
  /// The address of the file with the chapters of the entry's video or audio; nil without one.
  var chapterFile: String?
  var transcript: String?
  /// True if one of the user's rules hid the entry of the web feed when it was fetched.
  var isHidden = false
  /// True if the entry of the web feed was read when it was fetched, as one of the user's rules or
  /// an imported read state says.
  var isReadWhenFetched = false
}

extension WebFeedEntry {
  /// The tags of the web feed's entry in one line, such as "#Fog · #Sea ice"; empty without tags.
  var tagLine: String { tags.map { "#\($0)" }.joined(separator: " · ") }

  /// The full text of the web feed's entry; nil if lists show all of it.
  var fullText: RichText? {
    get { content.flatMap { $0.isLonger ? $0.text : nil } }
    set { content = newValue.map { EntryContent(.text($0), isLonger: true) } }
  }
}

/// A full content of a web feed's entry, from which the full text and the article are made only
/// when they are shown.
struct EntryContent: Equatable, Sendable {
  enum EntryHTMLOrText: Equatable, Sendable {
    /// A kind of content of an entry: HTML, with the base address of its links, which is nil if all
    /// links are absolute.
    case html(String, base: String?)
    case text(RichText)
  }

  let source: EntryHTMLOrText
  /// The lines below the text of a web feed's entry, such as chapters and files, as runs of text.
  var lines: [[RichText.RichTextRun]] = []
  /// True if the full text of the web feed's entry is longer than the text that lists show.
  var isLonger: Bool

  /// The line in place of the rest of a text that is too long to be stored.
  static let cutNote = [
    RichText.RichTextRun(AttachmentLabel.restTooLong.rawValue, .label(.restTooLong))
  ]

  /// The line below the text of a web feed's oldest entry if older ones are too long to be stored.
  static let olderEntriesNote = [
    RichText.RichTextRun(AttachmentLabel.olderTooLong.rawValue, .label(.olderTooLong))
  ]

  /// True if the rest of the entry's text is left out, as it is too long to be stored.
  var isCut: Bool { lines.last == Self.cutNote }

  init(
    _ source: EntryHTMLOrText, lines: [[RichText.RichTextRun]] = [], isLonger: Bool
  ) {
    (self.source, self.lines, self.isLonger) = (source, lines, isLonger)
  }

  var text: RichText {
    switch source {
    case .html(let html, let base):
      HTMLTextReader.richTextFromArticleHTML(
        html, resolveLink: LinkBaseAddress(base).absoluteHTTPAddress
      )
      .appendingLines(lines)
    case .text(let text): text.appendingLines(lines)
    }
  }
}

extension RichText {
  func appendingLines(_ lines: [[RichTextRun]]) -> RichText {
    var runs = runs
    for line in lines { runs += (runs.isEmpty ? [] : [RichTextRun("\n")]) + line }
    return RichText(runs: runs)
  }
}

/// A photo, video or audio of a web feed's entry.
struct EntryMediaFile: Equatable, Sendable {
  let url: String
  let kind: Photo.PhotoKind
  var width: Int?
  var height: Int?
  var words = ""
  /// The address of the still picture that is shown for the entry's video or audio; nil if the web
  /// feed names none.
  var cover: String?
  /// The duration in seconds of the entry's video or audio; nil if the web feed states none.
  var seconds: Int?
}
