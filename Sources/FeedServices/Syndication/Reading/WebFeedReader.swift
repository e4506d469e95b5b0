internal import FeedDomain
internal import Groundwork

/// Recognises and parses a reply.
struct WebFeedReader {
  enum Finding: Equatable {
    case webFeed(WebFeed)
    /// A page with the addresses of its feeds.
    case page([String])
  }

  /// Why no feed was found.
  struct Problem: Error, Equatable {
    /// For the log.
    let fact: String
    /// For the person.
    var error = FeedError.badReply
  }

  private let bytes: [UInt8]
  private let charset: String?
  private let place: LinkBase

  /// Reads what that reply brought.
  init(_ reply: HTTPReply) {
    bytes = reply.body
    charset = reply.charset
    place = LinkBase(reply.url)
  }

  func read() throws(Problem) -> Finding {
    if firstByte == UInt8(ascii: "{") { return .webFeed(try jsonFeed()) }
    if isPage { return page }
    let document: XMLReader.Document
    do throws(XMLError) {
      document = try XMLReader.read(
        bytes, charset: charset, namespaces: XMLElement.feedNamespaces,
        parts: RSSReader.parts.union(AtomReader.parts))
    } catch {
      guard error.problem != .unavailable else {
        throw Problem(fact: "expat is not installed", error: .missingLibrary(.expat))
      }
      throw Problem(fact: "no feed: \(error.problem) at byte \(error.offset)")
    }
    if let webFeed = RSSReader(document: document, place: place).webFeed
      ?? AtomReader(document: document, place: place).webFeed
    {
      return .webFeed(webFeed)
    }
    if document.root.name.hasSuffix("html") { return page }
    throw Problem(fact: "no feed: its root is \(document.root.name)")
  }

  private static let mostOfPage = 1 << 20

  private var firstByte: UInt8? {
    let start = bytes.starts(with: [0xef, 0xbb, 0xbf]) ? bytes.dropFirst(3) : bytes[...]
    return start.first { !$0.isHTMLBlank }
  }

  private var isPage: Bool {
    let start = String(decoding: bytes.prefix(1024), as: UTF8.self).lowercased()
    return start.contains("<!doctype html") || start.contains("<html") && !start.contains("<rss")
  }

  private func jsonFeed() throws(Problem) -> WebFeed {
    let json: JSON
    do throws(JSONError) {
      json = try JSON(bytes)
    } catch {
      throw Problem(fact: "no feed: \(error.problem) at byte \(error.offset)")
    }
    guard let webFeed = JSONFeedReader(json: json, place: place).webFeed else {
      throw Problem(fact: "no feed: JSON of another kind")
    }
    return webFeed
  }

  private static let types: Set<String> = [
    "application/rss+xml", "application/atom+xml", "application/feed+json", "application/rdf+xml",
  ]

  private var page: Finding {
    var scanner = HTMLScanner(Array(bytes.prefix(Self.mostOfPage)))
    var place = place
    var feeds: [String] = []
    while let token = scanner.next() {
      guard case .open(let tag) = token else { continue }
      if tag.element == .base { place = place.at(tag["href"]) }
      guard tag.element == .link, tag["rel"]?.lowercased().contains("alternate") == true,
        let type = tag["type"]?.lowercased().prefix(while: { $0 != ";" }),
        Self.types.contains(type.trimmingBlanks), let address = tag["href"].flatMap(place.file),
        !feeds.contains(address)
      else { continue }
      feeds.append(address)
    }
    return .page(feeds)
  }
}

extension HTTPReply {
  /// The encoding in the server's header.
  fileprivate var charset: String? {
    let type = headers["Content-Type"] ?? ""
    return type.split(separator: ";").lazy.map(\.trimmingBlanks).first {
      $0.lowercased().hasPrefix("charset=")
    }.map { String($0.dropFirst(8).filter { $0 != "\"" }) }
  }
}

/// Dates of feeds: RFC 822, "Wed, 02 Oct 2002 13:00:00 +0200", and ISO 8601, with parts missing.
enum WebFeedDate {
  /// nil if it is no date.
  static func timestamp(_ text: String) -> Timestamp? {
    guard text.utf8.count <= 64 else { return nil }
    return ISODate.timestamp(text) ?? mail(text)
  }

  private static func mail(_ text: String) -> Timestamp? {
    var words = text.split { $0 == " " || $0 == "," || $0 == "-" && !text.contains(":") }[...]
    // The day of the week says nothing that the date does not.
    if let first = words.first, first.first?.isNumber == false { words = words.dropFirst() }
    guard words.count >= 3, let day = Int(words.removeFirst()),
      let month = HTTPDate.month(String(words.removeFirst().prefix(3))),
      let year = Int(words.removeFirst())
    else { return nil }
    var date = CalendarDate(year: HTTPDate.fullYear(year), month: month, day: day)
    let time = words.popFirst()?.split(separator: ":").map { Int($0) } ?? []
    guard !time.contains(nil), time.count <= 3 else { return nil }
    let parts = time.compactMap(\.self) + [0, 0, 0]
    (date.hour, date.minute, date.second) = (parts[0], parts[1], parts[2])
    guard let moment = date.timestamp() else { return nil }
    return moment.advanced(by: .seconds(-60 * (words.first.map(minutes) ?? 0)))
  }

  /// The offset of a zone in minutes; 0 for unknown ones.
  private static func minutes(_ zone: Substring) -> Int {
    if let hours = hours[zone.uppercased()] { return hours * 60 }
    let digits = zone.dropFirst().filter { $0 != ":" }
    guard zone.first == "+" || zone.first == "-", digits.utf8.count == 4, let number = Int(digits)
    else { return 0 }
    return (number / 100 * 60 + number % 100) * (zone.first == "-" ? -1 : 1)
  }

  private static let hours = [
    "EST": -5, "EDT": -4, "CST": -6, "CDT": -5, "MST": -7, "MDT": -6, "PST": -8, "PDT": -7,
    "BST": 1, "CET": 1, "CEST": 2, "EET": 2, "EEST": 3, "JST": 9,
  ]
}

struct LinkBase {
  let base: WebAddress?

  init(_ address: String?) { base = address.flatMap { WebAddress($0) } }

  private init(_ base: WebAddress?) { self.base = base }

  /// The base of an `xml:base`.
  func at(_ address: String?) -> LinkBase {
    guard let address, let there = WebAddress(address, relativeTo: base), there.isOfTheWeb else {
      return self
    }
    return LinkBase(there)
  }

  /// The absolute address of a link; nil outside of the web.
  func address(_ link: String) -> String? {
    let link = link.trimmingBlanks
    guard !link.isEmpty, let there = WebAddress(link, relativeTo: base), there.isOfTheWeb else {
      return nil
    }
    return there.text
  }

  /// The absolute address of a file; nil without https.
  func file(_ link: String) -> String? {
    guard let address = address(link), let there = WebAddress(address) else { return nil }
    guard !there.isAllowed else { return address }
    return "https" + address.dropFirst(4)
  }
}

extension WebAddress {
  fileprivate var isOfTheWeb: Bool { scheme == "https" || scheme == "http" }
}

/// The pictures in a text, without counters.
enum EntryPictures {
  private static let most = 12
  /// Smaller pictures are ornaments or counters.
  private static let smallest = 32

  static func all(in html: String, _ place: LinkBase) -> [EntryMedia] {
    var scanner = HTMLScanner(Array(html.utf8))
    var pictures: [EntryMedia] = []
    while pictures.count < most, let token = scanner.next() {
      guard case .open(let tag) = token, tag.element == .img,
        let url = tag["src"].flatMap(place.file)
      else { continue }
      let (width, height) = (side(tag["width"]), side(tag["height"]))
      guard (width ?? smallest) >= smallest, (height ?? smallest) >= smallest else { continue }
      pictures.append(
        EntryMedia(
          url: url, kind: .still, width: width, height: height,
          words: tag["alt"]?.withSingleBlanks ?? ""))
    }
    return pictures
  }

  /// A side's length in pixels.
  static func side(_ text: String?) -> Int? {
    text.flatMap { Int($0.trimmingBlanks) }.flatMap { (0...100_000).contains($0) ? $0 : nil }
  }

  /// The kind by type or name; nil for what cannot be shown.
  static func kind(type: String?, medium: String? = nil, url: String) -> Photo.Kind? {
    let type = type?.lowercased() ?? medium?.lowercased() ?? ""
    for (name, kind) in kinds where type == name || type.hasPrefix("\(name)/") { return kind }
    guard type.isEmpty || type == "application/octet-stream" else { return nil }
    let path = url.prefix { $0 != "?" && $0 != "#" }.lowercased()
    return endings.first { $0.endings.contains { path.hasSuffix($0) } }?.kind
  }

  private static let kinds: [(String, Photo.Kind)] = [
    ("image", .still), ("audio", .audio), ("video", .video),
  ]
  private static let endings: [(endings: [String], kind: Photo.Kind)] = [
    ([".jpg", ".jpeg", ".png", ".gif", ".webp", ".avif"], .still),
    ([".mp3", ".m4a", ".ogg", ".oga", ".opus", ".flac", ".wav"], .audio),
    ([".mp4", ".m4v", ".webm", ".mov", ".mkv"], .video),
  ]
}
