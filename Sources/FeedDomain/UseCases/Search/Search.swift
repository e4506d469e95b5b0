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
    case toggle(Post.ID, Post.OwnActions)
    case delete(Post.ID)
    case undo
    case close
  }

  package indirect enum Response: Equatable, Sendable {
    /// What was looked for before, the latest first.
    case history([String])
    /// What was found so far.
    case found(Found)
    /// How it stands with asking the service.
    case loading(Asking)
    /// The service failed; what is held stays.
    case failed(FeedError)
    /// The service finds nothing for anybody: what is held is all there is.
    case unsearchable
    /// What is held could not be looked through.
    case storeFailed(StoreError)
    case action(ActionNews)
  }

  /// What was found with some words.
  package struct Found: Equatable, Sendable {
    package let words: String
    /// Tags that begin like this.
    package let tags: [String]
    /// People who are called like this.
    package let people: [Person]
    /// Whether there are more people than these.
    package let hasMorePeople: Bool
    /// Posts with all of the words, the newest first; with the reader's waiting actions in them.
    package let posts: [Post]
    /// Whether the service has more posts.
    package let hasMore: Bool
    /// Whether the service was asked, and not only what is held looked through.
    package let isAsked: Bool
    /// Whose they are.
    package let account: Account

    package init(
      words: String, tags: [String] = [], people: [Person] = [], hasMorePeople: Bool = false,
      posts: [Post] = [], hasMore: Bool = false, isAsked: Bool = false, account: Account
    ) {
      self.words = words
      self.tags = tags
      self.people = people
      self.hasMorePeople = hasMorePeople
      self.posts = posts
      self.hasMore = hasMore
      self.isAsked = isAsked
      self.account = account
    }
  }
}
