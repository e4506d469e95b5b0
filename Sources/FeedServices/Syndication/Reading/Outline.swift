internal import FeedDomain

/// A list of feeds in OPML, as readers of feeds exchange it.
struct Outline: Equatable {
  struct Entry: Equatable {
    let address: String
    let name: String
    let folder: String?
  }

  private(set) var entries: [Entry] = []

  /// More feeds than anybody reads are none of a reader's.
  static let most = 5000

  init(_ entries: [Entry]) { self.entries = entries }

  /// Reads one; nil where it is no OPML.
  init?(_ bytes: [UInt8]) {
    guard let root = try? XMLReader.read(bytes).root,  // Why it is none matters to nobody.
      root.name == "opml", let body = root.first("body")
    else { return nil }
    read(body, folder: nil)
  }

  private mutating func read(_ element: XMLElement, folder: String?) {
    for outline in element.all("outline") where entries.count < Self.most {
      let name = outline["title"] ?? outline["text"] ?? ""
      if let address = outline["xmlUrl"] {
        entries.append(
          Entry(address: address, name: name.withSingleBlanks, folder: folder))
      }
      // A folder in a folder is a folder.
      read(outline, folder: name.isEmpty ? folder : name.withSingleBlanks)
    }
  }

  /// As it is written.
  var text: String {
    var lines = [
      #"<?xml version="1.0" encoding="UTF-8"?>"#, #"<opml version="2.0">"#, "<head>",
      "<title>Tweetie</title>", "</head>", "<body>",
    ]
    var folders: [String] = []
    for case let folder? in entries.map(\.folder) where !folders.contains(folder) {
      folders.append(folder)
    }
    lines += entries.filter { $0.folder == nil }.map(\.line)
    for folder in folders {
      let name = XMLElement.escaped(folder)
      lines.append(#"<outline text="\#(name)" title="\#(name)">"#)
      lines += entries.filter { $0.folder == folder }.map(\.line)
      lines.append("</outline>")
    }
    return (lines + ["</body>", "</opml>", ""]).joined(separator: "\n")
  }
}

extension Outline.Entry {
  fileprivate var line: String {
    let name = XMLElement.escaped(name)
    let address = XMLElement.escaped(address)
    return #"<outline type="rss" text="\#(name)" title="\#(name)" xmlUrl="\#(address)"/>"#
  }
}
