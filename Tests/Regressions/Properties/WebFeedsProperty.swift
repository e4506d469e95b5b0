import FeedDomain
@testable import FeedServices

/// Feeds and lists of them: each entry has an id and is kept as it was read, a link leads to a web
/// page, and what is written as a list is read as it was.
enum WebFeedsProperty {
  static func check(_ input: [UInt8]) throws(Finding) {
    let reply = HTTPReply(status: 200, body: input, url: "https://home.example/feed")
    if let outline = try? WebFeedOutline(input) {
      let again = try? WebFeedOutline(Array(outline.text.utf8))
      try expect(again?.entries.count == outline.entries.count, "a list comes back as another")
    }
    // Most bytes are no feed.
    guard case .webFeed(let webFeed)? = try? WebFeedReader(reply).readFeed() else { return }
    for item in webFeed.entries {
      try expect(!item.id.isEmpty, "an entry without an id")
      try expect(WebFeedEntry(item.json) == item, "an entry comes back as another")
      try expect(item.text.runs.allSatisfy { !$0.text.isEmpty }, "an empty run")
      if let link = item.link { try expect(link.hasPrefix("http"), "a link to nowhere: \(link)") }
    }
  }
}
