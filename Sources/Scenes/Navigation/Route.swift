package import FeedDomain
package import Preferences
package import Terminal
package import UseCases

/// A destination that a scene can navigate to. Routes carry ids instead of objects.
package indirect enum Route: Equatable, Sendable {
  /// A route to the scene behind the current one.
  case back
  /// A route to the sign-in scene, on top of the current scene. `again` is the account whose token
  /// was rejected; nil to add an account.
  case signIn(again: Account?)
  /// A route to the stream of an account that has just signed in and been stored.
  case signedIn(SignedInAccount)
  /// A route that is followed as another account; scenes opened from there belong to that account,
  /// too.
  case at(Account.ID, Route)
  /// A route to the destination of an address or handle, which the service has to look up.
  case linkResolution(ResolvableLink)
  case conversation(Post.ID)
  /// A route to the conversation pane beside a stream, for the post selected there.
  case conversationPreview(Post.ID)
  /// A route to an entry of a web feed as an article.
  case article(Post.ID)
  /// A route to the article pane beside a stream, for the entry selected there.
  case articlePreview(Post.ID)
  /// A route to a post's photo in full size; index starts at 0.
  case photo(Post.ID, index: Int)
  /// A route to the photo pane beside a stream, for the post selected there.
  case photoPreview(Post.ID, index: Int)
  /// A route to the form in which the user picks a location for nearby posts.
  case place
  case people(PeopleList)
  /// A route to a profile; nil for the user's own.
  case profile(Person.ID?)
  case compose(ComposeScene.ComposePurpose)
  /// A route to a stream that is not a tab, such as a hashtag.
  case stream(Feed)
  /// A route to the scene of a pinned deck column.
  case column(DeckColumn.DeckColumnContent)
  /// A route to the catch-up scene with the unread posts of a stream.
  case catchUp(Feed)
  case notifications
  /// A route to the merged notifications of all accounts.
  case notificationsOfAll
  /// A route to the pages that several people shared.
  case sharedLinks
  /// A route to the question whether a post's conversation is to be hidden for good, as an overlay.
  case hideConversation(Post.ID)
  /// A route to the form with the user's own tags of a bookmarked post; for nil, to the list of all
  /// tags, where choosing a tag opens its bookmarks.
  case bookmarkTags(Post.ID?)
  /// A route to the choice for how long a person's boosts are hidden, or alerts for a person's
  /// posts are on, as an overlay.
  case relationshipTime(ServiceAction.ActionKind, Person)
  /// A route to the QR code of an address, as an overlay.
  case qrCode(String)
  case messages
  /// A route to a secondary list, such as trends, filters or the revisions of a post.
  case listing(ListingScene.ListSubject)
  /// A route to the translation of a post, or to its removal if the post is already translated.
  case translation(Post.ID)
  case search
  /// A route to the search scene with a query that is run at once.
  case searchFor(String)
  /// A route to the form for voting in a post's poll.
  case poll(Post.ID)
  /// A route to the form for an action that needs input, such as a report.
  case form(FormScene.FormPurpose)
  /// A route to a warning that a post is visible to more people than intended, with an offer to
  /// delete the post.
  case exposure(Post.ID, ExcessExposure)
  /// A route to the command palette. The given commands come first, and those in `without` are left
  /// out.
  case palette([Command], without: [Command])
  /// A route to the menu of all commands, with those of the front scene first.
  case menu(SceneCommands)
  /// A route to the jump labels over all click targets, or, if `isNarrow`, over those of the
  /// selected row.
  case jump(isNarrow: Bool)
  case log
  /// A route to the settings, with a setting such as "display.theme" selected.
  case settings(selecting: String?)
  /// A route to the theme chooser, as an overlay.
  case themes
  /// A route to the hints of the first start, as an overlay.
  case welcome
  case outbox
  case webFeeds
  case podcasts
  /// A route to the question whether an action on all entries that a search finds is meant.
  case entryAct(BulkEntryAction)
  case accounts
  /// A route to the list in which stream tabs are added, removed and reordered.
  case tabs
  /// A route to the rules and saved searches for web feeds.
  case rules
  /// A route to the form that mutes words, people or tags, prefilled from a post.
  case mutes(about: Post.ID?)
  /// A route to the help scene, with the given commands first, some of which have other titles.
  case help([Command], titles: [Command: SafeText] = [:])
  /// A route to the help scene, beginning with the keys of the text editor.
  case writingHelp
  /// A route to the welcome scene after signing out.
  case signedOut
  case quit

  /// The route of the full scene that a preview becomes when it gets the keyboard focus; unchanged
  /// if the route is no preview.
  package var focused: Route {
    switch self {
    case .conversationPreview(let post): .conversation(post)
    case .articlePreview(let post): .article(post)
    case .photoPreview(let post, let index): .photo(post, index: index)
    case .at(let account, let route): .at(account, route.focused)
    default: self
    }
  }

  /// The id of the account as which the route is opened (nil for the current account), and the
  /// route with its post ids converted to those of that account.
  package var accountAndRoute: (account: Account.ID?, route: Route) {
    if case .at(let account, let route) = self {
      return (account, route.changingPostID { $0.own })
    }
    var account: Account.ID?
    let own = changingPostID {
      account = $0.whose
      return $0.own
    }
    return (account, own)
  }

  /// Returns the route with the id of its post transformed. The switch has no default, so that a
  /// new route cannot be forgotten.
  private func changingPostID(_ change: (Post.ID) -> Post.ID) -> Route {
    switch self {
    case .conversation(let post): .conversation(change(post))
    case .conversationPreview(let post): .conversationPreview(change(post))
    case .article(let post): .article(change(post))
    case .articlePreview(let post): .articlePreview(change(post))
    case .photo(let post, let index): .photo(change(post), index: index)
    case .photoPreview(let post, let index): .photoPreview(change(post), index: index)
    case .people(.likers(let post)): .people(.likers(change(post)))
    case .people(.boosters(let post)): .people(.boosters(change(post)))
    case .compose(.reply(let post)): .compose(.reply(to: change(post)))
    case .compose(.quote(let post)): .compose(.quote(change(post)))
    case .compose(.amend(let post)): .compose(.amend(change(post)))
    case .compose(.redraft(let post)): .compose(.redraft(change(post)))
    case .poll(let post): .poll(change(post))
    case .hideConversation(let post): .hideConversation(change(post))
    case .translation(let post): .translation(change(post))
    case .listing(.editions(let post)): .listing(.editions(change(post)))
    case .mutes(let post): .mutes(about: post.map(change))
    case .bookmarkTags(let post): .bookmarkTags(post.map(change))
    case .exposure(let post, let exposure): .exposure(change(post), exposure)
    case .form(let purpose): .form(purpose.changingPostID(change))
    case .back, .signIn, .signedIn, .at, .linkResolution, .place, .people, .profile, .compose,
      .stream,
      .column, .catchUp, .notifications, .notificationsOfAll, .sharedLinks, .relationshipTime,
      .qrCode, .messages,
      .listing,
      .search,
      .searchFor,
      .palette, .menu, .welcome, .jump, .log, .settings, .themes, .outbox, .accounts, .tabs, .rules,
      .help,
      .writingHelp,
      .signedOut, .quit, .webFeeds, .podcasts, .entryAct:
      self
    }
  }
}

extension FormScene.FormPurpose {
  fileprivate func changingPostID(_ change: (Post.ID) -> Post.ID) -> FormScene.FormPurpose {
    guard case .post(let post) = subject else { return self }
    return FormScene.FormPurpose(kind, .post(change(post)), answers: answers)
  }
}

extension Route {
  /// Creates the route that a command opens from any scene with posts, such as the form for
  /// writing; nil for other commands.
  package init?(_ command: Command, abilities: PostAbilities) {
    switch command {
    case .compose where abilities.canBegin: self = .compose(.post)
    case .outbox where abilities.canChange: self = .outbox
    case .ownProfile where abilities.people != nil: self = .profile(nil)
    default: return nil
    }
  }
}
