internal import FeedDomain

/// An entry of a feed as sent by a feed server, before its HTML is parsed.
struct FeedServerEntry: Equatable, Sendable {
  /// A file attached to a feed server's entry, such as the audio of a podcast.
  struct EntryEnclosure: Equatable, Sendable {
    let url: String
    let type: String
  }

  let id: FeedServerEntryID
  /// The feed server's id of the entry's feed.
  var feed: String
  var feedTitle = ""
  var title = ""
  var author = ""
  var link: String?
  var html = ""
  /// The date at which the entry was published, or received by the feed server; nil if unknown.
  var publishedAt: Timestamp?
  /// The time in microseconds by which the feed server orders the entry; nil if unknown.
  var orderedAt: Int64?
  var isRead = false
  var isStarred = false
  /// The time at which the entry's read state or star last changed at the feed server; nil if the
  /// server does not report changes.
  var changedAt: Timestamp?
  var enclosures: [EntryEnclosure] = []
}

extension FeedServerEntry {
  /// Creates a feed server's entry from the cache's JSON; nil if the entry's id or feed is missing.
  init?(cacheJSON json: JSON) {
    guard let id = json["id"].nonEmptyString.flatMap({ FeedServerEntryID(stored: $0) }),
      let feed = json["feed"].nonEmptyString
    else { return nil }
    self.init(id: id, feed: feed)
    feedTitle = json["of"].string ?? ""
    title = json["title"].string ?? ""
    author = json["author"].string ?? ""
    link = json["link"].webAddress
    html = json["html"].string ?? ""
    publishedAt = json["at"].moment
    orderedAt = json["order"].string.flatMap { Int64($0) }
    isRead = json["read"].bool ?? false
    isStarred = json["star"].bool ?? false
    changedAt = json["changed"].moment
    enclosures = json["files"].array.compactMap { json in
      json["url"].webAddress.map { EntryEnclosure(url: $0, type: json["type"].string ?? "") }
    }
  }

  /// The feed server's entry as JSON for the cache.
  var cacheJSON: JSON {
    [
      "id": .string(id.text), "feed": .string(feed), "of": .string(feedTitle),
      "title": .string(title), "author": .string(author),
      "link": JSON(text: link), "html": .string(html),
      "at": JSON(moment: publishedAt),
      "order": JSON(text: orderedAt.map { String($0) }), "read": .bool(isRead),
      "star": .bool(isStarred),
      "changed": JSON(moment: changedAt),
      "files": .array(
        enclosures.map { ["url": .string($0.url), "type": .string($0.type)] }),
    ]
  }
}

// MARK: - Posts

/// A converter of a feed server's entries to posts.
struct FeedServerEntryConverter {
  /// Maximum number of characters of a feed server's entry in lists; the conversation of a longer
  /// entry shows the whole text.
  private static let longest = 500
  private static let longestTitle = 300
  private static let mostPictures = 12
  /// The smallest width or height in pixels of a shown picture in a feed server's entry; smaller
  /// pictures are ornaments or count readers.
  private static let smallestPicture = 32
  /// The size in pixels that is assumed for a picture of a feed server's entry whose size is not
  /// stated.
  private static let usualSize = PhotoSize(width: 1200, height: 800)
  private static let wholeEnding = "/whole"

  let list: FeedServerFeedList

  func feedEntry(_ entry: FeedServerEntry) -> FeedEntry { FeedEntry(shortenedEntryPost(entry)) }

  /// Returns a feed server's entry as a post with the beginning of its text.
  func shortenedEntryPost(_ entry: FeedServerEntry) -> Post {
    let text = Self.entryText(of: entry)
    return entryPost(
      entry, id: Post.ID(entry.id.text), text: text.shortenedText(to: Self.longest))
  }

  /// Returns the conversation for a feed server's entry: its post, and below it a post with the
  /// whole text if the first shows only the beginning.
  func conversationWithWholeText(of entry: FeedServerEntry) -> Conversation {
    let text = Self.entryText(of: entry)
    let head = shortenedEntryPost(entry)
    var nodes = [Conversation.ConversationNode(head, depth: 0)]
    if text.plain.count > Self.longest {
      var bare = entry
      (bare.title, bare.enclosures, bare.html) = ("", [], "")
      let whole = entryPost(
        bare, id: Post.ID(entry.id.text + Self.wholeEnding), text: text,
        reply: Post.ReplyTarget(to: head.id, handle: head.author.handle))
      nodes.append(Conversation.ConversationNode(whole, depth: 1))
    }
    return Conversation(focus: head.id, nodes: nodes)
  }

  /// Returns the feed server's entry id in a post's id, without the suffix of a post with the whole
  /// text; nil for an invalid id.
  static func entryID(of post: Post.ID) -> FeedServerEntryID? {
    let id = post.rawValue
    return FeedServerEntryID(
      stored: id.hasSuffix(wholeEnding) ? String(id.dropLast(wholeEnding.count)) : id)
  }

  private func entryPost(
    _ entry: FeedServerEntry, id: Post.ID, text: RichText, reply: Post.ReplyTarget? = nil
  ) -> Post {
    var runs: [RichText.RichTextRun] = []
    let title = String(entry.title.withSingleBlanks.prefix(Self.longestTitle))
    let isTitled = !title.isEmpty && !text.plain.hasPrefix(title)
    if isTitled { runs.append(.init(title, .emphasis)) }
    if isTitled, !text.runs.isEmpty { runs.append(.init("\n")) }
    runs += text.runs
    let author = entry.author.withSingleBlanks
    if !author.isEmpty { runs.append(.init("\n— \(author)")) }
    var own: Post.UserPostMarks = []
    if entry.isRead { own.insert(.read) }
    if entry.isStarred { own.insert(.bookmarked) }
    return Post(
      id: id, author: list.feedAuthor(entry.feed, titled: entry.feedTitle),
      createdAt: entry.publishedAt ?? Timestamp(milliseconds: 0),
      content: Post.PostContent(text: RichText(runs: runs), photos: Self.photos(of: entry)),
      reply: reply, url: entry.link, counts: .unknown, userMarks: own,
      canBeAnswered: false, canBeQuoted: false, isDated: entry.publishedAt != nil)
  }

  static func entryText(of entry: FeedServerEntry) -> RichText {
    guard entry.html.utf8.contains(UInt8(ascii: "<")) else {
      return RichText(
        HTMLTextReader.plainTextWithParagraphs(
          of: HTMLEntityDecoder.textWithDecodedEntities(entry.html)
        )
        .trimmingBlanks)
    }
    let base = entry.link.flatMap { WebAddress($0) }
    return HTMLTextReader.richTextFromArticleHTML(entry.html) { absoluteHTTPAddress($0, base) }
  }

  /// Returns the attached photos, videos and audio files of a feed server's entry and, if no photo
  /// is attached, the pictures in its text.
  private static func photos(of entry: FeedServerEntry) -> [Photo] {
    let base = entry.link.flatMap { WebAddress($0) }
    var known: Set<String> = []
    let attached = entry.enclosures.compactMap { file in
      absoluteHTTPAddress(file.url, base).flatMap {
        attachedMediaFile($0, type: file.type, alt: entry.title)
      }
    }
    let hasPicture = attached.contains { $0.kind == .still }
    let all = attached + (hasPicture ? [] : htmlPictures(in: entry.html, base))
    return Array(all.filter { known.insert($0.id.rawValue).inserted }.prefix(mostPictures))
  }

  private static func htmlPictures(in html: String, _ base: WebAddress?) -> [Photo] {
    guard html.contains("<") else { return [] }
    var scanner = HTMLScanner(Array(html.utf8.prefix(HTMLTextReader.longestArticle)))
    var photos: [Photo] = []
    while photos.count < mostPictures, let token = scanner.readNextToken() {
      guard case .open(let tag) = token, tag.element == .img,
        let url = tag["src"].flatMap({ absoluteHTTPAddress($0, base) })
      else { continue }
      let (width, height) = (parsedSideLength(tag["width"]), parsedSideLength(tag["height"]))
      guard (width ?? smallestPicture) >= smallestPicture,
        (height ?? smallestPicture) >= smallestPicture
      else { continue }
      var size = usualSize
      if let width, let height { size = PhotoSize(width: width, height: height) }
      photos.append(makeImagePhoto(url, size, alt: tag["alt"]?.withSingleBlanks ?? ""))
    }
    return photos
  }

  private static func parsedSideLength(_ text: String?) -> Int? {
    text.flatMap { Int($0.trimmingBlanks) }.flatMap { (0...100_000).contains($0) ? $0 : nil }
  }

  private static func makeImagePhoto(_ url: String, _ size: PhotoSize, alt: String) -> Photo {
    Photo(
      id: Photo.ID(url), address: url,
      renditions: addressWithHTTPS(url).map { [Photo.PhotoRendition(url: $0, size: size)] } ?? [],
      size: size,
      altText: alt)
  }

  /// Returns a file attached to a feed server's entry as a photo; nil for a file that is neither a
  /// photo, a video nor audio.
  private static func attachedMediaFile(_ url: String, type: String, alt: String) -> Photo? {
    switch type.lowercased().prefix(6) {
    case "image/": return makeImagePhoto(url, usualSize, alt: "")
    case "audio/":
      return Photo(
        id: Photo.ID(url), kind: .audio, address: url, renditions: [], size: usualSize,
        altText: alt)
    case "video/":
      return Photo(
        id: Photo.ID(url), kind: .video, address: url, renditions: [], size: usualSize,
        altText: alt)
    default: return nil
    }
  }

  /// Returns the absolute address of a link in a feed server's entry; nil if the link is neither
  /// http nor https.
  private static func absoluteHTTPAddress(_ link: String, _ base: WebAddress?) -> String? {
    let link = link.trimmingBlanks.filter { !$0.isNewline && $0 != "\t" }.withoutUserInfo
    guard !link.isEmpty, let there = WebAddress(link, relativeTo: base),
      there.scheme == "https" || there.scheme == "http"
    else { return nil }
    return there.text == link + "/" ? link : there.text
  }

  /// Returns the address of a picture of a feed server's entry with https in place of http, as
  /// pictures of other hosts are never fetched by http; nil for an invalid address.
  private static func addressWithHTTPS(_ address: String) -> String? {
    guard let there = WebAddress(address) else { return nil }
    return there.isSecureOrLocal ? address : "https" + address.dropFirst(4)
  }
}
