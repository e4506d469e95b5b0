/// A scanner that recognises a handle, a link or a tag in one word of typed text.
struct FacetWordScanner {
  /// A handle, link or tag found in a word of typed text, with its offset in bytes.
  struct FacetInWord: Equatable {
    let start: Int
    let text: String
    let kind: FacetScanner.FacetKind
  }

  private static let longestTag = 64
  /// Maximum size of a tag in bytes of UTF-8. Bluesky refuses a whole post with a longer tag, which
  /// a few dozen emoji can reach.
  private static let maximumTagBytes = 640
  /// The top-level domains with which a word of typed text is a link even without "https://".
  private static let topNames: Set<Substring> = [
    "app", "art", "at", "au", "be", "biz", "blog", "br", "ca", "ch", "club", "cn", "co", "com",
    "cz", "de", "dev", "dk", "edu", "es", "eu", "fi", "fm", "fr", "gay", "gg", "gov", "gr", "hu",
    "ie", "in", "info", "int", "io", "is", "it", "jp", "kr", "land", "li", "live", "lt", "lu",
    "me", "media", "mil", "mx", "net", "news", "ngo", "nl", "no", "nz", "online", "org", "page",
    "photo", "photography", "photos", "pl", "pt", "ro", "se", "sh", "shop", "si", "site", "sk",
    "social", "space", "studio", "team", "tech", "tv", "tw", "uk", "us", "vn", "wiki", "world",
    "wtf", "xyz", "za", "zone",
  ]

  private let word: String

  init(_ word: String) { self.word = word }

  var found: FacetInWord? { tag ?? cashtag ?? mention ?? link }

  private var tag: FacetInWord? {
    guard let mark = word.unicodeScalars.first, mark == "#" || mark == "＃" else { return nil }
    let sign = String(mark)
    var name = Substring(word).unicodeScalars.dropFirst()
    // The emoji of a keycap number sign is no tag.
    guard name.first?.value != 0xfe0f else { return nil }
    while let last = name.last, last.isPunctuation || last.isInvisible { name.removeLast() }
    let text = String(name)
    guard !text.isEmpty, text.count <= Self.longestTag, text.utf8.count <= Self.maximumTagBytes,
      text.unicodeScalars.contains(where: { !$0.isPunctuation && !$0.isDigit })
    else { return nil }
    return FacetInWord(start: 0, text: sign + text, kind: .tag(text))
  }

  /// The ticker symbol, such as "$ABC", that the typed word consists of, as a found tag; nil if the
  /// word is no ticker symbol.
  private var cashtag: FacetInWord? {
    guard word.hasPrefix("$") else { return nil }
    let name = word.dropFirst().prefix { $0.isASCII && ($0.isLetter || $0.isNumber) }
    let rest = word.dropFirst(name.count + 1)
    guard (1...5).contains(name.count), name.first?.isLetter == true,
      rest.allSatisfy({ ".,;:!?)".contains($0) })
    else { return nil }
    return FacetInWord(start: 0, text: "$\(name)", kind: .tag("$\(name.uppercased())"))
  }

  private var mention: FacetInWord? {
    let (start, rest) = unwrapped
    guard rest.hasPrefix("@") else { return nil }
    var name = rest.dropFirst().prefix { character in
      character.isASCII && (character.isLetter || character.isNumber || ".-".contains(character))
    }
    while let last = name.last, ".-".contains(last) { name.removeLast() }
    let handle = name.lowercased()
    guard HostNameRules.isDottedHostName(handle) else { return nil }
    return FacetInWord(start: start, text: "@\(name)", kind: .mention(handle))
  }

  private var link: FacetInWord? {
    let (start, rest) = unwrapped
    var text = rest
    if let last = text.last, ".,;:!?".contains(last) { text.removeLast() }
    if text.hasSuffix(")"), !text.contains("(") { text.removeLast() }
    let lowered = text.lowercased()
    for scheme in ["https://", "http://"] where lowered.hasPrefix(scheme) {
      guard text.utf8.count > scheme.utf8.count else { return nil }
      return FacetInWord(start: start, text: String(text), kind: .link(String(text)))
    }
    let host = lowered.prefix { !"/?#:".contains($0) }
    guard HostNameRules.isDottedHostName(String(host)), host.first?.isLetter == true,
      let top = host.split(separator: ".").last, Self.topNames.contains(top)
    else { return nil }
    return FacetInWord(start: start, text: String(text), kind: .link("https://\(text)"))
  }

  /// The length of the typed word's opening bracket in bytes, 0 or 1, and the word without the
  /// bracket.
  private var unwrapped: (Int, Substring) {
    word.hasPrefix("(") ? (1, word.dropFirst()) : (0, word[...])
  }
}

extension Unicode.Scalar {
  fileprivate var isDigit: Bool { properties.generalCategory == .decimalNumber }

  fileprivate var isPunctuation: Bool {
    switch properties.generalCategory {
    case .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation,
      .initialPunctuation, .finalPunctuation, .otherPunctuation:
      true
    default: false
    }
  }

  /// True if the Unicode scalar is invisible and has hardly any width; at the end of a hashtag such
  /// scalars are left out.
  fileprivate var isInvisible: Bool {
    [0xad, 0x2060, 0x200a, 0x200b, 0x200c, 0x200d, 0x20e2].contains(value)
  }
}
