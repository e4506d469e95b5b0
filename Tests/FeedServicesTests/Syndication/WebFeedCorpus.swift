import FeedDomain

@testable import FeedServices

/// Small feeds of every kind with what is to be read from them: a table in the samples, written
/// after the formats' public documents. A case begins with "=== " and a sentence; then come the
/// document, in which "\xNN" is a byte and "\n" a line end, and behind "---" the expected fields.
/// "rss:", "atom:" and "rdf:" begin the content of an only entry, and "type:" the server's header.
enum WebFeedCorpus {
  struct Case: CustomStringConvertible, Sendable {
    let name: String
    let document: [UInt8]
    var contentType: String?
    /// Lines such as "title: A" and "link 2: https://…".
    var expected: [String]

    var description: String { name }

    /// The fields of the feed that the expected lines name, in their form.
    var found: [String] {
      var headers: HTTPHeaders = [:]
      headers["Content-Type"] = contentType
      let reply = HTTPReply(
        status: 200, headers: headers, body: document, url: "https://home.example/feed")
      do throws(WebFeedReader.WebFeedReadingProblem) {
        switch try WebFeedReader(reply).readFeed() {
        case .page(let addresses): return ["page: \(addresses.joined(separator: " "))"]
        case .webFeed(let webFeed): return expected.map { line(for: $0, in: webFeed) }
        }
      } catch {
        return ["refused"]
      }
    }

    private func line(for expected: String, in webFeed: WebFeed) -> String {
      let key = String(expected.prefix { $0 != ":" })
      let words = key.split(separator: " ")
      let number = words.count > 1 ? Int(words[1]) ?? 1 : 1
      let entry = number <= webFeed.entries.count ? webFeed.entries[number - 1] : nil
      let value: String? =
        switch words.first {
        case "name": webFeed.name
        case "site": webFeed.site
        case "about": webFeed.about
        case "icon": webFeed.icon
        case "entries": String(webFeed.entries.count)
        case "broken": webFeed.flaw == nil ? "no" : "yes"
        case "title": entry?.title
        case "author": entry?.author
        case "link": entry?.link
        case "date": entry?.writtenAt.map { ISODate.isoDateText($0) }
        case "text": (entry?.fullText ?? entry?.text)?.plain
        case "media": entry?.media.map(\.line).joined(separator: " ")
        case "tags": entry?.tags.joined(separator: ", ")
        case "comments": entry?.commentCount.map(String.init)
        case "ids": String(Set(webFeed.entries.map(\.id)).count)
        default: "no such field"
        }
      return "\(key): \((value ?? "none").replacing("\n", with: "\\n"))"
    }
  }

  static func cases(_ table: String) throws -> [Case] {
    table.split(separator: "=== ").dropFirst().map { part in
      let lines = part.split(separator: "\n", omittingEmptySubsequences: false)
      var document: [Substring] = []
      var contentType: String?
      var expected: [String] = []
      var isDocument = true
      for line in lines.dropFirst() {
        if line == "---" {
          isDocument = false
        } else if isDocument, let type = line.without("type: ") {
          contentType = String(type)
        } else if isDocument {
          document.append(line)
        } else if !line.isEmpty, !line.hasPrefix("#") {
          expected.append(String(line))
        }
      }
      return Case(
        name: String(lines[0]), document: bytes(wrapped(document.joined(separator: "\n"))),
        contentType: contentType, expected: expected)
    }
  }

  private static func wrapped(_ document: String) -> String {
    if let entry = document.without("rss: ") {
      return "<rss version=\"2.0\"><channel><title>T</title><item>\(entry)</item></channel></rss>"
    }
    if let entry = document.without("atom: ") {
      return
        "<feed xmlns=\"http://www.w3.org/2005/Atom\"><title>T</title><entry>\(entry)</entry></feed>"
    }
    return document
  }

  /// The bytes of a text in which some are written in hexadecimal digits.
  private static func bytes(_ text: String) -> [UInt8] {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "\\"), rest.first == UInt8(ascii: "x"),
        let value = UInt8(String(decoding: rest.dropFirst().prefix(2), as: UTF8.self), radix: 16)
      {
        bytes.append(value)
        rest = rest.dropFirst(3)
      } else if byte == UInt8(ascii: "\\"), rest.first == UInt8(ascii: "n") {
        bytes.append(UInt8(ascii: "\n"))
        rest = rest.dropFirst()
      } else {
        bytes.append(byte)
      }
    }
    return bytes
  }
}

extension StringProtocol {
  fileprivate func without(_ start: String) -> SubSequence? {
    hasPrefix(start) ? dropFirst(start.count) : nil
  }

  fileprivate func replacing(_ part: String, with other: String) -> String {
    split(separator: part, omittingEmptySubsequences: false).joined(separator: other)
  }
}

extension EntryMediaFile {
  fileprivate var line: String {
    "\(kind.rawValue) \(url)\(words.isEmpty ? "" : " (\(words))")\(cover.map { " cover \($0)" } ?? "")"
  }
}
