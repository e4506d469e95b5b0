package import FeedDomain

/// Looking at a person and their posts; one's own has the way out.
package enum Profile {
  /// What is looked at.
  package enum Tab: Hashable, Sendable {
    /// A part of what they posted.
    case part(ProfilePart)
    /// What they tell of themselves.
    case about
  }

  package enum Request: Equatable, Sendable {
    /// To see that person: first as they are held, then as the service has them.
    case open(Person.ID)
    /// To have everything fetched again.
    case refresh
    /// More of their posts: the reader comes near the end.
    case more
    /// To see that part of what they posted, or what is known of them.
    case look(at: Tab)
    /// More of what they put together than the first few.
    case moreCollections
    /// To follow them, or no longer.
    case toggleFollow
    /// To see none of their posts in the streams, or to see them again.
    case toggleMute
    /// To have nothing to do with them, which asks first, or to take that back.
    case toggleBlock
    /// To have nothing to do with them, having been asked.
    case reallyBlock
    /// To hide what they boost, to be told of their posts, or to block their server, which asks first;
    /// or to have it no longer.
    case toggleTie(Act.Kind)
    /// To do what something has to be said for, as to note something about them.
    case say(Act.Kind)
    /// To block their server, having been asked.
    case reallyBlockServer
    case toggle(Post.ID, Post.OwnActions)
    case delete(Post.ID)
    case undo
    /// To sign out: asks first, and shows what has not been sent.
    case signOut
    /// To sign out, having been asked.
    case reallySignOut
    case close
  }

  package indirect enum Response: Equatable, Sendable {
    /// The person, with the reader's waiting actions in it.
    case person(Person, isOneself: Bool, account: Account)
    /// What is looked at.
    case tab(Tab)
    /// What they posted of that so far, and what they boosted; what they pinned stands first.
    case posts([FeedEntry], pinned: Set<Post.ID> = [], hasMore: Bool)
    /// What they put together so far, each a stream.
    case collections([Feed], hasMore: Bool)
    case changed([Post])
    /// How it stands with asking the service.
    case loading(Asking)
    /// The service failed; what was shown stays.
    case failed(FeedError)
    /// Before blocking: neither sees the other any more, and taking it back brings no follow back.
    case confirmBlock(Person)
    /// The same before blocking a server, by its name.
    case confirmBlockServer(String)
    /// Before something is done to them: what has to be said, beginning with what was said before.
    case ask(Act.Kind, Person.ID, answers: [AskedField: String])
    /// What was wanted is for somebody who is followed.
    case followFirst
    /// They label nothing.
    case labelsNothing
    /// They are at the reader's own server.
    case ownServer
    /// Before signing out: what would be lost.
    case confirmSignOut(SignOutLosses)
    /// Signing out is going on: the service is told.
    case signingOut
    /// Everything of the account is erased here; the error is why the service could not be told.
    case signedOut(FeedError?)
    /// Something could not be erased or kept.
    case storeFailed(StoreError)
    case action(ActionNews)
  }
}
