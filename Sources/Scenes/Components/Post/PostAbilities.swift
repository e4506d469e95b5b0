import FeedDomain

/// What the reader can do with posts at the service in use.
package struct PostAbilities: Equatable, Sendable {
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
  /// Whose posts take no like; nil where everybody's do.
  let unlikable: Person.ID?
  /// Who alone can be looked at; nil where everybody can.
  let onlyPerson: Person.ID?

  /// What can be done.
  init(
    marks: Post.OwnActions, canWrite: Bool, canBegin: Bool? = nil, canEdit: Bool = false,
    canQuote: Bool = false,
    knowsPeople: Bool, lists: PeopleLists? = nil, service: Service? = nil,
    answersAreComments: Bool = false, unlikable: Person.ID? = nil, onlyPerson: Person.ID? = nil
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
    self.unlikable = unlikable
    self.onlyPerson = onlyPerson
  }

  /// What an account offers.
  init(_ connection: ServiceConnection) {
    let limits = connection.publishing == nil ? nil : connection.draftLimits
    self.init(
      marks: connection.publishing == nil ? [] : connection.marks, canWrite: limits != nil,
      canBegin: limits.map { !$0.answersOnly } ?? false,
      canEdit: limits != nil && connection.editing != nil, canQuote: limits?.quotes ?? false,
      knowsPeople: connection.people != nil, lists: connection.people?.lists ?? [],
      service: connection.account.service, answersAreComments: connection.answersAreComments,
      unlikable: connection.unlikable, onlyPerson: connection.onlyPerson)
  }

  /// What can be done with one of them: a comment is there to be read and answered.
  func abilities(for post: Post) -> PostAbilities {
    guard answersAreComments, post.reply != nil else {
      return post.author.id == unlikable
        ? bearing(marks.subtracting(.liked), lists) : self
    }
    return bearing(marks.intersection(.hidden), lists.subtracting([.likers, .boosters]))
  }

  /// Whether somebody can be looked at.
  func knows(_ person: Person.ID) -> Bool {
    knowsPeople && (onlyPerson.map { $0 == person } ?? true)
  }

  private func bearing(_ marks: Post.OwnActions, _ lists: PeopleLists) -> PostAbilities {
    PostAbilities(
      marks: marks, canWrite: canWrite, canBegin: canBegin, canEdit: canEdit, canQuote: canQuote,
      knowsPeople: knowsPeople, lists: lists, service: service,
      answersAreComments: answersAreComments, unlikable: unlikable, onlyPerson: onlyPerson)
  }

  /// Everything.
  package static let all = PostAbilities(
    marks: [.liked, .boosted, .bookmarked], canWrite: true, knowsPeople: true)
}
