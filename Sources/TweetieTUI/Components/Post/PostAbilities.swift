import FeedDomain

/// What the reader can do with posts at the service in use.
struct PostAbilities: Equatable, Sendable {
  /// The marks that can be put on one.
  let marks: Post.OwnActions
  /// Whether one can be answered, and what one wrote deleted.
  let canWrite: Bool
  /// Whether one can be written that answers none.
  let canBegin: Bool
  /// Whether what one wrote can be changed.
  let canEdit: Bool
  /// Whether a post can show another inside.
  let canQuote: Bool
  /// Whether people can be looked at: profiles.
  let knowsPeople: Bool
  /// The lists of people that can be looked at.
  let lists: PeopleLists
  /// The service; nil where it does not matter.
  let service: Service?
  /// Whether answers are comments, which bear no marks.
  let answersAreComments: Bool

  /// What can be done.
  init(
    marks: Post.OwnActions, canWrite: Bool, canBegin: Bool? = nil, canEdit: Bool = false,
    canQuote: Bool = false,
    knowsPeople: Bool, lists: PeopleLists? = nil, service: Service? = nil,
    answersAreComments: Bool = false
  ) {
    self.marks = marks
    self.canWrite = canWrite
    self.canBegin = canBegin ?? canWrite
    self.canEdit = canEdit
    self.canQuote = canQuote
    self.knowsPeople = knowsPeople
    self.lists = lists ?? (knowsPeople ? .all : [])
    self.service = service
    self.answersAreComments = answersAreComments
  }

  /// What an account offers.
  init(_ connection: ServiceConnection) {
    let limits = connection.publishing == nil ? nil : connection.draftLimits
    self.init(
      marks: connection.publishing == nil ? [] : connection.marks, canWrite: limits != nil,
      canBegin: limits.map { !$0.answersOnly } ?? false,
      canEdit: limits != nil && connection.editing != nil, canQuote: limits?.quotes ?? false,
      knowsPeople: connection.people != nil, lists: connection.people?.lists ?? [],
      service: connection.account.service, answersAreComments: connection.answersAreComments)
  }

  /// What can be done with one of them: a comment is there to be read and answered.
  func abilities(for post: Post) -> PostAbilities {
    guard answersAreComments, post.reply != nil else { return self }
    return PostAbilities(
      marks: marks.intersection(.hidden), canWrite: canWrite, canBegin: canBegin,
      canEdit: canEdit, knowsPeople: knowsPeople, lists: lists.subtracting([.likers, .boosters]),
      service: service,
      answersAreComments: true)
  }

  /// Everything.
  static let all = PostAbilities(
    marks: [.liked, .boosted, .bookmarked], canWrite: true, knowsPeople: true)
}
