/// A tag of one or more words that the user puts on bookmarked posts, to find them again. Tags are
/// kept on this machine alone.
public struct BookmarkTag: Hashable, Sendable {
  private static let longest = 60

  /// The bookmark tag's name in lower case, without "#" and with single spaces.
  public let name: String

  /// Creates a bookmark tag from typed text; nil for text without a letter or digit, or very long
  /// text.
  public init?(_ typed: String) {
    let words = typed.lowercased().split { $0.isWhitespace || $0 == "," || $0 == "\"" }
    let name = words.joined(separator: " ")
    let bare = String(name.drop { $0 == "#" })
    guard bare.count <= Self.longest, bare.contains(where: { $0.isLetter || $0.isNumber }) else {
      return nil
    }
    self.name = bare
  }
}

public struct BookmarkTagIndex: Equatable, Sendable {
  /// The ids of the bookmarked posts, by tag, the post tagged last first.
  public let posts: [BookmarkTag: [Post.ID]]

  package init(_ pairs: [(tag: BookmarkTag, post: Post.ID)] = []) {
    posts = Dictionary(grouping: pairs, by: \.tag).mapValues { $0.map(\.post) }
  }

  /// The user's bookmark tags in alphabetical order.
  public var all: [BookmarkTag] { posts.keys.sorted { $0.name < $1.name } }

  /// Returns the bookmark tags of a post in alphabetical order.
  public func tags(of post: Post.ID) -> [BookmarkTag] {
    all.filter { posts[$0]?.contains(post) == true }
  }
}

extension SearchQuery {
  /// True if the search names tags of bookmarks, which no service knows.
  package var namesBookmarkTags: Bool {
    allTerms.contains { if case .tagged = $0.kind { true } else { false } }
  }

  /// Returns the search with the posts of its bookmark tags filled in from the user's tags.
  public func resolvingBookmarkTags(in tags: BookmarkTagIndex) -> SearchQuery {
    mappingAlternatives { query in
      var resolved = query
      for case .tagged(let tag) in query.terms.map(\.kind) {
        resolved.taggedPosts[tag] = Set(tags.posts[tag] ?? [])
      }
      return resolved
    }
  }

  /// The ids of the only posts that the bookmark tags in the search admit; nil if the search
  /// requires no tag.
  package var admittedPosts: Set<Post.ID>? {
    let sets = terms.compactMap { term -> Set<Post.ID>? in
      guard case .tagged(let tag) = term.kind, !term.isExcluded else { return nil }
      return taggedPosts[tag] ?? []
    }
    return sets.dropFirst().reduce(sets.first) { $0?.intersection($1) }
  }

  /// The ids of the posts that the bookmark tags in the search exclude.
  package var excludedPosts: Set<Post.ID> {
    terms.reduce(into: []) { posts, term in
      if case .tagged(let tag) = term.kind, term.isExcluded {
        posts.formUnion(taggedPosts[tag] ?? [])
      }
    }
  }
}
