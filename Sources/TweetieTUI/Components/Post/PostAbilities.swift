import FeedDomain

/// What the reader can do with posts at the service in use.
struct PostAbilities: Equatable, Sendable {
  /// The marks that can be put on one.
  let marks: Post.OwnActions
  /// Whether one can be written, and so answered and deleted.
  let canWrite: Bool
  /// Whether people can be looked at: likers, boosters, profiles.
  let knowsPeople: Bool

  /// What can be done.
  init(marks: Post.OwnActions, canWrite: Bool, knowsPeople: Bool) {
    self.marks = marks
    self.canWrite = canWrite
    self.knowsPeople = knowsPeople
  }

  /// What an account offers.
  init(_ connection: ServiceConnection) {
    self.init(
      marks: connection.publishing == nil ? [] : connection.marks,
      canWrite: connection.publishing != nil && connection.draftLimits != nil,
      knowsPeople: connection.people != nil)
  }

  /// Everything.
  static let all = PostAbilities(
    marks: [.liked, .boosted, .bookmarked], canWrite: true, knowsPeople: true)
}
