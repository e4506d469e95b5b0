internal import FeedDomain

/// How asking the service for a stream went so far.
struct StreamLine {
  /// How long nothing older is asked for after that failed.
  private static let pause = Duration.seconds(5)

  /// Whether the last refresh failed: when one works again, the line is back.
  var isDown = false
  /// Whether the service was still gathering the stream when it was asked last.
  var isUnfinished = false
  /// Whether the newest page is to be asked for, new or not: it is shown otherwise by now.
  var wantsLatest = false
  /// In which streams the service tells by itself what is new.
  var told: Set<Feed> = []
  /// Whether it is the turn of how far was read elsewhere to be asked for with the next refresh.
  var comparesNext = false
  /// What the service refused for want of a valid token, to be asked again.
  private(set) var unanswered: [StreamReading.Request] = []
  private var olderNotBefore: Timestamp?
  /// The entries at whose top the reader was left, who sees the stream for the first time; nil once
  /// they went elsewhere.
  private var tops: Set<FeedEntry.ID>?

  /// Whether what is older may be asked for: it did not fail a moment ago.
  func mayAskForOlder(at now: Timestamp) -> Bool { olderNotBefore.map { $0 <= now } ?? true }

  mutating func olderFailed(at now: Timestamp) { olderNotBefore = now.advanced(by: Self.pause) }

  /// The reader asks for what is new: what is older may be asked for as well.
  mutating func hurry() { olderNotBefore = nil }

  /// Whether the reader stays at the top, whatever comes in there.
  var keepsTop: Bool { tops != nil }

  /// The reader sees the stream for the first time, where several services are only being asked.
  mutating func beginAtTop() { tops = [] }

  /// The reader is at the top, at that entry.
  mutating func keepTop(at entry: FeedEntry.ID?) { if let entry { tops?.insert(entry) } }

  /// The reader is there, by themselves or because they were put there.
  mutating func reach(_ entry: FeedEntry.ID) { if tops?.contains(entry) == false { tops = nil } }

  /// Every service has answered or failed.
  mutating func endAtTop() { tops = nil }

  /// Keeps what was refused, to be asked again.
  mutating func refused(_ request: StreamReading.Request) { unanswered.append(request) }

  /// What was refused, but for what is new; it is asked again now.
  mutating func takeUnanswered() -> [StreamReading.Request] {
    defer { unanswered = [] }
    return unanswered.filter { $0 != .refresh }
  }
}
