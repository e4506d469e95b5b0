/// What a person does at a service.
public enum Change: Hashable, Sendable {
  /// Likes, boosts or keeps a post, or takes that back.
  case mark(Post.ID, Post.OwnActions, Bool)
  /// Follows somebody, or no longer.
  case follow(Person.ID, Bool)
  /// Says something.
  case publish(Draft)
  /// Takes back what was said.
  case delete(Post.ID)

  /// The change that undoes this one; nil where nothing does.
  public var inverse: Change? {
    switch self {
    case .mark(let post, let action, let isDone): .mark(post, action, !isDone)
    case .follow(let person, let isFollowed): .follow(person, !isFollowed)
    case .publish, .delete: nil
    }
  }

  /// What the change is about: of several that wait with the same subject only the last is sent.
  ///
  /// Nil for what stands for itself: two posts are two posts.
  public var subject: String? {
    switch self {
    case .mark(let post, let action, _): "mark:\(action.rawValue):\(post.rawValue)"
    case .follow(let person, _): "follow:\(person.rawValue)"
    case .delete(let post): "delete:\(post.rawValue)"
    case .publish: nil
    }
  }

  /// Whether others see it at once, so that there should be a moment to undo it.
  public var isPublic: Bool {
    switch self {
    case .mark(_, let action, let isDone): action.contains(.boosted) && isDone
    case .follow(_, let isFollowed): isFollowed
    case .publish, .delete: true
    }
  }
}

extension Post {
  /// The post as it looks once the change has been made.
  public func applying(_ change: Change) -> Post {
    guard case .mark(id, let action, let isDone) = change else { return self }
    return marked(action, isDone)
  }
}
