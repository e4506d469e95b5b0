internal import FeedDomain

/// Which streams are held without a hole up to what the service tells by itself.
///
/// Between a fetch and the moment at which listening begins something may be posted that nobody
/// tells. A fetch that begins after that moment closes the hole, and so does a gap row.
struct LiveCoverage {
  /// Something whose news is told.
  enum Part: Hashable {
    case feed(Feed)
    case notices
  }

  /// How often a service is asked for what it tells by itself, which is held already: services forget
  /// to tell something now and then.
  static let interval = Duration.seconds(3_600)
  /// How far apart questions are at least that a service provokes by what it tells.
  static let spacing = Duration.seconds(15)

  /// Counts how often listening began, so that a fetch knows which time it belongs to.
  private var number = 0
  private var told: Set<Part> = []
  /// When what was not told was fetched last.
  private var closed: [Part: Timestamp] = [:]

  /// Listening begins; nothing that was fetched before is known to reach so far.
  mutating func begin(_ parts: Set<Part>) {
    number += 1
    (told, closed) = (parts, [:])
  }

  /// Nothing is told any more.
  mutating func end() { (told, closed) = ([], [:]) }

  /// The mark of a fetch that begins now; nil where a part is not told.
  func mark(_ part: Part) -> Int? { told.contains(part) ? number : nil }

  /// A fetch with that mark brought all there was.
  mutating func close(_ part: Part, _ mark: Int?, at now: Timestamp) {
    if let mark, mark == number { closed[part] = now }
  }

  /// Something was not told, or could not be kept.
  mutating func open(_ part: Part) { closed[part] = nil }

  /// Whether what is told next adjoins what is held.
  func adjoins(_ part: Part) -> Bool { closed[part] != nil }

  /// Whether that is so, and was looked at not so long ago.
  func isFresh(_ part: Part, at now: Timestamp) -> Bool {
    closed[part].map { $0 <= now && now.since($0) < Self.interval } ?? false
  }
}
