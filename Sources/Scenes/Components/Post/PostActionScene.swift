import FeedDomain
import Preferences
import Terminal
import UseCases
import Words

/// A protocol for a scene whose selected post can be liked, deleted, opened and so on.
@MainActor
protocol PostActionScene: Scene {
  /// The factory that makes the texts of the scene's posts, and knows the actions that are
  /// available on them.
  var posts: PostViewModelFactory { get }
  var world: any World { get }
  /// The post to which the commands of a scene with posts apply; nil if no post is selected.
  var chosenPost: PostItem? { get }
  /// Adds a mark, such as a like, to a post; removes the mark if the post has it.
  func toggleMark(_ action: Post.UserPostMarks, on post: Post.ID)
  func requestPostDeletion(_ post: Post.ID)
  /// Switches a post between hidden and revealed contents: its folded text and covered photos.
  func toggleHiddenContent(_ post: Post.ID)
  func switchShownPhoto(_ post: Post.ID, to photo: Int)
  /// Opens the web page of a post that contains no link, or shows a message that offers to open the
  /// page; does nothing in the article scene.
  func openOrOfferWebPage(of post: Post.ID)
  /// Shows a thumbs-up beside a post's like count for a moment.
  func showLikeFlash(_ post: Post.ID)
}

extension PostActionScene {
  var unavailableCommands: [Command] {
    guard let item = chosenPost else { return Command.aboutPosts }
    return posts.abilities(for: item).unavailableCommands(from: item, at: world.now)
  }

  func unavailableReason(for command: Command) -> SafeText? {
    guard let item = chosenPost, let action = PostAction(command, on: item) else { return nil }
    return posts.refusalReason(of: action, on: item)
  }

  var commandPlaces: Set<CommandSceneKind> { chosenPost == nil ? [] : [.posts] }

  func showMessage(_ message: BottomLineMessage) { navigator?.showMessage(message) }

  /// Navigates to the destination of a command that all scenes with posts have; returns false for
  /// other commands.
  func navigateIfPossible(by command: Command) -> Bool {
    guard let route = Route(command, abilities: posts.abilities) else { return false }
    navigator?.navigate(to: route)
    return true
  }

  /// Performs a command on a post; returns false if the command does not apply to posts.
  func performCommand(_ command: Command, on item: PostItem) -> Bool {
    switch command {
    case .saveForLater: toggleReadLater(item)
    case .qrCode:
      if let link = item.post.ownLink {
        navigator?.navigate(to: .qrCode(link.address))
      } else {
        showNeutralMessage(posts.wording.noLink)
      }
    case .play where !item.post.hasEpisode: showNeutralMessage(posts.wording.noFilm)
    case .tagBookmark: navigateAsItemAccount(to: .bookmarkTags(item.post.id), of: item)
    case .hideConversation: navigateAsItemAccount(to: .hideConversation(item.post.id), of: item)
    case .queueEpisode: queueEpisode(item)
    case .pipeArticle: navigator?.exportArticle(ExportedArticle(item.post), to: .pipe)
    case .bookmarkElsewhere: navigator?.exportArticle(ExportedArticle(item.post), to: .bookmark)
    case .actAs:
      // A post that was read without an account is opened as an account.
      guard let link = item.linkToPostReadWithoutAccount else { return false }
      navigateAsItemAccount(to: .linkResolution(link), of: item)
    default:
      if let list = PeopleList(command, of: item.post.author.id) {
        openPeopleList(list, of: item)
      } else if let action = PostAction(command, on: item) {
        performPostAction(action, on: item)
      } else {
        return false
      }
    }
    return true
  }

  /// Performs an action on a post, or shows a message that says why the action is not possible.
  func performPostAction(_ action: PostAction, on item: PostItem) {
    if let refusal = posts.refusalReason(of: action, on: item) {
      return showNeutralMessage(refusal)
    }
    let (post, id) = (item.post, item.post.id)
    let hasArticles = posts.abilities(for: item).hasArticles
    switch action {
    case .mark(let mark): toggleMark(mark, on: id)
    case .delete: requestPostDeletion(id)
    case .reveal: toggleHiddenContent(id)
    case .showPhoto(let index): switchShownPhoto(id, to: index)
    case .copyText: navigator?.copyText(SafeText(sanitizing: post.content.text.withAddresses))
    case .copyLink:
      guard let link = post.ownLink else { return showNeutralMessage(posts.wording.noLink) }
      navigator?.copyText(SafeText(sanitizing: link.address))
    case .browse:
      let link = hasArticles ? post.page ?? post.firstLink : post.firstLink ?? post.page
      guard let link else { return showNeutralMessage(posts.wording.noLink) }
      navigator?.openInBrowser(link)
    case .openLink:
      // For an entry of a web feed, the link to open is its page, not the first link of its text.
      if hasArticles, let page = post.page {
        navigator?.openInBrowser(page)
      } else {
        openFirstLink(of: item)
      }
    case .viewConversation:
      navigateAsItemAccount(to: hasArticles ? .article(id) : .conversation(id), of: item)
    case .viewQuoted(let quoted): navigateAsItemAccount(to: .conversation(quoted), of: item)
    case .viewTag(let tag): navigateAsItemAccount(to: .stream(.tag(tag)), of: item)
    case .viewPhoto(let index):
      navigateAsItemAccount(to: .photo(id, index: index ?? item.shownPhoto), of: item)
    case .viewPoll: navigateAsItemAccount(to: .poll(id), of: item)
    case .viewEditions: navigateAsItemAccount(to: .listing(.editions(id)), of: item)
    case .viewMutes: navigateAsItemAccount(to: .mutes(about: id), of: item)
    case .likers: navigateAsItemAccount(to: .people(.likers(id)), of: item)
    case .boosters: navigateAsItemAccount(to: .people(.boosters(id)), of: item)
    case .openProfile(let person):
      navigateAsItemAccount(
        to: item.linkToPersonReadWithoutAccount(person).map { .linkResolution($0) }
          ?? .profile(person),
        of: item)
    case .reply: navigateAsItemAccount(to: .compose(.reply(to: id)), of: item)
    case .quote: navigateAsItemAccount(to: .compose(.quote(id)), of: item)
    case .edit: navigateAsItemAccount(to: .compose(.editPublished(id)), of: item)
    case .redraft: navigateAsItemAccount(to: .compose(.redraft(id)), of: item)
    case .translate: navigateAsItemAccount(to: .translation(id), of: item)
    case .react:
      navigateAsItemAccount(to: .form(FormScene.FormPurpose(.react, .post(id))), of: item)
    case .report:
      navigateAsItemAccount(to: .form(FormScene.FormPurpose(.report, .post(id))), of: item)
    case .findSimilar:
      navigateAsItemAccount(to: .searchFor(post.content.searchForSimilar), of: item)
    }
  }

  /// Opens the first link of a post. Without a link, offers the post's page, and opens the page
  /// when asked again.
  private func openFirstLink(of item: PostItem) {
    if let link = item.post.firstLink {
      navigator?.openLink(link)
    } else if let page = item.post.page {
      if item.isPageOffered {
        navigator?.openInBrowser(page)
      } else {
        openOrOfferWebPage(of: item.post.id)
      }
    } else {
      showNeutralMessage(posts.wording.noLink)
    }
  }

  /// Saves the page of a web feed's entry, or the link of a post, to read later; removes an entry
  /// that is saved already.
  private func toggleReadLater(_ item: PostItem) {
    let post = item.post
    if SavedAddressesStream.isSavedEntry(post.id) {
      navigator?.deleteSavedEntryAtService(post.id)
    } else if posts.abilities(for: item).hasArticles, let page = post.page {
      navigator?.saveLinkForLater(page, title: item.title)
    } else if let link = post.firstLink ?? post.page {
      navigator?.saveLinkForLater(link, title: "")
    } else {
      showNeutralMessage(posts.wording.noLink)
    }
  }

  /// Opens a list of people about a post's author, or shows a message that says why the service has
  /// no such list.
  private func openPeopleList(_ list: PeopleList, of item: PostItem) {
    switch posts.abilities(for: item).permission(toSee: list.kind) {
    case .allowed: navigateAsItemAccount(to: .people(list), of: item)
    case .withheld(let reason):
      showNeutralMessage(
        posts.wording.sentence(for: reason, at: posts.abilities(for: item).service))
    }
  }

  private func queueEpisode(_ item: PostItem) {
    guard item.post.hasEpisode, posts.abilities(for: item).hasArticles else {
      return showNeutralMessage(posts.wording.noEpisode)
    }
    navigator?.queueEpisode(item.post.id)
  }

  private func showNeutralMessage(_ sentence: SafeText) {
    showMessage(BottomLineMessage(text: sentence, tone: .plain))
  }

  /// Likes a post after a double click. A second double click does not undo the like, but shows the
  /// thumbs-up again.
  func likePostUnlessLiked(_ item: PostItem) {
    if item.post.userMarks.contains(.liked) {
      showLikeFlash(item.post.id)
    } else {
      _ = performCommand(.like, on: item)
    }
  }

  /// Copies the address that a click action opens or, for a nil action, the post's address; shows a
  /// message if there is no address.
  func copyAddress(of action: PostAction?, on item: PostItem) {
    if let address = item.addressOpenedByClick(of: action), !address.isEmpty {
      navigator?.copyText(SafeText(sanitizing: address))
    } else {
      showNeutralMessage(posts.wording.noAddress)
    }
  }

  /// Navigates to a route from a post; the scene opens as the account that the post belongs to.
  func navigateAsItemAccount(to route: Route, of item: PostItem) {
    navigator?.navigate(to: route.routeOpenedAsItemAccount(of: item))
  }
}

extension PostActionScene where Self: Displaying {
  func perform(_ effect: SceneEffect) {
    if case .flash(let post) = effect {
      showLikeFlash(post)
    } else {
      navigator?.performEffect(effect)
    }
  }
}

extension PostItem {
  /// The address of a post that was read without an account, with which an account can open the
  /// post; nil for posts of the account's service.
  var linkToPostReadWithoutAccount: ResolvableLink? {
    AccountlessEntityID(post.id) == nil ? nil : post.url.map { .address($0) }
  }

  /// Returns the link with the handle of a person who was read without an account, with which an
  /// account can open the profile; nil for people of the account's service.
  fileprivate func linkToPersonReadWithoutAccount(_ person: Person.ID) -> ResolvableLink? {
    guard AccountlessEntityID(person) != nil else { return nil }
    let known = [post.author, boostedBy].compactMap(\.self).first { $0.id == person }
    return known.flatMap { ResolvableLink(handle: "@\($0.handle)") }
      ?? firstFacetText(of: .mention(person)).flatMap { ResolvableLink(handle: $0) }
  }

  /// The title of a web feed's entry: the first line of its text.
  fileprivate var title: SafeText {
    let lines = post.content.text.plain.split(whereSeparator: \.isNewline)
    return SafeText(sanitizing: lines.first.map { String($0) } ?? "")
  }
}

extension PeopleList {
  /// Creates the list of people that a command opens for a person, such as the followers; nil for
  /// other commands.
  init?(_ command: Command, of person: Person.ID) {
    switch command {
    case .followers: self = .followers(person)
    case .following: self = .following(person)
    case .familiar: self = .familiar(person)
    case .featured: self = .featured(person)
    default: return nil
    }
  }
}
