internal import FeedDomain

/// How a stream is asked for at Unsplash.
struct UnsplashStream: Equatable, Sendable {
  /// The most that it gives at once.
  static let limit = 30
  /// What the ids of lists begin with.
  static let topic = "topic/"
  static let collection = "collection/"

  private let path: String
  private let query: [(String, String)]
  /// Whether it looks for words, which the service may not want to.
  var isSearch: Bool { path.hasPrefix("/search/") }

  /// Whether somebody put it together, for everybody or for themselves.
  var isCollection: Bool { path.hasPrefix("/collections/") }

  /// Nil for a stream that Unsplash does not have.
  init?(_ feed: Feed) {
    switch feed {
    case .photos: self.init("/photos")
    case .tag(let words): self.init("/search/photos", [("query", words)])
    case .person(let id), .portfolio(let id):
      guard id != UnsplashConnection.nobody else { return nil }
      self.init("/users/\(WebQuery.encoded(id.rawValue))/photos")
    case .list(let id, _):
      guard let parent = [Self.topic, Self.collection].first(where: id.hasPrefix) else {
        return nil
      }
      let name = WebQuery.encoded(String(id.dropFirst(parent.count)))
      self.init("/\(parent.dropLast())s/\(name)/photos")
    case .home, .everything, .local, .federated, .trending, .nearby, .likes, .bookmarks, .search,
      .answers:
      return nil
    }
  }

  /// How photos are looked for: with nothing but words, of which tags are some as well. Nil where
  /// there are none.
  init?(_ query: SearchQuery) {
    let words = query.words + query.tags.compactMap(\.first)
    guard !words.isEmpty else { return nil }
    self.init("/search/photos", [("query", words.joined(separator: " "))])
  }

  private init(_ path: String, _ query: [(String, String)] = []) {
    (self.path, self.query) = (path, query)
  }

  /// People with these words in their names.
  static func people(_ words: String) -> UnsplashStream {
    UnsplashStream("/search/users", [("query", words)])
  }

  /// What somebody put together.
  static func collections(of handle: String) -> UnsplashStream {
    UnsplashStream("/users/\(WebQuery.encoded(handle))/collections")
  }

  /// The path of a page, counted from 1.
  func page(_ number: Int) -> String {
    let position = [("page", String(number)), ("per_page", String(Self.limit))]
    return "\(path)?\(WebQuery(query + position).text)"
  }

  static func == (left: UnsplashStream, right: UnsplashStream) -> Bool {
    left.page(1) == right.page(1)
  }
}

extension Cursor {
  /// The page it leads to, where it is a page's number; nothing else leads anywhere but to the top.
  var pageNumber: Int { max(1, min(Int(rawValue) ?? 1, 1_000_000)) }

  /// Leads to that page.
  static func page(_ number: Int) -> Cursor { Cursor(String(number)) }
}
