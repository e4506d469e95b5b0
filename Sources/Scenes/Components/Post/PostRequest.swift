package import FeedDomain
import PhotoDisplay
package import Preferences
import Terminal
internal import UseCases
import Words

/// The request that a key or click on a post makes.
enum PostRequest: Equatable {
  /// Perform an action on a post, such as a like, or undo it.
  case toggle(Post.ID, Post.OwnActions)
  /// Delete a post.
  case delete(Post.ID)
  /// Navigate to a route.
  case go(Route)
  /// Open an address inside the program if possible, else in the browser.
  case open(Hyperlink)
  /// Open an address in the browser.
  case browse(Hyperlink)
  /// Copy a post's address or text to the clipboard.
  case copy(SafeText)
  /// Reveal a post's folded text and covered photos, or hide them again.
  case reveal
  /// Offer to open the web page of a post that contains no link.
  case offerPage
  /// Show another photo of a post.
  case flip(Post.ID, to: Int)
  /// Show a message with the reason why an action is not possible on the post.
  case say(SafeText)
}

extension PostRequest {
  /// Creates the request of a command on a post; nil if the command does not apply to posts.
  init?(
    _ command: Command, on item: PostItem, abilities: PostAbilities, wording: Wording
  ) {
    let post = item.post
    if let deed = command.deed(on: post) {
      self.init(deed, on: item, abilities, wording)
      return
    }
    switch command {
    case .open: self = .go(abilities.hasArticles ? .article(post.id) : .conversation(post.id))
    case .left, .right:
      guard let next = item.photo(after: command == .left ? -1 : 1) else { return nil }
      self = .flip(post.id, to: next)
    case .mute: self = .go(.mutes(about: post.id))
    // An entry's page is what people mean by it, not the first link of its text.
    case .openLink where abilities.hasArticles && post.page != nil:
      self = post.page.map { .browse($0) } ?? .offerPage
    case .openLink:
      if let link = post.firstLink {
        self = .open(link)
      } else if let page = post.page {
        self = item.isPageOffered ? .browse(page) : .offerPage
      } else {
        self = .say(wording.noLink)
      }
    case .browse:
      let link = abilities.hasArticles ? post.page ?? post.firstLink : post.firstLink ?? post.page
      self = link.map { .browse($0) } ?? .say(wording.noLink)
    case .copyLink:
      self = post.ownLink.map { .copy(SafeText(sanitizing: $0.address)) } ?? .say(wording.noLink)
    default: return nil
    }
  }

  /// Creates the request of a click inside a post.
  init(_ action: PostClick, on item: PostItem, abilities: PostAbilities, wording: Wording) {
    switch action {
    case .deed(let deed): self.init(deed, on: item, abilities, wording)
    case .tag(let tag): self = .go(.stream(.tag(tag)))
    case .conversation:
      self = .go(
        abilities.hasArticles ? .article(item.post.id) : .conversation(item.post.id))
    case .quoted(let post): self = .go(.conversation(post))
    case .photo(let index): self = .go(.photo(item.post.id, index: index))
    case .flip(let index): self = .flip(item.post.id, to: index)
    }
  }

  private init(
    _ deed: PostAction, on item: PostItem, _ abilities: PostAbilities, _ wording: Wording
  ) {
    let post = item.post.id
    if case .withheld(let reason) = abilities.permission(
      to: deed, on: item.post, isOwn: item.isOwn)
    {
      self = .say(wording.sentence(for: reason, at: abilities.service))
      return
    }
    switch deed {
    case .mark(let mark): self = .toggle(post, mark)
    case .likers: self = .go(.people(.likers(post)))
    case .boosters: self = .go(.people(.boosters(post)))
    case .meet(let person): self = .go(.profile(person))
    case .reply: self = .go(.compose(.reply(to: post)))
    case .quote: self = .go(.compose(.quote(post)))
    case .edit: self = .go(.compose(.amend(post)))
    case .delete: self = .delete(post)
    case .reveal: self = .reveal
    case .viewPhoto: self = .go(.photo(post, index: item.shownPhoto))
    case .viewPoll: self = .go(.poll(post))
    case .copyText: self = .copy(SafeText(sanitizing: item.post.content.text.withAddresses))
    case .viewEditions: self = .go(.listing(.editions(post)))
    case .translate: self = .go(.translation(post))
    case .react: self = .go(.form(Form.Purpose(.react, .post(post))))
    case .report: self = .go(.form(Form.Purpose(.report, .post(post))))
    case .findSimilar: self = .go(.searchFor(item.post.content.searchForSimilar))
    }
  }
}

extension Command {
  /// Returns the action of a command on a post, which the service may not permit; nil for other
  /// commands.
  fileprivate func deed(on post: Post) -> PostAction? {
    switch self {
    case .like: .mark(.liked)
    case .boost: .mark(.boosted)
    case .bookmark: .mark(.bookmarked)
    case .hide: .mark(.hidden)
    case .likers: .likers
    case .boosters: .boosters
    case .profile: .meet(post.author.id)
    case .reply: .reply
    case .quote: .quote
    case .edit: .edit
    case .delete: .delete
    case .reveal: .reveal
    case .viewPhoto: .viewPhoto
    case .vote: .viewPoll
    case .copyText: .copyText
    case .similar: .findSimilar
    case .pin: .mark(.pinned)
    case .muteConversation: .mark(.conversationMuted)
    case .editions: .viewEditions
    case .translate: .translate
    case .react: .react
    case .report: .report
    // Of a photo that is there, the photo alone is what leads further.
    case .details, .savePhoto, .play, .nextPhoto, .previousPhoto, .zoomIn, .zoomOut, .zoomFit:
      post.content.photos.isEmpty ? .viewPhoto : nil
    default: nil
    }
  }
}

extension PostAbilities {
  /// Returns true if the account may perform a command on a post at a time, such as voting before a
  /// poll ends.
  func offers(_ command: Command, on item: PostItem, at now: Timestamp) -> Bool {
    switch command {
    // Its key shows what was answered, even where there is nothing to be chosen any more.
    case .vote: canVote(on: item.post, isOwn: item.isOwn, at: now)
    case .openLink: item.post.firstLink != nil || hasArticles && item.post.page != nil
    case .browse: item.post.firstLink ?? item.post.page != nil
    case .copyLink: item.post.ownLink != nil
    default:
      command.deed(on: item.post).map {
        permission(to: $0, on: item.post, isOwn: item.isOwn) == .allowed
      } ?? true
    }
  }

  /// Returns the commands that are not possible on the post at a time.
  package func withheld(from item: PostItem, at now: Timestamp) -> [Command] {
    Command.allCases.filter { !offers($0, on: item, at: now) }
  }

  /// Returns the commands for a post in the bottom line, the most useful first.
  package func hints(for item: PostItem, at now: Timestamp) -> [Command] {
    let useful: [Command] = [
      .open, .reveal, .viewPhoto, .like, .vote, .reply, .boost, .bookmark, .profile, .likers,
      .openLink, .quote, .hide, .edit, .delete,
    ]
    return useful.filter {
      offers($0, on: item, at: now) && !($0 == .reveal && item.isRevealed)
    }
  }
}

extension Post {
  /// The link to the post's web page; nil if there is none.
  var page: Hyperlink? { url.flatMap { Hyperlink($0) } }

  /// The first link in the post's text, or else the link of its preview card.
  var firstLink: Hyperlink? {
    for run in content.text.runs {
      if case .link(let address) = run.kind, let link = Hyperlink(address) { return link }
    }
    return content.card.flatMap { Hyperlink($0.url) }
  }

  /// The link to copy for a post: its web page, or else the first link in its text.
  var ownLink: Hyperlink? { page ?? firstLink }
}
