internal import FeedDomain

/// A set of the attachments of a Bluesky post: pictures, a video, a link preview, a quoted post, or
/// several of these.
struct BlueskyEmbed: Equatable, Sendable {
  private(set) var photos: [Photo] = []
  private(set) var card: LinkPreview?
  private(set) var quote: Quote?
  private var links: [RichText.RichTextRun] = []

  /// Creates the attachments of a Bluesky post from the JSON of its embed; an unknown embed yields
  /// a link to the post's page, which shows it. `decision` returns the moderation decision about a
  /// quoted post.
  init(
    _ json: JSON, of post: String, isCovered: Bool, decision: (JSON) -> BlueskyModerationDecision
  ) {
    switch json["$type"].string {
    case "app.bsky.embed.record#view": readQuotedRecord(json["record"], of: post, decision)
    case "app.bsky.embed.recordWithMedia#view":
      readEmbeddedMedia(json["media"], of: post, isCovered)
      readQuotedRecord(json["record"]["record"], of: post, decision)
    default: readEmbeddedMedia(json, of: post, isCovered)
    }
  }

  /// Parses the pictures, videos and link previews embedded in a quoted Bluesky post; a post that
  /// the quoted post quotes in turn is left out.
  private static func parsedQuotedMedia(_ embeds: JSON, isCovered: Bool) -> [BlueskyEmbed] {
    embeds.array.map { json in
      var embed = BlueskyEmbed()
      embed.readEmbeddedMedia(
        json["media"].isObject ? json["media"] : json, of: "", isCovered)
      return embed
    }
  }

  private init() {}

  /// Returns the texts in the embed of a Bluesky post's record in which muted words are searched,
  /// as in Bluesky's own program: alt texts, and the title and description of a link preview. The
  /// texts of a quoted post are not among them, since the quoted post has a moderation decision of
  /// its own.
  static func textsToCheckForMutedWords(inEmbed embed: JSON) -> [String] {
    let media = embed["media"].isObject ? embed["media"] : embed
    let pictures = media["images"].array + media["items"].array + [media]
    let page = media["external"]
    let preview = [page["title"], page["description"]].compactMap(\.nonEmptyString)
    return pictures.compactMap { $0["alt"].nonEmptyString }
      + (preview.isEmpty ? [] : [preview.joined(separator: " ")])
  }

  /// Returns the text of a quoted Bluesky post with links appended: to the page of its link
  /// preview, unless the text contains that link, and to each attachment that can only be linked.
  private func appendingPreviewAndAttachmentLinks(to text: RichText) -> RichText {
    guard let card, !text.runs.contains(where: { $0.kind == .link(card.url) }) else {
      return appendingAttachmentLinks(to: text)
    }
    return appendingAttachmentLinks(to: text.appendingLines([.init(card.title, .link(card.url))]))
  }

  /// Adds a link to the page of a Bluesky post, for an attachment that Tweetie cannot show.
  private mutating func addAttachmentLink(toPageOfPost post: String) {
    guard let page = ATProtocolAddress(post)?.page else { return }
    let link = RichText.RichTextRun(page, .link(page))
    if !links.contains(link) { links.append(link) }
  }

  /// Returns the text of a Bluesky post with links to the attachments that can only be linked.
  func appendingAttachmentLinks(to text: RichText) -> RichText {
    text.appendingLines(links)
  }

  private mutating func readEmbeddedMedia(_ json: JSON, of post: String, _ isCovered: Bool) {
    switch json["$type"].string {
    case "app.bsky.embed.images#view":
      readEmbeddedPictures(json["images"], small: "thumb", of: post, isCovered)
    case "app.bsky.embed.gallery#view":
      readEmbeddedPictures(json["items"], small: "thumbnail", of: post, isCovered)
    case "app.bsky.embed.video#view":
      let name = Photo.ID("\(post)#0")
      if let film = BlueskyPictureReader(json).parsedVideo(name, isSensitive: isCovered) {
        photos = [film]
      } else if let film = json["playlist"].webAddress {
        links.append(RichText.RichTextRun(json["alt"].nonEmptyString ?? film, .link(film)))
      }
    case "app.bsky.embed.external#view":
      let page = json["external"]
      card = page["uri"].webAddress.map { url in
        LinkPreview(
          url: url, title: page["title"].nonEmptyString ?? url,
          summary: page["description"].string ?? "",
          picture: BlueskyPictureReader(page, small: "thumb")
            .parsedPhoto(Photo.ID("\(post)#card"), isSensitive: isCovered))
      }
    case .some: addAttachmentLink(toPageOfPost: post)
    case nil: break
    }
  }

  private mutating func readEmbeddedPictures(
    _ json: JSON, small: String, of post: String, _ isCovered: Bool
  ) {
    photos = json.array.enumerated().compactMap { place, picture in
      BlueskyPictureReader(picture, small: small)
        .parsedPhoto(Photo.ID("\(post)#\(place)"), isSensitive: isCovered)
    }
  }

  /// Parses a quoted Bluesky post; nil for other records, or if moderation hides the post.
  private static func parsedQuote(_ json: JSON, _ decision: (JSON) -> BlueskyModerationDecision)
    -> Quote?
  {
    guard json["$type"] == "app.bsky.embed.record#viewRecord",
      let uri = json["uri"].nonEmptyString, let author = json["author"]["did"].nonEmptyString
    else { return nil }
    let value = json["value"]
    let view: JSON = [
      "uri": .string(uri), "author": json["author"], "labels": json["labels"], "record": value,
    ]
    let decision = decision(view)
    guard decision != .hide else { return nil }
    let handle = json["author"].blueskyHandle ?? author
    let isCovered = decision == .coverPictures
    let media = parsedQuotedMedia(json["embeds"], isCovered: isCovered)
    let text = BlueskyFacetParser.richText(value["text"].string ?? "", facets: value["facets"])
    return Quote(
      id: Post.ID(uri), handle: handle,
      name: json["author"]["displayName"].nonEmptyString ?? handle,
      text: media.reduce(text) { $1.appendingPreviewAndAttachmentLinks(to: $0) },
      warning: decision.foldReason,
      pictures: media.flatMap(\.photos).map { isCovered ? "" : $0.altText })
  }

  /// Parses a record quoted by a Bluesky post (a post, feed, list, starter pack or labeler) into a
  /// quote, a link preview or a link.
  private mutating func readQuotedRecord(
    _ json: JSON, of post: String, _ decision: (JSON) -> BlueskyModerationDecision
  ) {
    guard let uri = json["uri"].nonEmptyString else { return }
    let address = ATProtocolAddress(uri)
    if let quote = Self.parsedQuote(json, decision) {
      self.quote = quote
    } else if let unavailableReason = Quote.QuoteUnavailableReason(json["$type"]),
      address?.collection == "app.bsky.feed.post"
    {
      quote = Quote(missing: Post.ID(uri), unavailableReason)
    } else if let page = address?.page {
      let title = ["displayName", "name"].lazy.compactMap { json[$0].nonEmptyString }.first
      let name = title ?? json["record"]["name"].nonEmptyString
      if let name {
        // A post has one link preview, which its own page may already take.
        if card == nil {
          card = LinkPreview(url: page, title: name, summary: json["description"].string ?? "")
        } else {
          links.append(RichText.RichTextRun(name, .link(page)))
        }
      } else {
        // The record is not in the reply, but can be opened in a browser.
        links.append(RichText.RichTextRun(page, .link(page)))
      }
    } else {
      addAttachmentLink(toPageOfPost: post)
    }
  }
}

extension Quote.QuoteUnavailableReason {
  /// Creates the reason why a quoted Bluesky post is unavailable from the type of its record; nil
  /// for any other type.
  fileprivate init?(_ type: JSON) {
    switch type.string {
    case "app.bsky.embed.record#viewNotFound": self = .gone
    case "app.bsky.embed.record#viewBlocked": self = .blocked
    case "app.bsky.embed.record#viewDetached": self = .detached
    default: return nil
    }
  }
}

/// A parser of the JSON of a picture or video in a Bluesky post, with the picture's addresses in
/// two sizes and its aspect ratio.
struct BlueskyPictureReader {
  private static let small = 1000
  private static let large = 2000
  private static let unknown = PhotoSize(width: 2000, height: 1500)

  private let json: JSON
  private let small: String

  init(_ json: JSON, small: String = "thumbnail") {
    (self.json, self.small) = (json, small)
  }

  /// Parses a still picture of a Bluesky embed; nil if its address is missing.
  func parsedPhoto(_ id: Photo.ID, isSensitive: Bool) -> Photo? {
    let size = size
    var renditions: [Photo.PhotoRendition] = []
    if let url = json[small].webAddress {
      renditions.append(.init(url: url, size: size.scaledDown(toLongestSide: Self.small)))
    }
    if let url = json["fullsize"].webAddress, url != renditions.first?.url {
      renditions.append(.init(url: url, size: size.scaledDown(toLongestSide: Self.large)))
    }
    guard !renditions.isEmpty else { return nil }
    return Photo(
      id: id, address: json["fullsize"].webAddress, renditions: renditions, size: size,
      altText: json["alt"].string ?? "", isSensitive: isSensitive)
  }

  /// Parses a video embedded in a Bluesky post, with its poster as the picture; nil if the video
  /// has no poster.
  func parsedVideo(_ id: Photo.ID, isSensitive: Bool) -> Photo? {
    guard let poster = json[small].webAddress else { return nil }
    let size = size
    return Photo(
      id: id, kind: json["presentation"] == "gif" ? .animation : .video,
      address: json["playlist"].webAddress,
      renditions: [.init(url: poster, size: size.scaledDown(toLongestSide: Self.small))],
      size: size,
      altText: json["alt"].string ?? "", isSensitive: isSensitive)
  }

  /// The size of a Bluesky picture in pixels; computed if the server sends the ratio of the sides
  /// alone, as 4 to 3.
  private var size: PhotoSize {
    guard let size = json["aspectRatio"].pictureSize else { return Self.unknown }
    let longest = max(size.width, size.height)
    guard longest < 64 else { return size }
    return PhotoSize(
      width: size.width * Self.large / longest, height: size.height * Self.large / longest)
  }
}
