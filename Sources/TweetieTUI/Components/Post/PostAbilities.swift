import FeedDomain

/// What the reader can do with posts at the service in use.
struct PostAbilities: Equatable, Sendable {
  /// The marks that can be put on one.
  let marks: Post.OwnActions
  /// Whether one can be written, and so answered and deleted.
  let canWrite: Bool
  /// Whether people can be looked at: likers, boosters, profiles.
  let knowsPeople: Bool
  /// Which lists of people there are.
  let lists: Set<PeopleList.Kind>

  /// What can be done; where people can be looked at, every list of them unless some are named.
  init(
    marks: Post.OwnActions, canWrite: Bool, knowsPeople: Bool,
    lists: Set<PeopleList.Kind> = Set(PeopleList.Kind.allCases)
  ) {
    self.marks = marks
    self.canWrite = canWrite
    self.knowsPeople = knowsPeople
    self.lists = knowsPeople ? lists : []
  }

  /// What an account offers.
  init(_ connection: ServiceConnection) {
    self.init(
      marks: connection.publishing == nil ? [] : connection.marks,
      canWrite: connection.publishing != nil && connection.draftLimits != nil,
      knowsPeople: connection.people != nil, lists: connection.people?.lists ?? [])
  }

  /// Everything.
  static let all = PostAbilities(
    marks: [.liked, .boosted, .bookmarked], canWrite: true, knowsPeople: true)
}
