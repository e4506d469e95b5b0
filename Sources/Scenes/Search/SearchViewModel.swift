import FeedDomain
import Preferences
import Terminal
import UseCases

/// Something that was found, or looked for before.
indirect enum SearchRow: PostRow {
  /// What was looked for before.
  case past(String, SafeText)
  /// How something is looked for: an example, and what it finds.
  case guide(String, SafeText)
  /// A tag.
  case tag(String, SafeText)
  /// Somebody.
  case person(PersonRow)
  /// The way to more people than are shown.
  case everybody(named: String, SafeText)
  /// What the posts below it have in common, and how many they are.
  case heading(Search.Group, SafeText)
  /// A post.
  case post(PostItem)

  /// What tells it from others.
  enum ID: Hashable {
    case past(String)
    case guide(String)
    case tag(String)
    case person(Person.ID)
    case everybody
    case heading(Search.Group)
    case post(Post.ID)
  }

  var id: ID {
    switch self {
    case .past(let words, _): .past(words)
    case .guide(let example, _): .guide(example)
    case .tag(let tag, _): .tag(tag)
    case .person(let row): .person(row.id)
    case .everybody: .everybody
    case .heading(let group, _): .heading(group)
    case .post(let item): .post(item.post.id)
    }
  }

  /// The post; nil for anything else.
  package var post: PostItem? {
    get { if case .post(let item) = self { item } else { nil } }
    set { if let newValue { self = .post(newValue) } }
  }
}

/// What stands right below the field.
enum SearchStrip: Equatable {
  case nothing
  /// What typing does.
  case advice(SafeText)
  /// What the part that is typed may go on to.
  case completions([String])
  /// What is wrong with what was typed.
  case mistake(SafeText)
}

/// What a search shows.
struct SearchViewModel: Equatable {
  /// How what was found is put together.
  struct Results: Equatable {
    /// The words that are to stand out in it.
    var sought: [SoughtWords] = []
    /// In which order it is.
    var order = Search.Order.time
    /// Whether it is one group of several.
    var isNarrowed = false
    /// Whether more posts can be asked for.
    var hasMore = false
  }

  /// The name of the scene.
  var title: SafeText = ""
  /// What stands before the field.
  var prompt: SafeText = ""
  /// What stands below it.
  var strip = SearchStrip.nothing
  /// What was found, or looked for before.
  var rows: [SearchRow] = []
  /// What was looked for before, the latest first, to be typed again.
  var past: [String] = []
  /// How much was found, and where.
  var summary: SafeText = ""
  /// How it is put together.
  var results = Results()
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
