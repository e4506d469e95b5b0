/// A moment, in milliseconds since 1970 began in Greenwich.
public struct Timestamp: Hashable, Comparable, Sendable {
  public let milliseconds: Int64

  /// The moment so many milliseconds after 1970 began.
  package init(milliseconds: Int64) { self.milliseconds = milliseconds }

  /// The earlier moment comes first.
  public static func < (left: Timestamp, right: Timestamp) -> Bool {
    left.milliseconds < right.milliseconds
  }

  /// The moment so much later; the ends of time hold.
  public func advanced(by duration: Duration) -> Timestamp {
    let (sum, overflows) = milliseconds.addingReportingOverflow(duration.wholeMilliseconds)
    guard overflows else { return Timestamp(milliseconds: sum) }
    return Timestamp(milliseconds: duration < .zero ? .min : .max)
  }

  /// How much later than the other this moment is.
  public func since(_ other: Timestamp) -> Duration {
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
  /// By how much clocks may differ.
  private static let leeway = Duration.seconds(86_400)

  /// Whether something that is told now can have happened then.
  public func isBelievable(now: Timestamp) -> Bool {
    milliseconds > 0 && self <= now.advanced(by: Self.leeway)
  }
}

extension [Timestamp] {
  /// The dates of what a service told, the latest first, by which it stays in that order: one that
  /// cannot be right, as in the year 0 or 9999, is put next to the one below it, or to the one above
  /// where there is none.
  ///
  /// The same list has the same dates whenever it is told: nothing becomes new by being told again.
  package func ordered(now: Timestamp) -> [Timestamp] {
    guard let lowest = lastIndex(where: { $0.isBelievable(now: now) }) else {
      return map { _ in Timestamp(milliseconds: 0) }
    }
    var dates = self
    for index in indices.reversed() where !self[index].isBelievable(now: now) {
      dates[index] =
        index > lowest
        ? self[lowest].advanced(by: .milliseconds(lowest - index))
        : dates[index + 1].advanced(by: .milliseconds(1))
    }
    return dates
  }
}

extension Page<Post> {
  /// The same page, where a post without a date stands where the service told it.
  package func dated(now: Timestamp) -> Page {
    elements.dated(now: now).map { Page($0, next: next) } ?? self
  }
}

extension Conversation {
  /// The same conversation, where an answer without a date stands next to the one before it.
  package func dated(now: Timestamp) -> Conversation {
    let posts: [Post] = nodes.reversed().map(\.post)
    return posts.dated(now: now).map { showing($0.reversed()) } ?? self
  }
}

extension [Post] {
  /// The posts, those without a date near their neighbours; nil where that changes nothing: all have
  /// dates, or none has.
  package func dated(
    now: Timestamp, isInOrder: (Int) -> Bool = { _ in true }
  ) -> [Post]? {
    guard contains(where: { !$0.isDated }) else { return nil }
    let unknown = Timestamp(milliseconds: 0)
    let known = indices.map { place in
      self[place].isDated && isInOrder(place) ? self[place].createdAt : unknown
    }
    guard known.contains(where: { $0.isBelievable(now: now) }) else { return nil }
    return zip(self, known.ordered(now: now)).map { post, date in
      post.isDated ? post : changed(post) { $0.createdAt = date }
    }
  }
}

public struct CalendarDay: Hashable, Sendable {
  public let year: Int
  /// January is 1.
  public let month: Int
  /// Counted from 1.
  public let day: Int

  /// That day, whether there is one or not; the first of its month where none is named.
  public init(year: Int, month: Int, day: Int = 1) {
    (self.year, self.month, self.day) = (year, month, day)
  }
}
