/// A stream that no service offers, but that the program makes of the stored home timeline or reads
/// from a server without an account. Tabs and the store contain the stream as a list with a
/// reserved id.
public enum DerivedFeed: Hashable, Sendable {
  /// A kind of derived stream: the posts of the last week that were liked and boosted most.
  case popular
  /// A kind of derived stream: the posts of those people in the home timeline who write least.
  case quiet
  /// A kind of derived stream: the posts of the last week that link to a web page with this
  /// address.
  case shares(of: String)
  /// A kind of derived stream: the public posts of a server, which is named by its host.
  case server(String)
  /// A kind of derived stream: the bookmarks with a tag of the user's own.
  case tagged(BookmarkTag)
}

extension DerivedFeed {
  private static let idPrefix = "tweetie:"
  private static let (popularID, quietID) = ("popular", "quiet")
  private static let (sharesMark, serverMark, tagMark) = (
    "shares:", "server:", "tagged:"
  )

  /// Creates the derived stream that a timeline stands for; nil for a timeline of the service.
  public init?(_ feed: Feed) {
    guard case .list(let id, _) = feed, id.hasPrefix(Self.idPrefix) else { return nil }
    let rest = id.dropFirst(Self.idPrefix.count)
    if rest == Self.popularID {
      self = .popular
    } else if rest == Self.quietID {
      self = .quiet
    } else if rest.hasPrefix(Self.sharesMark) {
      self = .shares(of: String(rest.dropFirst(Self.sharesMark.count)))
    } else if rest.hasPrefix(Self.serverMark) {
      self = .server(String(rest.dropFirst(Self.serverMark.count)))
    } else if rest.hasPrefix(Self.tagMark),
      let tag = BookmarkTag(String(rest.dropFirst(Self.tagMark.count)))
    {
      self = .tagged(tag)
    } else {
      return nil
    }
  }

  /// Creates the derived stream of a server's public posts from a typed host or address; nil for
  /// other text.
  public init?(serverNamed typed: String) {
    var name = typed[...]
    for beginning in ["https://", "@"] where name.hasPrefix(beginning) {
      name = name.dropFirst(beginning.count)
    }
    while name.hasSuffix("/") { name = name.dropLast() }
    let labels = name.split(separator: ".", omittingEmptySubsequences: false)
    let isName = labels.allSatisfy { label in
      !label.isEmpty && label.first != "-" && label.last != "-"
        && label.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" }
    }
    // A name whose last part is a number is an IP address.
    guard isName, labels.count > 1, labels.last?.contains(where: \.isLetter) == true else {
      return nil
    }
    self = .server(name.lowercased())
  }

  /// Returns the derived stream as a timeline; a name is shown only if the stream is for the shares
  /// of a page.
  public func feed(named name: String = "") -> Feed {
    let id =
      switch self {
      case .popular: Self.popularID
      case .quiet: Self.quietID
      case .shares(let address): Self.sharesMark + address
      case .server(let host): Self.serverMark + host
      case .tagged(let tag): Self.tagMark + tag.name
      }
    return .list(id: Self.idPrefix + id, name: name)
  }

  /// True if the stream is computed anew from stored posts, so that a fetched page replaces all of
  /// its rows.
  public var isComputed: Bool { if case .server = self { false } else { true } }
}
