internal import FeedDomain

/// What was last told of a stream, so that it is told once.
struct StreamTold {
  private var activity = StreamReading.Activity.none
  private var status: StreamReading.Status?

  /// Whether that goes on as something else did.
  mutating func isNews(_ activity: StreamReading.Activity) -> Bool {
    defer { self.activity = activity }
    return activity != self.activity
  }

  /// Whether the stream stands otherwise than it did.
  mutating func isNews(_ status: StreamReading.Status) -> Bool {
    defer { self.status = status }
    return status != self.status
  }

  /// Another stream is read: how it stands is told whatever it is.
  mutating func forgetStatus() { status = nil }
}
