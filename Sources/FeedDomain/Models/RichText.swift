/// Text with its links, tags and mentions told apart.
public struct RichText: Hashable, Sendable {
  /// A stretch of text of one kind.
  public struct Run: Hashable, Sendable {
    /// What a stretch of text is.
    public enum Kind: Hashable, Sendable {
      /// Words.
      case plain
      /// A link to that address.
      case link(String)
      /// Somebody's handle.
      case mention(Person.ID)
      /// A tag, without "#".
      case tag(String)
      /// Words that are stressed.
      case emphasis
      /// Words set as code.
      case code
      /// An emoji of a server's own, the picture of which is at that address; its name between colons.
      case emoji(String)
    }

    /// The text, as it came.
    public let text: String
    public let kind: Kind

    package init(_ text: String, _ kind: Kind = .plain) {
      (self.text, self.kind) = (text, kind)
    }

    /// The text, but for an address that was cut, which is whole.
    package var withWholeAddress: String {
      guard case .link(let address) = kind, isAddress(text, address) else { return text }
      return address
    }
  }

  public let runs: [Run]

  package init(runs: [Run]) { self.runs = runs }

  package init(_ plain: String) { runs = plain.isEmpty ? [] : [Run(plain)] }

  public var plain: String { runs.reduce(into: "") { $0 += $1.text } }
}

extension RichText {
  /// A link, and the words that lead there.
  public struct Link: Equatable, Sendable {
    /// Where it leads.
    public let address: String
    /// The words, as they stand in `withWholeAddresses`.
    public let text: String
  }

  /// A stretch of words, or a link with all of its runs.
  private enum Part {
    case words(String)
    case link(address: String, text: String)
  }

  /// The words, with an address that was cut in its whole length.
  public var withWholeAddresses: String {
    parts.reduce(into: "") { text, part in
      switch part {
      case .words(let words): text += words
      case .link(let address, let words): text += isAddress(words, address) ? address : words
      }
    }
  }

  /// The words for whoever can follow no link: an address stands in its whole length, and behind other
  /// words that are a link, as in "word <https://example.org/>".
  public var withAddresses: String {
    parts.reduce(into: "") { text, part in
      switch part {
      case .words(let words): text += words
      case .link(let address, let words):
        text += isAddress(words, address) ? address : "\(words) <\(address)>"
      }
    }
  }

  public var links: [Link] {
    parts.compactMap { part in
      guard case .link(let address, let words) = part else { return nil }
      return Link(address: address, text: isAddress(words, address) ? address : words)
    }
  }

  /// A link whose words are in several runs, with blanks between them, is one.
  private var parts: [Part] {
    var parts: [Part] = []
    for run in runs {
      guard case .link(let address) = run.kind else {
        parts.append(.words(run.text))
        continue
      }
      if case .link(address, let text)? = parts.last {
        parts[parts.count - 1] = .link(address: address, text: text + run.text)
      } else if parts.count > 1, case .words(let between) = parts[parts.count - 1],
        between.allSatisfy(\.isWhitespace), case .link(address, let text) = parts[parts.count - 2]
      {
        parts.removeLast()
        parts[parts.count - 1] = .link(address: address, text: text + between + run.text)
      } else {
        parts.append(.link(address: address, text: run.text))
      }
    }
    return parts
  }
}

/// Whether words are that address, perhaps without its beginning, and perhaps cut.
private func isAddress(_ words: String, _ address: String) -> Bool {
  let (shown, whole) = (bare(words.filter { !$0.isWhitespace }), bare(address))
  if shown == whole { return true }
  for cut in ["…", "..."] where shown.hasSuffix(cut) {
    let beginning = shown.dropLast(cut.count)
    // A letter or two could be the beginning of any.
    return beginning.count > 3 && whole.hasPrefix(beginning)
  }
  return false
}

/// An address without what every one begins and may end with.
private func bare(_ address: String) -> String {
  var text = Substring(address.lowercased())
  for beginning in ["https://", "http://", "www."] where text.hasPrefix(beginning) {
    text = text.dropFirst(beginning.count)
  }
  return String(text.hasSuffix("/") ? text.dropLast() : text)
}

/// What in a text is more than words: links, people and tags, as services find them.
public struct TextMarks: Sendable {
  /// What a mark is.
  public enum Kind: Hashable, Sendable {
    case link, mention, tag
  }

  /// Something that was found, by its characters, counted from 0.
  public struct Mark: Equatable, Sendable {
    public let kind: Kind
    public let range: Range<Int>
  }

  /// What was found, in order; nothing overlaps.
  public let found: [Mark]
  private let characters: [Character]

  /// Looks through a text.
  public init(_ text: String) { self.init(Array(text)) }

  /// Looks through the characters of a text.
  public init(_ characters: [Character]) {
    self.characters = characters
    var found: [Mark] = []
    var place = 0
    while place < characters.count {
      guard let mark = Self.mark(in: characters, at: place) else {
        place += 1
        continue
      }
      found.append(mark)
      place = mark.range.upperBound
    }
    self.found = found
  }

  /// Who is spoken to, each once, with "@".
  public var handles: [String] {
    var seen: Set<String> = []
    return found.filter { $0.kind == .mention }.map { String(characters[$0.range]) }
      .filter { seen.insert($0.lowercased()).inserted }
  }
}

extension TextMarks {
  private static func mark(in text: [Character], at start: Int) -> Mark? {
    func mark(_ kind: Kind, _ length: Int) -> Mark {
      Mark(kind: kind, range: start..<(start + length))
    }
    switch text[start] {
    case "h", "H": return TextLength.link(in: text, at: start).map { mark(.link, $0) }
    case "@":
      if let whole = TextLength.handle(in: text, at: start)?.whole { return mark(.mention, whole) }
      return name(in: text, at: start).map { mark(.mention, $0) }
    case "#": return tag(in: text, at: start).map { mark(.tag, $0) }
    default: return nil
    }
  }

  /// How long the name of somebody here is that begins there, or a name that is a domain; nil where
  /// none does.
  private static func name(in text: [Character], at start: Int) -> Int? {
    guard start == 0 || !(text[start - 1].isOfTag || "=/@".contains(text[start - 1])) else {
      return nil
    }
    var name = text[(start + 1)...].prefix { $0.isASCII && $0.isOfTag || $0 == "." || $0 == "-" }
    while let last = name.last, last == "." || last == "-" { name.removeLast() }
    return name.isEmpty ? nil : name.count + 1
  }

  /// How long the tag is that begins there; nil where none does: a number alone is none.
  private static func tag(in text: [Character], at start: Int) -> Int? {
    guard start == 0 || !(text[start - 1].isOfTag || "&/#".contains(text[start - 1])) else {
      return nil
    }
    let name = text[(start + 1)...].prefix(while: \.isOfTag)
    return name.contains { !$0.isNumber && $0 != "_" } ? name.count + 1 : nil
  }
}

extension Character {
  fileprivate var isOfTag: Bool { isLetter || isNumber || self == "_" }
}

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

/// How long a text may be that a service gives, by what it is shown as.
///
/// A text is cut where a model is made of it, so that nobody has to be afraid of a name of a megabyte:
/// what measures, folds or searches names looks at each of their characters. What somebody is going to
/// change, as a post's source, is never cut.
public enum TextBound: Int, Sendable {
  /// Names, titles and handles: a line at most.
  case name = 300
  /// Warnings, summaries and rules: some paragraphs.
  case summary = 5_000
  /// What a picture shows.
  case description = 20_000
}

extension String {
  /// The text, or its beginning with "…" where it is longer. A bound counts Unicode scalars: a single
  /// character can be as long as it likes.
  public func bounded(_ bound: TextBound) -> String {
    // One has a byte at least.
    guard utf8.count > bound.rawValue else { return self }
    let scalars = unicodeScalars
    guard
      let end = scalars.index(
        scalars.startIndex, offsetBy: bound.rawValue, limitedBy: scalars.endIndex),
      end < scalars.endIndex
    else { return self }
    let beginning = String(scalars[..<scalars.index(before: end)])
    // The last character may have been cut in two.
    let whole = beginning.count > 1 ? String(beginning.dropLast()) : beginning
    return whole + "…"
  }

  /// Whether the text is no longer than that: for names that mean something else once they are cut.
  public func fits(_ bound: TextBound) -> Bool {
    utf8.count <= bound.rawValue || unicodeScalars.count <= bound.rawValue
  }
}
