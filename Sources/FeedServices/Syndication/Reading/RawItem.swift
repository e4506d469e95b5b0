internal import FeedDomain
internal import Groundwork

/// An entry as one of the formats tells it, before links are resolved and HTML is read.
struct RawItem {
  /// Words, as they are or in HTML.
  struct Words {
    let text: String
    var isHTML = true
    /// The address that its links belong to; nil for the entry's.
    var base: String?
  }

  var id: String?
  var title: Words?
  /// A few words about it.
  var summary: Words?
  /// All of it.
  var content: Words?
  var author: String?
  var link: String?
  var date: String?
  var media: [ChannelMedia] = []
  /// What belongs to it and cannot be shown, each with its address.
  var files: [String] = []
  /// The address that its links belong to; nil for the feed's.
  var base: String?

  /// The entry; nil for one that says nothing at all.
  func item(_ place: ChannelPlace) -> ChannelItem? {
    let place = place.at(base)
    let title = title.map { Self.plain($0, place) } ?? ""
    let summary = summary.map { Self.rich($0, place) }
    let content = content.map { Self.rich($0, place) }
    let link = link.flatMap(place.address)
    let media = media(place)
    let words = content ?? summary ?? RichText("")
    guard !title.isEmpty || !words.runs.isEmpty || !media.isEmpty || link != nil else { return nil }
    var item = ChannelItem(id: Self.short(id ?? link ?? "\(title)\n\(words.plain)"))
    item.title = title
    (item.text, item.whole) = Self.portions(
      summary, of: words.adding(files.compactMap(place.address)))
    item.author = author.map { Self.plain(Words(text: $0), place) }.flatMap {
      $0.isEmpty ? nil : $0
    }
    item.link = link
    item.writtenAt = date.flatMap(ChannelDate.timestamp)
    item.isDated = item.writtenAt != nil
    item.media = media.map { $0.called(title) }
    return item
  }

  /// A text that is no longer stands whole among others.
  private static let longest = 500
  private static let longestTitle = 300
  private static let mostMedia = 12

  /// An id of one length, whatever its feed calls the entry.
  static func short(_ id: String) -> String {
    let bytes = Array(id.utf8)
    // Without libcrypto what it is called has to do.
    return Base64.url(MessageDigest.sha256(bytes).map { Array($0.prefix(12)) } ?? bytes)
  }

  private static func rich(_ words: Words, _ place: ChannelPlace) -> RichText {
    guard words.isHTML else { return RichText(words.text.trimmingBlanks) }
    return HTMLReader.text(words.text, place: place.at(words.base).address)
  }

  static func plain(_ words: Words, _ place: ChannelPlace) -> String {
    String(rich(words, place).plain.withSingleBlanks.prefix(longestTitle))
  }

  /// What is shown among others, and the whole where that is more.
  private static func portions(
    _ summary: RichText?, of whole: RichText
  ) -> (text: RichText, whole: RichText?) {
    guard whole.plain.count > longest else { return (whole, nil) }
    if let summary, !summary.runs.isEmpty, summary != whole {
      return (summary.shortened(to: longest), whole)
    }
    return (whole.shortened(to: longest), whole)
  }

  /// What was attached, and the pictures in the text, each once.
  private func media(_ place: ChannelPlace) -> [ChannelMedia] {
    var known: Set<String> = []
    let inText = [content, summary].compactMap(\.self).first { $0.isHTML }
      .map { ChannelPictures.all(in: $0.text, place.at($0.base)) }
    let attached = media.compactMap { $0.placed(place) }
    // What is attached often is the picture at the top of the text, in another size.
    let hasPicture = attached.contains { $0.kind == .still }
    let all = attached + (hasPicture ? [] : inText ?? [])
    return Array(all.filter { known.insert($0.url).inserted }.prefix(Self.mostMedia))
  }
}

extension RichText {
  /// The text up to a blank before so many characters, with a sign that there is more.
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

  /// The text with a line for each of the addresses.
  fileprivate func adding(_ links: [String]) -> RichText {
    guard !links.isEmpty else { return self }
    return RichText(
      runs: runs
        + links.flatMap { link in
          (runs.isEmpty && link == links[0] ? [] : [Run("\n")]) + [Run(link, .link(link))]
        })
  }
}

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

  /// The same, where it is a sound or a film without words of its own, with those of its entry.
  fileprivate func called(_ title: String) -> ChannelMedia {
    guard kind.isPlayed, words.isEmpty else { return self }
    var copy = self
    copy.words = title
    return copy
  }

  /// The same with whole addresses; nil where there is nothing to be had from.
  fileprivate func placed(_ place: ChannelPlace) -> ChannelMedia? {
    guard let url = place.file(url) else { return nil }
    return ChannelMedia(
      url: url, kind: kind, width: width, height: height, words: words,
      cover: cover.flatMap(place.file))
  }
}
