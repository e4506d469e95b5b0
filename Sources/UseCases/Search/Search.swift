package import FeedDomain

/// A search for posts, people and tags: in the store at once, at the service on request.
package enum Search {
  package enum Request: Equatable, Sendable {
    case open, more, undo, close
    /// Search the store while typing.
    case type(String)
    /// Search the service as well, and store the search.
    case submit(String)
    case arrange(Order)
    /// Show one group of results; nil for all.
    case narrow(Group?)
    /// Pin the search as a tab, or remove the tab.
    case toggleTab
    case toggle(Post.ID, Post.OwnActions)
    case delete(Post.ID)
  }

  package struct State: Equatable, Sendable {
    package let account: Account
    /// Earlier searches, latest first; nil until read.
    package var history: [String]?
    /// Completions of the last typed part, the likeliest first.
    package var completions: [String] = []
    package var found: Found?
    package var undelivered = UndeliveredPosts()
    package var asking = FetchProgress.nothing
    /// The last error; other requests may still run.
    package var failure: FeedError?

    package init(account: Account) { self.account = account }
  }

  package enum Order: CaseIterable, Equatable, Sendable {
    /// The order of search results by date, newest first.
    case time
    /// The order of search results by timeline, in the order of tabs.
    case stream
    /// The order of search results by author, those with most posts first.
    case person

    package var next: Order {
      let all = Self.allCases
      let place = all.firstIndex(of: self) ?? 0
      return all[(place + 1) % all.count]
    }
  }

  package enum Group: Hashable, Sendable {
    case stream(Feed)
    /// Posts in no stored timeline.
    case noStream
    case person(Person.ID)
  }

  package struct Section: Equatable, Sendable {
    /// The section's group; nil for all posts by date.
    package let group: Group?
    /// The author, for groups by author.
    package let author: Person?
    package let posts: [Post]

    package init(_ group: Group? = nil, author: Person? = nil, posts: [Post]) {
      (self.group, self.author, self.posts) = (group, author, posts)
    }
  }

  package struct Found: Equatable, Sendable {
    package let query: SearchQuery
    package let tags: [String]
    package let people: [Person]
    /// The name to open the full list of people with, if there are more.
    package let everybody: String?
    package let sections: [Section]
    package let order: Order
    /// The only group of results shown; nil for all.
    package let narrowed: Group?
    package let hasMore: Bool
    /// True if the service was searched, not only the store.
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

    package var posts: [Post] { sections.flatMap(\.posts) }
  }
}
