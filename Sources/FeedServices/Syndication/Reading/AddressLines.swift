internal import FeedDomain

extension Outline {
  /// Reads a list of addresses, one a line: after each its folder, and its name behind "~"; what
  /// stands in quotes may hold blanks. Nil where there is no address.
  init?(lines bytes: [UInt8]) {
    self.init([Entry]())
    let lines = String(decoding: bytes, as: UTF8.self)
      .split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    for (place, line) in lines.enumerated() {
      if let entry = Entry(line: line, number: place + 1) {
        add(entry)
      } else if let first = line.first(where: { !$0.isWhitespace }), first != "#" {
        reject(
          RejectedEntry(
            line: place + 1, name: String(line).withSingleBlanks, address: nil, .noAddress))
      }
    }
    if entries.isEmpty { return nil }
  }
}

extension Outline.Entry {
  /// What stands on a line; nil for a remark, and for what is fetched in no way of ours.
  fileprivate init?(line: Substring, number: Int) {
    let words = Self.words(of: line)
    guard let address = words.first, address.hasPrefix("http://") || address.hasPrefix("https://")
    else { return nil }
    let others = words.dropFirst()
    let name = others.first { $0.hasPrefix("~") }.map { String($0.dropFirst()) } ?? ""
    // "!" is for what is not to be shown among others.
    let folder = others.first { !$0.hasPrefix("~") && !$0.hasPrefix("!") && !$0.isEmpty }
    self.init(
      address: address, name: name.withSingleBlanks, folder: folder.map(\.withSingleBlanks),
      line: number)
  }

  private static func words(of line: Substring) -> [String] {
    var words: [String] = []
    var rest = line.drop(while: \.isWhitespace)
    while let first = rest.first {
      if first == "\"" {
        let word = rest.dropFirst().prefix { $0 != "\"" }
        words.append(String(word))
        rest = rest[word.endIndex...].dropFirst()
      } else {
        let word = rest.prefix { !$0.isWhitespace }
        words.append(String(word))
        rest = rest[word.endIndex...]
      }
      rest = rest.drop(while: \.isWhitespace)
    }
    return words
  }
}
