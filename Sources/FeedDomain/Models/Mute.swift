/// A local mute, by which the user mutes words, a person, a hashtag or a conversation at all
/// services.
public enum Mute: Hashable, Sendable {
  case words(String)
  /// A kind of local mute: hides posts and boosts by the person with a handle, which has no "@".
  case person(String)
  case tag(String)
  /// A kind of local mute: hides all posts of a conversation.
  case conversation(HiddenConversation)
  /// A kind of local mute: hides boosts by the person with a handle, without "@", until a time; nil
  /// for good.
  case boosts(of: String, until: Timestamp?)

  private static let boostsMark = "boosts:@"
  private static let longest = 200

  /// Creates a mute from typed text, such as "#tag", "@name" or words, or from the text in which a
  /// hidden conversation or a mute of boosts is stored. Nil for empty or very long text.
  package init?(_ typed: String) {
    if let hidden = HiddenConversation(stored: typed) {
      self = .conversation(hidden)
      return
    }
    if let boosts = Self.parsedBoostMute(typed) {
      self = boosts
      return
    }
    // Mutes ignore case.
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

  public var text: String {
    switch self {
    case .words(let words): words
    case .person(let handle): "@" + handle
    case .tag(let tag): "#" + tag
    case .conversation(let hidden): hidden.storedText
    case .boosts(let handle, let end):
      Self.boostsMark + handle + (end.map { " \($0.milliseconds)" } ?? "")
    }
  }

  /// Reads a mute of boosts from its text in a file; nil for another text.
  private static func parsedBoostMute(_ text: String) -> Mute? {
    guard text.hasPrefix(boostsMark) else { return nil }
    let parts = text.dropFirst(boostsMark.count).split(whereSeparator: \.isWhitespace)
    guard let handle = parts.first, parts.count <= 2 else { return nil }
    guard parts.count == 2 else { return .boosts(of: handle.lowercased(), until: nil) }
    return Int64(parts[1]).map {
      .boosts(of: handle.lowercased(), until: Timestamp(milliseconds: $0))
    }
  }

  /// Returns true if both mutes are about the same words, person, tag or conversation, or the
  /// boosts of one person.
  fileprivate func hasSameSubject(as other: Mute) -> Bool {
    if case .boosts(let handle, _) = self, case .boosts(handle, _) = other { return true }
    return self == other
  }
}

/// A conversation that the user hid with a local mute, so that none of its posts is shown.
public struct HiddenConversation: Hashable, Sendable {
  private static let idPrefix = "thread:"
  private static let longestTitle = 60

  /// The id of the account in which the user hid the conversation, as services have their own post
  /// ids.
  public let account: Account.ID
  public let post: Post.ID
  /// The beginning of a post of the hidden conversation, by which the user recognises it.
  public let title: String

  package init(account: Account.ID, post: Post.ID, title: String) {
    (self.account, self.post) = (account, post)
    let line = title.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    self.title = String(line.prefix(Self.longestTitle))
  }

  /// Creates a hidden conversation from the line of a file; nil for other text.
  fileprivate init?(stored text: String) {
    guard text.hasPrefix(Self.idPrefix) else { return nil }
    let parts = text.dropFirst(Self.idPrefix.count)
      .split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 3, !parts[0].isEmpty, !parts[1].isEmpty else { return nil }
    self.init(
      account: Account.ID(Self.decodingBlanksAndPercents(parts[0])),
      post: Post.ID(Self.decodingBlanksAndPercents(parts[1])),
      title: parts[2])
  }

  fileprivate var storedText: String {
    [
      Self.idPrefix + Self.encodingBlanksAndPercents(account.rawValue),
      Self.encodingBlanksAndPercents(post.rawValue), title,
    ]
    .joined(separator: " ")
  }

  private static func encodingBlanksAndPercents(_ text: String) -> String {
    text.map { $0 == "%" ? "%25" : $0 == " " ? "%20" : String($0) }.joined()
  }

  /// Returns the text with its blanks and percent signs decoded, as `encodingBlanksAndPercents`
  /// wrote them.
  private static func decodingBlanksAndPercents(_ text: String) -> String {
    let parts = text.split(separator: "%", omittingEmptySubsequences: false)
    return parts.dropFirst().reduce(into: String(parts[0])) { decoded, part in
      switch part.prefix(2) {
      case "20": decoded += " " + part.dropFirst(2)
      case "25": decoded += "%" + part.dropFirst(2)
      default: decoded += "%" + part
      }
    }
  }
}

extension Mute {
  func mutesPost(_ post: Post, boostedBy booster: Person?) -> Bool {
    switch self {
    case .person(let handle):
      [post.author, booster].contains { $0?.handle.lowercased() == handle }
        || post.content.quote?.handle.lowercased() == handle
    case .tag(let tag):
      post.content.text.runs.contains { run in
        if case .tag(let other) = run.kind { other.lowercased() == tag } else { false }
      }
    case .conversation, .boosts: false
    case .words(let words):
      post.content.words.contains {
        MutedWordMatcher.containsMutedWords(words, in: $0.lowercased())
      }
    }
  }
}

extension Post.PostContent {
  /// The texts of a post in which muted words are searched: text, warning, quote, link title, alt
  /// texts and poll options.
  fileprivate var words: [String] {
    [text.plain] + [warning, quote?.text.plain, card?.title].compactMap(\.self)
      + photos.map(\.altText) + (poll?.options.map(\.title) ?? [])
  }
}

extension [Mute] {
  /// Returns the list of local mutes with one added at the front, or removed from it.
  public func settingMute(_ mute: Mute, isMuted: Bool) -> [Mute] {
    (isMuted ? [mute] : []) + filter { !$0.hasSameSubject(as: mute) }
  }

  /// Returns the local mute that hides a person's boosts at a time; nil if none does.
  public func activeBoostMute(of person: Person, at now: Timestamp) -> Mute? {
    guard !isEmpty else { return nil }
    let name = person.handle.lowercased()
    return first { mute in
      guard case .boosts(name, let end) = mute else { return false }
      return end.map { $0 > now } ?? true
    }
  }

  /// Returns the post, folded if one of the mutes applies to it or its booster; the user's own
  /// posts are returned unchanged.
  public func foldingMutedPost(_ post: Post, boostedBy booster: Person?, to reader: Account) -> Post
  {
    guard !isEmpty, post.authorID != reader.person,
      let mute = first(where: { $0.mutesPost(post, boostedBy: booster) })
    else { return post }
    return post.replacingContent(post.content.markingAsMuted(by: mute))
  }
}

extension Post.PostContent {
  fileprivate func markingAsMuted(by mute: Mute) -> Post.PostContent {
    changedCopy(self) { $0.foldingMute = mute.text }
  }
}
