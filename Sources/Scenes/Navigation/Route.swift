package import FeedDomain
package import Preferences
package import UseCases

/// Where a scene asks to go; it carries ids, not objects.
package indirect enum Route: Equatable, Sendable {
  /// Back to the scene behind.
  case back
  /// Signing in over what is open: again for an account whose token was refused, or, without one,
  /// with another account.
  case signIn(again: Account?)
  /// The stream, after signing in: the account has been kept.
  case signedIn(SignedInAccount)
  /// Where that leads another account than the one whose scene asks; what is opened there is its, too.
  case at(Account.ID, Route)
  /// Wherever an address or a handle leads.
  case linkResolution(ResolvableLink)
  /// A post with what it answers and what answers it.
  case conversation(Post.ID)
  /// The same beside a stream, as its reader passes.
  case conversationPreview(Post.ID)
  /// A post's photo, as large as it goes; counted from 0.
  case photo(Post.ID, index: Int)
  /// The same beside a stream, as its reader passes.
  case photoPreview(Post.ID, index: Int)
  /// Choosing a place to look around.
  case place
  /// A list of people.
  case people(PeopleList)
  /// Somebody; nil for oneself.
  case profile(Person.ID?)
  /// Writing.
  case compose(Compose.Purpose)
  /// A stream that is no tab, as a tag.
  case stream(Feed)
  /// What stands in a column of the deck.
  case column(DeckColumn.Content)
  /// What was missed of a stream.
  case catchUp(Feed)
  /// What happened to the reader.
  case notifications
  /// What happened to any of the reader's accounts.
  case notificationsOfAll
  /// What people say to the reader directly.
  case messages
  /// Something that the service tells besides.
  case listing(Listing.Subject)
  /// Having a post translated, or putting its translation away.
  case translation(Post.ID)
  /// Looking for posts, people and tags.
  case search
  /// The same with words that are looked for at once.
  case searchFor(String)
  /// Choosing answers of a post's poll.
  case poll(Post.ID)
  /// Saying what belongs to an act.
  case form(Form.Purpose)
  /// Telling that a post is more open than was asked for, and offering to delete it.
  case exposure(Post.ID, Exposure)
  /// All commands and streams, those commands first, and none of those that are left out.
  case palette([Command], without: [Command])
  /// Letters at what can be opened, everywhere or only in what is selected.
  case jump(isNarrow: Bool)
  /// What was logged.
  case log
  /// The settings and keys, to be changed.
  case settings
  /// The themes, over what one reads.
  case themes
  /// What waits to be sent.
  case outbox
  /// The accounts.
  case accounts
  /// Which streams are tabs.
  case tabs
  /// What not to read about, as what that post is about.
  case mutes(about: Post.ID?)
  /// What the keys do; those commands, which are useful where one is, first.
  case help([Command])
  /// The same, beginning with the keys while one writes.
  case writingHelp
  /// The first scene, after signing out.
  case signedOut
  /// The end.
  case quit
}

extension Route {
  /// What is opened where this, which stood beside a stream, is to have the keys.
  package var focused: Route {
    switch self {
    case .conversationPreview(let post): .conversation(post)
    case .photoPreview(let post, let index): .photo(post, index: index)
    case .at(let account, let route): .at(account, route.focused)
    default: self
    }
  }

  /// Whose it is, where that is told, and the rest, with ids as that account knows them.
  package var accountAndRoute: (account: Account.ID?, route: Route) {
    if case .at(let account, let route) = self {
      return (account, route.changingPost { $0.own })
    }
    var account: Account.ID?
    let own = changingPost {
      account = $0.whose
      return $0.own
    }
    return (account, own)
  }

  /// The same with another id of the post that it is about, where it is about one. Every route is
  /// named here, so that a new one cannot be forgotten.
  private func changingPost(_ change: (Post.ID) -> Post.ID) -> Route {
    switch self {
    case .conversation(let post): .conversation(change(post))
    case .conversationPreview(let post): .conversationPreview(change(post))
    case .photo(let post, let index): .photo(change(post), index: index)
    case .photoPreview(let post, let index): .photoPreview(change(post), index: index)
    case .people(.likers(let post)): .people(.likers(change(post)))
    case .people(.boosters(let post)): .people(.boosters(change(post)))
    case .compose(.reply(let post)): .compose(.reply(to: change(post)))
    case .compose(.quote(let post)): .compose(.quote(change(post)))
    case .compose(.amend(let post)): .compose(.amend(change(post)))
    case .poll(let post): .poll(change(post))
    case .translation(let post): .translation(change(post))
    case .listing(.editions(let post)): .listing(.editions(change(post)))
    case .mutes(let post): .mutes(about: post.map(change))
    case .exposure(let post, let exposure): .exposure(change(post), exposure)
    case .form(let purpose): .form(purpose.changingPost(change))
    case .back, .signIn, .signedIn, .at, .linkResolution, .place, .people, .profile, .compose,
      .stream,
      .column, .catchUp, .notifications, .notificationsOfAll, .messages, .listing, .search,
      .searchFor,
      .palette, .jump, .log, .settings, .themes, .outbox, .accounts, .tabs, .help, .writingHelp,
      .signedOut, .quit:
      self
    }
  }
}

extension Form.Purpose {
  fileprivate func changingPost(_ change: (Post.ID) -> Post.ID) -> Form.Purpose {
    guard case .post(let post) = subject else { return self }
    return Form.Purpose(kind, .post(change(post)), answers: answers)
  }
}
