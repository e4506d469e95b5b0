import FeedDomain

@testable import FeedServices

/// Dates, links and limits in headers: nobody waits longer than he may, and a date is within the
/// years that dates can tell.
enum HTTPHeadersProperty {
  static func check(_ input: [UInt8]) throws(Finding) {
    var reader = InputReader(input)
    let status = [200, 429, 503][reader.number(below: 3)]
    let names = [
      "Retry-After", "X-RateLimit-Reset", "RateLimit-Reset", "X-RateLimit-Remaining", "Link",
      "Date",
    ]
    let lines = zip(names, reader.remainingParts()).map {
      HTTPHeaders.HeaderLine(name: $0, value: $1)
    }
    let reply = HTTPReply(status: status, headers: HTTPHeaders(lines))
    let now = Timestamp(milliseconds: 1_795_271_547_000)

    var limits = RateLimitPause()
    limits.updatePauseAfterReply(reply, now: now, random: 0.5)

    let wait = limits.pauseEnd(now: now)?.elapsedTime(since: now)
    try expect(
      wait.map { $0 > .zero && $0 <= RateLimitPause.longest } ?? true, "waits for \(wait ?? .zero)")
    _ = LinkHeader(reply)
    for line in lines {
      for moment in [ISODate.parsedTimestamp(line.value), HTTPDate.parsedTimestamp(line.value)] {
        let isSane = moment.map { abs($0.milliseconds) < 300_000_000_000_000 } ?? true
        try expect(isSane, "a date beyond the calendar: \(line.value)")
      }
      _ = line.isSafe
    }
  }
}
