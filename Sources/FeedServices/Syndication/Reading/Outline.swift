internal import FeedDomain

/// An exported list of web feeds (OPML, or newsboat's file), with its saved searches.
struct WebFeedOutline: Equatable {
  struct OutlineWebFeed: Equatable {
    let address: String
    let name: String
    let folder: String?
    /// The names of further folders, after the first, that contain the web feed in the exported
    /// list.
    var otherFolders: [String] = []
    /// True if the exported list says that the home stream does not show the web feed's entries.
    var isHidden = false
    var settings = SubscriptionSettings()
    /// The number of the web feed's line in the exported file, counted from 1; 0 for a list that is
    /// not from a file.
    var line = 0
  }

  private(set) var entries: [OutlineWebFeed] = []
  /// The entries of the exported list of web feeds that cannot be followed, each with the reason.
  private(set) var rejected: [RejectedImportEntry] = []
  private(set) var searches: [SavedSearch] = []

  init(_ entries: [OutlineWebFeed]) { self.entries = entries }

  private static let options = XMLReader.XMLReaderOptions(
    roots: ["opml"], countsLines: true, isForgiving: true)

  /// The maximum number of OPML documents in one imported file.
  private static let mostDocuments = 100

  /// Creates a list of web feeds from a file in OPML, which may contain several lists; nil for
  /// other text. Throws `tooLarge` for a list that is too long, or whose folders are nested too
  /// deeply.
  init?(_ bytes: [UInt8]) throws(FeedError) {
    let text = CharacterDecoding.utf8Bytes(bytes)
    let whole = try Self.parsedOPMLDocument(text)
    // Only a file that is not well-formed has more behind its first list.
    let starts = whole.map { $0.flaw == nil } == true ? [0] : Self.documentStarts(in: text)
    guard starts.count <= Self.mostDocuments else { throw .tooLarge }
    var isList = false
    for (start, end) in zip(starts, starts.dropFirst() + [text.count]) {
      let document =
        starts.count == 1 ? whole : try Self.parsedOPMLDocument(Array(text[start..<end]))
      guard let body = document?.root.firstChild("body") else { continue }
      isList = true
      readOutlineElement(
        body, folder: nil, behind: text[..<start].count { $0 == UInt8(ascii: "\n") })
    }
    if !isList { return nil }
  }

  private static func parsedOPMLDocument(
    _ text: [UInt8]
  ) throws(FeedError) -> XMLReader.ParsedXMLDocument? {
    let document: XMLReader.ParsedXMLDocument
    do throws(XMLError) {
      document = try XMLReader.readDocument(text, isUTF8: true, options)
    } catch {
      let isXML = text.first { !$0.isHTMLBlank } == UInt8(ascii: "<")
      let isLimit =
        error.problem.isDocumentTooLarge || error.problem == .tooDeep || error.problem == .tooSlow
      if isXML, isLimit { throw .tooLarge }
      // The reason why the text is no XML is not reported.
      return nil
    }
    guard document.root.name == "opml" else { return nil }
    if document.isCut { throw .tooLarge }
    return document
  }

  /// Returns the offsets at which the lists in a file begin: 0, and those of each further element
  /// `opml` behind the end of another.
  private static func documentStarts(in text: [UInt8]) -> [Int] {
    var starts = [0]
    var isEnded = false
    for place in text.indices where text[place] == UInt8(ascii: "<") {
      let tag = text[place...].dropFirst().prefix(5).map(\.asciiLowercased)
      if tag.starts(with: "/opml".utf8) {
        isEnded = true
      } else if isEnded, tag.starts(with: "opml".utf8),
        tag.dropFirst(4).first.map({ $0.isHTMLBlank || $0 == 0x3e }) ?? false
      {
        starts.append(place)
        isEnded = false
      }
    }
    return starts
  }

  /// Adds the web feeds in an OPML element to this list. `lines` is the number of lines in the file
  /// before the OPML document.
  private mutating func readOutlineElement(
    _ element: XMLElement, folder: String?, behind lines: Int
  ) {
    for outline in element.childrenNamed("outline")
    where outline["iscomment"]?.lowercased() != "true" {
      let name = outline["title"] ?? outline["text"] ?? ""
      // Some programs write the address in another attribute.
      if let address = (outline["xmlurl"] ?? Self.feedAddressInURLAttribute(outline))?
        .withoutLineBreaks
      {
        let folders =
          ([folder].compactMap(\.self) + Self.folderNames(of: outline["category"] ?? "")).distinct
        addEntry(
          OutlineWebFeed(
            address: address, name: name.withSingleBlanks, folder: folders.first,
            otherFolders: Array(folders.dropFirst()), isHidden: outline["tweetie:hidden"] == "true",
            settings: SubscriptionSettings(outline), line: lines + outline.line))
      } else if outline["type"]?.lowercased() == "rss" || outline["htmlurl"] != nil {
        rejected.append(
          RejectedImportEntry(
            line: lines + outline.line, name: name.withSingleBlanks, address: outline["htmlurl"],
            .noAddress))
      }
      let inner = name.isEmpty ? [] : [name.withSingleBlanks]
      let path = ([folder].compactMap(\.self) + inner).joined(separator: "/")
      readOutlineElement(outline, folder: path.isEmpty ? nil : path, behind: lines)
    }
  }

  /// Returns the names of the folders in the text of an OPML attribute `category`: those of paths
  /// such as "/News/Local" first, then those of tags.
  private static func folderNames(of categories: String) -> [String] {
    let all = categories.split(separator: ",").map(\.trimmingBlanks).filter { !$0.isEmpty }
    return (all.filter { $0.hasPrefix("/") } + all.filter { !$0.hasPrefix("/") })
      .map { path in
        path.split(separator: "/").map(\.trimmingBlanks).filter { !$0.isEmpty }
          .joined(separator: "/")
      }.filter { !$0.isEmpty }
  }

  /// Returns the address of a web feed in the attribute `url` of an OPML element, which some
  /// programs write instead of `xmlUrl`; nil if the element is not that of a feed.
  private static func feedAddressInURLAttribute(_ outline: XMLElement) -> String? {
    guard let type = outline["type"]?.lowercased(), ["rss", "atom", "feed"].contains(type) else {
      return nil
    }
    return outline["url"]
  }

  mutating func addEntry(_ entry: OutlineWebFeed) { entries.append(entry) }

  mutating func addRejectedEntry(_ entry: RejectedImportEntry) { rejected.append(entry) }

  /// The list of web feeds as the text of an OPML file.
  var text: String {
    var lines = [
      #"<?xml version="1.0" encoding="UTF-8"?>"#,
      #"<opml version="2.0" xmlns:tweetie="\#(Self.namespace)">"#, "<head>",
      "<title>Tweetie</title>", "</head>", "<body>",
    ]
    var root = OutlineFolder()
    for entry in entries { root.addEntry(entry, at: Self.nestedFolderNames(of: entry.folder)[...]) }
    // Feeds in a folder whose name cannot be written as a category are listed in that folder again.
    for entry in entries {
      for folder in entry.otherFolders where !OutlineWebFeed.isValidOPMLCategory(folder) {
        root.addEntry(entry, at: Self.nestedFolderNames(of: folder)[...])
      }
    }
    lines += root.lines
    return (lines + ["</body>", "</opml>", ""]).joined(separator: "\n")
  }

  /// A folder of a list of web feeds that is written as OPML, with the folders within it.
  private struct OutlineFolder {
    var name = ""
    var entries: [OutlineWebFeed] = []
    var folders: [OutlineFolder] = []

    mutating func addEntry(_ entry: OutlineWebFeed, at path: ArraySlice<String>) {
      guard let name = path.first else { return entries.append(entry) }
      let place = folders.firstIndex { $0.name == name } ?? folders.count
      if place == folders.count { folders.append(OutlineFolder(name: name)) }
      folders[place].addEntry(entry, at: path.dropFirst())
    }

    var lines: [String] {
      entries.map(\.markup)
        + folders.flatMap { folder in
          let name = XMLElement.escapedText(folder.name)
          return [#"<outline text="\#(name)" title="\#(name)">"#] + folder.lines + ["</outline>"]
        }
    }
  }

  /// Maximum number of folders within each other in a written list of web feeds.
  private static let deepestFolder = 16

  /// Returns the names of the nested folders that the name of a folder, such as "Work/Sub", stands
  /// for; the whole name if an import would not make the same name of the parts.
  private static func nestedFolderNames(of folder: String?) -> [String] {
    guard let folder else { return [] }
    let parts = folder.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    let isWhole = parts.allSatisfy { !$0.isEmpty && $0.withSingleBlanks == $0 }
    return isWhole && parts.count <= deepestFolder ? parts : [folder]
  }

  /// The XML namespace of this program's own attributes in an OPML file.
  private static let namespace = "urn:tweetie:opml"

  /// Creates a list of web feeds from a file of the program newsboat with one web feed a line: the
  /// address, tags, and the name behind "~"; quotation marks may enclose blanks. nil if no line has
  /// an address or a search.
  init?(lines bytes: [UInt8]) {
    self.init([OutlineWebFeed]())
    let lines = String(decoding: CharacterDecoding.utf8Bytes(bytes), as: UTF8.self)
      .split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    for (place, line) in lines.enumerated() {
      guard let first = line.first(where: { !$0.isWhitespace }), first != "#" else { continue }
      readNewsboatLine(line, number: place + 1)
    }
    if entries.isEmpty, searches.isEmpty { return nil }
  }

  private mutating func readNewsboatLine(_ line: Substring, number: Int) {
    let words = OutlineWebFeed.newsboatWords(of: line)
    let first = words.first ?? ""
    if let entry = OutlineWebFeed(words, line: number) { return addEntry(entry) }
    let parts = first.split(separator: ":", maxSplits: 2).map(String.init)
    let reason: RejectedImportEntry.ImportRejectionReason
    switch parts.first?.lowercased() {
    case "query":
      var translator = NewsboatQueryTranslator(parts.count == 3 ? parts[2] : "")
      let query = translator.searchTextFromNewsboatCondition()
      if let query, let search = SavedSearch(name: parts[1], query: query) {
        return searches.append(search)
      }
      let isNameUsable = parts.count == 3 && SavedSearch(name: parts[1], query: "x") != nil
      reason = isNameUsable || query == nil ? translator.rejectionReason ?? .search : .searchName
    case "exec", "filter": reason = .program
    case "file": reason = .localFile
    case _ where first.contains("://"): reason = .scheme
    default: reason = .noAddress
    }
    addRejectedEntry(
      RejectedImportEntry(
        line: number, name: String(line).withSingleBlanks, address: nil, reason))
  }
}

extension WebFeedOutline.OutlineWebFeed {
  fileprivate var markup: String {
    let name = XMLElement.escapedText(name)
    let address = XMLElement.escapedText(address)
    let others = otherFolders.filter(Self.isValidOPMLCategory).joined(separator: ",")
    let attributes: [(name: String, value: String?)] = [
      ("category", others.isEmpty ? nil : others), ("tweetie:hidden", isHidden ? "true" : nil),
      ("tweetie:title", settings.title),
      ("tweetie:interval", settings.interval.map { "\($0.components.seconds / 60)" }),
      ("tweetie:fulltext", settings.showsFullText ? "true" : nil),
      ("tweetie:useragent", settings.userAgent),
      ("tweetie:markpassedread", settings.marksPassed.map { "\($0)" }),
    ]
    let further = attributes.map { attribute in
      attribute.value.map { #" \#(attribute.name)="\#(XMLElement.escapedText($0))""# } ?? ""
    }.joined()
    return
      #"<outline type="rss" text="\#(name)" title="\#(name)" xmlUrl="\#(address)"\#(further)/>"#
  }

  /// Returns true if OPML's attribute `category` can state the name of a folder, which it cannot if
  /// the name contains a comma, or begins or ends with a slash.
  fileprivate static func isValidOPMLCategory(_ folder: String) -> Bool {
    !folder.contains(",") && !folder.hasPrefix("/") && !folder.hasSuffix("/")
      && !folder.contains("//")
  }

  init(_ subscription: Subscription) {
    self.init(
      address: subscription.address, name: subscription.name, folder: subscription.folder,
      otherFolders: subscription.otherFolders, isHidden: subscription.isHidden,
      settings: subscription.settings)
  }
}

extension SubscriptionSettings {
  /// Creates the settings of a web feed from an OPML element of a list that this program exported.
  fileprivate init(_ outline: XMLElement) {
    self.init(
      title: outline["tweetie:title"]?.withSingleBlanks,
      interval: outline["tweetie:interval"].flatMap { Int($0) }.map {
        .seconds(60 * min(max(1, $0), 10_080))
      },
      showsFullText: outline["tweetie:fulltext"] == "true",
      userAgent: outline["tweetie:useragent"].map { $0.filter { $0.isASCII && !$0.isNewline } },
      marksPassed: outline["tweetie:markpassedread"].map { $0 == "true" })
  }
}

extension WebFeedOutline.OutlineWebFeed {
  /// Creates an entry of the list of web feeds from the words of a line in newsboat's file; nil if
  /// the first word is no http or https address, as for the output of a program.
  fileprivate init?(_ words: [String], line: Int) {
    guard let address = words.first,
      ["http://", "https://"].contains(
        where: AddressLoginParser.addressWithoutFeedScheme(address).prefix(8).lowercased().hasPrefix
      )
    else { return nil }
    let others = words.dropFirst()
    let name = (others.first { $0.hasPrefix("~") }.map { String($0.dropFirst()) } ?? "")
      .withSingleBlanks
    let tags = others.filter { !$0.hasPrefix("~") && !$0.hasPrefix("!") }
      .map(\.withSingleBlanks).filter { !$0.isEmpty }.distinct
    self.init(
      address: address, name: name, folder: tags.first,
      otherFolders: Array(tags.dropFirst()), isHidden: others.contains { $0.hasPrefix("!") },
      settings: SubscriptionSettings(title: name.isEmpty ? nil : name), line: line)
  }

  /// Returns the words of a line in newsboat's file up to a comment, which begins with "#" outside
  /// of quotation marks.
  fileprivate static func newsboatWords(of line: Substring) -> [String] {
    var words: [String] = []
    var rest = line.drop(while: \.isWhitespace)
    while let first = rest.first {
      if first == "\"" {
        var word = ""
        rest = rest.dropFirst()
        while let next = rest.popFirst(), next != "\"" {
          word.append(next == "\\" ? rest.popFirst() ?? next : next)
        }
        words.append(word)
      } else if first == "#" {
        break
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

extension String {
  /// This address without line breaks, tabs and other control characters, which browsers ignore;
  /// nil if nothing remains.
  fileprivate var withoutLineBreaks: String? {
    let plainTextValue = String(unicodeScalars.filter { $0.value >= 0x20 && $0.value != 0x7f })
    return plainTextValue.isEmpty ? nil : plainTextValue
  }
}

extension [String] {
  /// The texts of this array without repetitions, in their order.
  var distinct: [String] {
    var known: Set<String> = []
    return filter { known.insert($0).inserted }
  }
}

/// A translator of conditions of the program newsboat, such as `title =~ "tide" and age < 7`, into
/// the text of a search: alternatives, of which each is a list of search terms that must all match.
struct NewsboatQueryTranslator {
  /// Maximum number of alternatives of search terms into which a newsboat condition is translated.
  private static let mostAlternatives = 16
  private static let deepest = 16
  private static let signs = [
    "between", "==", "=~", "!=", "!~", "!#", "<=", ">=", "=", "<", ">", "#",
  ]

  private var rest: Substring
  private var depth = 0
  /// The reason why the newsboat condition has no equivalent search, if one comparison in it is the
  /// reason.
  private(set) var rejectionReason: RejectedImportEntry.ImportRejectionReason?

  init(_ condition: String) { rest = condition[...] }

  /// Returns the text of a search that is equivalent to the newsboat condition; nil if there is
  /// none.
  mutating func searchTextFromNewsboatCondition() -> String? {
    guard var alternatives = readNewsboatCondition(), skipBlanksReturningTrue(), rest.isEmpty,
      !alternatives.isEmpty
    else { return nil }
    for (place, terms) in alternatives.enumerated() where terms.contains(Self.inFeedWithUnread) {
      guard terms.contains("is:unread") else {
        rejectionReason = .searchAttribute("unread_count")
        return nil
      }
      alternatives[place] = terms.filter { $0 != Self.inFeedWithUnread }
    }
    guard !alternatives.contains(where: \.isEmpty) else { return nil }
    return alternatives.map { $0.joined(separator: " ") }
      .joined(separator: " OR ")
  }

  /// The stand-in for a newsboat comparison that demands unread entries of the entry's web feed,
  /// which every unread entry fulfils.
  private static let inFeedWithUnread = "unread_count > 0"

  /// Skips blanks in the newsboat condition. Always returns true, so that it can be called in a
  /// condition of a `guard`.
  private mutating func skipBlanksReturningTrue() -> Bool {
    rest = rest.drop(while: \.isWhitespace)
    return true
  }

  /// Parses the rest of a newsboat condition, and returns alternatives of search terms; nil if it
  /// is invalid or has too many alternatives. "and" and "or" have the same precedence, and group
  /// from the right, as in newsboat.
  private mutating func readNewsboatCondition() -> [[String]]? {
    guard let left = readNewsboatOperand(), skipBlanksReturningTrue() else { return nil }
    guard let isEither = readWhetherNewsboatConnectiveIsOr() else { return left }
    guard let right = readNewsboatCondition() else { return nil }
    let joined = isEither ? left + right : left.flatMap { one in right.map { one + $0 } }
    return joined.count <= Self.mostAlternatives ? joined : nil
  }

  /// Parses the word that connects two newsboat comparisons; returns true for "or", false for
  /// "and", nil for other text.
  private mutating func readWhetherNewsboatConnectiveIsOr() -> Bool? {
    for (word, isEither) in [("and", false), ("or", true)] where rest.hasPrefix(word) {
      let next = rest.dropFirst(word.count).first
      guard next?.isWhitespace == true || next == "(" else { continue }
      rest = rest.dropFirst(word.count)
      return isEither
    }
    return nil
  }

  private mutating func readNewsboatOperand() -> [[String]]? {
    guard skipBlanksReturningTrue(), rest.first == "(" else { return readNewsboatComparison() }
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.deepest else { return nil }
    rest = rest.dropFirst()
    guard let inner = readNewsboatCondition(), skipBlanksReturningTrue(), rest.first == ")" else {
      return nil
    }
    rest = rest.dropFirst()
    return inner
  }

  private mutating func readNewsboatComparison() -> [[String]]? {
    let attribute = rest.prefix { $0.isLetter || $0 == "_" }
    rest = rest[attribute.endIndex...]
    guard skipBlanksReturningTrue(), let sign = Self.signs.first(where: rest.hasPrefix) else {
      return nil
    }
    rest = rest.dropFirst(sign.count)
    guard skipBlanksReturningTrue(), let value = readNewsboatValue() else { return nil }
    let terms = Self.searchTermsForNewsboatComparison(String(attribute), sign, value)
    if terms == nil, rejectionReason == nil {
      rejectionReason =
        Self.knownAttributes.contains(String(attribute))
        ? .searchComparison("\(attribute) \(sign)") : .searchAttribute(String(attribute))
    }
    return terms
  }

  /// The attributes of newsboat's that search terms stand for.
  private static let knownAttributes: Set = [
    "title", "author", "link", "content", "feedtitle", "age", "unread", "tags", "rssurl", "flags",
    "enclosure_url", "enclosure_type", "total_count", "unread_count",
  ]

  /// Parses the value in a newsboat comparison: text in quotation marks, a number, or two numbers
  /// with a colon between; nil for other text.
  private mutating func readNewsboatValue() -> String? {
    guard let quote = rest.first, quote == "\"" || quote == "'" else {
      let number = rest.prefix { $0.isNumber || $0 == ":" || $0 == "-" }
      rest = rest[number.endIndex...]
      return number.isEmpty ? nil : String(number)
    }
    let value = rest.dropFirst().prefix { $0 != quote }
    guard value.endIndex < rest.endIndex else { return nil }
    rest = rest[value.endIndex...].dropFirst()
    return value.trimmingBlanks
  }

  // MARK: - Meaning

  private static func searchTermsForNewsboatComparison(
    _ attribute: String, _ sign: String, _ value: String
  ) -> [[String]]? {
    switch attribute {
    case "title", "author", "link": return searchTermsForNewsboatEntryPart(attribute, sign, value)
    case "content": return searchTermsForNewsboatEntryPart("text", sign, value)
    case "feedtitle": return searchTermsForNewsboatEntryPart("from", sign, value)
    case "age": return searchTermsForNewsboatAge(sign, value).map { [$0] }
    case "unread" where ["yes", "no"].contains(value) && ["=", "==", "!="].contains(sign):
      return [[(value == "yes") == (sign != "!=") ? "is:unread" : "is:read"]]
    case "tags" where sign == "#" || sign == "!#":
      return valueIfPlainText(value).map { [[(sign == "#" ? "" : "-") + "in:\"\($0)\""]] }
    case "rssurl" where ["=", "==", "!="].contains(sign) && !value.contains("\""):
      return value.isEmpty ? nil : [[(sign == "!=" ? "-" : "") + "in:\"\(value)\""]]
    case "rssurl" where sign == "=~" || sign == "!~":
      let expression = searchRegexFromNewsboatRegex(value)
      guard !expression.contains("[:"), RegularExpression(expression) != nil else { return nil }
      return [[(sign == "!~" ? "-" : "") + "in:/\(expression)/"]]
    case "flags": return searchTermsForNewsboatFlags(sign, value).map { [$0] }
    // Every entry is in a feed that has entries.
    case "total_count" where newsboatComparisonDemandsPositive(sign, value): return [[]]
    case "unread_count" where newsboatComparisonDemandsPositive(sign, value):
      return [[inFeedWithUnread]]
    case "enclosure_url": return searchTermsForNewsboatEntryPart("file", sign, value)
    case "enclosure_type": return searchTermsForNewsboatAttachment(sign, value).map { [$0] }
    default: return nil
    }
  }

  /// Returns true if all numbers from 1 fulfil a newsboat comparison, and 0 does not.
  private static func newsboatComparisonDemandsPositive(_ sign: String, _ value: String) -> Bool {
    sign == ">=" ? value == "1" : (sign == ">" || sign == "!=") && value == "0"
  }

  /// Returns the search terms for a newsboat comparison of an entry's flags, which are letters of
  /// the user's, with bookmarks and their tags; nil if no search can express it.
  private static func searchTermsForNewsboatFlags(_ sign: String, _ value: String) -> [String]? {
    let isExcluded = sign.hasPrefix("!")
    guard !value.isEmpty else {
      return ["=", "==", "!="].contains(sign) ? [isExcluded ? "is:starred" : "-is:starred"] : nil
    }
    guard value.allSatisfy(\.isLetter), value.count == 1 || !isExcluded else { return nil }
    switch sign {
    case "#", "!#", "=~", "!~": return value.map { (isExcluded ? "-" : "") + "tag:\($0)" }
    default: return nil
    }
  }

  /// Returns the search terms for a newsboat comparison of an attached file's media type, such as
  /// "audio/mpeg"; nil if no search can express it.
  private static func searchTermsForNewsboatAttachment(_ sign: String, _ value: String) -> [String]?
  {
    let isExcluded = sign.hasPrefix("!")
    guard ["=~", "!~"].contains(sign) else { return nil }
    let kind = value.drop { $0 == "^" }.prefix { $0 != "/" }
    let kinds = ["audio": "audio", "video": "video", "image": "photo"]
    guard let found = kinds[kind.lowercased()],
      ["", "/", "/*", "/.*"].contains(value.drop { $0 == "^" }.dropFirst(kind.count))
    else { return nil }
    return [(isExcluded ? "-" : "") + "has:\(found)"]
  }

  /// Returns the search terms for a newsboat comparison of a part of an entry with the text
  /// `value`; nil if no search can express it.
  private static func searchTermsForNewsboatEntryPart(
    _ keyword: String, _ sign: String, _ value: String
  ) -> [[String]]? {
    let expression: String
    switch sign {
    case "=", "==", "!=":
      expression = value.isEmpty ? "^$" : "^\(expressionMatchingExactly(value))$"
    case "=~", "!~": expression = searchRegexFromNewsboatRegex(value)
    case "#", "!#":
      // The sign compares with each word between blanks, so that several words match nothing.
      guard !value.isEmpty, !value.contains(where: \.isWhitespace) else { return nil }
      if value.allSatisfy({ $0.isLetter || $0.isNumber }),
        !["link", "from", "file"].contains(keyword)
      {
        return [[(sign == "#" ? "" : "-") + "\(keyword):\"\(value)\""]]
      }
      expression = #"(^|\s)\#(expressionMatchingExactly(value))(\s|$)"#
    default: return nil
    }
    guard !expression.contains("[:"), RegularExpression(expression) != nil else { return nil }
    return [[(sign.hasPrefix("!") ? "-" : "") + "\(keyword):/\(expression)/"]]
  }

  /// Returns a regular expression that matches a text as such.
  private static func expressionMatchingExactly(_ text: String) -> String {
    text.reduce(into: "") { escaped, character in
      if #"\.[]{}()*+?^$|/"#.contains(character) { escaped.append("\\") }
      escaped.append(character)
    }
  }

  /// Returns a regular expression of newsboat's as one of a search, in which slashes have a
  /// backslash, and the beginning and the end of a word have the same sign.
  private static func searchRegexFromNewsboatRegex(_ text: String) -> String {
    var expression = ""
    var isEscaped = false
    for character in text {
      switch character {
      case "/" where !isEscaped: expression += #"\/"#
      case "<" where isEscaped, ">" where isEscaped: expression += "b"
      default: expression.append(character)
      }
      isEscaped = character == "\\" && !isEscaped
    }
    return expression
  }

  /// Returns the value of a newsboat comparison as plain text; nil if it is empty, or has signs of
  /// regular expressions or quotation marks.
  private static func valueIfPlainText(_ value: String) -> String? {
    value.isEmpty || value.contains { ".*+?[](){}|^$\\\"“”".contains($0) } ? nil : value
  }

  /// Returns the search terms for a newsboat comparison of an entry's age with a number of days;
  /// nil if no search can express the comparison.
  private static func searchTermsForNewsboatAge(_ sign: String, _ value: String) -> [String]? {
    let ends = value.split(separator: ":").map { Int($0) }
    guard let first = ends.first, let low = first, (0..<9_999).contains(low) else { return nil }
    guard sign == "between" ? ends.count == 2 : ends.count == 1 else { return nil }
    func searchTermsForNewerEntries(_ days: Int) -> [String] { ["since:\(days)d"] }
    func searchTermsForOlderEntries(_ days: Int) -> [String] {
      days == 0 ? [] : ["before:\(days)d"]
    }
    switch sign {
    case "<": return low > 0 ? searchTermsForNewerEntries(low) : nil
    case "<=": return searchTermsForNewerEntries(low + 1)
    case ">": return searchTermsForOlderEntries(low + 1)
    case ">=": return searchTermsForOlderEntries(low)
    case "=", "==": return searchTermsForNewerEntries(low + 1) + searchTermsForOlderEntries(low)
    case "between":
      guard let high = ends[1], (low..<9_999).contains(high) else { return nil }
      return searchTermsForNewerEntries(high + 1) + searchTermsForOlderEntries(low)
    default: return nil
    }
  }
}
