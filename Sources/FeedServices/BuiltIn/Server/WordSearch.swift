internal import FeedDomain

/// Finds posts that contain every one of some words, in whatever case, and of which the rest is true
/// as well.
struct WordSearch {
  private let query: SearchQuery
  private let words: [[UInt8]]

  init(_ query: SearchQuery) {
    self.query = query
    words = query.words.flatMap { $0.split(whereSeparator: \.isWhitespace) }
      .map { Array($0.lowercased().utf8) }
  }

  /// Whether there is nothing to look for.
  var isEmpty: Bool { query.isEmpty }

  /// Whether a post by that person is one; none is where there is nothing to look for.
  func matches(_ story: Story, by author: Person) -> Bool {
    guard !isEmpty, query.admits(story.content, by: author, at: story.number.moment) else {
      return false
    }
    guard !words.isEmpty else { return true }
    let text = Array("\(story.content.text.plain) \(story.content.warning ?? "")".lowercased().utf8)
    return words.allSatisfy { text.holds($0) }
  }
}

extension [UInt8] {
  /// Whether the bytes of a word are somewhere in these.
  fileprivate func holds(_ word: [UInt8]) -> Bool {
    guard count >= word.count, let first = word.first else { return word.isEmpty }
    return indices.dropLast(word.count - 1).contains {
      self[$0] == first && self[$0..<$0 + word.count].elementsEqual(word)
    }
  }
}
