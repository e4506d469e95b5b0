internal import FeedDomain

/// A list of web feeds in the format OPML.
struct Outline: Equatable {
  struct Entry: Equatable {
    let address: String
    let name: String
    let folder: String?
    /// The line of an entry in the OPML file, counted from 1; 0 without a file.
    var line = 0
  }

  private(set) var entries: [Entry] = []
  /// Entries of an OPML file without a feed address.
  private(set) var rejected: [RejectedEntry] = []

  init(_ entries: [Entry]) { self.entries = entries }

  private static let options = XMLReader.Options(
    roots: ["opml"], countsLines: true, isForgiving: true)

  init?(_ bytes: [UInt8]) {
    // Why it is none matters to nobody.
    guard let root = try? XMLReader.read(bytes, Self.options).root,
      root.name == "opml", let body = root.first("body")
    else { return nil }
    read(body, folder: nil)
  }

  private mutating func read(_ element: XMLElement, folder: String?) {
    for outline in element.all("outline") {
      let name = outline["title"] ?? outline["text"] ?? ""
      // Not every program writes it as the others do.
      if let address = outline["xmlurl"] ?? Self.address(outline) {
        add(
          Entry(
            address: address, name: name.withSingleBlanks,
            folder: folder ?? outline["category"].flatMap(Self.folder(of:)), line: outline.line))
      } else if outline["type"]?.lowercased() == "rss" || outline["htmlurl"] != nil {
        rejected.append(
          RejectedEntry(
            line: outline.line, name: name.withSingleBlanks, address: outline["htmlurl"],
            .noAddress))
      }
      let inner = name.isEmpty ? [] : [name.withSingleBlanks]
      let path = ([folder].compactMap(\.self) + inner).joined(separator: "/")
      read(outline, folder: path.isEmpty ? nil : path)
    }
  }

  /// Returns the folder of an OPML category that is a path, such as "/News/Local".
  private static func folder(of categories: String) -> String? {
    categories.split(separator: ",").map(\.trimmingBlanks).first { $0.hasPrefix("/") }
      .map { $0.split(separator: "/").joined(separator: "/") }.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Returns the feed address of an OPML entry, also from the attributes that old programs used.
  private static func address(_ outline: XMLElement) -> String? {
    guard let type = outline["type"]?.lowercased(), ["rss", "atom", "feed"].contains(type) else {
      return nil
    }
    return outline["url"]
  }

  mutating func add(_ entry: Entry) { entries.append(entry) }

  mutating func reject(_ entry: RejectedEntry) { rejected.append(entry) }

  /// The list of web feeds as OPML text.
  var text: String {
    var lines = [
      #"<?xml version="1.0" encoding="UTF-8"?>"#, #"<opml version="2.0">"#, "<head>",
      "<title>Tweetie</title>", "</head>", "<body>",
    ]
    var folders: [String] = []
    for case let folder? in entries.map(\.folder) where !folders.contains(folder) {
      folders.append(folder)
    }
    lines += entries.filter { $0.folder == nil }.map(\.markup)
    for folder in folders {
      let name = XMLElement.escaped(folder)
      lines.append(#"<outline text="\#(name)" title="\#(name)">"#)
      lines += entries.filter { $0.folder == folder }.map(\.markup)
      lines.append("</outline>")
    }
    return (lines + ["</body>", "</opml>", ""]).joined(separator: "\n")
  }

  /// Parses a text list of web feeds, one a line: the address, then the folder, and the name behind
  /// "~"; quotation marks may enclose blanks. nil if no line has an address.
  init?(lines bytes: [UInt8]) {
    self.init([Entry]())
    let lines = String(decoding: bytes, as: UTF8.self)
      .split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    for (place, line) in lines.enumerated() {
      if let entry = Entry(line: line, number: place + 1) {
        add(entry)
      } else if let first = line.first(where: { !$0.isWhitespace }), first != "#" {
        reject(
          RejectedEntry(
            line: place + 1, name: String(line).withSingleBlanks, address: nil, .noAddress))
      }
    }
    if entries.isEmpty { return nil }
  }
}

extension Outline.Entry {
  fileprivate var markup: String {
    let name = XMLElement.escaped(name)
    let address = XMLElement.escaped(address)
    return #"<outline type="rss" text="\#(name)" title="\#(name)" xmlUrl="\#(address)"/>"#
  }
}

extension Outline.Entry {
  /// Parses a line of a text list of web feeds; nil for a comment, and for unsupported address
  /// schemes.
  fileprivate init?(line: Substring, number: Int) {
    let words = Self.words(of: line)
    guard let address = words.first, address.hasPrefix("http://") || address.hasPrefix("https://")
    else { return nil }
    let others = words.dropFirst()
    let name = others.first { $0.hasPrefix("~") }.map { String($0.dropFirst()) } ?? ""
    // "!" is for what is not to be shown among others.
    let folder = others.first { !$0.hasPrefix("~") && !$0.hasPrefix("!") && !$0.isEmpty }
    self.init(
      address: address, name: name.withSingleBlanks, folder: folder.map(\.withSingleBlanks),
      line: number)
  }

  private static func words(of line: Substring) -> [String] {
    var words: [String] = []
    var rest = line.drop(while: \.isWhitespace)
    while let first = rest.first {
      if first == "\"" {
        var word = ""
        rest = rest.dropFirst()
        while let next = rest.popFirst(), next != "\"" {
          word.append(next == "\\" ? rest.popFirst() ?? next : next)
        }
        words.append(word)
      } else {
        let word = rest.prefix { !$0.isWhitespace }
        words.append(String(word))
        rest = rest[word.endIndex...]
      }
      rest = rest.drop(while: \.isWhitespace)
    }
    return words
  }
}
