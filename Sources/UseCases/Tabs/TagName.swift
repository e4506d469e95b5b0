internal import FeedDomain

/// What somebody typed as a tag.
struct TagName: Equatable {
  /// So many characters are enough for any.
  private static let longest = 100

  /// The tag, without "#".
  let text: String

  /// Nil for what is no tag: nothing, several words, or what no tag is made of.
  init?(_ typed: String) {
    let words = typed.split(whereSeparator: \.isWhitespace)
    let word = words.first?.drop { $0 == "#" || $0 == "＃" } ?? ""
    guard words.count == 1, (1...Self.longest).contains(word.count),
      word.allSatisfy({ $0.isLetter || $0.isNumber || "_-·・.'’$&+".contains($0) || $0.isEmoji })
    else { return nil }
    text = String(word)
  }

  /// Whether two are the same tag: no service tells large letters from small ones.
  static func == (left: TagName, right: TagName) -> Bool {
    left.text.lowercased() == right.text.lowercased()
  }

  func begins(_ beginning: String) -> Bool {
    text.lowercased().hasPrefix(beginning.lowercased())
  }
}

extension Character {
  fileprivate var isEmoji: Bool {
    unicodeScalars.contains { $0.properties.isEmoji && $0.value > 0xff }
  }
}
