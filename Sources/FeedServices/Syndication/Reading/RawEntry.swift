internal import FeedDomain
internal import Groundwork

/// An entry of any format, before links are resolved and HTML is parsed.
struct RawEntry {
  /// Words, as they are or in HTML.
  struct Words {
    let text: String
    var isHTML = true
    /// The base of links; nil for the entry's.
    var base: String?
  }

  var id: String?
  var title: Words?
  /// A few words about it.
  var summary: Words?
  var content: Words?
  var author: String?
  var link: String?
  var date: String?
  var media: [EntryMedia] = []
  /// Attachments that cannot be shown.
  var files: [String] = []
  /// The base of links; nil for the feed's.
  var base: String?

  /// nil for an empty entry.
  func item(_ place: LinkBase) -> WebFeedEntry? {
    let place = place.at(base)
    let title = title.map { Self.plain($0, place) } ?? ""
    let summary = summary.map { Self.rich($0, place) }
    let content = content.map { Self.rich($0, place) }
    let link = link.flatMap(place.address)
    let media = media(place)
    let words = content ?? summary ?? RichText("")
    guard !title.isEmpty || !words.runs.isEmpty || !media.isEmpty || link != nil else { return nil }
    var item = WebFeedEntry(id: Self.short(id ?? link ?? "\(title)\n\(words.plain)"))
    item.title = title
    (item.text, item.whole) = Self.portions(
      summary, of: words.adding(files.compactMap(place.address)))
    item.author = author.map { Self.plain(Words(text: $0), place) }.flatMap {
      $0.isEmpty ? nil : $0
    }
    item.link = link
    item.writtenAt = date.flatMap(WebFeedDate.timestamp)
    item.isDated = item.writtenAt != nil
    item.media = media.map { $0.called(title) }
    return item
  }

  /// Shorter texts are shown whole in lists.
  private static let longest = 500
  private static let longestTitle = 300
  private static let mostMedia = 12

  static func short(_ id: String) -> String {
    let bytes = Array(id.utf8)
    // Without libcrypto what it is called has to do.
    return Base64.url(MessageDigest.sha256(bytes).map { Array($0.prefix(12)) } ?? bytes)
  }

  private static func rich(_ words: Words, _ place: LinkBase) -> RichText {
    guard words.isHTML else { return RichText(words.text.trimmingBlanks) }
    return HTMLReader.text(words.text, place: place.at(words.base).address)
  }

  static func plain(_ words: Words, _ place: LinkBase) -> String {
    String(rich(words, place).plain.withSingleBlanks.prefix(longestTitle))
  }

  /// The text in lists, and the full text if that is longer.
  private static func portions(
    _ summary: RichText?, of whole: RichText
  ) -> (text: RichText, whole: RichText?) {
    guard whole.plain.count > longest else { return (whole, nil) }
    if let summary, !summary.runs.isEmpty, summary != whole {
      return (summary.shortened(to: longest), whole)
    }
    return (whole.shortened(to: longest), whole)
  }

  private func media(_ place: LinkBase) -> [EntryMedia] {
    var known: Set<String> = []
    let inText = [content, summary].compactMap(\.self).first { $0.isHTML }
      .map { EntryPictures.all(in: $0.text, place.at($0.base)) }
    let attached = media.compactMap { $0.placed(place) }
    // What is attached often is the picture at the top of the text, in another size.
    let hasPicture = attached.contains { $0.kind == .still }
    let all = attached + (hasPicture ? [] : inText ?? [])
    return Array(all.filter { known.insert($0.url).inserted }.prefix(Self.mostMedia))
  }
}

extension RichText {
  /// The text up to a blank before a length, with an ellipsis.
  fileprivate func shortened(to count: Int) -> RichText {
    var left = count
    var kept: [Run] = []
    for run in runs {
      guard run.text.count > left else {
        kept.append(run)
        left -= run.text.count
        continue
      }
      let part = run.text.prefix(left)
      let end = part.lastIndex(where: \.isWhitespace) ?? part.startIndex
      if end > part.startIndex { kept.append(Run(String(part[..<end]), run.kind)) }
      return RichText(runs: kept + [Run(" …")])
    }
    return self
  }

  /// The text with a line for each address.
  fileprivate func adding(_ links: [String]) -> RichText {
    guard !links.isEmpty else { return self }
    return RichText(
      runs: runs
        + links.flatMap { link in
          (runs.isEmpty && link == links[0] ? [] : [Run("\n")]) + [Run(link, .link(link))]
        })
  }
}

/// A feed's facts and entries.
struct WebFeed: Equatable, Sendable {
  var name: String?
  /// The page that it belongs to.
  var site: String?
  var about = ""
  var icon: String?
  /// The minutes between refreshes that the feed asks for.
  var minutes: Int?
  /// The hours (UTC) without refreshes that the feed asks for.
  var quietHours: Set<Int> = []
  var entries: [WebFeedEntry] = []
}

struct WebFeedEntry: Equatable, Sendable {
  /// Short, and unique in the feed.
  let id: String
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

/// Media of an entry.
struct EntryMedia: Equatable, Sendable {
  let url: String
  let kind: Photo.Kind
  var width: Int?
  var height: Int?
  var words = ""
  /// The picture of a film or a sound.
  var cover: String?

  /// The media with the entry's title, for a film or sound without words.
  fileprivate func called(_ title: String) -> EntryMedia {
    guard kind.isPlayed, words.isEmpty else { return self }
    var copy = self
    copy.words = title
    return copy
  }

  /// The media with absolute addresses; nil without one.
  fileprivate func placed(_ place: LinkBase) -> EntryMedia? {
    guard let url = place.file(url) else { return nil }
    return EntryMedia(
      url: url, kind: kind, width: width, height: height, words: words,
      cover: cover.flatMap(place.file))
  }
}
