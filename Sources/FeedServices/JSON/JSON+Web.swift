extension JSON {
  /// An address of the web; nil for any other text.
  var webAddress: String? {
    guard let text = filledString, text.utf8.count <= 4096 else { return nil }
    let isOfTheWeb = text.hasPrefix("https://") || text.hasPrefix("http://")
    return isOfTheWeb && text.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7f } ? text : nil
  }

  /// How many there are of something: never fewer than none.
  var count: Int? { int.map { min(max(0, $0), 1 << 53) } }

  /// Words with something in them, without the blanks around them.
  var words: String? {
    guard let text = string?.trimmingBlanks, !text.isEmpty else { return nil }
    return text
  }

  /// Pixels across or down that a picture can have.
  var pixels: Int? { int.flatMap { (1...100_000).contains($0) ? $0 : nil } }

  /// How many of something there are; none where that is not told.
  var tally: Int { count ?? 0 }

  /// The text as bytes, without a blank.
  var encodedText: String { String(decoding: encoded(), as: UTF8.self) }
}
