package import FeedDomain

/// A namespace for the requests and the state of the search scene, which finds posts, people and
/// hashtags in the store at once, and at the service on request.
package enum SearchScene {
  package enum SceneRequest: Equatable, Sendable {
    case open, more, undo, close
    /// A request of the search scene: search the store for the text typed so far.
    case type(String)
    /// A request of the search scene: search the service as well, and store the search.
    case submit(String)
    case arrange(SearchResultOrderOrGrouping)
    /// A request of the search scene: show one group of results; nil for all.
    case narrow(FoundPostsGroup?)
    /// A request of the search scene: pin the search as a tab, or unpin it.
    case toggleTab
    case toggle(Post.ID, Post.UserPostMarks)
    case delete(Post.ID)
    /// A request of the search scene: count the unread entries among the results, to ask before
    /// marking them.
    case countUnread
    case markFoundRead
  }

  package struct SceneState: Equatable, Sendable {
    package let account: Account
    /// The user's earlier searches, latest first; nil until they are read from the store.
    package var history: [String]?
    /// The completions of the last word or keyword in the typed search, the likeliest first.
    package var completions: [String] = []
    package var groupedResults: GroupedSearchResults?
    package var undelivered = PostIDsWithUnsentChanges()
    package var fetchProgress = SceneFetchProgress.idle
    /// The last error of the search scene; other requests may still run.
    package var failure: FeedError?

    package init(account: Account) { self.account = account }
  }

  package enum SearchResultOrderOrGrouping: CaseIterable, Equatable, Sendable {
    /// An order of search results: by date, newest first.
    case time
    /// An order of search results: by timeline, in the order of tabs.
    case stream
    /// An order of search results: by author, those with most posts first.
    case person

    package var next: SearchResultOrderOrGrouping {
      let all = Self.allCases
      let place = all.firstIndex(of: self) ?? 0
      return all[(place + 1) % all.count]
    }
  }

  package enum FoundPostsGroup: Hashable, Sendable {
    case stream(Feed)
    /// A group of search results: posts that are in no stored timeline.
    case noStream
    case person(Person.ID)
  }

  package struct FoundPostsSection: Equatable, Sendable {
    /// The group of search results in this section; nil for the only section of results by date.
    package let group: FoundPostsGroup?
    /// The author of the posts in this section of the search results; nil unless results are sorted
    /// by author.
    package let author: Person?
    package let posts: [Post]

    package init(_ group: FoundPostsGroup? = nil, author: Person? = nil, posts: [Post]) {
      (self.group, self.author, self.posts) = (group, author, posts)
    }
  }

  package struct GroupedSearchResults: Equatable, Sendable {
    package let query: SearchQuery
    package let tags: [String]
    package let people: [Person]
    /// The typed name for the row of the search scene that opens the list of all people found by
    /// that name; nil if the results already show all of them.
    package let everybody: String?
    package let sections: [FoundPostsSection]
    package let order: SearchResultOrderOrGrouping
    package let shownGroup: FoundPostsGroup?
    package let hasMore: Bool
    /// True if the service was searched, not only the store.
    package let isAsked: Bool

    package init(
      _ query: SearchQuery, tags: [String] = [], people: [Person] = [], everybody: String? = nil,
      sections: [FoundPostsSection] = [], order: SearchResultOrderOrGrouping = .time,
      shownGroup: FoundPostsGroup? = nil,
      hasMore: Bool = false, isAsked: Bool = false
    ) {
      self.query = query
      self.tags = tags
      self.people = people
      self.everybody = everybody
      self.sections = sections
      self.order = order
      self.shownGroup = shownGroup
      self.hasMore = hasMore
      self.isAsked = isAsked
    }

    package var posts: [Post] { sections.flatMap(\.posts) }
  }
}
