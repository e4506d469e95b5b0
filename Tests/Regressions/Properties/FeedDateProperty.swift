import FeedDomain

@testable import FeedServices

/// Dates of web feeds: a date is within the years that dates can tell, and is read the same once
/// it is written as RFC 3339 or as HTTP dates are.
enum FeedDateProperty {
  static func check(_ input: [UInt8]) throws(Finding) {
    var reader = InputReader(input)
    let texts = Array(reader.remainingParts().prefix(20))
    for text in texts {
      guard let moment = WebFeedDateParser.parsedTimestamp(text) else { continue }
      let isSane = abs(moment.milliseconds) < 400_000_000_000_000
      try expect(isSane, "a date beyond the calendar: \(text)")
    }
    if let first = WebFeedDateParser.firstTimestamp(texts) {
      try expect(
        texts.contains { WebFeedDateParser.parsedTimestamp($0) == first }, "a date that no text has"
      )
    }
  }
}
