/// How long a text is, as a service counts: at some, all links are of one length, and of somebody at
/// another server only the name counts.
struct TextLength {
  /// What a link counts, however long it is; nil where it counts as it is.
  let charactersPerLink: Int?
  /// Whether "@ada@far.example" counts as "@ada".
  let countsNamesAlone: Bool

  /// How many characters the text counts.
  func count(_ text: String) -> Int {
    guard charactersPerLink != nil || countsNamesAlone else { return text.count }
    return measured(Array(text), within: nil).count
  }

  /// How many characters at the beginning of the text fit, where no more than that may be counted.
  func fitting(_ characters: [Character], within limit: Int) -> Int {
    measured(characters, within: limit).place
  }

  private func measured(
    _ characters: [Character], within limit: Int?
  ) -> (count: Int, place: Int) {
    var (count, place) = (0, 0)
    while place < characters.count {
      let before = (count, place)
      if let charactersPerLink, let length = Self.link(in: characters, at: place) {
        count += charactersPerLink
        place += length
      } else if countsNamesAlone, let handle = Self.handle(in: characters, at: place) {
        count += handle.name
        place += handle.whole
      } else {
        count += 1
        place += 1
      }
      if let limit, count > limit { return before }
    }
    return (count, place)
  }
}

extension TextLength {
  private static let longestLink = 4_096

  /// How long the link is that begins there; nil where none does.
  static func link(in text: [Character], at start: Int) -> Int? {
    guard text[start] == "h" || text[start] == "H",
      start == 0 || !(text[start - 1].isPlainWord || "@$#".contains(text[start - 1]))
    else { return nil }
    let scheme = ["https://", "http://"].first { scheme in
      String(text[start...].prefix(scheme.count)).lowercased() == scheme
    }
    guard let scheme else { return nil }
    // Nobody types a longer one, and every character of the text may begin one.
    let text = text[...].prefix(start + longestLink)
    let hostStart = start + scheme.count
    let host = text[hostStart...].prefix { $0.isLetter || $0.isNumber || ".-:_".contains($0) }
    guard let dot = host.firstIndex(of: "."), dot > hostStart, dot + 1 < host.endIndex else {
      return nil
    }
    var end = host.endIndex
    if end < text.endIndex, "/?#".contains(text[end]) {
      end = text[end...].firstIndex { $0.isWhitespace || $0 == "<" || $0 == ">" } ?? text.endIndex
    }
    return trimmed(text[start..<end]).count
  }

  /// A link without what ends the sentence around it.
  private static func trimmed(_ link: ArraySlice<Character>) -> ArraySlice<Character> {
    var link = link
    while let last = link.last {
      let isUnmatched = last == ")" && link.count { $0 == "(" } < link.count { $0 == ")" }
      guard isUnmatched || "?!*\"'「」;:=,.$%[]~&|@(".contains(last) else { break }
      link.removeLast()
    }
    return link
  }

  /// How long the handle is that begins there, and how long its name with "@"; nil where none does,
  /// or it is somebody's here.
  static func handle(
    in text: [Character], at start: Int
  ) -> (whole: Int, name: Int)? {
    guard text[start] == "@",
      start == 0 || !(text[start - 1].isWord || "=/".contains(text[start - 1]))
    else { return nil }
    let text = text[...].prefix(start + longestLink)
    let name = text[(start + 1)...].prefix { $0.isPlainWord || "_.-".contains($0) }
    guard !name.isEmpty, name.last != ".", name.last != "-", name.endIndex < text.endIndex,
      text[name.endIndex] == "@"
    else { return nil }
    var domain = text[(name.endIndex + 1)...].prefix { $0.isWord || ".-".contains($0) }
    while let last = domain.last, last == "." || last == "-" { domain.removeLast() }
    guard domain.count > 1 else { return nil }
    return (whole: domain.endIndex - start, name: name.count + 1)
  }
}

extension Character {
  /// Whether it is a letter or digit of ASCII.
  fileprivate var isPlainWord: Bool { isASCII && (isLetter || isNumber) }

  fileprivate var isWord: Bool { isLetter || isNumber || self == "_" }
}
