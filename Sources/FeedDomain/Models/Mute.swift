/// What the reader does not want to read about, at any service: they keep it themselves, and nobody
/// is told.
public enum Mute: Hashable, Sendable {
  /// Posts that say this, as words.
  case words(String)
  /// Posts and boosts of whoever has this handle, without "@".
  case person(String)
  /// Posts with this tag, without "#".
  case tag(String)

  /// So many characters are enough for anything.
  private static let longest = 200

  /// What somebody typed: "#tag", "@name", or words. Nil for nothing, and for what is too long.
  package init?(_ typed: String) {
    // Nobody tells large letters from small ones here.
    let words = typed.split(whereSeparator: \.isWhitespace).joined(separator: " ").lowercased()
    guard words.count <= Self.longest else { return nil }
    let rest = String(words.dropFirst())
    switch words.first {
    case nil: return nil
    case "#": self = .tag(rest)
    case "@": self = .person(rest)
    default: self = .words(words)
    }
    guard words.first != "#" && words.first != "@" || !rest.isEmpty && !rest.contains(" ") else {
      return nil
    }
  }

  /// As one types it.
  public var text: String {
    switch self {
    case .words(let words): words
    case .person(let handle): "@" + handle
    case .tag(let tag): "#" + tag
    }
  }
}

extension Mute {
  /// Whether a post, or who boosted it, is what it is about.
  func covers(_ post: Post, boostedBy booster: Person?) -> Bool {
    switch self {
    case .person(let handle):
      [post.author, booster].contains { $0?.handle.lowercased() == handle }
        || post.content.quote?.handle.lowercased() == handle
    case .tag(let tag):
      post.content.text.runs.contains { run in
        if case .tag(let other) = run.kind { other.lowercased() == tag } else { false }
      }
    case .words(let words):
      post.content.words.contains { WordMatch.contains(words, in: $0.lowercased()) }
    }
  }
}

extension Post.Content {
  /// Everything in it that can be read.
  fileprivate var words: [String] {
    [text.plain] + [warning, quote?.text.plain, card?.title].compactMap(\.self)
      + photos.map(\.altText) + (poll?.options.map(\.title) ?? [])
  }
}

extension [Mute] {
  /// The same with that at the front, or without it.
  public func setting(_ mute: Mute, _ isMuted: Bool) -> [Mute] {
    (isMuted ? [mute] : []) + filter { $0 != mute }
  }

  /// The post as its reader is shown it. What one wrote oneself is never folded away.
  public func shown(_ post: Post, boostedBy booster: Person?, to reader: Account) -> Post {
    guard !isEmpty, post.author.id != reader.person,
      let mute = first(where: { $0.covers(post, boostedBy: booster) })
    else { return post }
    return post.with(post.content.muted(by: mute))
  }
}

extension Post.Content {
  /// The same, folded away for one more reason.
  fileprivate func muted(by mute: Mute) -> Post.Content { changed(self) { $0.mute = mute.text } }
}
