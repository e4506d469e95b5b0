@testable import FeedDomain

extension PostAbilities {
  /// What most accounts have.
  static let all = PostAbilities(
    marks: [.liked, .boosted, .bookmarked, .pinned, .conversationMuted], canWrite: true,
    acts: Set(ServiceAction.ServiceActionKind.allCases),
    extras: Set(OptionalInformationKind.allCases),
    people: .all)
}
