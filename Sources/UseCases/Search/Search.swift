package import FeedDomain

/// A search for posts, people and tags: among what is stored at once, and at the service on request.
package enum Search {
  package enum Request: Equatable, Sendable {
    case open, more, undo, close
    /// Search what is stored, while the words are being typed.
    case type(String)
    /// Search the service as well, and remember the words.
    case submit(String)
    case arrange(Order)
    /// Show one group of the results alone; nil for all.
    case narrow(Group?)
    /// Make the search a tab, or remove its tab.
    case toggleTab
    case toggle(Post.ID, Post.OwnActions)
    case delete(Post.ID)
  }

  package struct State: Equatable, Sendable {
    package let account: Account
    /// Earlier searches, the latest first; nil until they are read.
    package var history: [String]?
    /// The words that the last part of the text may go on to, the likeliest first.
    package var completions: [String] = []
    /// The results; nil while nothing is searched for.
    package var found: Found?
    package var undelivered = UndeliveredPosts()
    package var asking = FetchProgress.nothing
    /// The last error of the service, which may still be asked for other parts of the search.
    package var failure: FeedError?

    package init(account: Account) { self.account = account }
  }

  /// In which order posts are shown.
  package enum Order: CaseIterable, Equatable, Sendable {
    /// The newest first.
    case time
    /// Those of a stream together, in the order of the tabs.
    case stream
    /// Those of a person together, who wrote most first.
    case person

    /// The one after it, and after the last the first.
    package var next: Order {
      let all = Self.allCases
      let place = all.firstIndex(of: self) ?? 0
      return all[(place + 1) % all.count]
    }
  }

  /// What posts have in common.
  package enum Group: Hashable, Sendable {
    /// They stand in a stream.
    case stream(Feed)
    /// They stand in none that is held.
    case noStream
    /// Somebody wrote them.
    case person(Person.ID)
  }

  /// Posts that have something in common.
  package struct Section: Equatable, Sendable {
    /// What that is; nil for all posts in the order of time.
    package let group: Group?
    /// Who wrote them, where that is it.
    package let author: Person?
    package let posts: [Post]

    package init(_ group: Group? = nil, author: Person? = nil, posts: [Post]) {
      (self.group, self.author, self.posts) = (group, author, posts)
    }
  }

  /// What was found with some words.
  package struct Found: Equatable, Sendable {
    package let query: SearchQuery
    /// Tags that begin like this.
    package let tags: [String]
    /// People who are called like this.
    package let people: [Person]
    /// Whose name was looked for, where there are more people than these.
    package let everybody: String?
    /// Posts of which all is true, with the reader's waiting actions in them.
    package let sections: [Section]
    package let order: Order
    /// The group that alone is shown; nil for all.
    package let narrowed: Group?
    /// Whether the service has more posts.
    package let hasMore: Bool
    /// Whether the service was asked, and not only what is held looked through.
    package let isAsked: Bool

    package init(
      _ query: SearchQuery, tags: [String] = [], people: [Person] = [], everybody: String? = nil,
      sections: [Section] = [], order: Order = .time, narrowed: Group? = nil,
      hasMore: Bool = false, isAsked: Bool = false
    ) {
      self.query = query
      self.tags = tags
      self.people = people
      self.everybody = everybody
      self.sections = sections
      self.order = order
      self.narrowed = narrowed
      self.hasMore = hasMore
      self.isAsked = isAsked
    }

    /// All posts that are shown, in their order.
    package var posts: [Post] { sections.flatMap(\.posts) }
  }
}
