@testable import FeedDomain

extension PostAbilities {
  /// What most accounts have.
  static let all = PostAbilities(
    marks: [.liked, .boosted, .bookmarked], canWrite: true, acts: Set(Act.Kind.allCases),
    people: .all)
}
