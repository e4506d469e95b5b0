import FeedDomain
import UseCases

/// What is known of somebody, and which rows of it are looked at.
struct ProfileSheet {
  /// The tabs, the first of them first.
  let tabs: [Profile.Tab]
  /// What is looked at.
  var tab: Profile.Tab
  /// Who it is; nil before that is known.
  var heading: ProfileHeading?
  /// What they put together.
  var collections: [ProfileRow] = []
  /// What they posted.
  var posts: [ProfileRow] = []
  /// Whether it is known that they posted nothing.
  var isEmpty = false

  /// A sheet with a tab for each part, and one for what they tell of themselves; with one part, all of
  /// it stands together.
  init(parts: [ProfilePart]) {
    tabs = parts.count > 1 ? parts.map { .part($0) } + [.about] : [.part(parts.first ?? .posts)]
    tab = tabs[0]
  }

  /// Turns to another tab, of which nothing is known yet.
  mutating func turn(to tab: Profile.Tab) {
    self.tab = tab
    (posts, isEmpty) = ([], false)
  }

  /// Whether photos hang on a wall.
  var isWall: Bool { tab == .part(.photos) }

  /// The rows.
  var rows: [ProfileRow] {
    var heading = heading
    heading?.isWhole = tab == .about || tabs.count == 1
    let head = heading.map { [ProfileRow.heading($0)] } ?? []
    switch tab {
    case .about: return head + collections
    case .part(.photos): return posts
    case tabs[0]: return head + collections + posts
    case .part: return head + posts
    }
  }
}
