package import FeedDomain
import PhotoDisplay
package import Preferences
import Terminal
internal import UseCases
import Words

/// What a key or a click on a post asks for.
enum PostRequest: Equatable {
  /// To do or take back an action.
  case toggle(Post.ID, Post.OwnActions)
  /// To delete it.
  case delete(Post.ID)
  /// To go elsewhere.
  case go(Route)
  /// To open an address, here where it can be.
  case open(Hyperlink)
  /// To open an address in the browser.
  case browse(Hyperlink)
  /// To copy an address, or what it says.
  case copy(SafeText)
  /// To show or fold what is hidden.
  case reveal
  /// To offer its page, for it has no link.
  case offerPage
  /// To look at another of its photos.
  case flip(Post.ID, to: Int)
  /// Nothing can be done; this is why.
  case say(SafeText)
}

extension PostRequest {
  /// What a command asks of a post; nil where it asks nothing.
  init?(
    _ command: Command, on item: PostItem, abilities: PostAbilities, wording: Wording
  ) {
    let post = item.post
    if let deed = command.deed(on: post) {
      self.init(deed, on: item, abilities, wording)
      return
    }
    switch command {
    case .open: self = .go(.conversation(post.id))
    case .left, .right:
      guard let next = item.photo(after: command == .left ? -1 : 1) else { return nil }
      self = .flip(post.id, to: next)
    case .mute: self = .go(.mutes(about: post.id))
    case .openLink:
      if let link = post.firstLink {
        self = .open(link)
      } else if let page = post.page {
        self = item.isPageOffered ? .browse(page) : .offerPage
      } else {
        self = .say(wording.noLink)
      }
    case .browse:
      self = (post.firstLink ?? post.page).map { .browse($0) } ?? .say(wording.noLink)
    case .copyLink:
      self = post.ownLink.map { .copy(SafeText(sanitizing: $0.address)) } ?? .say(wording.noLink)
    default: return nil
    }
  }

  /// What a click on a part of a post asks for.
  init(_ action: PostClick, on item: PostItem, abilities: PostAbilities, wording: Wording) {
    switch action {
    case .deed(let deed): self.init(deed, on: item, abilities, wording)
    case .tag(let tag): self = .go(.stream(.tag(tag)))
    case .conversation: self = .go(.conversation(item.post.id))
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
  /// What it does with a post, where that may be withheld.
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
  /// Whether a post offers at that moment what others do here.
  func offers(_ command: Command, on item: PostItem, at now: Timestamp) -> Bool {
    switch command {
    // Its key shows what was answered, even where there is nothing to be chosen any more.
    case .vote: canVote(on: item.post, isOwn: item.isOwn, at: now)
    case .openLink: item.post.firstLink != nil
    case .browse: item.post.firstLink ?? item.post.page != nil
    case .copyLink: item.post.ownLink != nil
    default:
      command.deed(on: item.post).map {
        permission(to: $0, on: item.post, isOwn: item.isOwn) == .allowed
      } ?? true
    }
  }

  /// What cannot be done with that post at that moment, though it can with others.
  package func withheld(from item: PostItem, at now: Timestamp) -> [Command] {
    Command.allCases.filter { !offers($0, on: item, at: now) }
  }

  /// What a post offers here, the most useful first, for the bottom line.
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
  /// Its page in a browser.
  var page: Hyperlink? { url.flatMap { Hyperlink($0) } }

  /// The first address in it, else that of its card.
  var firstLink: Hyperlink? {
    for run in content.text.runs {
      if case .link(let address) = run.kind, let link = Hyperlink(address) { return link }
    }
    return content.card.flatMap { Hyperlink($0.url) }
  }

  /// Its own address, else the first in it.
  var ownLink: Hyperlink? { page ?? firstLink }
}
