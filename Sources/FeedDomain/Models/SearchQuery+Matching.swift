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
