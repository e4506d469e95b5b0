package import FeedDomain
package import Preferences
package import Terminal
package import UseCases

/// A route: the address of a scene, or a navigation such as going back, with ids instead of
/// objects.
package indirect enum Route: Equatable, Sendable {
  /// A route back to the scene behind, which closes the front scene.
  case back
  /// A route to the sign-in scene, in front of the open scenes. `again` is the account whose token
  /// was rejected; nil to add an account.
  case signIn(again: Account?)
  /// A route to the stream of an account that has just signed in and been stored.
  case signedIn(SignedInAccount)
  /// A route to a scene that is opened as another account; scenes opened from there belong to that
  /// account, too.
  case asAccount(Account.ID, Route)
  /// A route to the post or profile of a link or handle, which the service has to look up.
  case linkResolution(ResolvableLink)
  case conversation(Post.ID)
  /// A route to a preview of the selected post's conversation, in the pane beside a stream.
  case conversationPreview(Post.ID)
  case article(Post.ID)
  /// A route to a preview of the selected entry's article, in the pane beside a stream.
  case articlePreview(Post.ID)
  /// A route to a photo of a post in full size; `index` starts at 0.
  case photo(Post.ID, index: Int)
  /// A route to a preview of the selected post's photo, in the pane beside a stream.
  case photoPreview(Post.ID, index: Int)
  /// A route to the overlay for choosing the place of a stream of nearby photos.
  case placeChoice
  case people(PeopleList)
  /// A route to a person's profile; to the user's own profile for nil.
  case profile(Person.ID?)
  case compose(ComposeScene.ComposePurpose)
  /// A route to a stream that is not a tab, such as a hashtag.
  case stream(Feed)
  /// A route to the scene of a pinned deck column.
  case column(DeckColumn.DeckColumnContent)
  case catchUp(Feed)
  case notifications
  case notificationsOfAll
  case sharedLinks
  case hideConversation(Post.ID)
  /// A route to the user's own tags of a bookmarked post; for nil, to the list of all tags, where
  /// choosing a tag opens its bookmarks.
  case bookmarkTags(Post.ID?)
  /// A route to an overlay that asks for how long a person's boosts are hidden, or for how long
  /// alerts for a person's posts are on.
  case relationshipTime(ServiceAction.ServiceActionKind, Person)
  case qrCode(String)
  /// A route to the choice of the program to which a post or article is sent.
  case sharingPrograms(ExportedArticle, [SharingProgram])
  case messages
  /// A route to a list scene, such as trends, filters or the revisions of a post.
  case listing(ListingScene.ListingSubject)
  /// A route to the translation of a post, or to its removal if the post is translated already.
  case translation(Post.ID)
  case search
  /// A route to the search scene, with a query that is run at once.
  case searchFor(String)
  case poll(Post.ID)
  /// A route to the form for an action that needs input, such as a report.
  case form(FormScene.FormPurpose)
  /// A route to the warning that the user's post is visible to more people than intended, with the
  /// choice to delete the post.
  case audienceWarning(Post.ID, UnintendedPostExposure)
  /// A route to the command palette; the commands in the first list come first, and those in
  /// `without` are left out.
  case palette([Command], without: [Command])
  case menu(SceneCommandsForMenu)
  /// A route to the overlay that shows a jump label, a key to press instead of a click, on each
  /// click target of the screen; with `isForSelectionOnly`, on each of the selected row.
  case jump(isForSelectionOnly: Bool)
  case log
  /// A route to the settings, with a setting such as "display.theme" selected; nil for the first.
  case settings(selecting: String?)
  case themes
  case welcome
  case outbox
  case webFeeds
  case podcasts
  /// A route to the overlay that asks for a confirmation before an action on all entries that a
  /// search finds.
  case bulkEntryAction(BulkEntryAction)
  case accounts
  case tabs
  case rules
  /// A route to the muting overlay, with suggestions from a post; without suggestions for nil.
  case mutes(about: Post.ID?)
  /// A route to the help page of a scene, with the scene's commands first, some of them under
  /// titles of their own.
  case help([Command], titles: [Command: SafeText] = [:])
  /// A route to the help page with the keys for writing a post.
  case writingHelp
  /// A route after signing out: to the stream of another account, or to the sign-in scene if no
  /// account is left.
  case signedOut
  case quit

  /// The route to the full scene of a preview, which opens when the preview gets the keyboard
  /// focus; the route itself if it is no preview.
  package var fullSceneRoute: Route {
    switch self {
    case .conversationPreview(let post): .conversation(post)
    case .articlePreview(let post): .article(post)
    case .photoPreview(let post, let index): .photo(post, index: index)
    case .asAccount(let account, let route): .asAccount(account, route.fullSceneRoute)
    default: self
    }
  }

  /// True if the scene of the route shows a single entry of a list, such as an article or photo.
  package var showsSingleEntry: Bool {
    switch self {
    case .article, .photo: true
    case .asAccount(_, let route): route.showsSingleEntry
    default: false
    }
  }

  /// The id of the account as which the route is opened, nil for the current account, and the route
  /// with the post ids of that account.
  package var accountAndRoute: (account: Account.ID?, route: Route) {
    if case .asAccount(let account, let route) = self {
      return (account, route.replacingPostID { $0.withoutAccount })
    }
    var account: Account.ID?
    let own = replacingPostID {
      account = $0.whose
      return $0.withoutAccount
    }
    return (account, own)
  }

  /// Returns the route with its post id replaced by the result of `change`. The switch has no
  /// default, so that a new route with a post cannot be forgotten.
  private func replacingPostID(_ change: (Post.ID) -> Post.ID) -> Route {
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
    case .compose(.editPublished(let post)): .compose(.editPublished(change(post)))
    case .compose(.redraft(let post)): .compose(.redraft(change(post)))
    case .poll(let post): .poll(change(post))
    case .hideConversation(let post): .hideConversation(change(post))
    case .translation(let post): .translation(change(post))
    case .listing(.editions(let post)): .listing(.editions(change(post)))
    case .mutes(let post): .mutes(about: post.map(change))
    case .bookmarkTags(let post): .bookmarkTags(post.map(change))
    case .audienceWarning(let post, let exposure): .audienceWarning(change(post), exposure)
    case .form(let purpose): .form(purpose.replacingPostID(change))
    case .back, .signIn, .signedIn, .asAccount, .linkResolution, .placeChoice, .people, .profile,
      .compose,
      .stream,
      .column, .catchUp, .notifications, .notificationsOfAll, .sharedLinks, .relationshipTime,
      .qrCode, .sharingPrograms, .messages,
      .listing,
      .search,
      .searchFor,
      .palette, .menu, .welcome, .jump, .log, .settings, .themes, .outbox, .accounts, .tabs, .rules,
      .help,
      .writingHelp,
      .signedOut, .quit, .webFeeds, .podcasts, .bulkEntryAction:
      self
    }
  }
}

extension FormScene.FormPurpose {
  fileprivate func replacingPostID(_ change: (Post.ID) -> Post.ID) -> FormScene.FormPurpose {
    guard case .post(let post) = subject else { return self }
    return FormScene.FormPurpose(kind, .post(change(post)), answers: answers)
  }
}

extension Route {
  /// Creates the route that a command opens from any scene with posts, such as the composer; nil
  /// for other commands, and for those that the account does not support.
  package init?(_ command: Command, abilities: PostAbilities) {
    switch command {
    case .compose where abilities.canBegin: self = .compose(.post)
    case .outbox where abilities.canChange: self = .outbox
    case .ownProfile where abilities.people != nil: self = .profile(nil)
    default: return nil
    }
  }
}
