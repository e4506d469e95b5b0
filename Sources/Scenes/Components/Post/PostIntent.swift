package import FeedDomain
import PhotoDisplay
package import Preferences
import Terminal
package import Words

/// What a key or a click on a post asks for.
enum PostIntent: Equatable {
  /// To do or take back an action.
  case toggle(Post.ID, Post.OwnActions)
  /// To delete it.
  case delete(Post.ID)
  /// To go elsewhere.
  case go(Route)
  /// To open an address.
  case open(Hyperlink)
  /// To copy an address.
  case copy(Hyperlink)
  /// To show or fold what is hidden.
  case reveal
  /// To look at another of its photos.
  case flip(Post.ID, to: Int)
  /// Nothing can be done; this is why.
  case say(SafeText)
}

extension PostIntent {
  /// What a command asks of a post; nil where it asks nothing.
  init?(
    _ command: Command, on item: PostItem, abilities: PostAbilities, wording: Wording
  ) {
    let post = item.post
    if let reason = abilities.refusal(of: command, on: post, wording) {
      self = .say(reason)
      return
    }
    switch command {
    case .like:
      let reason = wording.noLikes(at: abilities.service, isSignedIn: !abilities.marks.isEmpty)
      self = Self.toggle(.liked, post, abilities, reason)
    case .boost: self = Self.toggle(.boosted, post, abilities, wording.noBoosts)
    case .bookmark: self = Self.toggle(.bookmarked, post, abilities, wording.noBookmarks)
    case .hide:
      guard abilities.marks.contains(.hidden) else { return nil }
      self = abilities.canHide(item) ? .toggle(post.id, .hidden) : .say(wording.notToHide)
    case .likers: self = abilities.people(.likers, .people(.likers(post.id)), wording)
    case .boosters: self = abilities.people(.boosters, .people(.boosters(post.id)), wording)
    case .profile: self = abilities.profile(of: post.author.id, wording)
    case .reply where abilities.canWrite && !post.canBeAnswered: self = .say(wording.noAnswers)
    case .reply:
      self = abilities.canWrite ? .go(.compose(.reply(to: post.id))) : .say(wording.noWriting)
    case .quote where !abilities.canWrite: self = .say(wording.noWriting)
    case .quote where !abilities.canQuote: self = .say(wording.noQuotes)
    case .quote:
      self =
        post.canBeQuoted ? .go(.compose(.quote(post.id))) : .say(wording.notToQuote)
    case .delete where !abilities.canWrite: self = .say(wording.noWriting)
    case .delete:
      self =
        abilities.canDelete(item)
        ? .delete(post.id) : .say(item.isOwn ? wording.notToDelete : wording.notYours)
    case .edit where !abilities.canEdit: self = .say(wording.noEdits)
    case .edit where !item.isOwn: self = .say(wording.notYoursToChange)
    case .edit:
      self = post.content.poll == nil ? .go(.compose(.amend(post.id))) : .say(wording.pollStays)
    case .open: self = .go(.conversation(post.id))
    case .reveal: self = item.hidesSomething ? .reveal : .say(wording.nothingHidden)
    case .left, .right:
      guard let next = item.photo(after: command == .left ? -1 : 1) else { return nil }
      self = .flip(post.id, to: next)
    case .viewPhoto:
      self =
        post.content.photos.isEmpty
        ? .say(wording.noPhoto) : .go(.photo(post.id, index: item.shownPhoto))
    case .details, .savePhoto, .play, .nextPhoto, .previousPhoto, .zoomIn, .zoomOut, .zoomFit:
      // Of a photo that is there, the photo alone is what leads further.
      guard post.content.photos.isEmpty else { return nil }
      self = .say(wording.noPhoto)
    case .vote:
      self =
        post.content.poll == nil ? .say(wording.noPoll) : .go(.poll(post.id))
    case .mute: self = .go(.mutes(about: post.id))
    case .openLink: self = post.firstLink.map { .open($0) } ?? .say(wording.noLink)
    case .copyLink: self = post.ownLink.map { .copy($0) } ?? .say(wording.noLink)
    default: return nil
    }
  }

  /// What a click on a part of a post asks for.
  init(_ action: PostAction, on item: PostItem, abilities: PostAbilities, wording: Wording) {
    switch action {
    case .profile(let person): self = abilities.profile(of: person, wording)
    case .tag(let tag): self = .go(.stream(.tag(tag)))
    case .likers: self = abilities.people(.likers, .people(.likers(item.post.id)), wording)
    case .boosters: self = abilities.people(.boosters, .people(.boosters(item.post.id)), wording)
    case .mark(let mark):
      let isLost = !abilities.abilities(for: item.post).marks.contains(mark)
      self =
        isLost && abilities.marks.contains(mark)
        ? .say(abilities.refusal(of: mark, on: item.post, wording))
        : .toggle(item.post.id, mark)
    case .conversation: self = .go(.conversation(item.post.id))
    case .quoted(let post): self = .go(.conversation(post))
    case .reveal: self = .reveal
    case .vote: self = .go(.poll(item.post.id))
    case .photo(let index): self = .go(.photo(item.post.id, index: index))
    case .flip(let index): self = .flip(item.post.id, to: index)
    }
  }

  private static func toggle(
    _ mark: Post.OwnActions, _ post: Post, _ abilities: PostAbilities, _ refusal: SafeText
  ) -> PostIntent {
    abilities.marks.contains(mark) ? .toggle(post.id, mark) : .say(refusal)
  }
}

extension PostAbilities {
  /// To go to somebody, where people can be looked at.
  fileprivate func people(_ route: Route, _ wording: Wording) -> PostIntent {
    knowsPeople ? .go(route) : .say(wording.noPeople)
  }

  /// To look at somebody, where the service tells of them.
  fileprivate func profile(of person: Person.ID, _ wording: Wording) -> PostIntent {
    knowsPeople && !knows(person) ? .say(wording.noOthers) : people(.profile(person), wording)
  }

  /// To go to a list of people, where the service tells it.
  fileprivate func people(
    _ list: PeopleLists, _ route: Route, _ wording: Wording
  ) -> PostIntent {
    knowsPeople && !lists.contains(list) ? .say(wording.untold(list)) : people(route, wording)
  }

  /// Whether it is somebody's comment that the reader may hide.
  func canHide(_ item: PostItem) -> Bool {
    marks.contains(.hidden) && !item.isOwn && item.post.reply != nil
  }

  /// Whether it is the reader's, and of a kind that they can write.
  func canDelete(_ item: PostItem) -> Bool {
    item.isOwn && canWrite && (canBegin || item.post.reply != nil)
  }

  /// Whether it asks something that the reader may answer at that moment.
  func canVote(on item: PostItem, at now: Timestamp) -> Bool {
    guard let poll = item.post.content.poll else { return false }
    return canWrite && !item.isOwn && !poll.isAnswered && !poll.isOver(at: now)
  }

  /// What cannot be done with that post at that moment, though it can with others.
  package func withheld(from item: PostItem, at now: Timestamp, _ wording: Wording) -> [Command] {
    Command.allCases.filter { command in
      // Its key shows what was answered; there is nothing to be chosen any more.
      if command == .vote { return !canVote(on: item, at: now) }
      let intent = PostIntent(command, on: item, abilities: self, wording: wording)
      return if case .say = intent { true } else { false }
    }
  }

  /// Why a post does not take a mark that others take here.
  fileprivate func refusal(
    of mark: Post.OwnActions, on post: Post, _ wording: Wording
  ) -> SafeText {
    mark == .liked && post.author.id == unlikable && post.reply == nil
      ? wording.noOwnLikes : wording.onlyWords
  }

  /// Why a comment, or a post of one's own, does not take what others take here; nil for anything
  /// else.
  fileprivate func refusal(
    of command: Command, on post: Post, _ wording: Wording
  ) -> SafeText? {
    let own = abilities(for: post)
    if command == .like, marks != own.marks, marks.contains(.liked) {
      return refusal(of: .liked, on: post, wording)
    }
    let isLost =
      switch command {
      case .boost: marks != own.marks && marks.contains(.boosted)
      case .bookmark: marks != own.marks && marks.contains(.bookmarked)
      case .likers: lists != own.lists && lists.contains(.likers)
      case .boosters: lists != own.lists && lists.contains(.boosters)
      default: false
      }
    return isLost ? wording.onlyWords : nil
  }

  /// What a post offers here, the most useful first, for the bottom line.
  package func hints(for item: PostItem, at now: Timestamp) -> [Command] {
    let (marks, lists) = (abilities(for: item.post).marks, abilities(for: item.post).lists)
    var commands: [Command] = [.open]
    if item.hidesSomething, !item.isRevealed { commands.append(.reveal) }
    if !item.post.content.photos.isEmpty { commands.append(.viewPhoto) }
    if marks.contains(.liked) { commands.append(.like) }
    if canVote(on: item, at: now) { commands.append(.vote) }
    if canWrite, item.post.canBeAnswered { commands.append(.reply) }
    if marks.contains(.boosted) { commands.append(.boost) }
    if marks.contains(.bookmarked) { commands.append(.bookmark) }
    if knows(item.post.author.id) { commands.append(.profile) }
    if lists.contains(.likers) { commands.append(.likers) }
    if item.post.firstLink != nil { commands.append(.openLink) }
    if canQuote, item.post.canBeQuoted { commands.append(.quote) }
    if canHide(item) { commands.append(.hide) }
    if canEdit, item.isOwn, item.post.content.poll == nil { commands.append(.edit) }
    if canDelete(item) { commands.append(.delete) }
    return commands
  }
}

extension Post {
  /// The first address in it, else that of its card, else its own.
  var firstLink: Hyperlink? {
    for run in content.text.runs {
      if case .link(let address) = run.kind, let link = Hyperlink(address) { return link }
    }
    return content.card.flatMap { Hyperlink($0.url) } ?? url.flatMap { Hyperlink($0) }
  }

  /// Its own address, else the first in it.
  var ownLink: Hyperlink? { url.flatMap { Hyperlink($0) } ?? firstLink }
}
