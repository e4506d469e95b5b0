/// A point in time, stored as milliseconds since 1970 in UTC.
public struct Timestamp: Hashable, Comparable, Sendable {
  public let milliseconds: Int64

  package init(milliseconds: Int64) { self.milliseconds = milliseconds }

  public static func < (left: Timestamp, right: Timestamp) -> Bool {
    left.milliseconds < right.milliseconds
  }

  /// Returns the time that is a duration later, clamped to the representable range.
  public func timeAdvanced(by duration: Duration) -> Timestamp {
    let (sum, overflows) = milliseconds.addingReportingOverflow(duration.wholeMilliseconds)
    guard overflows else { return Timestamp(milliseconds: sum) }
    return Timestamp(milliseconds: duration < .zero ? .min : .max)
  }

  public func elapsedTime(since other: Timestamp) -> Duration {
    let (gap, overflows) = milliseconds.subtractingReportingOverflow(other.milliseconds)
    return .milliseconds(overflows ? (self < other ? Int64.min : .max) / 2 : gap)
  }
}

extension Duration {
  public var wholeMilliseconds: Int64 {
    let (seconds, attoseconds) = components
    return seconds.multipliedReportingOverflow(by: 1000).partialValue
      &+ attoseconds / 1_000_000_000_000_000
  }
}

extension Timestamp {
  /// The maximum difference between the clocks of two machines that is tolerated.
  private static let leeway = Duration.seconds(86_400)

  /// Returns true if a time that a service sent is believable: after 1970, and at most a day in the
  /// future.
  public func isPlausible(now: Timestamp) -> Bool {
    milliseconds > 0 && self <= now.timeAdvanced(by: Self.leeway)
  }
}

extension [Timestamp] {
  /// Replaces implausible dates in a list sorted latest first, such as year 0 or 9999, by the date
  /// of the next plausible neighbour, so that sorting keeps the order. The result is the same each
  /// time.
  package func correctingImplausibleDates(now: Timestamp) -> [Timestamp] {
    guard let lowest = lastIndex(where: { $0.isPlausible(now: now) }) else {
      return map { _ in Timestamp(milliseconds: 0) }
    }
    var dates = self
    for index in indices.reversed() where !self[index].isPlausible(now: now) {
      dates[index] =
        index > lowest
        ? self[lowest].timeAdvanced(by: .milliseconds(lowest - index))
        : dates[index + 1].timeAdvanced(by: .milliseconds(1))
    }
    return dates
  }
}

extension Page<Post> {
  /// Returns the page of posts in which those without a date have the dates of their neighbours.
  package func datingUndatedPostsByNeighbours(now: Timestamp) -> Page {
    elements.datingUndatedPostsByNeighbours(now: now).map { Page($0, nextCursor: nextCursor) }
      ?? self
  }
}

extension Conversation {
  /// Returns the conversation with undated replies dated by the posts before them.
  package func datingUndatedRepliesByNeighbours(now: Timestamp) -> Conversation {
    let posts: [Post] = nodes.reversed().map(\.post)
    return posts.datingUndatedPostsByNeighbours(now: now).map { replacingPosts($0.reversed()) }
      ?? self
  }
}

extension [Post] {
  /// Returns the posts in which those without a date have the dates of their neighbours; nil if all
  /// posts have dates, or none has a believable one.
  package func datingUndatedPostsByNeighbours(
    now: Timestamp, isInOrder: (Int) -> Bool = { _ in true }
  ) -> [Post]? {
    guard contains(where: { !$0.isDated }) else { return nil }
    let unknown = Timestamp(milliseconds: 0)
    let known = indices.map { place in
      self[place].isDated && isInOrder(place) ? self[place].createdAt : unknown
    }
    guard known.contains(where: { $0.isPlausible(now: now) }) else { return nil }
    return zip(self, known.correctingImplausibleDates(now: now)).map { post, date in
      post.isDated ? post : changedCopy(post) { $0.createdAt = date }
    }
  }
}

public struct CalendarDay: Equatable, Sendable {
  public let year: Int
  public let month: Int
  public let day: Int

  /// Creates a calendar day, which is not checked for validity.
  public init(year: Int, month: Int, day: Int = 1) {
    (self.year, self.month, self.day) = (year, month, day)
  }
}
