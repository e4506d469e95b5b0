import FeedDomain

@testable import FeedServices

/// A post's text with its stretches: nothing of the text is lost, whatever stretches it comes with,
/// and what we find in a text is read back where it was found.
enum FacetsProperty {
  static func check(_ input: [UInt8]) throws(Finding) {
    let text = String(decoding: input, as: UTF8.self)
    let json = (try? JSON(input)) ?? .null  // Most bytes are no JSON.
    let told = json["text"].string ?? text
    let read = BlueskyFacetParser.richText(told, facets: json["facets"])
    try expect(Array(read.plain.utf8) == Array(told.utf8), "the text is another")

    var end = 0
    let count = text.utf8.count
    for found in FacetScanner.scannedFacets(in: text) {
      try expect(found.start >= end && found.end > found.start, "stretches overlap")
      try expect(found.end <= count, "a stretch ends after the text")
      end = found.end
    }
    let shown = FacetScanner.textWithLinksAndTags(from: text)
    try expect(Array(shown.plain.utf8) == Array(text.utf8), "what is shown is another text")
  }
}
