package import FeedDomain
package import Preferences
package import UseCases

/// A destination that a scene can navigate to. Carries ids instead of objects.
package indirect enum Route: Equatable, Sendable {
  /// The scene behind the current one.
  case back
  /// The sign-in scene, on top of the current one. again is the account whose token was rejected;
  /// nil to add an account.
  case signIn(again: Account?)
  /// The stream of an account that has just signed in and been stored.
  case signedIn(SignedInAccount)
  /// A route followed as another account; scenes opened from there belong to that account, too.
  case at(Account.ID, Route)
  /// The destination of an address or handle, which the service has to look up.
  case linkResolution(ResolvableLink)
  /// A post in its thread.
  case conversation(Post.ID)
  /// The thread pane beside a stream, for the post selected there.
  case conversationPreview(Post.ID)
  /// A post's photo in full size; index starts at 0.
  case photo(Post.ID, index: Int)
  /// The photo pane beside a stream, for the post selected there.
  case photoPreview(Post.ID, index: Int)
  /// The form in which the user picks a location for nearby posts.
  case place
  case people(PeopleList)
  /// A profile; nil for the user's own.
  case profile(Person.ID?)
  case compose(Compose.Purpose)
  /// A stream that is not a tab, such as a hashtag.
  case stream(Feed)
  /// The scene of a pinned deck column.
  case column(DeckColumn.Content)
  /// The summary of unread posts of a stream.
  case catchUp(Feed)
  /// The notifications of the active account.
  case notifications
  /// The merged notifications of all accounts.
  case notificationsOfAll
  /// The direct messages.
  case messages
  /// A secondary list, such as trends, filters or the revisions of a post.
  case listing(Listing.Subject)
  /// The translation of a post, or its removal if the post is already translated.
  case translation(Post.ID)
  case search
  /// The search scene with a query that is run at once.
  case searchFor(String)
  /// The form for voting in a post's poll.
  case poll(Post.ID)
  /// The form for an action that needs input, such as a report.
  case form(Form.Purpose)
  /// A warning that a post is visible to more people than intended, with an offer to delete the
  /// post.
  case exposure(Post.ID, Exposure)
  /// The command palette, with the given commands first and the commands in without left out.
  case palette([Command], without: [Command])
  /// The jump labels over all click targets, or, if isNarrow, over those of the selected row.
  case jump(isNarrow: Bool)
  case log
  case settings
  /// The theme chooser, as an overlay.
  case themes
  case outbox
  case accounts
  /// The list in which stream tabs are added, removed and reordered.
  case tabs
  /// The form that mutes words, people or tags, prefilled from a post.
  case mutes(about: Post.ID?)
  /// The help scene, with the given commands first.
  case help([Command])
  /// The help scene, beginning with the keys of the editor.
  case writingHelp
  /// The welcome scene after signing out.
  case signedOut
  /// The end of the program.
  case quit

  /// The full scene that a preview pane becomes when it gets the keyboard focus; other routes are
  /// unchanged.
  package var focused: Route {
    switch self {
    case .conversationPreview(let post): .conversation(post)
    case .photoPreview(let post, let index): .photo(post, index: index)
    case .at(let account, let route): .at(account, route.focused)
    default: self
    }
  }

  /// The account that the route belongs to, or nil for the current one, and the route with that
  /// account's own post ids.
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

  /// Returns the route with the id of its post transformed. The switch has no default, so that a
  /// new route cannot be forgotten.
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

extension Route {
  /// The destination of a command that is available in every scene with posts; nil for other
  /// commands.
  package init?(_ command: Command, abilities: PostAbilities) {
    switch command {
    case .compose where abilities.canBegin: self = .compose(.post)
    case .outbox where abilities.canChange: self = .outbox
    case .ownProfile where abilities.people != nil: self = .profile(nil)
    default: return nil
    }
  }
}
