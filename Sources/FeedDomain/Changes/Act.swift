/// Something done at a service that changes no post and nobody on the screen by itself, as following a
/// tag. What there is to know of a kind is a row of `Act.Kind`; the service has its call, and `Wording`
/// its words.
public struct Act: Hashable, Sendable {
  /// What is done.
  public let kind: Kind
  /// To what: a tag, without "#"; a person, by their id; a server, by its name.
  public let target: String
  /// More that has to be said, as a person's handle, for whoever reads of it; empty where nothing has.
  public let detail: String
  /// Whether it is done, or taken back.
  public let isDone: Bool

  /// An act; its detail is what the kind says it is.
  public init(_ kind: Kind, _ target: String, detail: String = "", isDone: Bool = true) {
    (self.kind, self.target, self.detail, self.isDone) = (kind, target, detail, isDone)
  }

  /// What undoes it; nil where nothing does.
  var inverse: Act? {
    kind.row.canBeUndone ? Act(kind, target, detail: detail, isDone: !isDone) : nil
  }

  /// Whether others see it at once.
  var isPublic: Bool { kind.row.isPublic && isDone }
}

extension Act {
  /// What can be done, by the name under which the outbox keeps it.
  public enum Kind: String, CaseIterable, Sendable {
    /// Has the posts with a tag come to the home stream.
    case followTag = "follow-tag"
    /// Leaves what somebody boosts out of the home stream.
    case hideBoosts = "hide-boosts"
    /// Has the reader told of what somebody posts.
    case tellOfPosts = "tell-of-posts"
    /// Has nothing to do with anybody at a server.
    case blockServer = "block-server"
  }
}

extension Act.Kind {
  /// What there is to know of a kind.
  struct Row {
    let canBeUndone: Bool
    let isPublic: Bool
  }

  var row: Row {
    switch self {
    case .followTag, .hideBoosts, .tellOfPosts: Row(canBeUndone: true, isPublic: false)
    // Whoever follows the reader from there does so no more, and taking it back does not change that.
    case .blockServer: Row(canBeUndone: true, isPublic: true)
    }
  }
}
