/// What somebody looks for among posts: words, and what else is to be true of a post.
///
/// All terms hold of a post that is found. What was typed and means nothing is no term but a mistake,
/// and keeps nobody from the rest.
public struct SearchQuery: Hashable, Sendable {
  /// As it was typed, with one blank between its parts.
  public let text: String
  /// What is to be true.
  public let terms: [Term]
  /// What was typed and could not be understood.
  public let mistakes: [SearchMistake]

  /// One thing that is to be true of a post, or is not to be.
  public struct Term: Hashable, Sendable {
    public let kind: Kind
    /// Whether it is not to be.
    public let isExcluded: Bool

    /// Something that can be true of a post.
    public enum Kind: Hashable, Sendable {
      /// It says a word that begins so.
      case word(String)
      /// It says these words, side by side.
      case phrase(String)
      /// It has one of these tags, which are without "#".
      case tags([String])
      /// It is by somebody whose handle or name begins so.
      case author(String)
      /// There is that in it.
      case holding(Holding)
      /// It was written then or later.
      case since(Timestamp)
      /// It was written earlier than that.
      case before(Timestamp)
      /// It is in that language, or in a kind of it.
      case language(String)
    }
  }

  /// What a post may hold besides words.
  public enum Holding: String, CaseIterable, Hashable, Sendable {
    /// A picture that stands still, or moves without a sound.
    case photo
    /// A film.
    case video
    /// A way to a page.
    case link
    /// A question with answers to choose from.
    case poll
  }

  init(text: String, terms: [Term], mistakes: [SearchMistake]) {
    (self.text, self.terms, self.mistakes) = (text, terms, mistakes)
  }
}

/// What was typed to look for and could not be understood.
public struct SearchMistake: Hashable, Sendable {
  public let kind: Kind
  /// The part as it was typed.
  public let part: String
  /// Whether nothing was typed behind it: more of it may still come.
  public let isLast: Bool

  package init(kind: Kind, part: String, isLast: Bool) {
    (self.kind, self.part, self.isLast) = (kind, part, isLast)
  }

  /// What can be wrong.
  public enum Kind: Error, Hashable, Sendable {
    case day
    /// Nothing of that name is in posts.
    case holding
    /// It is the name of no language.
    case language
    /// Nothing stands behind the colon, or no tag behind "#".
    case nothing
  }
}

extension SearchQuery {
  public var isEmpty: Bool { terms.isEmpty }

  /// The words that are to be in a post, one by one, for those who look for nothing but words.
  public var words: [String] {
    terms.compactMap { term in
      switch term.kind {
      case .word(let word) where !term.isExcluded: word
      case .phrase(let words) where !term.isExcluded: words
      default: nil
      }
    }
  }

  /// The tags that are to be in a post, of which one is enough in each list.
  public var tags: [[String]] {
    terms.compactMap { term in
      if case .tags(let tags) = term.kind, !term.isExcluded { tags } else { nil }
    }
  }

  /// Whose posts they are to be.
  public var authors: [String] {
    terms.compactMap { term in
      if case .author(let author) = term.kind, !term.isExcluded { author } else { nil }
    }
  }

  /// Whether it is nothing but words that are to be there.
  public var isPlain: Bool {
    terms.allSatisfy { if case .word = $0.kind { !$0.isExcluded } else { false } }
  }

  /// What of it a service can begin with.
  public var subjects: SearchSubjects {
    var subjects: SearchSubjects = []
    if !words.isEmpty { subjects.insert(.words) }
    if !tags.isEmpty { subjects.insert(.tags) }
    if !authors.isEmpty { subjects.insert(.people) }
    return subjects.isEmpty ? .others : subjects
  }
}

/// What a service can be asked to look for.
public struct SearchSubjects: OptionSet, Hashable, Sendable {
  public let rawValue: Int
  /// The subjects with these bits.
  public init(rawValue: Int) { self.rawValue = rawValue }

  public static let words = SearchSubjects(rawValue: 1)
  public static let tags = SearchSubjects(rawValue: 2)
  public static let people = SearchSubjects(rawValue: 4)
  /// Nothing but what narrows, as a day or that there is a photo.
  public static let others = SearchSubjects(rawValue: 8)

  /// Whatever can be typed.
  public static let all: SearchSubjects = [.words, .tags, .people, .others]
}

extension SearchQuery {
  /// Whether all of it is true of a post.
  public func matches(_ post: Post) -> Bool {
    !isEmpty && holds(of: post.content, by: post.author, at: post.createdAt) { _ in true }
  }

  /// Whether a post that a service found for its words may be shown. Words are left to the service,
  /// which may know them in other forms; the rest is looked at again, since many a service takes no
  /// notice of what it does not know.
  public func admits(_ post: Post) -> Bool {
    admits(post.content, by: post.author, at: post.createdAt)
  }

  /// The same of what a post says, who wrote it and when.
  public func admits(_ content: Post.Content, by author: Person, at moment: Timestamp) -> Bool {
    holds(of: content, by: author, at: moment) { term in
      if case .word = term.kind { term.isExcluded } else { true }
    }
  }

  /// Whether those of the terms are true that are to be looked at.
  private func holds(
    of content: Post.Content, by author: Person, at moment: Timestamp,
    where isLookedAt: (Term) -> Bool
  ) -> Bool {
    var texts: [FoldedWords]?
    return terms.lazy.filter(isLookedAt).allSatisfy { term in
      let isTrue: Bool
      switch term.kind {
      case .word(let word):
        isTrue = says(SoughtWords(beginning: word), content, author, &texts)
      case .phrase(let words):
        isTrue = says(SoughtWords(whole: words), content, author, &texts)
      case .tags(let tags):
        let held = content.tags.map(AuthorKey.folded)
        isTrue = tags.contains { held.contains(AuthorKey.folded($0)) }
      case .author(let name): isTrue = AuthorKey(name).begins(author)
      case .holding(let holding): isTrue = content.holds(holding)
      case .since(let start): isTrue = moment >= start
      case .before(let end): isTrue = moment < end
      case .language(let language): isTrue = content.isIn(language)
      }
      return isTrue != term.isExcluded
    }
  }

  private func says(
    _ words: SoughtWords, _ content: Post.Content, _ author: Person, _ texts: inout [FoldedWords]?
  ) -> Bool {
    let folded = texts ?? content.texts(by: author).map { FoldedWords($0) }
    texts = folded
    return folded.contains { $0.contains(words) }
  }
}

extension Post.Content {
  /// Everything that is looked through for words: the text, the warning, what photos show, the
  /// answers of a poll, and who wrote it.
  public func texts(by author: Person) -> [String] {
    var texts = [text.plain, author.name, author.handle]
    if let warning { texts.append(warning) }
    texts += photos.map(\.altText).filter { !$0.isEmpty }
    if let poll { texts += poll.options.map(\.title) }
    return texts
  }

  /// Its tags, without "#".
  public var tags: [String] {
    text.runs.compactMap { if case .tag(let tag) = $0.kind { tag } else { nil } }
  }

  /// What finds posts with any of its tags; such with photos, where it is one of them.
  public var searchForSimilar: String {
    let tags = tags.map { "#\($0)" }.joined(separator: ",")
    return holds(.photo) ? "\(tags) has:photo" : tags
  }

  /// Whether there is such a thing in it.
  public func holds(_ holding: SearchQuery.Holding) -> Bool {
    switch holding {
    case .photo: photos.contains { !$0.kind.isPlayed }
    case .video: photos.contains { $0.kind == .video }
    case .link:
      card != nil || text.runs.contains { if case .link = $0.kind { true } else { false } }
    case .poll: poll != nil
    }
  }

  /// Whether it is in a language: "pt" is any Portuguese, "pt-BR" that alone. What is in no language
  /// that was told is in none.
  func isIn(_ language: String) -> Bool {
    guard let own = self.language else { return false }
    return own == language || own.hasPrefix(language + "-")
  }
}

/// A handle or a name as people are looked for by it: in small letters, one dot for whatever stands
/// between its words.
struct AuthorKey {
  private let key: String

  init(_ name: String) { key = Self.folded(name) }

  static func folded(_ name: String) -> String {
    FoldedWords(name).words.map(\.text).joined(separator: ".")
  }

  /// Whether somebody's handle or name begins with these words.
  func begins(_ person: Person) -> Bool {
    [person.handle, person.name].contains { name in
      let name = Self.folded(name)
      return name == key || name.hasPrefix(key + ".")
    }
  }
}
