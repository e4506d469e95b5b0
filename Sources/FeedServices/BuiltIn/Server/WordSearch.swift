internal import FeedDomain

/// Finds posts that contain every one of some words, in whatever case.
struct WordSearch {
  private let words: [[UInt8]]

  init(_ words: String) {
    self.words = words.split(whereSeparator: \.isWhitespace).map { Array($0.lowercased().utf8) }
  }

  /// Whether there is nothing to look for.
  var isEmpty: Bool { words.isEmpty }

  /// Whether a post has all of the words in it; none has where there are none.
  func matches(_ story: Story) -> Bool {
    guard !isEmpty else { return false }
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
