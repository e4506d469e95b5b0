import FeedDomain
import Terminal

/// What else can be said about a post, a row each.
struct MorePanel: Equatable {
  /// Something that can be said.
  enum Row: Equatable {
    case language
    case moment
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

  /// What can be said about a draft; when it is posted was decided for one that is there.
  static func rows(for draft: Draft, within limits: DraftLimits) -> [Row] {
    let offered: [(Row, Bool)] = [
      (.language, limits.namesLanguage || draft.language != nil),
      // What was said can be taken back, whatever the service thinks of it by now.
      (.moment, limits.postsLater && draft.editing == nil || draft.postsAt != nil),
      (.quoters, limits.namesQuoters),
    ]
    return offered.filter(\.1).map(\.0)
  }

  /// Goes to another row.
  mutating func move(by step: Int) { move(to: place + step) }

  /// Goes to a row.
  mutating func move(to wanted: Int) { place = max(0, min(rows.count - 1, wanted)) }
}
