import FeedDomain
import Preferences
import Terminal

/// Something that was found, or looked for before.
indirect enum SearchRow: PostRow {
  /// What was looked for before.
  case past(String, SafeText)
  /// A tag.
  case tag(String, SafeText)
  /// Somebody.
  case person(PersonRow)
  /// The way to more people than are shown.
  case everybody(named: String, SafeText)
  /// A post.
  case post(PostItem)

  /// What tells it from others.
  enum ID: Hashable {
    case past(String)
    case tag(String)
    case person(Person.ID)
    case everybody
    case post(Post.ID)
  }

  var id: ID {
    switch self {
    case .past(let words, _): .past(words)
    case .tag(let tag, _): .tag(tag)
    case .person(let row): .person(row.id)
    case .everybody: .everybody
    case .post(let item): .post(item.post.id)
    }
  }

  /// The post; nil for anything else.
  package var post: PostItem? {
    get { if case .post(let item) = self { item } else { nil } }
    set { if let newValue { self = .post(newValue) } }
  }
}

/// What a search shows.
struct SearchViewModel: Equatable {
  /// The name of the scene.
  var title: SafeText = ""
  /// What stands before the field.
  var prompt: SafeText = ""
  /// What was found, or looked for before.
  var rows: [SearchRow] = []
  /// What was looked for before, the latest first, to be typed again.
  var past: [String] = []
  /// How much was found, and where.
  var summary: SafeText = ""
  /// Whether more posts can be asked for.
  var hasMore = false
  /// What goes on; empty for nothing.
  var activity: SafeText = ""
  /// What is wrong; empty for nothing.
  var failure: SafeText = ""
  /// What stands in place of rows; nil where there are any.
  var notice: StreamNotice?
  /// What the keys do while one types.
  var keys: [Hint] = []
  /// What is done once.
  var cues: [PostCue] = []
}
