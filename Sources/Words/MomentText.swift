package import FeedDomain
import Groundwork

/// A moment to come, as somebody types it: "90m", "2h" or "3d" from now, "18:30" for the next time
/// the clock shows that, and "2026-11-24 09:00", all as on the wall.
package struct MomentText {
  private let wording: Wording
  private let now: () -> Timestamp

  /// Moments as on the wall, counted from now.
  package init(_ wording: Wording = Wording(), now: @escaping () -> Timestamp) {
    self.wording = wording
    self.now = now
  }

  /// The moment; nil for what is written in no such way.
  package func moment(_ typed: String) -> Timestamp? {
    let words = typed.split { $0.isWhitespace || $0 == "T" }.map(String.init)
    switch words.count {
    case 1: return span(words[0]).map { now().advanced(by: $0) } ?? next(words[0])
    case 2: return time(words[1]).flatMap { day(words[0], $0) }
    default: return nil
    }
  }

  /// The moment as it can be typed: "2026-11-24 09:00".
  package func text(of moment: Timestamp) -> String {
    let date = wording.localDate(moment)
    return "\(date.iso.prefix(10)) \(date.clock)"
  }
}

extension MomentText {
  private func span(_ word: String) -> Duration? {
    let units: [Character: Int] = ["m": 60, "h": 3_600, "d": 86_400]
    guard let unit = word.last.flatMap({ units[$0] }), let count = Int(word.dropLast()),
      (1...10_000).contains(count)
    else { return nil }
    return .seconds(count * unit)
  }

  /// The next moment at which the clock shows that time.
  private func next(_ word: String) -> Timestamp? {
    guard let time = time(word) else { return nil }
    for days in 0...1 {
      let date = wording.localDate(now().advanced(by: .seconds(days * 86_400)))
      if let moment = day(String(date.iso.prefix(10)), time), moment > now() { return moment }
    }
    return nil
  }

  /// Hours and minutes as "09:00".
  private func time(_ word: String) -> String? {
    let parts = word.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, let hour = Int(parts[0]), let minute = Int(parts[1]),
      (0..<24).contains(hour), (0..<60).contains(minute), parts[1].count == 2
    else { return nil }
    return (hour < 10 ? "0" : "") + "\(hour):\(parts[1])"
  }

  private func day(_ date: String, _ time: String) -> Timestamp? {
    let iso = "\(date)T\(time):00Z"
    // Written as everybody writes it, digit by digit.
    guard let date = CalendarDate(iso: iso), date.iso == iso else { return nil }
    return wording.moment(onTheWall: date.seconds)
  }
}
