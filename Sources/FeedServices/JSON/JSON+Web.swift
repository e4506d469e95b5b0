extension JSON {
  /// An address of the web; nil for any other, and for one that is none at all.
  var webAddress: String? {
    guard let text = filledString, text.utf8.count <= 4096 else { return nil }
    let isOfTheWeb = text.hasPrefix("https://") || text.hasPrefix("http://")
    return isOfTheWeb && text.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7f } ? text : nil
  }

  /// How many of something there are; none where that is not told, or makes no sense.
  var count: Int { min(max(0, int ?? 0), 1 << 53) }

  /// The text as bytes, without a blank.
  var encodedText: String { String(decoding: encoded(), as: UTF8.self) }
}
