package import FeedDomain
package import Preferences
import Terminal

extension PostAction {
  /// Creates the action that a command performs on a post, permitted by the service or not; nil for
  /// commands that are not about posts.
  init?(_ command: Command, on item: PostItem) {
    let post = item.post
    let action: PostAction? =
      switch command {
      case .open: .viewConversation
      case .left: item.wrappedPhotoIndex(afterSteps: -1).map { .showPhoto($0) }
      case .right: item.wrappedPhotoIndex(afterSteps: 1).map { .showPhoto($0) }
      case .openLink: .openLink
      case .browse: .browse
      case .copyLink: .copyLink
      case .mute: .viewMutes
      case .like: .mark(.liked)
      case .boost: .mark(.boosted)
      case .bookmark: .mark(.bookmarked)
      case .hide: .mark(.hidden)
      case .likers: .likers
      case .boosters: .boosters
      case .profile: .openProfile(post.author.id)
      case .reply: .reply
      case .quote: .quote
      case .edit: .edit
      case .delete: .delete
      case .redraft: .redraft
      case .reveal: .reveal
      case .viewPhoto: .viewPhoto(nil)
      case .vote: .viewPoll
      case .copyText: .copyText
      case .similar: .findSimilar
      case .pin: .mark(.pinned)
      case .muteConversation: .mark(.conversationMuted)
      case .editions: .viewEditions
      case .translate: .translate
      case .react: .react
      case .report: .report
      // These commands work only in the photo scene, which a post with photos leads to.
      case .details, .savePhoto, .nextPhoto, .previousPhoto, .zoomIn, .zoomOut, .zoomFit:
        post.content.photos.isEmpty ? .viewPhoto(nil) : nil
      default: nil
      }
    guard let action else { return nil }
    self = action
  }

  /// True if a click that performs this action on a post opens a scene or page, rather than
  /// changing the post.
  var opensContent: Bool {
    switch self {
    case .openProfile, .reveal, .viewPoll, .viewConversation, .viewQuoted, .viewTag, .viewPhoto:
      true
    default: false
    }
  }

  /// True if a click performs this action only in a post that was selected already, so that the
  /// first click on an author's line just selects the post.
  var isForSelected: Bool { if case .openProfile = self { true } else { false } }
}

extension ListScene where RowAction == PostAction {
  func requiresSelectionBeforeClick(_ action: PostAction) -> Bool { action.isForSelected }

  func opensSceneOrPage(_ action: PostAction) -> Bool { action.opensContent }
}

extension PostAbilities {
  /// Returns true if the account may perform a command on a post now, such as voting in an open
  /// poll; true also for commands that are not about posts.
  func offersCommand(_ command: Command, on item: PostItem, at now: Timestamp) -> Bool {
    switch command {
    // The command also shows the user's choice in a poll that has ended.
    case .vote: canVote(on: item.post, isOwn: item.isOwn, at: now)
    case .openLink: item.post.firstLink != nil || hasArticles && item.post.page != nil
    case .saveForLater: item.post.firstLink ?? item.post.page != nil
    case .queueEpisode: hasArticles && item.post.hasEpisode
    case .browse: item.post.firstLink ?? item.post.page != nil
    case .copyLink, .qrCode: item.post.ownLink != nil
    case .reveal: item.post.content.hasContentToReveal || item.isLong
    default:
      PostAction(command, on: item).map {
        permission(to: $0, on: item.post, isOwn: item.isOwn) == .allowed
      } ?? true
    }
  }

  /// Returns the commands that are not possible on a post at a time.
  package func unavailableCommands(from item: PostItem, at now: Timestamp) -> [Command] {
    Command.allCases.filter { !offersCommand($0, on: item, at: now) }
  }

  /// Returns the commands for a post that the bottom line shows, the most useful first.
  package func keyHintCommands(for item: PostItem, at now: Timestamp) -> [Command] {
    let useful: [Command] = [
      .open, .reveal, .viewPhoto, .like, .vote, .reply, .boost, .bookmark, .profile, .likers,
      .openLink, .quote, .hide, .edit, .delete,
    ]
    return useful.filter {
      offersCommand($0, on: item, at: now) && !($0 == .reveal && !item.hidesContent)
    }
  }
}

extension Post {
  /// The link to the post's web page; nil if there is none.
  var page: SafeWebLink? { url.flatMap { SafeWebLink($0) } }

  /// True if the post has audio or video, which can be added to the podcasts.
  var hasEpisode: Bool { content.photos.contains(where: \.kind.isPlayed) }

  /// The first link in the post's text, or else the link of its preview card.
  var firstLink: SafeWebLink? {
    for run in content.text.runs {
      if case .link(let address) = run.kind, let link = SafeWebLink(address) { return link }
    }
    return content.card.flatMap { SafeWebLink($0.url) }
  }

  /// The link to copy for a post: its web page, or else the first link in its text.
  var ownLink: SafeWebLink? { page ?? firstLink }
}
