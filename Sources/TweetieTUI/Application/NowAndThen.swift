import FeedDomain

/// Something that is done now and then while there is somebody, and never by waking up for it.
struct NowAndThen {
  /// The least time from one to the next.
  let pause: Duration
  private var last: Timestamp

  init(every pause: Duration, from now: Timestamp) { (self.pause, last) = (pause, now) }

  /// Whether it is time again; then it counts as done.
  mutating func isDue(at now: Timestamp) -> Bool {
    guard now.since(last) >= pause else { return false }
    last = now
    return true
  }
}
