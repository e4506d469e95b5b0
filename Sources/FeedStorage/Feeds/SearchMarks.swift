internal import FeedDomain

/// Words of the index that nobody can type, for what is true of a post besides its words.
///
/// Each begins with a sign that belongs to no script, by which they are told apart; another stands
/// between the words of a name. The index folds them as it does all words.
enum SearchMarks {
  /// That it is a post: what is found where nothing is asked for but what is not to be there.
  static let any = "\u{E001}post"

  private static let holding = "\u{E001}"
  private static let tag = "\u{E002}"
  private static let author = "\u{E003}"
  private static let language = "\u{E004}"
  private static let joint = "\u{E005}"

  /// Every mark of a post.
  static func marks(of post: Post) -> [String] {
    var marks = [any]
    marks += SearchQuery.Holding.allCases.filter(post.content.holds).map(mark)
    marks += post.content.tags.map { joined(tag, $0) }
    // A joint at the end as well, so that a part of a name is told from the beginning of a word.
    marks += [post.author.handle, post.author.name].map { joined(author, $0) + joint }
    if let told = post.content.language { marks.append(joined(language, told) + joint) }
    return marks
  }

  static func mark(_ held: SearchQuery.Holding) -> String { holding + held.rawValue }

  static func mark(tag name: String) -> String { joined(tag, name) }

  /// What the mark of somebody begins with whose handle or name begins so.
  static func beginning(author name: String) -> String { joined(author, name) + joint }

  /// The same, of which the last word may go on.
  static func part(author name: String) -> String { joined(author, name) }

  /// What the mark of a language begins with, or of a kind of it.
  static func beginning(language name: String) -> String { joined(language, name) + joint }

  private static func joined(_ sign: String, _ name: String) -> String {
    sign + WordText.words(in: name).split(separator: " ").joined(separator: joint)
  }
}
