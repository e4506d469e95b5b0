/// What the reader can do with posts at the service in use.
///
/// Whether something may be done with a post is decided here and nowhere else: for a key and its
/// hint, a click, the list of commands, the command line and the delivery.
public struct PostAbilities: Equatable, Sendable {
  /// The marks that can be put on posts.
  public var marks: Post.OwnActions
  /// Whether a post can be answered, and what one wrote deleted.
  public var canWrite: Bool
  /// Whether what is followed is a list of the reader's own, which they can change.
  public var hasOwnList = false
  /// Whether nothing but answers can be written.
  public var answersOnly = false
  /// Whether what one wrote can be changed.
  public var canEdit = false
  /// Whether a post can show another inside.
  public var canQuote = false
  /// What else can be done.
  public var acts: Set<ServiceAction.Kind> = []
  /// What else is told.
  public var extras: Set<ServiceExtra> = []
  /// The lists of people that can be looked at; nil where nothing is told of people.
  public var people: PeopleLists?
  /// The service; nil where it does not matter.
  public var service: Service?
  /// Whether answers are comments, which bear no marks.
  public var answersAreComments = false
  /// Whether what is said directly is no post, and bears no marks.
  public var hasChats = false
  /// Whose posts take no like; nil where everybody's do.
  public var unlikable: Person.ID?
  /// Who alone can be looked at; nil where everybody can.
  public var onlyPerson: Person.ID?
  /// Why nothing can be liked, where nothing can.
  public var likeRefusal = LikeRefusal.unknown

  /// Whether something can be written that answers none, and why not.
  public var beginning: Permission {
    Permission(unless: [.noWriting: !canWrite, .onlyAnswers: answersOnly])
  }
  /// Whether something can be written that answers none.
  public var canBegin: Bool { beginning == .allowed }
  /// Whether people, or what speaks like them, can be followed and left.
  public var canFollow: Bool { canWrite || hasOwnList }
  /// Whether anything can be changed at the service.
  public var canChange: Bool { canWrite || canFollow || !marks.isEmpty }

  /// Whether something can be written that answers that post, or none.
  public func canWrite(replyTo post: Post.ID?) -> Bool { post == nil ? canBegin : canWrite }
}

extension PostAbilities {
  /// What an account offers.
  init(_ account: Account, _ features: ServiceConnection.Features) {
    let limits = features.publishing == nil ? nil : features.draftLimits
    let person = account.person
    self.init(
      marks: features.publishing == nil ? [] : features.marks, canWrite: limits != nil,
      hasOwnList: features.publishing != nil && features.subscriptions != nil,
      answersOnly: limits?.answersOnly ?? false,
      canEdit: limits != nil && features.edits, canQuote: limits?.quotes ?? false,
      acts: features.publishing == nil ? [] : features.acts,
      extras: features.extras?.extras ?? [],
      people: features.people?.lists, service: account.service,
      answersAreComments: features.answersAreComments,
      hasChats: limits?.answersDirectly ?? false,
      unlikable: features.likesOwn ? nil : person,
      onlyPerson: features.people?.knowsOthers == false ? person : nil,
      likeRefusal: features.likeRefusal)
  }

  /// The marks that can be put on a post: a comment is there to be read and answered.
  public func marks(for post: Post) -> Post.OwnActions {
    if isComment(post) { return marks.intersection(.hidden) }
    return post.author.id == unlikable ? marks.subtracting(.liked) : marks
  }

  /// Whether something may be done with a post, which is the reader's own or somebody else's.
  public func permission(to deed: PostAction, on post: Post, isOwn: Bool) -> Permission {
    switch deed {
    case .mark(let mark):
      Permission(unless: [
        lack(of: mark): !marks.contains(mark),
        .notToHide: mark == .hidden && (isOwn || post.reply == nil),
        .notYoursToPin: mark == .pinned && !isOwn,
        .onlyWords: isComment(post) && mark != .hidden,
        // What was boosted before can be taken back.
        .notForOthers: mark == .boosted && !post.own.contains(.boosted)
          && !post.canBeShared(byAuthor: isOwn) || mark == .pinned && post.isDirect,
        .notOwnLikes: !marks(for: post).contains(mark),
      ])
    case .likers: permission(toSee: .likers, of: post)
    case .boosters: permission(toSee: .boosters, of: post)
    case .meet(let person):
      Permission(unless: [
        .noPeople: people == nil, .noOthers: onlyPerson.map { $0 != person } ?? false,
      ])
    case .reply: Permission(unless: [.noWriting: !canWrite, .noAnswers: !post.canBeAnswered])
    case .quote:
      Permission(unless: [
        .noWriting: !canWrite, .noQuotes: !canQuote, .notToQuote: !post.canBeQuoted,
        .notForOthers: !post.canBeShared(byAuthor: isOwn),
      ])
    case .edit:
      Permission(unless: [
        .noEdits: !canEdit, .notYoursToChange: !isOwn, .pollStays: post.content.poll != nil,
      ])
    case .delete:
      Permission(unless: [
        .noWriting: !canWrite, .notYours: !isOwn,
        .notToDelete: !canWrite(replyTo: post.reply?.post),
      ])
    case .reveal: Permission(unless: [.nothingHidden: !post.content.hidesSomething])
    case .viewPhoto: Permission(unless: [.noPhoto: post.content.photos.isEmpty])
    case .viewPoll: Permission(unless: [.noPoll: post.content.poll == nil])
    case .copyText: Permission(unless: [.noWords: post.content.text.plain.isEmpty])
    case .findSimilar: Permission(unless: [.noTags: post.content.tags.isEmpty])
    case .viewEditions:
      Permission(unless: [
        .notHere: !extras.contains(.editions), .neverEdited: post.content.editedAt == nil,
      ])
    case .react: Permission(unless: [.notHere: !acts.contains(.react)])
    case .report: Permission(unless: [.notHere: !acts.contains(.report), .isYours: isOwn])
    // What is for some alone goes to nobody who translates; what was translated is here.
    case .translate:
      Permission(unless: [
        .notHere: !extras.contains(.translations) && post.content.translation == nil,
        .noWords: post.content.text.plain.isEmpty,
        .notForOthers: post.content.translation == nil && !post.visibility.isOpen,
      ])
    }
  }

  /// Whether a list of people may be looked at, which belongs to that post or to none.
  public func permission(toSee list: PeopleLists, of post: Post? = nil) -> Permission {
    let untold: Permission.Reason =
      switch list {
      case .boosters: .noBoosts
      case .likers: .noLikers
      case .suggested, .directory: .notHere
      default: .noFollowers
      }
    return Permission(unless: [
      .noPeople: people == nil, untold: people?.contains(list) != true,
      .onlyWords: post.map(isComment) ?? false,
    ])
  }

  /// Whether the reader may answer the poll of a post at that moment.
  public func canVote(on post: Post, isOwn: Bool, at now: Timestamp) -> Bool {
    guard let poll = post.content.poll else { return false }
    return canWrite && !isOwn && !poll.isAnswered && !poll.isOver(at: now)
  }

  /// Whether a change is sent at all: for what is not offered, the service is not asked.
  public func takes(_ change: PendingChange) -> Bool {
    switch change {
    case .mark(_, let mark, _): marks.contains(mark)
    case .publish(let draft):
      draft.editing == nil ? canWrite(replyTo: draft.replyTo) : canEdit
    case .follow: canFollow
    case .mute, .block, .admit, .vote, .delete: canWrite
    case .act(let act): acts.contains(act.kind)
    }
  }

  /// What a refusal tells of the service rather than of a post; nil where it tells nothing of it.
  ///
  /// At some services there is a way to like until they say that there is none.
  public func reason(forRefusing change: PendingChange, _ error: FeedError) -> Permission.Reason? {
    guard case .mark(_, .liked, true) = change, error == .refused(nil),
      likeRefusal == .bookmarkInstead
    else { return nil }
    return .noLikes(likeRefusal)
  }

  private func isComment(_ post: Post) -> Bool {
    answersAreComments && post.reply != nil || hasChats && post.isDirect
  }

  /// Why a mark is put on nothing here.
  private func lack(of mark: Post.OwnActions) -> Permission.Reason {
    switch mark {
    case .liked: .noLikes(likeRefusal)
    case .boosted: .noBoosts
    case .hidden: .noHiding
    case .pinned, .silenced: .notHere
    default: .noBookmarks
    }
  }
}

/// What a reader may want to do with a post.
public enum PostAction: Hashable, Sendable {
  /// To put a mark on it, or to take that away.
  case mark(Post.OwnActions)
  /// To see who liked or who boosted it.
  case likers, boosters
  /// To look at somebody: its author, or whoever boosted it.
  case meet(Person.ID)
  /// To write about it, or to write it anew.
  case reply, quote, edit
  /// To take it back.
  case delete
  /// To see what is folded away, its photos, or its poll.
  case reveal, viewPhoto, viewPoll
  /// To have its words on the clipboard.
  case copyText
  /// To look for what has the same tags.
  case findSimilar
  /// To see what it said before, or what it says in the reader's language.
  case viewEditions, translate
  /// To put an emoji below it, or to report it.
  case react, report
}

/// Whether something may be done, and why not.
public enum Permission: Hashable, Sendable {
  case allowed
  case withheld(Reason)

  /// Why something is not to be done with a post.
  public enum Reason: Hashable, Sendable {
    /// The service has no such thing, or not for this account.
    case noLikes(LikeRefusal), noBoosts, noBookmarks, noHiding, noWriting, noQuotes, noEdits
    case onlyAnswers
    /// The service tells nothing of people, of others than the reader, or that list of people.
    case noPeople, noOthers, noLikers, noFollowers
    /// It is the reader's own, or a comment, or not somebody's comment on a post of the reader's.
    case notOwnLikes, onlyWords, notToHide
    /// Its author, or the service, lets nobody answer or quote it.
    case noAnswers, notToQuote
    /// Only some may see it.
    case notForOthers
    /// It is somebody else's, was not written here, or has a poll.
    case notYours, notYoursToChange, notToDelete, pollStays, isYours
    /// The service has no such thing, or it is for one's own posts, or was never changed.
    case notHere, notYoursToPin, neverEdited
    /// There is nothing of the kind in it.
    case nothingHidden, noPhoto, noPoll, noWords, noTags
  }

  /// Allowed, unless one of the reasons holds: then it is withheld because of the first that does.
  init(unless reasons: KeyValuePairs<Reason, Bool>) {
    self = reasons.first(where: \.value).map { .withheld($0.key) } ?? .allowed
  }
}
