/// A kind of attached file or page that a text names in a line of its own, as the screen cannot
/// show it.
public enum AttachmentLabel: String, Hashable, CaseIterable, Sendable {
  case video = "Video"
  case audio = "Audio"
  /// A kind of attachment in a text: an embedded page.
  case page = "Page"
  case chapters = "Chapters"
  case transcript = "Transcript"
  case picture = "Picture"
  /// A kind of attachment in a text: the page with the comments on an entry.
  case comments = "Comments"
  /// A note in place of the rest of a text that is too long to be stored.
  case restTooLong = "The rest of this text is too long to be stored: its page shows it."
  /// A note below the oldest entry of a web feed whose older entries are too long to be stored.
  case olderTooLong = "This feed is too large to store whole: its site shows older entries."
}

/// A text with links, mentions, hashtags and custom emoji as runs.
public struct RichText: Hashable, Sendable {
  public struct RichTextRun: Hashable, Sendable {
    public enum RichTextRunKind: Hashable, Sendable {
      case plain
      case link(String)
      case mention(Person.ID)
      case tag(String)
      case emphasis, code, heading
      /// A kind of run: preformatted code, whose lines are not filled.
      case codeBlock
      /// A kind of run: the separator between two cells of a table row.
      case cellSeparator
      /// A kind of run: the name of an attached file or page; the run's text is the label's English
      /// word.
      case label(AttachmentLabel)
      /// A kind of run: a custom emoji, with the address of its picture; the run's text is the
      /// emoji's name between colons.
      case emoji(String)
    }

    public let text: String
    public let kind: RichTextRunKind

    package init(_ text: String, _ kind: RichTextRunKind = .plain) {
      (self.text, self.kind) = (text, kind)
    }

    /// The text of this run of rich text; the whole address if the run is a link that shows a
    /// shortened one.
    package var withWholeAddress: String {
      guard case .link(let address) = kind, linkTextIsAddress(text, address) else { return text }
      return address
    }
  }

  public let runs: [RichTextRun]

  package init(runs: [RichTextRun]) { self.runs = runs }

  package init(_ plain: String) { runs = plain.isEmpty ? [] : [RichTextRun(plain)] }

  public var plain: String { runs.reduce(into: "") { $0 += $1.text } }
}

extension RichText {
  /// A link in a rich text, with its address and the words that show it.
  public struct TextLink: Equatable, Sendable {
    public let address: String
    /// The words of the link, or its whole address if they are a shortened address.
    public let text: String
  }

  /// A part of a rich text, which is plain text, or one link with all runs of its words.
  private enum PlainTextOrLink {
    case words(String)
    case link(address: String, text: String)
  }

  /// The rich text as plain text, with shortened link addresses written in full.
  public var withWholeAddresses: String {
    parts.reduce(into: "") { text, part in
      switch part {
      case .words(let words): text += words
      case .link(let address, let words):
        text += linkTextIsAddress(words, address) ? address : words
      }
    }
  }

  /// The rich text as plain text with all link addresses, as in "word <https://example.org/>".
  public var withAddresses: String {
    parts.reduce(into: "") { text, part in
      switch part {
      case .words(let words): text += words
      case .link(let address, let words):
        if linkTextIsAddress(words, address) {
          text += address
        } else {
          text += isWholeHandle(words, at: address) ? words : "\(words) <\(address)>"
        }
      }
    }
  }

  public var links: [TextLink] {
    parts.compactMap { part in
      guard case .link(let address, let words) = part else { return nil }
      return TextLink(address: address, text: linkTextIsAddress(words, address) ? address : words)
    }
  }

  /// The parts of the rich text in order; adjacent runs of one link are joined.
  private var parts: [PlainTextOrLink] {
    var parts: [PlainTextOrLink] = []
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

/// Returns true if a link's text is its address, perhaps without the scheme or shortened.
private func linkTextIsAddress(_ words: String, _ address: String) -> Bool {
  let (shown, whole) = (
    comparableLinkAddress(words.filter { !$0.isWhitespace }), comparableLinkAddress(address)
  )
  if shown == whole { return true }
  for cut in ["…", "..."] where shown.hasSuffix(cut) {
    let beginning = shown.dropLast(cut.count)
    // A beginning of three letters or fewer would match too many addresses.
    return beginning.count > 3 && whole.hasPrefix(beginning)
  }
  return false
}

/// Returns true if a link's text is the whole handle of a person at the host of the link's address,
/// such as "@ada@x.example", so that the address need not be shown.
private func isWholeHandle(_ words: String, at address: String) -> Bool {
  let parts = words.split(separator: "@", omittingEmptySubsequences: false)
  guard parts.count == 3, parts[0].isEmpty, !parts[1].isEmpty else { return false }
  return comparableLinkAddress(address).prefix { $0 != "/" } == parts[2].lowercased()
}

/// Returns a link address without scheme, "www." and trailing slash.
private func comparableLinkAddress(_ address: String) -> String {
  var text = Substring(address.lowercased())
  for beginning in ["https://", "http://", "www."] where text.hasPrefix(beginning) {
    text = text.dropFirst(beginning.count)
  }
  return String(text.hasSuffix("/") ? text.dropLast() : text)
}

/// A list of the links, mentions and hashtags in a plain text, found by the rules of the services.
public struct PlainTextFacets: Sendable {
  public enum PlainTextFacetKind: Sendable {
    case link, mention, tag
  }

  /// A link, mention or hashtag found in a plain text, with its range of characters.
  public struct PlainTextFacet: Equatable, Sendable {
    public let kind: PlainTextFacetKind
    public let range: Range<Int>
  }

  /// The links, mentions and hashtags found in the text, in order and without overlaps.
  public let facets: [PlainTextFacet]
  private let characters: [Character]

  public init(_ text: String) { self.init(Array(text)) }

  public init(_ characters: [Character]) {
    self.characters = characters
    var found: [PlainTextFacet] = []
    var place = 0
    while place < characters.count {
      guard let mark = Self.plainTextFacet(in: characters, at: place) else {
        place += 1
        continue
      }
      found.append(mark)
      place = mark.range.upperBound
    }
    self.facets = found
  }

  /// The handles mentioned in a plain text, with "@", without repetitions.
  public var handles: [String] {
    var seen: Set<String> = []
    return facets.filter { $0.kind == .mention }.map { String(characters[$0.range]) }
      .filter { seen.insert($0.lowercased()).inserted }
  }
}

extension PlainTextFacets {
  private static func plainTextFacet(in text: [Character], at start: Int) -> PlainTextFacet? {
    func facetAtSearchedIndex(_ kind: PlainTextFacetKind, _ length: Int) -> PlainTextFacet {
      PlainTextFacet(kind: kind, range: start..<(start + length))
    }
    switch text[start].onlyByte {
    case UInt8(ascii: "h"), UInt8(ascii: "H"):
      return TextLengthRules.linkLength(in: text, at: start).map { facetAtSearchedIndex(.link, $0) }
    case UInt8(ascii: "@"):
      if let whole = TextLengthRules.handleAndNameLengths(in: text, at: start)?.whole {
        return facetAtSearchedIndex(.mention, whole)
      }
      return handlePartLength(in: text, at: start).map { facetAtSearchedIndex(.mention, $0) }
    case UInt8(ascii: "#"):
      return hashtagLength(in: text, at: start).map { facetAtSearchedIndex(.tag, $0) }
    default: return nil
    }
  }

  /// Returns the number of characters of the name or the server in a mention, with the "@" before
  /// it, at an index of a text; nil if there is none.
  private static func handlePartLength(in text: [Character], at start: Int) -> Int? {
    guard start == 0 || !(text[start - 1].isOfTag || "=/@".contains(text[start - 1])) else {
      return nil
    }
    var name = text[(start + 1)...].prefix { $0.isASCII && $0.isOfTag || $0 == "." || $0 == "-" }
    while let last = name.last, last == "." || last == "-" { name.removeLast() }
    return name.isEmpty ? nil : name.count + 1
  }

  /// Returns the length in characters of the hashtag that begins at an index in a text; nil if none
  /// begins there. Digits alone are not a hashtag.
  private static func hashtagLength(in text: [Character], at start: Int) -> Int? {
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

/// A set of a service's rules for measuring a text's length, by which links may have a fixed
/// length, and handles may count without their server.
struct TextLengthRules {
  /// The number of characters that each link in a text counts as; nil for its actual length.
  let charactersPerLink: Int?
  /// True if the length of a text counts "@ada@far.example" as "@ada".
  let countsNamesAlone: Bool

  func characterCount(of text: String) -> Int {
    guard charactersPerLink != nil || countsNamesAlone else { return text.count }
    return countedLength(of: Array(text), within: nil).count
  }

  /// Returns the number of characters from the beginning of a text that are within a length limit.
  func fittingCharacterCount(of characters: [Character], within limit: Int) -> Int {
    countedLength(of: characters, within: limit).place
  }

  private func countedLength(
    of characters: [Character], within limit: Int?
  ) -> (count: Int, place: Int) {
    var (count, place) = (0, 0)
    while place < characters.count {
      let before = (count, place)
      if let charactersPerLink, let length = Self.linkLength(in: characters, at: place) {
        count += charactersPerLink
        place += length
      } else if countsNamesAlone, let handle = Self.handleAndNameLengths(in: characters, at: place)
      {
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

extension TextLengthRules {
  private static let longestLink = 4_096

  /// Returns the length in characters of the web address that begins at an index in a text; nil if
  /// none begins there.
  static func linkLength(in text: [Character], at start: Int) -> Int? {
    let first = text[start].onlyByte
    guard first == UInt8(ascii: "h") || first == UInt8(ascii: "H"),
      start == 0 || !(text[start - 1].isPlainWord || "@$#".contains(text[start - 1]))
    else { return nil }
    let scheme = ["https://", "http://"].first { scheme in
      String(text[start...].prefix(scheme.count)).lowercased() == scheme
    }
    guard let scheme else { return nil }
    // Longer addresses are not recognised, since every character of the text may begin one, and the
    // search must stay quick.
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
    return trimmedLink(text[start..<end]).count
  }

  /// Returns a link without the punctuation after it that belongs to the sentence around it.
  private static func trimmedLink(_ link: ArraySlice<Character>) -> ArraySlice<Character> {
    var link = link
    while let last = link.last {
      let isUnmatched = last == ")" && link.count { $0 == "(" } < link.count { $0 == ")" }
      guard isUnmatched || "?!*\"'「」;:=,.$%[]~&|@(".contains(last) else { break }
      link.removeLast()
    }
    return link
  }

  /// Returns the length in characters of the handle with a server that begins at an index in a
  /// text, and the length of its name with "@"; nil if none begins there.
  static func handleAndNameLengths(
    in text: [Character], at start: Int
  ) -> (whole: Int, name: Int)? {
    guard text[start].onlyByte == UInt8(ascii: "@"),
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
  /// The only UTF-8 byte of this character; nil for a character of several bytes. Quicker than a
  /// comparison, which takes combining marks apart and puts them in order.
  fileprivate var onlyByte: UInt8? { utf8.count == 1 ? utf8.first : nil }

  fileprivate var isPlainWord: Bool { isASCII && (isLetter || isNumber) }

  fileprivate var isWord: Bool { isLetter || isNumber || self == "_" }
}

/// A length limit, in Unicode scalars, to which texts from a service are cut when they are parsed,
/// so that drawing and searching stay quick. Texts that the user edits are never cut.
public enum ServiceTextLengthLimit: Int, Sendable {
  /// A length limit of texts from a service: that of names, titles and handles, about a line.
  case name = 300
  /// A length limit of texts from a service: that of warnings, summaries and rules, some
  /// paragraphs.
  case summary = 5_000
  case description = 20_000
}

extension String {
  /// Returns the text, shortened with "…" if it is too long. Counts Unicode scalars, as a single
  /// character can be arbitrarily long.
  public func shortened(to bound: ServiceTextLengthLimit) -> String {
    // A text with so few bytes has no more scalars than the limit.
    guard utf8.count > bound.rawValue else { return self }
    let scalars = unicodeScalars
    guard
      let end = scalars.index(
        scalars.startIndex, offsetBy: bound.rawValue, limitedBy: scalars.endIndex),
      end < scalars.endIndex
    else { return self }
    let beginning = String(scalars[..<scalars.index(before: end)])
    // The last character may be incomplete, and is removed.
    let whole = beginning.count > 1 ? String(beginning.dropLast()) : beginning
    return whole + "…"
  }

  /// Returns true if a text from a service is within a length limit in bytes, or in Unicode
  /// scalars; used for names, which must not be cut.
  public func fitsWithin(_ bound: ServiceTextLengthLimit) -> Bool {
    utf8.count <= bound.rawValue || unicodeScalars.count <= bound.rawValue
  }
}
