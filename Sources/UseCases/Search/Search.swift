package import FeedDomain

/// Looking for posts, people and tags: in what is held at once, and at the service on request.
package enum Search {
  package enum Request: Equatable, Sendable {
    /// To look for something; what was looked for before is shown while nothing is typed.
    case open
    /// To see what is held with these words, while they are being typed.
    case type(String)
    /// To have the service look for them, and to have them remembered.
    case submit(String)
    /// More posts: the reader comes near the end.
    case more
    /// To have what was found in another order.
    case arrange(Order)
    /// To see one group of it alone; nil for all of it again.
    case narrow(Group?)
    /// To have what is looked for as a tab, or no longer.
    case toggleTab
    case toggle(Post.ID, Post.OwnActions)
    case delete(Post.ID)
    case undo
    case close
  }

  package indirect enum Response: Equatable, Sendable {
    /// What was looked for before, the latest first.
    case history([String])
    /// What the last part of what is typed may go on to, the likeliest first.
    case completions([String])
    /// What was found so far.
    case found(Found)
    /// How it stands with asking the service.
    case loading(Asking)
    /// The service failed; what is held stays.
    case failed(FeedError)
    /// The service finds nothing for anybody: what is held is all there is.
    case unsearchable
    /// The service can begin with nothing of it: what is held is all there is.
    case unaskable
    /// What is held could not be looked through.
    case storeFailed(StoreError)
    /// It is an address, or a whole handle: one goes there.
    case leads(Lead)
    /// It is a tab now, or no longer.
    case tab(String, isShown: Bool)
    /// It is the only tab left, which stays.
    case lastTab
    case action(ActionNews)
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
    /// Whose they are.
    package let account: Account

    package init(
      _ query: SearchQuery, tags: [String] = [], people: [Person] = [], everybody: String? = nil,
      sections: [Section] = [], order: Order = .time, narrowed: Group? = nil,
      hasMore: Bool = false, isAsked: Bool = false, account: Account
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
      self.account = account
    }

    /// All posts that are shown, in their order.
    package var posts: [Post] { sections.flatMap(\.posts) }
  }
}
