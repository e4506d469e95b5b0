package import FeedDomain
internal import ServiceRig
internal import Threads

/// The server of a soak run's web feeds. Each feed has a new entry every few hours of the world's
/// clock, and is answered in short if it has not changed.
package final class SoakFeeds: Sendable {
  /// The number of entries in a feed's file.
  private static let length = 20
  /// The time from one entry of a feed to the next.
  private static let interval: Int64 = 6 * 3_600_000

  private let server: LoopbackServer
  private let counts: LockedValue<(whole: Int, unchanged: Int)>

  package init(in world: any World) throws {
    let counts = LockedValue((whole: 0, unchanged: 0))
    self.counts = counts
    server = try LoopbackServer { request in
      let name = request.path.split(separator: "/").last.map(String.init) ?? ""
      guard let number = Int(name) else { return .reply(404) }
      let newest = Self.newest(of: number, at: world.now)
      let tag = "\"\(number)-\(newest)\""
      let isUnchanged = request.header("If-None-Match") == tag
      counts.withLock { if isUnchanged { $0.unchanged += 1 } else { $0.whole += 1 } }
      if isUnchanged { return .reply(304, ["ETag": tag]) }
      return .reply(
        200, ["ETag": tag, "Content-Type": "application/atom+xml"],
        body: Array(Self.file(of: number, newest: newest).utf8))
    }
  }

  package var port: Int { server.port }
  /// The numbers of feeds sent whole, and of those that had not changed.
  package var replyCounts: (whole: Int, unchanged: Int) { counts.withLock(\.self) }

  /// Returns the requests since the last call, which the server forgets.
  package func takeRequestCount() -> Int { server.takeRequests().count }

  /// The number of a feed's newest entry. The feeds do not change at the same time.
  private static func newest(of feed: Int, at now: Timestamp) -> Int64 {
    (now.milliseconds + Int64(feed) * 97_000) / interval
  }

  private static func file(of feed: Int, newest: Int64) -> String {
    let entries = (0..<Int64(length)).map { place in
      let number = newest - place
      let seconds = (number * interval - Int64(feed) * 97_000) / 1000
      return """
        <entry><id>urn:soak:\(feed):\(number)</id><title>Entry \(number) of feed \(feed)</title>\
        <link href="https://feed-\(feed).example/\(number)"/><updated>\(seconds)</updated>\
        <content type="html">&lt;p&gt;\(words(feed, number))&lt;/p&gt;</content></entry>
        """
    }
    return """
      <?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom"><title>Feed \(feed)</title>\
      <id>urn:soak:\(feed)</id>\(entries.joined())</feed>
      """
  }

  private static func words(_ feed: Int, _ number: Int64) -> String {
    let nouns = ["harbour", "ferry", "tide", "lamp", "garden", "letter", "bridge", "orchard"]
    return (0..<40).map { place in
      nouns[Int(truncatingIfNeeded: (number &* 31 &+ Int64(feed * 7 + place * place)) & 7)]
    }.joined(separator: " ")
  }
}
