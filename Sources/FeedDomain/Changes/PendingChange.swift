/// What a person does at a service.
public indirect enum PendingChange: Hashable, Sendable {
  /// Likes, boosts or keeps a post, or takes that back.
  case mark(Post.ID, Post.OwnActions, Bool)
  /// Follows somebody, or no longer.
  case follow(Person.ID, Bool)
  /// Wants none of somebody's posts in the streams, or wants them again; nobody is told.
  case mute(Person.ID, Bool)
  /// Has nothing to do with somebody any more, or takes that back.
  case block(Person.ID, Bool)
  /// Lets somebody follow who asked to, or not.
  case admit(Person.ID, Bool)
  /// Chooses answers of a poll, by their places.
  case vote(Post.ID, Set<Int>)
  /// Says something, or changes what was said.
  case publish(Draft)
  /// Takes back what was said.
  case delete(Post.ID)
  /// Does something else, or takes that back.
  case act(ServiceAction)

  /// The change that undoes this one; nil where nothing does.
  public var inverse: PendingChange? {
    switch self {
    case .mark(let post, let action, let isDone): .mark(post, action, !isDone)
    case .follow(let person, let isFollowed): .follow(person, !isFollowed)
    case .mute(let person, let isMuted): .mute(person, !isMuted)
    case .block(let person, let isBlocked): .block(person, !isBlocked)
    case .act(let act): act.inverse.map { .act($0) }
    // Whoever was turned away would have to ask again.
    case .admit, .vote, .publish, .delete: nil
    }
  }

  /// What the change is about: of several that wait with the same subject only the last is sent.
  ///
  /// Nil for what stands for itself: two posts are two posts.
  public var subject: String? {
    switch self {
    case .mark(let post, let action, _): "mark:\(action.rawValue):\(post.rawValue)"
    case .follow(let person, _): "follow:\(person.rawValue)"
    case .mute(let person, _): "mute:\(person.rawValue)"
    case .block(let person, _): "block:\(person.rawValue)"
    case .admit(let person, _): "admit:\(person.rawValue)"
    case .vote(let post, _): "vote:\(post.rawValue)"
    case .delete(let post): "delete:\(post.rawValue)"
    case .act(let act): act.subject
    case .publish(let draft): draft.editing.map { "edit:\($0.rawValue)" }
    }
  }

  /// Whether others see it at once, so that there should be a moment to undo it.
  public var isPublic: Bool {
    switch self {
    case .mark(_, let action, let isDone): action.contains(.boosted) && isDone
    case .follow(_, let isFollowed): isFollowed
    case .mute: false
    case .block(_, let isBlocked): isBlocked
    case .admit, .vote, .publish, .delete: true
    case .act(let act): act.isPublic
    }
  }
}

extension PendingChange {
  /// The post it is done to; nil where it is done to none.
  public var post: Post.ID? {
    switch self {
    case .mark(let post, _, _), .vote(let post, _), .delete(let post): post
    case .publish(let draft): draft.editing
    case .follow, .mute, .block, .admit, .act: nil
    }
  }

  /// Whom it is about; nil where it is about a post.
  public var person: Person.ID? {
    switch self {
    case .follow(let person, _), .mute(let person, _), .block(let person, _),
      .admit(let person, _):
      person
    case .mark, .vote, .publish, .delete, .act: nil
    }
  }
}

extension Post {
  /// The post as it looks once the change has been made.
  public func applying(_ change: PendingChange) -> Post {
    switch change {
    case .mark(id, let action, let isDone): marked(action, isDone)
    case .vote(id, let answers): with(content.with(content.poll?.choosing(answers)))
    case .publish(let draft) where draft.editing == id: with(content.rewritten(as: draft))
    default: self
    }
  }
}

extension Person {
  /// The person as they look once the change has been made.
  public func applying(_ change: PendingChange) -> Person {
    switch change {
    case .follow(id, let isFollowed): followed(isFollowed)
    case .mute(id, let isMuted): muted(isMuted)
    case .block(id, let isBlocked): blocked(isBlocked)
    case .act(let act) where act.kind == .muteFor && act.target == id.rawValue: muted(act.isDone)
    default: self
    }
  }
}

/// What came of a reply: what the store holds now and did not before.
public struct ChangeSet: Equatable, Sendable {
  /// Streams whose rows came, went or moved.
  public var feeds: Set<Feed>
  /// Posts whose words, counts or marks changed.
  public var posts: Set<Post.ID>

  package init(feeds: Set<Feed> = [], posts: Set<Post.ID> = []) {
    (self.feeds, self.posts) = (feeds, posts)
  }

  public var isEmpty: Bool { feeds.isEmpty && posts.isEmpty }
}
