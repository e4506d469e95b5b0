/// What in a text is more than words: links, people and tags, as services find them.
public struct TextMarks: Sendable {
  /// What a mark is.
  public enum Kind: Hashable, Sendable {
    case link, mention, tag
  }

  /// Something that was found, by its characters, counted from 0.
  public struct Mark: Equatable, Sendable {
    /// What it is.
    public let kind: Kind
    /// Its characters.
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
