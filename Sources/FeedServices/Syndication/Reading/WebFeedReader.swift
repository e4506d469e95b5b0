internal import FeedDomain
internal import Groundwork

/// A parser of the reply to a request for a web feed; it recognises the feed's format.
struct WebFeedReader {
  enum WebFeedReadingResult: Equatable {
    case webFeed(WebFeed)
    /// A result of parsing the reply to a request for a web feed: the reply is a web page, which
    /// links to the feeds with these addresses, feeds of comments last.
    case page([String])
  }

  /// A failure to parse a web feed, with its description for the log and the error for the user.
  struct WebFeedReadingProblem: Error, Equatable {
    /// The description, in technical words for the log, of the failure to parse a web feed.
    let fact: String
    /// The error in the text of the reply at which the parser of web feeds failed; nil if unknown.
    var flaw: WebFeedTextError?
    /// The error that the user is shown for the failure to parse a web feed.
    var error = FeedError.badReply
  }

  private let text: [UInt8]
  private let baseAddress: LinkBaseAddress
  private var options = Self.options

  init(_ reply: HTTPReply) {
    text = CharacterDecoding.utf8Bytes(reply.body, charset: reply.charset)
    baseAddress = LinkBaseAddress(reply.url)
  }

  /// Creates a parser with another clock for the processor time that it may take.
  init(_ reply: HTTPReply, processorTime: @escaping @Sendable () -> Double) {
    self.init(reply)
    options.processorTime = processorTime
  }

  func readFeed() throws(WebFeedReadingProblem) -> WebFeedReadingResult {
    let start = text.first { !$0.isHTMLBlank }
    if start == UInt8(ascii: "{") { return .webFeed(try readJSONFeed()) }
    if isPage {
      let feeds = FeedLinksInPageParser.linkedFeedAddresses(in: text, baseAddress)
      // Some programs embed the feed in a page.
      guard feeds.isEmpty, holdsFeed else { return .page(feeds) }
    }
    var document: XMLReader.ParsedXMLDocument
    do throws(XMLError) {
      document = try XMLReader.readDocument(text, isUTF8: true, options)
    } catch {
      guard error.problem != .unavailable else {
        throw WebFeedReadingProblem(fact: "expat is not installed", error: .missingLibrary(.expat))
      }
      throw WebFeedReadingProblem(
        fact: "not a feed: \(error.problem) at byte \(error.offset)",
        flaw: WebFeedTextError(error, in: text),
        error: error.problem.isDocumentTooLarge ? .tooLarge : .badReply)
    }
    if !XMLFeedReader.roots.contains(document.root.name),
      let feed = document.root.firstDescendant(XMLFeedReader.roots)
    {
      document.root = feed
    }
    guard var webFeed = XMLFeedReader(document: document, baseAddress: baseAddress).webFeed else {
      if document.root.name.hasSuffix("html") {
        return .page(FeedLinksInPageParser.linkedFeedAddresses(in: text, baseAddress))
      }
      throw WebFeedReadingProblem(fact: "not a feed: its root is \(document.root.name)")
    }
    if let error = document.flaw {
      let flaw = WebFeedTextError(error, in: text)
      let head = document.root.firstChild("channel", "atom:channel") ?? document.root
      if webFeed.entries.isEmpty, !head.hasChildren, error.problem != .declaresEntities {
        throw WebFeedReadingProblem(
          fact: "not a feed: \(error.problem) at \(flaw.position)", flaw: flaw)
      }
      webFeed.flaw = flaw
    }
    return .webFeed(webFeed)
  }

  /// The web feeds to which the fetched page links; empty if the reply is itself a web feed.
  var candidates: [FeedCandidate] {
    isPage ? FeedLinksInPageParser.feedCandidates(in: text, baseAddress) : []
  }

  private static let options = XMLReader.XMLReaderOptions(
    namespaces: XMLElement.feedNamespaces, recurringNames: XMLFeedReader.parts,
    mostRecurringElements: WebFeed.mostEntries,
    recurringElementDate: { WebFeedDateParser.firstTimestamp($0.entryDates)?.milliseconds },
    roots: XMLFeedReader.roots, textNames: XMLFeedReader.fields,
    plainTextNames: XMLFeedReader.plainFields, isForgiving: true)

  /// True if the first 16 kilobytes of the reply contain the root element of a web feed in XML, as
  /// some programs embed the feed in a page.
  private var holdsFeed: Bool {
    let start = String(decoding: text.prefix(16_384).map(\.asciiLowercased), as: UTF8.self)
    return ["<rss ", "<rss>", "<feed ", "<rdf:rdf "].contains { start.contains($0) }
  }

  /// True if the reply to a request for a web feed begins with an element of an HTML page.
  private var isPage: Bool {
    var rest = text.prefix(4096)[...]
    while let mark = rest.firstIndex(of: UInt8(ascii: "<")) {
      rest = rest[(mark + 1)...]
      if rest.starts(with: "!--".utf8) {
        while !rest.isEmpty, !rest.starts(with: "-->".utf8) { rest = rest.dropFirst() }
      } else if let first = rest.first, first != UInt8(ascii: "?"), first != UInt8(ascii: "!") {
        let name = String(decoding: rest.prefix(8).map(\.asciiLowercased), as: UTF8.self)
        return ["html", "head", "body"].contains { name.hasPrefix($0) } || name.hasPrefix("meta ")
      } else if rest.prefix(13).map(\.asciiLowercased).elementsEqual("!doctype html".utf8) {
        return !String(decoding: text.prefix(1024), as: UTF8.self).lowercased().contains("<rss")
      }
    }
    return false
  }

  /// Maximum number of JSON values (texts, numbers, arrays, objects) in a JSON feed. A value takes
  /// some 40 bytes of memory besides its text.
  static let mostJSONValues = 300_000

  private func readJSONFeed() throws(WebFeedReadingProblem) -> WebFeed {
    let json: JSON
    do throws(JSONError) {
      json = try JSON(text, maximumValues: Self.mostJSONValues)
    } catch {
      throw WebFeedReadingProblem(
        fact: "not a feed: \(error.problem) at byte \(error.offset)",
        flaw: WebFeedTextError(error, in: text),
        error: error.problem == .tooMuch ? .tooLarge : .badReply)
    }
    guard let webFeed = JSONFeedReader(json: json, baseAddress: baseAddress).webFeed else {
      throw WebFeedReadingProblem(fact: "not a feed: other JSON")
    }
    return webFeed
  }
}

extension LineAndColumn {
  /// Creates the line and column of a byte in a UTF-8 text from its index.
  fileprivate init(of offset: Int, in text: [UInt8]) {
    let before = text.prefix(max(0, offset))
    let start = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    self.init(
      line: before.count { $0 == UInt8(ascii: "\n") } + 1,
      column: before[start...].count { $0 & 0xc0 != 0x80 } + 1)
  }
}

extension WebFeedTextError {
  fileprivate init(_ error: XMLError, in text: [UInt8]) {
    let kind: WebFeedTextErrorKind =
      switch error.problem {
      case .unavailable, .malformed, .declaresEntities: .malformed
      case .tooDeep: .tooDeep
      case .tooManyAttributes: .tooManyAttributes
      case .tooManyElements: .tooManyElements
      case .tooMuchMemory: .tooMuchMemory
      case .tooSlow: .tooSlow
      }
    self.init(kind, at: LineAndColumn(of: error.offset, in: text))
  }

  fileprivate init(_ error: JSONError, in text: [UInt8]) {
    let kind: WebFeedTextErrorKind =
      switch error.problem {
      case .tooDeep: .tooDeep
      case .tooMuch: .tooManyElements
      default: .malformed
      }
    self.init(kind, at: LineAndColumn(of: error.offset, in: text))
  }
}

enum FeedLinksInPageParser {
  private static let longestPage = 1 << 20

  /// The media types of web feeds alone.
  private static let feedTypes: Set<String> = [
    "application/rss+xml", "application/atom+xml", "application/feed+json", "application/rdf+xml",
    "application/x.atom+xml", "application/x-rss+xml", "application/rss", "application/atom",
    "text/rss+xml", "text/atom+xml",
  ]
  private static let types = feedTypes.union(["text/xml", "application/xml", "application/json"])

  /// Returns the addresses of the web feeds to which a page links, in the page's order; feeds of
  /// comments come last.
  static func linkedFeedAddresses(in page: [UInt8], _ place: LinkBaseAddress) -> [String] {
    feedCandidates(in: page, place).map(\.address)
  }

  /// Returns the web feeds to which a page links, with their titles, in the page's order, but feeds
  /// of comments last. Links without a relation count only if the page has no others.
  static func feedCandidates(in page: [UInt8], _ place: LinkBaseAddress) -> [FeedCandidate] {
    var scanner = HTMLScanner(Array(page.prefix(longestPage)))
    var place = place
    var known: Set<String> = []
    var knownWithoutRelation: Set<String> = []
    var (feeds, ofComments): ([FeedCandidate], [FeedCandidate]) = ([], [])
    var withoutRelation: [FeedCandidate] = []
    while let token = scanner.readNextToken() {
      guard case .open(let tag) = token else { continue }
      if tag.element == .base { place = place.nestedBase(tag["href"]) }
      guard tag.element == .link || tag.element == .a,
        tag["rel"] == nil ? hasFeedType(tag) : isFeedLink(tag),
        let address = tag["href"].flatMap(place.absoluteHTTPAddress)
      else { continue }
      let feed = FeedCandidate(
        address: address, title: (tag["title"] ?? "").withSingleBlanks)
      guard tag["rel"] != nil else {
        if knownWithoutRelation.insert(address).inserted { withoutRelation.append(feed) }
        continue
      }
      guard known.insert(address).inserted else { continue }
      let isOfComments = "\(feed.title) \(address)".lowercased().contains("comment")
      if isOfComments { ofComments.append(feed) } else { feeds.append(feed) }
    }
    return feeds.isEmpty && ofComments.isEmpty ? withoutRelation : feeds + ofComments
  }

  private static func hasFeedType(_ link: OpeningHTMLTag) -> Bool {
    feedTypes.contains(mediaType(of: link))
  }

  /// Returns the media type that an HTML link states, in lower case and without parameters; empty
  /// without one.
  private static func mediaType(of link: OpeningHTMLTag) -> String {
    (link["type"] ?? "").lowercased().prefix { $0 != ";" }.trimmingBlanks
  }

  private static func isFeedLink(_ link: OpeningHTMLTag) -> Bool {
    let relations = (link["rel"] ?? "").lowercased().split(whereSeparator: \.isWhitespace)
    let type = mediaType(of: link)
    if relations.contains("feed") { return type.isEmpty || types.contains(type) }
    guard relations.contains("alternate"), types.contains(type) else { return false }
    // WordPress describes each page in JSON as well.
    let address = link["href"] ?? ""
    return type != "application/json"
      || !(address.contains("/wp-json") || address.contains("oembed"))
  }
}

extension HTTPReply {
  /// The character encoding of the reply, as its header Content-Type names it; nil without one.
  var charset: String? {
    let type = headers["Content-Type"] ?? ""
    return type.split(separator: ";").lazy.map(\.trimmingBlanks).first {
      $0.lowercased().hasPrefix("charset=")
    }.map { String($0.dropFirst(8).filter { $0 != "\"" }) }
  }
}

struct LinkBaseAddress {
  let base: WebAddress?

  init(_ address: String?) { base = address.flatMap { WebAddress($0.withoutUserInfo) } }

  private init(_ base: WebAddress?) { self.base = base }

  /// Returns the base of the links within an element that states the base address `address`, in
  /// `xml:base` or in HTML's `<base>`; returns this base if `address` is nil or no web address.
  func nestedBase(_ address: String?) -> LinkBaseAddress {
    guard let address, let there = WebAddress(address.withoutUserInfo, relativeTo: base),
      there.isOfTheWeb
    else {
      return self
    }
    return LinkBaseAddress(there)
  }

  /// Returns the absolute address of a web feed's link; nil for links other than http and https.
  func absoluteHTTPAddress(_ link: String) -> String? {
    var link = link.trimmingBlanks.withoutUserInfo
    // Line ends within the address come from the formatting of the document.
    if link.utf8.contains(where: { $0 < 0x20 || $0 >= 0x80 }) {
      link.removeAll { $0.isNewline || $0 == "\t" }
    }
    // libcurl encodes blanks everywhere but in the part behind "#".
    if let mark = link.firstIndex(of: "#"), link[mark...].contains(" ") {
      link = link[..<mark] + link[mark...].split(separator: " ").joined(separator: "%20")
    }
    // libcurl takes "#part" for a name in the folder.
    if link.hasPrefix("#"), let base, base.isOfTheWeb {
      return base.text.prefix { $0 != "#" } + link
    }
    // "www.example.com" is meant as a host, not as a name in the folder.
    if link.prefix(4).lowercased() == "www." { link = "https://\(link)" }
    let isWhole = link.hasPrefix("https://") || link.hasPrefix("http://")
    guard !link.isEmpty, let there = WebAddress(link, relativeTo: isWhole ? nil : base),
      there.isOfTheWeb
    else { return nil }
    // The implicit slash at the end is not added.
    return there.text == link + "/" ? link : there.text
  }

  /// Returns the absolute address of a picture in a web feed, with https in place of http unless
  /// the host is this machine; nil for schemes other than these.
  func absoluteHTTPSAddress(_ link: String) -> String? {
    absoluteHTTPAddress(link).flatMap(Self.addressWithHTTPS)
  }

  /// Returns an http or https address with https in place of http; the address of this machine is
  /// unchanged. nil for other schemes and invalid addresses.
  static func addressWithHTTPS(_ address: String) -> String? {
    guard let there = WebAddress(address), there.isOfTheWeb else { return nil }
    guard !there.isSecureOrLocal else { return address }
    return "https" + address.dropFirst(4)
  }
}

extension WebAddress {
  fileprivate var isOfTheWeb: Bool { scheme == "https" || scheme == "http" }
}

/// A namespace for parsing the pictures in the HTML of a web feed's entry, without invisible
/// pictures, which count readers.
enum EntryHTMLPictureParser {
  private static let maximumPictures = 12
  /// The smallest width or height in pixels of a picture that is taken from an entry's HTML;
  /// smaller pictures are ornaments or count readers.
  private static let smallest = 32
  /// Maximum width in pixels of a picture that is chosen from an HTML `srcset`.
  private static let widest = 1600

  static func pictureMedia(in html: String, _ place: LinkBaseAddress) -> [EntryMediaFile] {
    var scanner = HTMLScanner(Array(html.utf8))
    var pictures: [EntryMediaFile] = []
    while pictures.count < maximumPictures, let token = scanner.readNextToken() {
      guard case .open(let tag) = token, tag.element == .img,
        let url = pictureAddress(of: tag, place)
      else { continue }
      let (width, height) = (parsedSideLength(tag["width"]), parsedSideLength(tag["height"]))
      guard (width ?? smallest) >= smallest, (height ?? smallest) >= smallest else { continue }
      pictures.append(
        EntryMediaFile(
          url: url, kind: .still, width: width, height: height,
          words: tag["alt"]?.withSingleBlanks ?? ""))
    }
    return pictures
  }

  /// Returns the address of the picture that an HTML image shows, which pages that load pictures
  /// late state in another attribute than `src`; nil without one.
  private static func pictureAddress(of tag: OpeningHTMLTag, _ place: LinkBaseAddress) -> String? {
    let late = lazyImageAddress(of: tag)
    let set = (tag["srcset"] ?? tag["data-srcset"]).flatMap(largestImageAddressWithinMaximum)
    return [late, tag["src"], set].lazy.compactMap(\.self).compactMap(place.absoluteHTTPAddress)
      .first
  }

  /// Returns the address in the attributes of an HTML image from which a script of the page would
  /// load the picture late; nil without one.
  static func lazyImageAddress(of tag: OpeningHTMLTag) -> String? {
    ["data-src", "data-original", "data-lazy-src", "data-url"].lazy
      .compactMap { tag[$0] }.first { !$0.isEmpty }
  }

  /// Returns the address of the largest picture in an HTML `srcset` whose width is within the
  /// maximum, otherwise of the first one; nil for an empty `srcset`.
  static func largestImageAddressWithinMaximum(inSrcset set: String) -> String? {
    var best: (address: String, size: Double)?
    // An address may contain a comma, but ends at a blank.
    var rest = set[...]
    while true {
      rest = rest.drop { $0.isWhitespace || $0 == "," }
      guard !rest.isEmpty else { return best?.address }
      var address = rest.prefix { !$0.isWhitespace }
      rest = rest[address.endIndex...]
      var size = 1.0
      if address.hasSuffix(",") {
        address = address.dropLast()
      } else {
        let words = rest.prefix { $0 != "," }
        rest = rest[words.endIndex...]
        let number = words.filter { !$0.isWhitespace }
        if let value = Double(number.dropLast()) {
          size = number.last == "w" ? value / 1000 : value
        }
      }
      let isUseful = !address.hasPrefix("data:") && size <= Double(widest) / 1000
      if best == nil || isUseful && size > (best?.size ?? 0) {
        if !address.hasPrefix("data:") { best = (String(address), size) }
      }
    }
  }

  /// Parses the width or height of an HTML image in pixels; nil for other text, such as "50%".
  static func parsedSideLength(_ text: String?) -> Int? {
    text.flatMap { Int($0.trimmingBlanks) }.flatMap { (0...100_000).contains($0) ? $0 : nil }
  }

  /// Returns the kind of a web feed's attached file (photo, video or audio), by its media type or
  /// file name; nil if the program cannot show it.
  static func mediaKind(type: String?, medium: String? = nil, url: String) -> Photo.PhotoKind? {
    for told in [type, medium] {
      let told = told?.lowercased() ?? ""
      for (name, kind) in kinds where told == name || told.hasPrefix("\(name)/") { return kind }
    }
    let path = url.prefix { $0 != "?" && $0 != "#" }.lowercased()
    return endings.first { $0.endings.contains { path.hasSuffix($0) } }?.kind
  }

  private static let kinds: [(String, Photo.PhotoKind)] = [
    ("image", .still), ("audio", .audio), ("video", .video),
  ]
  private static let endings: [(endings: [String], kind: Photo.PhotoKind)] = [
    ([".jpg", ".jpeg", ".png", ".gif", ".webp", ".avif"], .still),
    ([".mp3", ".m4a", ".ogg", ".oga", ".opus", ".flac", ".wav"], .audio),
    ([".mp4", ".m4v", ".webm", ".mov", ".mkv"], .video),
  ]
}
