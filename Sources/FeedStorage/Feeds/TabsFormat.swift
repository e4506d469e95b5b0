internal import FeedDomain

/// The reader's tabs as a text: a stream a line.
enum TabsFormat {
  /// Nearby is wherever the reader is, which no coordinates tell.
  private static let nearby = "nearby"

  static func text(of tabs: [StreamTab]) -> String {
    tabs.map { tab in
      guard let feed = tab.feed else { return nearby }
      let key = FeedKey(feed)
      return [key.key, key.label].map(withoutBreaks).joined(separator: "\t")
    }.joined(separator: "\n")
  }

  /// The tabs in a text, without those that this version does not know.
  static func tabs(in text: String) -> [StreamTab] {
    var tabs: [StreamTab] = []
    for line in text.unicodeScalars.split(separator: "\n") {
      let parts = line.split(separator: "\t", maxSplits: 1).map { String($0) }
      guard let key = parts.first else { continue }
      let feed = FeedKey(key, label: parts.count > 1 ? parts[1] : "").feed
      let tab: StreamTab? = key == nearby ? .nearby : feed.map { .feed($0) }
      if let tab, !tabs.contains(tab) { tabs.append(tab) }
    }
    return tabs
  }

  private static func withoutBreaks(_ text: String) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.filter { $0 != "\n" && $0 != "\t" }))
  }
}
