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
  func ordered(now: Timestamp) -> [Timestamp] {
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
