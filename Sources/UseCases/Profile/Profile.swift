package import FeedDomain

/// A person and their posts; one's own profile has signing out.
package enum Profile {
  package enum Tab: Hashable, Sendable {
    case part(ProfilePart)
    /// A profile tab with the person's own description.
    case about
  }

  package enum Request: Equatable, Sendable {
    case open(Person.ID)
    case refresh, more, undo, close
    case look(at: Tab)
    case moreCollections
    case toggleFollow, toggleMute
    /// Block the person after a confirmation, or unblock them.
    case toggleBlock
    /// Block the person, after the confirmation.
    case reallyBlock
    /// Toggle a relationship flag, such as hidden boosts; blocking a server needs a confirmation.
    case toggleTie(ServiceAction.Kind)
    /// Open the form of an action, such as a note.
    case say(ServiceAction.Kind)
    /// Block the person's server, after the confirmation.
    case reallyBlockServer
    case toggle(Post.ID, Post.OwnActions)
    case delete(Post.ID)
    /// Show the confirmation before signing out, with the unsent changes.
    case signOut
    /// Sign out, after the confirmation.
    case reallySignOut
    /// Close the confirmation without acting.
    case dismiss
  }

  /// A confirmation before an action, or the progress of signing out.
  package enum Question: Equatable, Sendable {
    case block(Person)
    case blockServer(String)
    case signOut(SignOutLosses)
    case signingOut
  }

  package struct State: Equatable, Sendable {
    package let account: Account
    /// The person with pending changes; nil until known.
    package var person: Person?
    package var isOneself = false
    package var tab: Tab
    /// Posts and boosts of the tab, pinned ones first.
    package var posts: [FeedEntry] = []
    package var pinned: Set<Post.ID> = []
    package var hasMore = false
    /// True if posts were read, so that an empty list is known to be empty.
    package var isLoaded = false
    /// Collections of posts by the person.
    package var collections: [Feed] = []
    package var hasMoreCollections = false
    package var undelivered = UndeliveredPosts()
    package var question: Question?
    package var asking = FetchProgress.nothing
    /// The last error; other requests may still run.
    package var failure: FeedError?

    package init(account: Account, tab: Tab = .part(.posts)) {
      (self.account, self.tab) = (account, tab)
    }
  }
}
