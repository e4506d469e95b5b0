internal import FeedDomain

/// Tells what an address leads to, and reads it.
struct ChannelReader {
  /// What was found.
  enum Finding: Equatable {
    case channel(Channel)
    /// A page, and where it says that its feeds are.
    case page([String])
  }

  /// Why nothing was.
  struct Trouble: Error, Equatable {
    /// For the log.
    let fact: String
    /// For the person.
    var error = FeedError.badReply
  }

  private let bytes: [UInt8]
  private let charset: String?
  private let place: ChannelPlace

  /// Reads what that reply brought.
  init(_ reply: HTTPReply) {
    bytes = reply.body
    charset = reply.charset
    place = ChannelPlace(reply.url)
  }

  func read() throws(Trouble) -> Finding {
    if firstByte == UInt8(ascii: "{") { return .channel(try jsonFeed()) }
    if isPage { return page }
    let document: XMLReader.Document
    do throws(XMLError) {
      document = try XMLReader.read(
        bytes, charset: charset, namespaces: XMLElement.feedNamespaces,
        parts: RSSReader.parts.union(AtomReader.parts))
    } catch {
      guard error.problem != .unavailable else {
        throw Trouble(fact: "expat is not installed", error: .missingLibrary(.expat))
      }
      throw Trouble(fact: "no feed: \(error.problem) at byte \(error.offset)")
    }
    if let channel = RSSReader(document: document, place: place).channel
      ?? AtomReader(document: document, place: place).channel
    {
      return .channel(channel)
    }
    if document.root.name.hasSuffix("html") { return page }
    throw Trouble(fact: "no feed: its root is \(document.root.name)")
  }
}

extension ChannelReader {
  private static let mostOfPage = 1 << 20

  private var firstByte: UInt8? {
    let start = bytes.starts(with: [0xef, 0xbb, 0xbf]) ? bytes.dropFirst(3) : bytes[...]
    return start.first { !$0.isHTMLBlank }
  }

  private var isPage: Bool {
    let start = String(decoding: bytes.prefix(1024), as: UTF8.self).lowercased()
    return start.contains("<!doctype html") || start.contains("<html") && !start.contains("<rss")
  }

  private func jsonFeed() throws(Trouble) -> Channel {
    let json: JSON
    do throws(JSONError) {
      json = try JSON(bytes)
    } catch {
      throw Trouble(fact: "no feed: \(error.problem) at byte \(error.offset)")
    }
    guard let channel = JSONFeedReader(json: json, place: place).channel else {
      throw Trouble(fact: "no feed: JSON of another kind")
    }
    return channel
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
  /// What the server says the text is encoded in.
  fileprivate var charset: String? {
    let type = headers["Content-Type"] ?? ""
    return type.split(separator: ";").lazy.map(\.trimmingBlanks).first {
      $0.lowercased().hasPrefix("charset=")
    }.map { String($0.dropFirst(8).filter { $0 != "\"" }) }
  }
}
