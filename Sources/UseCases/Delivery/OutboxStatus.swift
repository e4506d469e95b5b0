internal import FeedDomain

/// How much waits to be sent, and why: news where it is otherwise than was told last.
struct OutboxStatus {
  private struct Snapshot: Equatable {
    var waiting = 0
    var refused = 0
    var failure: FeedError?
  }

  /// Why the last try failed; nil where it did not.
  var failure: FeedError?
  private var told = Snapshot()

  /// What there is to tell of what waits now; nil where everybody knows.
  mutating func news(of items: [OutboxItem]) -> ActionEvent? {
    let refused = items.count(where: \.isRefused)
    let now = Snapshot(waiting: items.count - refused, refused: refused, failure: failure)
    guard now != told else { return nil }
    told = now
    return .waiting(now.waiting, failure, refused: refused)
  }
}
