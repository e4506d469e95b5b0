/// A change that the user made, such as a like or a new post, to be sent to a service.
public indirect enum PendingChange: Hashable, Sendable {
  /// A pending change: a mark on a post, such as a like, is set or removed.
  case mark(Post.ID, Post.UserPostMarks, Bool)
  /// A pending change: the service is told which entries were read, or are unread again; the stored
  /// read states have changed already. If `ofFeeds` is not empty, all entries of these feeds are
  /// meant, also those that only the service knows.
  case markRead([Post.ID], Bool, ofFeeds: Set<Person.ID> = [])
  case follow(Person.ID, Bool)
  case mute(Person.ID, Bool)
  case block(Person.ID, Bool)
  case answerFollowRequest(Person.ID, Bool)
  case vote(Post.ID, Set<Int>)
  case publish(Draft)
  case delete(Post.ID)
  case serviceAction(ServiceAction)

  /// The change that undoes this one, such as an unlike for a like; nil if there is none.
  public var inverse: PendingChange? {
    switch self {
    case .mark(let post, let action, let isDone): .mark(post, action, !isDone)
    case .markRead(let entries, let isRead, _): .markRead(entries, !isRead)
    case .follow(let person, let isFollowed): .follow(person, !isFollowed)
    case .mute(let person, let isMuted): .mute(person, !isMuted)
    case .block(let person, let isBlocked): .block(person, !isBlocked)
    case .serviceAction(let act): act.inverse.map { .serviceAction($0) }
    // An answered follow request cannot be restored: a rejected person would have to ask again.
    case .answerFollowRequest, .vote, .publish, .delete: nil
    }
  }

  /// The text that is equal for pending changes that replace each other, such as a like and an
  /// unlike of one post: only the last is sent. Nil for changes that are all sent, such as posts.
  public var subject: String? {
    switch self {
    case .mark(let post, let action, _): "mark:\(action.rawValue):\(post.rawValue)"
    case .follow(let person, _): "follow:\(person.rawValue)"
    case .mute(let person, _): "mute:\(person.rawValue)"
    case .block(let person, _): "block:\(person.rawValue)"
    case .answerFollowRequest(let person, _): "admit:\(person.rawValue)"
    case .vote(let post, _): "vote:\(post.rawValue)"
    case .delete(let post): "delete:\(post.rawValue)"
    case .serviceAction(let act): act.subject
    case .publish(let draft): draft.editing.map { "edit:\($0.rawValue)" }
    // Changes of read states never replace each other, as they name different entries.
    case .markRead: nil
    }
  }

  /// True if other people see the change at once, so that sending is delayed for an undo.
  public var isPublic: Bool {
    switch self {
    case .mark(_, let action, let isDone): action.contains(.boosted) && isDone
    case .follow(_, let isFollowed): isFollowed
    case .mute, .markRead: false
    case .block(_, let isBlocked): isBlocked
    case .answerFollowRequest, .vote, .publish, .delete: true
    case .serviceAction(let act): act.isPublic
    }
  }
}

extension PendingChange {
  public var post: Post.ID? {
    switch self {
    case .mark(let post, _, _), .vote(let post, _), .delete(let post): post
    case .publish(let draft): draft.editing
    case .markRead, .follow, .mute, .block, .answerFollowRequest, .serviceAction: nil
    }
  }

  public var person: Person.ID? {
    switch self {
    case .follow(let person, _), .mute(let person, _), .block(let person, _),
      .answerFollowRequest(let person, _):
      person
    case .mark, .markRead, .vote, .publish, .delete, .serviceAction: nil
    }
  }
}

extension Post {
  public func applyingPendingChange(_ change: PendingChange) -> Post {
    switch change {
    case .mark(id, let action, let isDone): settingMark(action, isSet: isDone)
    case .vote(id, let answers):
      replacingContent(content.replacingPoll(content.poll?.countingVote(answers)))
    case .publish(let draft) where draft.editing == id:
      replacingContent(content.editedContent(as: draft))
    default: self
    }
  }
}

extension Person {
  public func applyingPendingChange(_ change: PendingChange) -> Person {
    switch change {
    case .follow(id, let isFollowed): settingFollowed(isFollowed)
    case .mute(id, let isMuted): settingMuted(isMuted)
    case .block(id, let isBlocked): settingBlocked(isBlocked)
    case .serviceAction(let act) where act.kind == .muteFor && act.target == id.rawValue:
      settingMuted(act.isDone)
    default: self
    }
  }
}

/// A set of the posts and timelines that a write to the store changed.
public struct StoreChangeSet: Equatable, Sendable {
  /// The timelines in which a write to the store added, removed or moved rows.
  public var feeds: Set<Feed>
  /// The ids of the posts whose content, counts or marks a write to the store changed.
  public var posts: Set<Post.ID>

  package init(feeds: Set<Feed> = [], posts: Set<Post.ID> = []) {
    (self.feeds, self.posts) = (feeds, posts)
  }

  public var isEmpty: Bool { feeds.isEmpty && posts.isEmpty }
}
