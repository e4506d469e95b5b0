internal import FeedDomain

/// The number of a post or a boost: it grows with time, so that numbers alone tell an order.
///
/// The lower bits keep numbers of one millisecond apart. Each source of posts has a range of its
/// own there, so that two processes that see the same world never disagree about a number.
struct PostNumber: Hashable, Comparable, Sendable {
  enum Source: Int64 {
    case firstDay = 0
    case arrival = 2048
    case answer = 3072
    case reader = 3584

    fileprivate var room: Int64 {
      switch self {
      case .firstDay: 2048
      case .arrival: 1024
      case .answer, .reader: 512
      }
    }
  }

  let rawValue: Int64

  init(_ rawValue: Int64) { self.rawValue = rawValue }

  init(at moment: Timestamp, _ source: Source, _ index: Int) {
    rawValue = moment.milliseconds << 12 | (source.rawValue + Int64(index) % source.room)
  }

  /// The number that a post's or an entry's id holds.
  init?<Entity>(_ id: Identifier<Entity>) {
    guard let rawValue = Int64(id.rawValue), rawValue > 0 else { return nil }
    self.rawValue = rawValue
  }

  var moment: Timestamp { Timestamp(milliseconds: rawValue >> 12) }
  var text: String { String(rawValue) }
  var id: Post.ID { Post.ID(text) }

  static func < (left: PostNumber, right: PostNumber) -> Bool { left.rawValue < right.rawValue }
}
