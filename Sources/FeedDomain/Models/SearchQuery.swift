/// A parsed search for posts, with terms that must all be true, or those of another alternative.
/// Typed terms that cannot be understood become mistakes and are otherwise ignored.
public struct SearchQuery: Equatable, Sendable {
  /// The typed search, with single spaces between its terms.
  public let text: String
  public private(set) var terms: [SearchTerm]
  public let mistakes: [SearchMistake]
  /// The alternatives behind each "OR" of a search, as in "ferry OR tram"; a post matches if one of
  /// them or the search's own terms match. Alternatives contain no further alternatives.
  private(set) var others: [SearchQuery] = []
  /// The web feeds that each name after "in:" stands for; a name that is missing here stands for
  /// the feeds whose own names begin with it.
  public var groups: [String: SearchedFeedGroup] = [:]
  /// The ids of the bookmarked posts, by tag, for the tags that the search names after "tag:".
  var taggedPosts: [BookmarkTag: Set<Post.ID>] = [:]

  public struct SearchTerm: Equatable, Sendable {
    public let kind: SearchTermKind
    public let isExcluded: Bool

    public enum SearchTermKind: Equatable, Sendable {
      /// A kind of search term: a word of the post begins with this text.
      case word(String)
      /// A kind of search term: the post contains these words in sequence.
      case phrase(String)
      /// A kind of search term: the post has one of these hashtags, which are without "#".
      case tags([String])
      /// A kind of search term: the author's handle or name begins with this text.
      case author(String)
      /// A kind of search term: the post has this kind of attachment.
      case holding(SearchedAttachmentKind)
      case since(Timestamp)
      case before(Timestamp)
      /// A kind of search term: the post is in this language or a variant of it.
      case language(String)
      /// A kind of search term: the post is an entry of a feed, or of a folder of feeds, with this
      /// name; of the feeds whose addresses match, for a regular expression between slashes.
      case inFeed(String)
      case marked(SearchedEntryState)
      /// A kind of search term: the post is a bookmark with this tag of the user's own.
      case tagged(BookmarkTag)
      /// A kind of search term: a part of the post, such as its title, matches a pattern.
      case part(SearchedPostPart, SearchedPattern)
    }
  }

  /// A part of a post to which a search term is limited, as in "title:ferry".
  public enum SearchedPostPart: String, CaseIterable, Hashable, Sendable {
    case title, author, text, link
    /// A part of a post in a search: the handle and the name of the post's person or web feed.
    case from
    /// A part of a post in a search: the addresses of its pictures, videos and audio files.
    case file
  }

  /// A pattern that a search term looks for in a part of a post.
  public enum SearchedPattern: Equatable, Sendable {
    /// A kind of pattern in a search: words in sequence, of which the last may be longer.
    case beginning(String)
    /// A kind of pattern in a search: whole words in sequence.
    case phrase(String)
    /// A kind of pattern in a search: a regular expression, which is typed between slashes.
    case expression(RegularExpression)
  }

  /// A state of an entry that a search can require, as in "is:unread" or "is:starred".
  public enum SearchedEntryState: String, CaseIterable, Sendable {
    case unread, read, starred

    public func isEntryState(of own: Post.UserPostMarks) -> Bool {
      switch self {
      case .unread: !own.contains(.read)
      case .read: own.contains(.read)
      case .starred: own.contains(.bookmarked)
      }
    }
  }

  /// A group of web feeds that a word after "in:" in a search stands for, such as those of a folder
  /// or the feeds with a name; given by ids and names.
  public struct SearchedFeedGroup: Equatable, Sendable {
    public let feeds: Set<Person.ID>
    public let names: [String]
  }

  /// A kind of attachment that a search can require of posts, as in "has:photo".
  public enum SearchedAttachmentKind: String, CaseIterable, Sendable {
    /// A kind of attachment in a search: a still picture or a silent animation.
    case photo
    case video, link, poll, audio

    /// True if the search index has a word for attachments of the kind. Adding one for another kind
    /// would need a new index, since the words of an indexed post are removed as they were added.
    package var isIndexed: Bool { self != .audio }
  }

  init(text: String, terms: [SearchTerm], mistakes: [SearchMistake]) {
    (self.text, self.terms, self.mistakes) = (text, terms, mistakes)
  }

  /// Creates the search for posts that one of the alternatives finds.
  init(text: String, alternatives: [SearchQuery]) {
    guard let first = alternatives.first, alternatives.count > 1 else {
      self = alternatives.first ?? SearchQuery(text: text, terms: [], mistakes: [])
      return
    }
    self.init(text: text, terms: first.terms, mistakes: alternatives.flatMap(\.mistakes))
    others = Array(alternatives.dropFirst())
    (groups, taggedPosts) = (first.groups, first.taggedPosts)
  }

  /// The alternatives of the search, of which one must match a post; each has none itself.
  package var alternatives: [SearchQuery] {
    guard !others.isEmpty else { return [self] }
    var first = self
    first.others = []
    return [first] + others
  }

  /// Returns the search with each of its alternatives changed.
  func mappingAlternatives(_ change: (SearchQuery) -> SearchQuery) -> SearchQuery {
    guard !others.isEmpty else { return change(self) }
    return SearchQuery(text: text, alternatives: alternatives.map(change))
  }
}

/// A term of a typed search that could not be understood.
public struct SearchMistake: Equatable, Sendable {
  public let kind: SearchMistakeKind
  public let part: String
  /// True if the search term with the mistake is the last one, which the user may still be typing.
  public let isLast: Bool

  package init(kind: SearchMistakeKind, part: String, isLast: Bool) {
    (self.kind, self.part, self.isLast) = (kind, part, isLast)
  }

  public enum SearchMistakeKind: Error, Equatable, Sendable {
    case day
    /// A mistake in a search: an unknown attachment kind after "has:".
    case holding
    case language
    /// A mistake in a search: an unknown state after "is:".
    case state
    /// A mistake in a search: a missing value after a colon or "#".
    case missingValue
    /// A mistake in a saved search, or in a search for an action on many entries: an unknown
    /// keyword before a colon.
    case unknown
    /// A mistake in a regular expression or in the parentheses of a search, or a search that is too
    /// long.
    case expression(RegularExpression.ExpressionMistake)
  }
}

extension SearchQuery {
  /// True if the search names web feeds or folders, as in "in:News".
  package var namesFeeds: Bool {
    allTerms.contains { if case .inFeed = $0.kind { true } else { false } }
  }

  /// True if the search asks for read or unread entries.
  package var namesReadStates: Bool { allTerms.contains(where: \.isAboutReadState) }

  /// The terms of all alternatives of the search.
  var allTerms: [SearchTerm] { terms + others.flatMap(\.terms) }

  /// Returns the search with the user's web feeds filled in for the names after "in:": those in the
  /// folder with the name or, without such a folder, those that the name means. `nestsFolders`:
  /// true if "/" in a folder's name separates it from its parent's.
  public func resolvingFeedNames(
    in subscriptions: [Subscription], nestsFolders: Bool
  ) -> SearchQuery {
    mappingAlternatives { query in
      var resolved = query
      for case .inFeed(let name) in query.terms.map(\.kind) {
        let found: [Subscription]
        if name.count > 2, name.hasPrefix("/"), name.hasSuffix("/"),
          let expression = RegularExpression(String(name.dropFirst().dropLast()))
        {
          found = subscriptions.filter { expression.matchesText($0.address) }
        } else {
          let inFolder = subscriptions.filter {
            $0.isInFolder(named: name, nestsFolders: nestsFolders)
          }
          found = inFolder.isEmpty ? subscriptions.filter { $0.isMeantByName(name) } : inFolder
        }
        resolved.groups[name] = SearchedFeedGroup(
          feeds: Set(found.map { Person.ID($0.id.rawValue) }), names: found.map(\.name))
      }
      return resolved
    }
  }

  /// Returns the selection of entries that fulfils the search, if its terms are only feeds,
  /// folders, times and "is:unread"; nil if it has other terms or alternatives.
  public func entriesByFeedIfExpressible(among subscriptions: [Subscription]) -> EntriesByIDOrFeed?
  {
    guard others.isEmpty else { return nil }
    var feeds = Set(subscriptions.map { Person.ID($0.id.rawValue) })
    var (since, before): (Timestamp?, Timestamp?)
    for term in terms {
      switch term.kind {
      case .author(let name):
        let named = Set(
          subscriptions.filter { $0.isMeantByName(name) }.map { Person.ID($0.id.rawValue) })
        feeds = term.isExcluded ? feeds.subtracting(named) : feeds.intersection(named)
      case .inFeed(let name):
        let named = groups[name]?.feeds ?? []
        feeds = term.isExcluded ? feeds.subtracting(named) : feeds.intersection(named)
      case .since(let moment): since = max(moment, since ?? moment)
      case .before(let moment): before = min(moment, before ?? moment)
      case .marked(.unread) where !term.isExcluded, .marked(.read) where term.isExcluded: break
      case .word, .phrase, .tags, .holding, .language, .marked, .tagged, .part: return nil
      }
    }
    return .feeds(feeds, since: since, before: before)
  }

  /// The first word of the search that looks like a term with an unknown keyword, such as
  /// "bogus:x"; nil without one. A search only shows more or less because of such a word, but an
  /// action would concern other entries than the user means.
  private var unknownTerm: String? {
    allTerms.lazy.compactMap { term -> String? in
      guard case .word(let word) = term.kind, let colon = word.firstIndex(of: ":") else {
        return nil
      }
      let isKeyword = colon > word.startIndex && word[..<colon].allSatisfy(\.isLetter)
      return isKeyword && !word[colon...].hasPrefix("://") ? word : nil
    }.first
  }

  /// The first mistake of a search that has to be understood whole, since a saved search or an
  /// action on many entries would otherwise concern other entries than the user means; nil if there
  /// is none.
  var firstSearchMistake: SearchMistake? {
    mistakes.first.map { SearchMistake(kind: $0.kind, part: $0.part, isLast: false) }
      ?? unknownTermMistake
  }

  /// The mistake of a word that looks like a term with an unknown keyword; nil without one.
  package var unknownTermMistake: SearchMistake? {
    unknownTerm.map { SearchMistake(kind: .unknown, part: $0, isLast: false) }
  }

  /// True if the search has terms that the search index cannot check alone.
  package var needsCheckOfPosts: Bool {
    !groups.isEmpty
      || terms.contains {
        switch $0.kind {
        case .part: true
        case .holding(let kind): !kind.isIndexed
        default: false
        }
      }
  }

  /// The search without its terms about read states; nil if an alternative has no others, so that
  /// every entry matches.
  package var withoutReadStates: SearchQuery? {
    let query = mappingAlternatives { query in
      changedCopy(query) { $0.terms.removeAll(where: \.isAboutReadState) }
    }
    return query.alternatives.contains(where: \.terms.isEmpty) ? nil : query
  }

  /// Returns the search without the first of its terms that require hashtags, up to a number of
  /// these terms, for services that check them alone.
  package func withoutTagTerms(first count: Int) -> SearchQuery {
    var left = count
    return changedCopy(self) {
      $0.terms.removeAll { term in
        guard left > 0, !term.isExcluded, case .tags = term.kind else { return false }
        left -= 1
        return true
      }
    }
  }

  public var isEmpty: Bool { allTerms.isEmpty }

  /// The words that the search requires, for services that search words only.
  public var words: [String] {
    terms.compactMap { term in
      switch term.wordTermKind {
      case .word(let word) where !term.isExcluded: word
      case .phrase(let words) where !term.isExcluded: words
      default: nil
      }
    }
  }

  /// The hashtags that the search requires: of each inner list, one suffices.
  public var tags: [[String]] {
    terms.compactMap { term in
      if case .tags(let tags) = term.kind, !term.isExcluded { tags } else { nil }
    }
  }

  public var authors: [String] {
    terms.compactMap { term in
      if case .author(let author) = term.kind, !term.isExcluded { author } else { nil }
    }
  }

  /// True if the search consists of required words only.
  public var isPlain: Bool {
    terms.allSatisfy { if case .word = $0.kind { !$0.isExcluded } else { false } }
  }

  public var subjects: SupportedSearchTerms {
    // No service is asked for alternatives.
    guard others.isEmpty else { return [] }
    var subjects: SupportedSearchTerms = []
    if !words.isEmpty { subjects.insert(.words) }
    if !tags.isEmpty { subjects.insert(.tags) }
    if !authors.isEmpty { subjects.insert(.people) }
    return subjects.isEmpty ? .others : subjects
  }
}

/// A set of kinds of search terms, such as words and hashtags, that tells what a service can search
/// for.
public struct SupportedSearchTerms: OptionSet, Equatable, Sendable {
  public let rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }

  public static let words = SupportedSearchTerms(rawValue: 1)
  public static let tags = SupportedSearchTerms(rawValue: 2)
  public static let people = SupportedSearchTerms(rawValue: 4)
  /// The kinds of search terms that only restrict a search, such as a date or "has:photo".
  public static let others = SupportedSearchTerms(rawValue: 8)

  public static let all: SupportedSearchTerms = [.words, .tags, .people, .others]
}

extension SearchQuery {
  /// Returns true if an alternative of the search matches a post. `moreTexts` returns texts of the
  /// post that its content lacks, such as an entry's full text; it is called only if needed.
  public func matchesPost(_ post: Post, moreTexts: () -> [String] = { [] }) -> Bool {
    alternatives.contains { query in
      !query.terms.isEmpty
        && query.fulfillsSearchTerms(
          of: post.content, by: post.author, at: post.createdAt, own: post.userMarks, id: post.id,
          url: .some(post.url), moreTexts: moreTexts
        ) { _ in true }
    }
  }

  /// Returns true if the user's marks of a post fulfil the terms about marks in an alternative of
  /// the search.
  package func isFulfilledByMarks(_ own: Post.UserPostMarks) -> Bool {
    alternatives.contains { query in
      query.terms.allSatisfy { term in
        guard case .marked(let state) = term.kind else { return true }
        return state.isEntryState(of: own) != term.isExcluded
      }
    }
  }

  /// Returns true if a post that a service found fulfils the terms of the search that the program
  /// checks again. Words are left to the service, which may match other forms of them.
  public func confirmsFoundPost(_ post: Post) -> Bool {
    confirmsFoundContent(
      post.content, by: post.author, at: post.createdAt, url: .some(post.url))
  }

  /// Returns true if the content of a post that a service found fulfils the search terms that the
  /// program checks again, as in `confirmsFoundPost`. Without `url`, terms about it are not
  /// checked.
  public func confirmsFoundContent(
    _ content: Post.PostContent, by author: Person, at moment: Timestamp, url: String?? = nil
  )
    -> Bool
  {
    fulfillsSearchTerms(of: content, by: author, at: moment, url: url) { term in
      if case .word = term.kind { term.isExcluded } else { true }
    }
  }

  /// Returns true if a post fulfils all those search terms for which a closure returns true. What
  /// is nil of a post is unknown, and terms about it count as fulfilled; `url` is the address of a
  /// post's page, or that it has none. `moreTexts` returns texts that the content lacks.
  private func fulfillsSearchTerms(
    of content: Post.PostContent, by author: Person, at moment: Timestamp,
    own: Post.UserPostMarks? = nil, id: Post.ID? = nil, url: String?? = nil,
    moreTexts: () -> [String] = { [] }, where isLookedAt: (SearchTerm) -> Bool
  ) -> Bool {
    var texts: [SearchableWords]?
    var parts: PostTextParts?
    var more: [String]?
    func matchesTextBeyondContent(_ matches: (String) -> Bool) -> Bool {
      let known = more ?? moreTexts()
      more = known
      return known.contains(where: matches)
    }
    return terms.lazy.filter(isLookedAt).allSatisfy { term in
      let isTrue: Bool
      switch term.kind {
      case .word(let word):
        isTrue =
          postContainsPhrase(SearchPhrase(beginning: word), content, author, &texts)
          || matchesTextBeyondContent(SearchedPattern.beginning(word).matchesText)
      case .phrase(let words):
        isTrue =
          postContainsPhrase(SearchPhrase(whole: words), content, author, &texts)
          || matchesTextBeyondContent(SearchedPattern.phrase(words).matchesText)
      case .tags(let tags):
        let held = content.tags.map(TypedNameBeginning.normalizedDottedName)
        isTrue = tags.contains { held.contains(TypedNameBeginning.normalizedDottedName($0)) }
      case .author(let name): isTrue = TypedNameBeginning(name).matchesNameBeginning(of: author)
      case .holding(let holding): isTrue = content.hasAttachment(of: holding)
      case .since(let start): isTrue = moment >= start
      case .before(let end): isTrue = moment < end
      case .language(let language): isTrue = content.isInLanguage(language)
      case .inFeed(let name):
        isTrue =
          groups[name]?.feeds.contains(author.id)
          ?? TypedNameBeginning(name).matchesNameBeginning(of: author)
      case .marked(let state): isTrue = own.map(state.isEntryState) ?? !term.isExcluded
      case .tagged(let tag):
        isTrue = id.map { taggedPosts[tag]?.contains($0) == true } ?? !term.isExcluded
      case .part(.link, let pattern):
        isTrue = url.map { pattern.matchesAddress($0 ?? "") } ?? !term.isExcluded
      case .part(.file, let pattern):
        isTrue = content.photos.contains { photo in
          pattern.matchesAddress(photo.address ?? photo.id.rawValue)
        }
      case .part(.from, let pattern):
        isTrue = [author.handle, author.name].contains(where: pattern.matchesText)
      case .part(let part, let pattern):
        let known = parts ?? PostTextParts(content.text)
        parts = known
        isTrue =
          known.texts(of: part, by: author).contains(where: pattern.matchesText)
          || part == .text && matchesTextBeyondContent(pattern.matchesText)
      }
      return isTrue != term.isExcluded
    }
  }

  private func postContainsPhrase(
    _ words: SearchPhrase, _ content: Post.PostContent, _ author: Person,
    _ texts: inout [SearchableWords]?
  ) -> Bool {
    let folded = texts ?? content.searchedTexts(by: author).map { SearchableWords($0) }
    texts = folded
    return folded.contains { $0.containsPhrase(words) }
  }
}

extension SearchQuery.SearchTerm {
  /// True if the search term requires an entry to be read, or unread.
  fileprivate var isAboutReadState: Bool {
    switch kind {
    case .marked(.unread), .marked(.read): true
    default: false
    }
  }

  /// The kind that replaces the search term's own for services that search words in whole posts:
  /// words or a phrase for a required title or text, which the program then looks for in the title
  /// or text of the found posts.
  public var wordTermKind: SearchTermKind {
    switch kind {
    case .part(.title, .beginning(let words)), .part(.text, .beginning(let words)):
      isExcluded ? kind : .word(words)
    case .part(.title, .phrase(let words)), .part(.text, .phrase(let words)):
      isExcluded ? kind : .phrase(words)
    default: kind
    }
  }
}

extension SearchQuery.SearchedPattern {
  fileprivate func matchesText(_ text: String) -> Bool {
    switch self {
    case .beginning(let words): SearchableWords(text).containsPhrase(SearchPhrase(beginning: words))
    case .phrase(let words): SearchableWords(text).containsPhrase(SearchPhrase(whole: words))
    case .expression(let expression): expression.matchesText(text)
    }
  }

  /// Returns true if the pattern is found in a web address, in which words need not be whole.
  fileprivate func matchesAddress(_ address: String) -> Bool {
    switch self {
    case .beginning(let text), .phrase(let text):
      address.lowercased().contains(text.lowercased())
    case .expression(let expression): expression.matchesText(address)
    }
  }
}

/// A post's text, split into the parts to which search terms can be limited: title, author and the
/// rest. The text of a web feed's entry begins with the title as emphasised words, and ends with a
/// line that names the author, if the feed states them.
struct PostTextParts {
  private static let authorLine = "\n— "

  /// The title of the entry; the first line of a post without a title.
  let title: String
  /// The author whom the entry of a web feed names; nil for other posts.
  let author: String?
  /// The text without the title and without the line that names the author.
  let body: String

  init(_ text: RichText) {
    var runs = text.runs[...]
    var author: String?
    if let last = runs.last, last.kind == .plain,
      let line = Self.authorLineOpeningRange(of: last.text)
    {
      author = String(last.text[line.upperBound...])
      runs = runs.dropLast() + [RichText.RichTextRun(String(last.text[..<line.lowerBound]))]
    }
    self.author = author
    let rest = runs.dropFirst().reduce(into: "") { $0 += $1.text }
    if let first = runs.first, first.kind == .emphasis, rest.isEmpty || rest.hasPrefix("\n") {
      (title, body) = (first.text, rest)
    } else {
      body = (runs.first?.text ?? "") + rest
      title = String(body.prefix { !$0.isNewline })
    }
  }

  /// Returns the range of the beginning of the last line of a text, if the line names an author.
  private static func authorLineOpeningRange(of text: String) -> Range<String.Index>? {
    guard let end = text.lastIndex(where: \.isNewline), text[end...].hasPrefix(authorLine) else {
      return nil
    }
    return end..<text.index(end, offsetBy: authorLine.count)
  }

  /// Returns the texts in which a search term limited to a part looks for its pattern.
  func texts(of part: SearchQuery.SearchedPostPart, by person: Person) -> [String] {
    switch part {
    case .title: [title]
    case .author: author.map { [$0] } ?? [person.name, person.handle]
    case .text: [body]
    case .from: [person.name, person.handle]
    case .link, .file: []
    }
  }
}

extension Post.PostContent {
  /// Returns the texts of a post that are searched: text, warning, alt texts, poll options and the
  /// author's names.
  public func searchedTexts(by author: Person) -> [String] {
    var texts = [text.plain, author.name, author.handle]
    if let warning { texts.append(warning) }
    texts += photos.map(\.altText).filter { !$0.isEmpty }
    if let poll { texts += poll.options.map(\.title) }
    return texts
  }

  /// The hashtags of the post, without "#".
  public var tags: [String] {
    text.runs.compactMap { if case .tag(let tag) = $0.kind { tag } else { nil } }
  }

  /// The text of a search for posts with any of this post's hashtags; with photos, if the post has
  /// some.
  public var searchForSimilar: String {
    let tags = tags.map { "#\($0)" }.joined(separator: ",")
    return hasAttachment(of: .photo) ? "\(tags) has:photo" : tags
  }

  public func hasAttachment(of holding: SearchQuery.SearchedAttachmentKind) -> Bool {
    switch holding {
    case .photo: photos.contains { !$0.kind.isPlayed }
    case .video: photos.contains { $0.kind == .video }
    case .audio: photos.contains { $0.kind == .audio }
    case .link:
      card != nil || text.runs.contains { if case .link = $0.kind { true } else { false } }
    case .poll: poll != nil
    }
  }

  /// Returns true if the post is in a language; "pt" includes "pt-BR". Posts of unknown language
  /// match none.
  func isInLanguage(_ language: String) -> Bool {
    guard let own = self.language else { return false }
    return own == language || own.hasPrefix(language + "-")
  }
}

/// A typed beginning of an author's name, in lower case without accents and with dots between its
/// words, which is compared with handles and names.
struct TypedNameBeginning {
  private let key: String

  init(_ name: String) { key = Self.normalizedDottedName(name) }

  static func normalizedDottedName(_ name: String) -> String {
    SearchableWords(name).words.map(\.text).joined(separator: ".")
  }

  func matchesNameBeginning(of person: Person) -> Bool {
    isBeginningOfHandleOrName(handle: person.handle, name: person.name)
  }

  func isBeginningOfHandleOrName(handle: String, name: String) -> Bool {
    [handle, name].contains { name in
      let name = Self.normalizedDottedName(name)
      return name == key || name.hasPrefix(key + ".")
    }
  }
}

/// A selection of entries of one account, to find its unread ones, or to mark them as read or
/// unread.
public enum EntriesByIDOrFeed: Equatable, Sendable {
  case entries([Post.ID])
  /// A kind of selection of entries: all entries of these feeds that were written in a span of
  /// time; a limit is nil if the span is open there.
  case feeds(Set<Person.ID>, since: Timestamp? = nil, before: Timestamp? = nil)
}
