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

  /// Adds every mark of a post to its words, each after a seam.
  static func append(marksOf post: Post, after seam: [UInt8], to words: inout [UInt8]) {
    let content = post.content
    words += seam
    words += any.utf8
    for held in SearchQuery.Holding.allCases where content.holds(held) {
      words += seam
      words += mark(held).utf8
    }
    for name in content.tags {
      words += seam
      append(tag, name, to: &words)
    }
    // A joint at the end as well, so that a part of a name is told from the beginning of a word.
    for name in [post.author.handle, post.author.name] {
      words += seam
      append(author, name, to: &words)
      words += joint.utf8
    }
    guard let told = content.language else { return }
    words += seam
    append(language, told, to: &words)
    words += joint.utf8
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
    var mark: [UInt8] = []
    append(sign, name, to: &mark)
    return String(decoding: mark, as: UTF8.self)
  }

  private static func append(_ sign: String, _ name: String, to words: inout [UInt8]) {
    words += sign.utf8
    let start = words.count
    WordText.append(name, to: &words)
    let blank = UInt8(ascii: " ")
    guard words[start...].contains(blank) else { return }
    let parts = Array(words[start...]).split(separator: blank)
    words.removeSubrange(start...)
    words += parts.joined(separator: joint.utf8)
  }
}
