/// A set of the actions that an account's service offers, such as liking or replying, with the
/// rules for which posts they are permitted.
public struct PostAbilities: Equatable, Sendable {
  /// The marks, such as likes, that the user can set on posts at the service and remove again.
  public var marks: Post.UserPostMarks
  /// True if the account may write replies, and delete its own posts.
  public var canWrite: Bool
  /// True if the account has a list of subscriptions that the user can change, as with web feeds.
  public var hasOwnList = false
  /// True if the service's posts are entries of web feeds, which are read as articles.
  public var hasArticles = false
  public var repliesOnly = false
  public var canEdit = false
  public var canQuote = false
  /// The kinds of service actions, beyond marking posts and following people, that the service
  /// offers, such as following hashtags.
  public var serviceActions: Set<ServiceAction.ServiceActionKind> = []
  public var extras: Set<OptionalInformationKind> = []
  /// The kinds of lists of people that the service offers; nil if the service has no people.
  public var people: PeopleListKinds?
  public var service: Service?
  public var repliesAreComments = false
  /// True if direct messages at the service are not posts, and cannot be liked or boosted.
  public var hasChats = false
  /// The id of the person whose posts cannot be liked, which is the user at some services; nil if
  /// there is none.
  public var unlikablePerson: Person.ID?
  /// The id of the only person whose profile can be opened at the service; nil if all profiles can.
  public var onlyPerson: Person.ID?
  /// The reason why the service offers no likes, to be shown if the user tries to like.
  public var likeRefusal = LikingUnavailableReason.unknown

  /// The permission to begin a new post that is not a reply, or the reason for its refusal.
  public var beginning: ActionPermission {
    ActionPermission(unless: [.noWriting: !canWrite, .onlyAnswers: repliesOnly])
  }
  public var canBegin: Bool { beginning == .allowed }
  public var canFollow: Bool { canWrite || hasOwnList }
  public var canChange: Bool { canWrite || canFollow || !marks.isEmpty }
  public var hasReadStates: Bool { service?.hasReadStates ?? false }

  /// Returns true if the account may write a reply to a post, or a new post if the id is nil.
  public func canWritePost(replyTo post: Post.ID?) -> Bool { post == nil ? canBegin : canWrite }
}

extension PostAbilities {
  init(_ account: Account, _ features: ServiceConnection.ServiceGatewaysAndProperties) {
    let limits = features.publishing == nil ? nil : features.draftLimits
    let person = account.person
    self.init(
      marks: features.publishing == nil ? [] : features.marks, canWrite: limits != nil,
      hasOwnList: features.publishing != nil && features.subscriptions != nil,
      hasArticles: features.articles != nil,
      repliesOnly: limits?.repliesOnly ?? false,
      canEdit: limits != nil && features.edits, canQuote: limits?.quotes ?? false,
      serviceActions: features.publishing == nil ? [] : features.serviceActions,
      extras: features.optionalInformation?.extras ?? [],
      people: features.people?.lists, service: account.service,
      repliesAreComments: features.repliesAreComments,
      hasChats: limits?.canAnswerDirectMessages ?? false,
      unlikablePerson: features.canLikeOwn ? nil : person,
      onlyPerson: features.people?.canFetchOthers == false ? person : nil,
      likeRefusal: features.likeRefusal)
  }

  /// Returns the marks that can be toggled on a post; comments can only be hidden.
  public func toggleableMarks(for post: Post) -> Post.UserPostMarks {
    if AccountlessEntityID(post.id) != nil { return [] }
    if isComment(post) { return marks.intersection(.hidden) }
    return post.author.id == unlikablePerson ? marks.subtracting(.liked) : marks
  }

  public func permission(to action: PostAction, on post: Post, isOwn: Bool) -> ActionPermission {
    if let place = AccountlessEntityID(post.id), !action.worksWithoutAccount {
      return .withheld(.readWithoutAccount(place.host))
    }
    return permission(withAccountTo: action, on: post, isOwn: isOwn)
  }

  private func permission(withAccountTo action: PostAction, on post: Post, isOwn: Bool)
    -> ActionPermission
  {
    switch action {
    case .mark(let mark):
      ActionPermission(unless: [
        unavailableReason(of: mark): !marks.contains(mark),
        .notToHide: mark == .hidden && (isOwn || post.reply == nil),
        .notYoursToPin: mark == .pinned && !isOwn,
        .onlyWords: isComment(post) && mark != .hidden,
        // An existing boost can be undone even if the post cannot be boosted any more.
        .notForOthers: mark == .boosted && !post.userMarks.contains(.boosted)
          && !post.isPostBoostable(byAuthor: isOwn) || mark == .pinned && post.isDirect,
        .notOwnLikes: !toggleableMarks(for: post).contains(mark),
      ])
    case .likers: permission(toSee: .likers, of: post)
    case .boosters: permission(toSee: .boosters, of: post)
    case .openProfile(let person):
      ActionPermission(unless: [
        .noPeople: people == nil, .noOthers: onlyPerson.map { $0 != person } ?? false,
      ])
    case .reply: ActionPermission(unless: [.noWriting: !canWrite, .noAnswers: !post.canBeAnswered])
    case .quote:
      ActionPermission(unless: [
        .noWriting: !canWrite, .noQuotes: !canQuote, .notToQuote: !post.canBeQuoted,
        .notForOthers: !post.isPostBoostable(byAuthor: isOwn),
      ])
    case .edit:
      ActionPermission(unless: [
        .noEdits: !canEdit, .notYoursToChange: !isOwn, .pollStays: post.content.poll != nil,
      ])
    case .delete:
      ActionPermission(unless: [
        .noWriting: !canWrite, .notYours: !isOwn,
        .notToDelete: !canWritePost(replyTo: post.reply?.post),
      ])
    case .redraft:
      ActionPermission(unless: [
        .noWriting: !canWrite, .notYoursToChange: !isOwn,
        .notToDelete: !canWritePost(replyTo: post.reply?.post), .notHere: hasChats && post.isDirect,
        .filmIsLost: post.content.photos.contains { $0.kind != .still },
      ])
    case .reveal: ActionPermission(unless: [.nothingHidden: !post.content.hasContentToReveal])
    case .viewPhoto: ActionPermission(unless: [.noPhoto: post.content.photos.isEmpty])
    case .viewPoll: ActionPermission(unless: [.noPoll: post.content.poll == nil])
    case .copyText: ActionPermission(unless: [.noWords: post.content.text.plain.isEmpty])
    case .findSimilar: ActionPermission(unless: [.noTags: post.content.tags.isEmpty])
    case .viewEditions:
      ActionPermission(unless: [
        .notHere: !extras.contains(.editions), .neverEdited: post.content.editedAt == nil,
      ])
    case .react: ActionPermission(unless: [.notHere: !serviceActions.contains(.react)])
    case .report:
      ActionPermission(unless: [.notHere: !serviceActions.contains(.report), .isYours: isOwn])
    // A post with a limited audience is not sent to a translator; an existing translation can still
    // be shown.
    case .translate:
      ActionPermission(unless: [
        .notHere: !extras.contains(.translations) && post.content.translation == nil,
        .noWords: post.content.text.plain.isEmpty,
        .notForOthers: post.content.translation == nil && !post.visibility.isOpen,
      ])
    case .viewConversation, .viewQuoted, .viewTag, .showPhoto, .openLink, .browse, .copyLink,
      .viewMutes:
      .allowed
    }
  }

  /// Returns the permission to open a list of people, such as a post's likers.
  public func permission(toSee list: PeopleListKinds, of post: Post? = nil) -> ActionPermission {
    let untold: ActionPermission.RefusalReason =
      switch list {
      case .boosters: .noBoosts
      case .likers: .noLikers
      case .suggested, .directory: .notHere
      default: .noFollowers
      }
    return ActionPermission(unless: [
      .noPeople: people == nil, untold: people?.contains(list) != true,
      .onlyWords: post.map(isComment) ?? false,
    ])
  }

  /// Returns true if the user can vote in the poll of a post at a point in time.
  public func canVote(on post: Post, isOwn: Bool, at now: Timestamp) -> Bool {
    guard let poll = post.content.poll, AccountlessEntityID(post.id) == nil else { return false }
    return canWrite && !isOwn && !poll.isAnswered && !poll.isOver(at: now)
  }

  /// Returns true if the service supports a kind of change; the outbox sends only supported
  /// changes.
  public func supportsChange(_ change: PendingChange) -> Bool {
    switch change {
    case .mark(_, let mark, _): marks.contains(mark)
    case .publish(let draft):
      draft.editing == nil ? canWritePost(replyTo: draft.replyTo) : canEdit
    case .follow: canFollow
    case .mute, .block, .answerFollowRequest, .vote, .delete: canWrite
    case .serviceAction(let act): serviceActions.contains(act.kind)
    case .markRead: hasReadStates
    }
  }

  /// Returns the reason for which the service refuses all changes like this one; nil if the refusal
  /// concerns the one post alone. Some services accept like requests only to refuse all of them.
  public func refusalReasonForAllSuchChanges(for change: PendingChange, after error: FeedError)
    -> ActionPermission.RefusalReason?
  {
    guard case .mark(_, .liked, true) = change, error == .refused(nil),
      likeRefusal == .bookmarkInstead
    else { return nil }
    return .noLikes(likeRefusal)
  }

  private func isComment(_ post: Post) -> Bool {
    repliesAreComments && post.reply != nil || hasChats && post.isDirect
  }

  /// Returns the reason to refuse a mark, such as a like, that the service offers on no post.
  private func unavailableReason(of mark: Post.UserPostMarks) -> ActionPermission.RefusalReason {
    switch mark {
    case .liked: .noLikes(likeRefusal)
    case .boosted: .noBoosts
    case .hidden: .noHiding
    case .pinned, .conversationMuted: .notHere
    default: .noBookmarks
    }
  }
}

/// An action on a post that the user can choose, such as liking it or opening its author's profile.
public enum PostAction: Equatable, Sendable {
  /// An action on a post: set a mark such as a like, or remove it.
  case mark(Post.UserPostMarks)
  /// Actions on a post (cases): open the list of people who liked the post, or who boosted it.
  case likers, boosters
  /// An action on a post: open the profile of its author or booster.
  case openProfile(Person.ID)
  case viewConversation
  case viewQuoted(Post.ID)
  case viewTag(String)
  case reply, quote, edit, delete, viewPoll
  /// An action on a post: delete the user's own post, and open its content as a draft.
  case redraft
  /// An action on a post: show the post's folded text and covered photos, or fold and cover them
  /// again.
  case reveal
  /// An action on a post: open one of the post's photos in full, by its index; nil opens the photo
  /// that the list shows.
  case viewPhoto(Int?)
  /// An action on a post: show the photo with this index in the list of posts, in place of the
  /// photo shown now.
  case showPhoto(Int)
  /// Actions on a post (cases): open the post's first link in the program if possible, or open it
  /// in the browser.
  case openLink, browse
  case copyLink, copyText
  /// An action on a post: show what of the post can be muted, such as its author and subjects.
  case viewMutes
  /// An action on a post: search for posts with the same hashtags.
  case findSimilar
  /// Actions on a post (cases): show the post's earlier versions, or its translation.
  case viewEditions, translate
  case react, report
}

extension PostAction {
  /// True if the action on the post works without an account, such as showing, opening or copying,
  /// so that it is permitted for posts read without one.
  fileprivate var worksWithoutAccount: Bool {
    switch self {
    case .openProfile, .viewConversation, .viewQuoted, .viewTag, .reveal, .viewPhoto, .showPhoto,
      .openLink, .browse, .copyLink, .copyText, .viewMutes, .findSimilar:
      true
    case .mark, .likers, .boosters, .reply, .quote, .edit, .delete, .redraft, .viewPoll,
      .viewEditions,
      .translate, .react, .report:
      false
    }
  }
}

/// A permission to do an action on a post, or else the reason why the action is refused.
public enum ActionPermission: Equatable, Sendable {
  case allowed
  case withheld(RefusalReason)

  public enum RefusalReason: Equatable, Sendable {
    /// Reasons to refuse an action on a post (cases): the service does not offer the action, or not
    /// to this account.
    case noLikes(LikingUnavailableReason), noBoosts, noBookmarks, noHiding, noWriting, noQuotes,
      noEdits
    case onlyAnswers
    /// Reasons to refuse an action (cases): the service has no profiles, shows only the user's own,
    /// or has no lists of likers or of followers.
    case noPeople, noOthers, noLikers, noFollowers
    /// Reasons to refuse an action (cases): own posts cannot be liked, comments can only be read
    /// and answered, or only other people's comments can be hidden.
    case notOwnLikes, onlyWords, notToHide
    /// A reason to refuse an action: the post was read without an account, from the server with
    /// this host.
    case readWithoutAccount(String)
    /// Reasons to refuse an action (cases): the post's author or the service forbids replies to the
    /// post, or quotes of it.
    case noAnswers, notToQuote
    /// A reason to refuse an action: the post's visibility is restricted.
    case notForOthers
    /// Reasons to refuse an action (cases): the post is another person's, cannot be deleted here,
    /// has a poll, or is the user's own.
    case notYours, notYoursToChange, notToDelete, pollStays, isYours
    /// A reason to refuse an action: the post's video or audio could not be posted again.
    case filmIsLost
    /// Reasons to refuse an action on a post (cases): the service does not offer the action, only
    /// own posts can be pinned, or the post was never edited.
    case notHere, notYoursToPin, neverEdited
    /// Reasons to refuse an action (cases): the post has no folded text, photo, poll, text or
    /// hashtag that the action needs.
    case nothingHidden, noPhoto, noPoll, noWords, noTags
  }

  /// Creates the permission for an action: a refusal with the first reason whose condition is true,
  /// or a permission if all conditions are false.
  init(unless reasons: KeyValuePairs<RefusalReason, Bool>) {
    self = reasons.first(where: \.value).map { .withheld($0.key) } ?? .allowed
  }
}
