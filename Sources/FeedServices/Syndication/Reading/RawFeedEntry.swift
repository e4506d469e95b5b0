internal import FeedDomain
internal import Groundwork

/// An entry as stated in a web feed of any format, whose links are not resolved and whose HTML is
/// not parsed yet.
struct RawFeedEntry {
  struct RawEntryText {
    enum RawEntryTextFormat {
      case plain, html, either
      /// A format of a text of an entry: a title of RSS, which is plain text with entities. Some
      /// feeds escape entities and markup in it, which are read if they can be nothing else.
      case title
    }

    let text: String
    let format: RawEntryTextFormat
    /// The base address of the links in this text of an entry; nil if it is the entry's own.
    let base: String?
    /// True if this text of an entry was longer than the maximum, and is cut.
    let isCut: Bool

    init(text: String, format: RawEntryTextFormat = .html, base: String? = nil) {
      let text = format == .plain ? text : Self.textWithoutCDATAMarks(text)
      isCut = text.utf8.count > HTMLTextReader.longestArticle
      self.text =
        isCut
        ? String(
          text.unicodeScalars[
            ..<text.utf8.index(text.startIndex, offsetBy: HTMLTextReader.longestArticle - 4)])
          + " …"
        : text
      (self.format, self.base) = (format, base)
    }

    /// Returns a text without XML's marks of a CDATA section around it, which some feeds escape as
    /// if they were text.
    private static func textWithoutCDATAMarks(_ text: String) -> String {
      // Most texts begin otherwise, and need no copy.
      guard text.utf8.prefix(1_000).drop(while: \.isHTMLBlank).starts(with: "<![CDATA[".utf8)
      else { return text }
      let trimmed = text.trimmingBlanks
      guard trimmed.hasPrefix("<![CDATA["), trimmed.hasSuffix("]]>") else { return text }
      return String(trimmed.dropFirst(9).dropLast(3))
    }

    /// True if this text of an entry is HTML. A text without a stated format is HTML only if it has
    /// end tags or entities, as tags can be meant literally.
    var isHTML: Bool {
      switch format {
      case .plain: false
      case .html: true
      case .either: HTMLTextReader.looksLikeHTML(text)
      case .title: HTMLTextReader.titleLooksLikeHTML(text)
      }
    }
  }

  /// A file attached to a web feed's entry, shown as a link below the entry's text.
  struct FileAttachment {
    var label: AttachmentLabel?
    let address: String
  }

  var id: String?
  var title: RawEntryText?
  var summary: RawEntryText?
  var content: RawEntryText?
  var author: String?
  /// The texts of the entry's tags and categories, as the feed states them.
  var tags: [String] = []
  /// The number of comments on the entry; nil if the feed states none.
  var commentCount: Int?
  /// The addresses in the web feed that may be those of the entry's web page, the likeliest first.
  var links: [String] = []
  /// The texts in the web feed that may be the entry's date, the likeliest first.
  var dates: [String] = []
  var media: [EntryMediaFile] = []
  /// The attached files of an entry that are no photos, videos or audio, and are shown as links.
  var attachments: [FileAttachment] = []
  /// The texts of further lines below the entry's text, such as the time and title of a chapter.
  var notes: [String] = []
  var chapters: [Episode.EpisodeChapter] = []
  /// The text that is shown for an entry of a web feed that has nothing else: no title, text,
  /// media, files or link.
  var remainder = ""
  /// The base address of the entry's links outside of the elements that state another one.
  var base = LinkBaseAddress(nil)
  /// The base addresses that XML elements around the entry state for its links, outermost first.
  var bases: [String] = []

  /// Maximum length in characters of an entry's text that lists show in full; they show a longer
  /// text shortened.
  private static let longest = 500
  private static let longestTitle = 2_000
  private static let mostMedia = 12
  private static let mostTags = 20
  private static let longestTag = 60
  /// Maximum number of an entry's attached files; further ones are ignored.
  private static let mostFiles = 500

  /// True if the entry in the web feed states nothing, so that it is left out.
  var isEmpty = false

  var writtenAt: Timestamp? { WebFeedDateParser.firstTimestamp(dates) }

  var webFeedEntry: WebFeedEntry {
    let place = bases.reduce(base) { $0.nestedBase($1) }
    let title = title.map { Self.plainText($0, place) } ?? ""
    let source = content ?? summary
    let isSummary = content == nil && summary != nil
    let summary = summary.map { Self.richText($0, place) }
    let content = content.map { Self.richText($0, place) }
    let link = links.lazy.compactMap(place.absoluteHTTPAddress).first
    let (media, rest) = shownAndRemainingMedia(place)
    let lines =
      attachmentLines(place, rest, ofPage: link)
      + (source?.isCut == true ? [EntryContent.cutNote] : [])
    var words = content ?? summary ?? RichText("")
    if title.isEmpty, words.runs.isEmpty, media.isEmpty, lines.isEmpty, link == nil {
      words = RichText(String(remainder.withSingleBlanks.prefix(Self.longestTitle)))
    }
    var entry = WebFeedEntry(id: Self.shortHash(id ?? link ?? "\(title)\n\(words.plain)"))
    entry.title = title
    let whole: RichText?
    (entry.text, whole) = Self.shortenedAndFullText(summary, of: words.appendingLines(lines))
    entry.content = Self.contentUnlessShownInFull(source, words, whole, lines, place)
    entry.isSummary = isSummary
    entry.author = author.map { Self.authorWithoutMailScheme($0.withSingleBlanks) }
      .flatMap { $0.isEmpty ? nil : $0 }
    entry.tags = distinctTags
    entry.commentCount = commentCount
    entry.link = link
    entry.writtenAt = writtenAt
    entry.isDated = entry.writtenAt != nil
    entry.media = media.map { $0.addingDescription(fromTitle: title) }
    if entry.media.contains(where: \.kind.isPlayed) {
      entry.chapters = Array(chapters.prefix(Episode.mostChapters))
      entry.chapterFile = attachmentAddress(of: .chapters, place)
      entry.transcript = attachmentAddress(of: .transcript, place)
    }
    return entry
  }

  /// Returns the author of an entry without "mailto:" at its beginning, which some feeds write
  /// before an e-mail address.
  private static func authorWithoutMailScheme(_ author: String) -> String {
    author.lowercased().hasPrefix("mailto:") ? String(author.dropFirst(7)) : author
  }

  /// Returns the absolute address of the entry's attached file with a label, such as the
  /// transcript; nil if the entry has no such file.
  private func attachmentAddress(of label: AttachmentLabel, _ place: LinkBaseAddress) -> String? {
    attachments.first { $0.label == label }.flatMap { place.absoluteHTTPAddress($0.address) }
  }

  static func shortHash(_ id: String) -> String {
    let bytes = Array(id.utf8)
    // Without libcrypto the id itself is used.
    return Base64.urlSafeBase64(MessageDigest.sha256(bytes).map { Array($0.prefix(12)) } ?? bytes)
  }

  private static func richText(_ words: RawEntryText, _ place: LinkBaseAddress) -> RichText {
    guard words.isHTML else {
      return FacetScanner.textWithWebAddressLinks(from: words.text.trimmingBlanks)
    }
    let place = place.nestedBase(words.base)
    guard words.text.utf8.contains(UInt8(ascii: "<")) else {
      return FacetScanner.textWithWebAddressLinks(
        from: HTMLTextReader.plainTextWithParagraphs(of: words.text))
    }
    return HTMLTextReader.richTextFromArticleHTML(
      words.text, resolveLink: place.absoluteHTTPAddress)
  }

  /// Returns the full content of an entry, from which its article is made; nil for plain text that
  /// lists show in full.
  private static func contentUnlessShownInFull(
    _ source: RawEntryText?, _ words: RichText, _ whole: RichText?,
    _ lines: [[RichText.RichTextRun]],
    _ place: LinkBaseAddress
  ) -> EntryContent? {
    guard let source, source.isHTML, source.text.utf8.contains(UInt8(ascii: "<")) else {
      return whole == nil ? nil : EntryContent(.text(words), lines: lines, isLonger: true)
    }
    return EntryContent(
      .html(source.text, base: place.nestedBase(source.base).base?.text), lines: lines,
      isLonger: whole != nil)
  }

  static func plainText(_ words: RawEntryText, _ place: LinkBaseAddress) -> String {
    // Only so many bytes are parsed, with room for multi-byte characters and tags, since the title
    // is cut anyway.
    let start = String(decoding: words.text.utf8.prefix(32 * longestTitle), as: UTF8.self)
    let words = RawEntryText(text: start, format: words.format)
    let text = words.isHTML ? HTMLTextReader.richTextFromPostHTML(words.text).plain : words.text
    return String(text.withSingleBlanks.prefix(longestTitle))
  }

  /// Returns the text of an entry that lists show, and the entry's full text; the latter is nil if
  /// lists show all of it.
  private static func shortenedAndFullText(
    _ summary: RichText?, of whole: RichText
  ) -> (text: RichText, whole: RichText?) {
    guard whole.plain.count > longest else { return (whole, nil) }
    if let summary, !summary.runs.isEmpty, summary != whole {
      return (summary.shortenedText(to: longest), whole)
    }
    return (whole.shortenedText(to: longest), whole)
  }

  /// Returns the media of an entry that are shown, and further attached media beyond the maximum
  /// number, which become links.
  private func shownAndRemainingMedia(_ place: LinkBaseAddress) -> (
    shown: [EntryMediaFile], rest: [EntryMediaFile]
  ) {
    var known: Set<String> = []
    let inText = [content, summary].compactMap(\.self).first { $0.isHTML }
      .map { EntryHTMLPictureParser.pictureMedia(in: $0.text, place.nestedBase($0.base)) }
    let attached = media.compactMap { $0.resolvingAddresses(against: place) }
    // The attached picture is often the one at the top of the text in another size.
    let hasPicture = attached.contains { $0.kind == .still }
    let files = attached.filter { known.insert($0.url).inserted }
    let pictures = hasPicture ? [] : (inText ?? []).filter { known.insert($0.url).inserted }
    return (
      Array((files + pictures).prefix(Self.mostMedia)), Array(files.dropFirst(Self.mostMedia))
    )
  }

  /// The entry's tags without blanks around them, each once; the tag that WordPress gives to
  /// entries without a category is left out.
  private var distinctTags: [String] {
    var known: Set<String> = ["uncategorized"]
    let texts = tags.prefix(200).map {
      String(
        HTMLEntityDecoder.textWithDecodedEntities($0).withSingleBlanks.prefix(Self.longestTag))
    }
    let distinct = texts.filter { !$0.isEmpty && known.insert($0.lowercased()).inserted }
    return Array(distinct.prefix(Self.mostTags))
  }

  private func attachmentLines(
    _ place: LinkBaseAddress, _ media: [EntryMediaFile], ofPage page: String?
  ) -> [[RichText.RichTextRun]] {
    // The comments are often at the end of the entry's own page.
    let attachments = attachments.filter { attachment in
      attachment.label != .comments
        || place.absoluteHTTPAddress(attachment.address)?.prefix { $0 != "#" }
          != page?.prefix {
            $0 != "#"
          }
    }
    let links = links.prefix(1).filter(Self.hasNonWebScheme)
    let further = (media.map(\.url) + links).map { FileAttachment(address: $0) }
    return notes.map { [.init($0.withSingleBlanks)] }
      + (attachments + further).compactMap { attachment in
        var label: [RichText.RichTextRun] = []
        if let kind = attachment.label {
          label = [.init(kind.rawValue, .label(kind)), .init(": ")]
        }
        if let address = place.absoluteHTTPAddress(attachment.address) {
          return label + [.init(address, .link(address))]
        }
        // An address with another scheme, such as "magnet:", is shown as text.
        let words = attachment.address.withSingleBlanks
        return Self.hasNonWebScheme(words) ? label + [.init(words)] : nil
      }
  }

  private static func hasNonWebScheme(_ address: String) -> Bool {
    ["magnet:", "ftp:", "ftps:", "rtsp:", "rtmp:", "mms:", "gemini:", "ipfs:"].contains {
      address.lowercased().hasPrefix($0)
    }
  }

  /// Returns true for web addresses and relative addresses; false for an address with the scheme
  /// of another program, such as "magnet:".
  private static func canBeWebAddress(_ address: String) -> Bool {
    !hasNonWebScheme(address.trimmingBlanks)
  }

  /// Attaches a file to this entry of a web feed: a photo, video or audio as one of the entry's
  /// media, another file as a link.
  mutating func attachFile(
    _ url: String?, _ type: String?, words: String = "", seconds: Int? = nil
  ) {
    guard let url, media.count + attachments.count < Self.mostFiles else { return }
    if let kind = EntryHTMLPictureParser.mediaKind(type: type, url: url), Self.canBeWebAddress(url)
    {
      media.append(
        EntryMediaFile(url: url, kind: kind, words: words).addingCoverAndDuration(
          cover: nil, seconds: seconds))
    } else if !attachments.contains(where: { $0.address == url }) {
      attachments.append(FileAttachment(address: url))
    }
  }
}

extension [RawFeedEntry] {
  /// Returns the newest of these entries as entries of a parsed web feed, in the feed's order. Ids
  /// that occur twice, as in some feeds, are made distinct.
  func webFeedEntries() -> [WebFeedEntry] {
    let deadline = XMLTreeBuilder.processorTime + XMLTreeBuilder.longestTime
    var entries: [WebFeedEntry] = []
    for raw in newest where !raw.isEmpty {
      entries.append(raw.webFeedEntry)
      // At the time limit, the entries read so far are returned.
      if XMLTreeBuilder.processorTime > deadline { break }
    }
    let counts = Dictionary(entries.map { ($0.id, 1) }, uniquingKeysWith: +)
    var known: Set<String> = []
    return entries.map { entry in
      guard counts[entry.id] != 1 else { return entry }
      var other = entry
      let name = "\(entry.id)|\(entry.link ?? "")|\(entry.title)"
      other.id = RawFeedEntry.shortHash(name)
      if !known.insert(other.id).inserted {
        let date = entry.writtenAt?.milliseconds ?? 0
        other.id = RawFeedEntry.shortHash("\(name)|\(date)|\((entry.fullText ?? entry.text).plain)")
      }
      return other
    }
  }

  private var newest: [RawFeedEntry] {
    guard count > WebFeed.mostEntries else { return self }
    return map { $0.writtenAt?.milliseconds }.fillingMissingDates
      .indicesOfNewest(WebFeed.mostEntries).map { self[$0] }
  }
}

extension EntryMediaFile {
  /// Returns this video or audio of an entry with the entry's title as its description, if the web
  /// feed states none; a photo is returned unchanged.
  fileprivate func addingDescription(fromTitle title: String) -> EntryMediaFile {
    guard kind.isPlayed, !title.isEmpty, words.isEmpty || words.hasPrefix("(") else { return self }
    var copy = self
    copy.words = words.isEmpty ? title : "\(title) \(words)"
    return copy
  }

  /// Returns this photo, video or audio of an entry with absolute addresses; nil if the address of
  /// its file is invalid.
  fileprivate func resolvingAddresses(against place: LinkBaseAddress) -> EntryMediaFile? {
    guard let url = place.absoluteHTTPAddress(url) else { return nil }
    return EntryMediaFile(
      url: url, kind: kind, width: width, height: height, words: words,
      cover: cover.flatMap(place.absoluteHTTPAddress), seconds: seconds)
  }

  /// Returns this video or audio of an entry with a cover picture and a duration in seconds, where
  /// these are missing; an added duration is also stated in the description. A photo is returned
  /// unchanged.
  func addingCoverAndDuration(cover: String?, seconds: Int?) -> EntryMediaFile {
    guard kind.isPlayed else { return self }
    var copy = self
    copy.cover = self.cover ?? cover
    guard let seconds, seconds > 0, self.seconds == nil else { return copy }
    copy.seconds = seconds
    let duration = Episode.playingTimeText(ofSeconds: seconds)
    copy.words = words.isEmpty ? "(\(duration))" : "\(words) (\(duration))"
    return copy
  }
}
