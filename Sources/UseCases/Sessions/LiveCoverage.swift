internal import FeedDomain

/// The feeds that are stored without a hole up to their live updates.
/// Posts between a fetch and the start of live updates are missing; a later fetch or a gap row
/// closes the hole.
struct LiveCoverage {
  /// A feed, or the notifications, with live updates.
  enum Part: Hashable {
    case feed(Feed)
    case notifications
  }

  /// The interval of control requests despite live updates, which services sometimes omit.
  static let interval = Duration.seconds(3_600)
  /// The shortest interval of requests caused by live updates.
  static let spacing = Duration.seconds(15)

  /// Number of starts of live updates, to tell which one a fetch belongs to.
  private var number = 0
  private var told: Set<Part> = []
  /// The time of the fetch that closed the hole.
  private var closed: [Part: Timestamp] = [:]

  /// Starts live updates with a hole before them.
  mutating func begin(_ parts: Set<Part>) {
    number += 1
    (told, closed) = (parts, [:])
  }

  mutating func end() { (told, closed) = ([], [:]) }

  /// Returns the mark for a fetch that starts now; nil without live updates.
  func mark(_ part: Part) -> Int? { told.contains(part) ? number : nil }

  /// Closes the hole after a fetch with a mark.
  mutating func close(_ part: Part, _ mark: Int?, at now: Timestamp) {
    if let mark, mark == number { closed[part] = now }
  }

  /// Opens a hole, after a missed or unsaved update.
  mutating func open(_ part: Part) { closed[part] = nil }

  /// Returns whether live updates continue the stored rows without a hole.
  func adjoins(_ part: Part) -> Bool { closed[part] != nil }

  /// Returns whether live updates continue the stored rows, confirmed by a recent fetch.
  func isFresh(_ part: Part, at now: Timestamp) -> Bool {
    closed[part].map { $0 <= now && now.since($0) < Self.interval } ?? false
  }
}
