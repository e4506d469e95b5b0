package import FeedDomain

/// A person and their posts; one's own profile has signing out.
package enum Profile {
  package enum Tab: Hashable, Sendable {
    case part(ProfilePart)
    /// What the person tells of themselves.
    case about
  }

  package enum Request: Equatable, Sendable {
    case open(Person.ID)
    case refresh, more, undo, close
    case look(at: Tab)
    case moreCollections
    case toggleFollow, toggleMute
    /// Block the person, which asks first, or unblock them.
    case toggleBlock
    /// Block the person, after the question.
    case reallyBlock
    /// Hide their boosts, be told of their posts, or block their server, which asks first; or undo it.
    case toggleTie(ServiceAction.Kind)
    /// Open the form of an action that needs input, such as a note.
    case say(ServiceAction.Kind)
    /// Block the person's server, after the question.
    case reallyBlockServer
    case toggle(Post.ID, Post.OwnActions)
    case delete(Post.ID)
    /// Sign out; asks first, and shows what has not been sent.
    case signOut
    /// Sign out, after the question.
    case reallySignOut
    /// Take the question away.
    case dismiss
  }

  /// A question before something that cannot be undone, or its progress.
  package enum Question: Equatable, Sendable {
    case block(Person)
    case blockServer(String)
    case signOut(SignOutLosses)
    case signingOut
  }

  package struct State: Equatable, Sendable {
    package let account: Account
    /// The person, with the waiting changes applied; nil until known.
    package var person: Person?
    package var isOneself = false
    package var tab: Tab
    /// The posts and boosts of the tab; what is pinned comes first.
    package var posts: [FeedEntry] = []
    package var pinned: Set<Post.ID> = []
    package var hasMore = false
    /// Whether posts of the tab were read, so that no posts means that there are none.
    package var isLoaded = false
    /// The streams that the person put together.
    package var collections: [Feed] = []
    package var hasMoreCollections = false
    package var undelivered = UndeliveredPosts()
    package var question: Question?
    package var asking = FetchProgress.nothing
    /// The last error of the service, which may still be asked for something else.
    package var failure: FeedError?

    package init(account: Account, tab: Tab = .part(.posts)) {
      (self.account, self.tab) = (account, tab)
    }
  }
}
