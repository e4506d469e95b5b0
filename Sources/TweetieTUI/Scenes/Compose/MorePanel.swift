import FeedDomain
import Terminal

/// What else can be said about a post, a row each.
struct MorePanel: Equatable {
  /// Something that can be said.
  enum Row: Equatable {
    case language
    case quoters
  }

  /// What can be said about this one.
  let rows: [Row]
  /// Which of it takes the keys.
  private(set) var place = 0

  /// Nil where there is nothing more to say.
  init?(_ rows: [Row]) {
    guard !rows.isEmpty else { return nil }
    self.rows = rows
  }

  /// What takes the keys.
  var row: Row { rows[place] }

  /// Goes to another row.
  mutating func move(by step: Int) { place = max(0, min(rows.count - 1, place + step)) }
}
