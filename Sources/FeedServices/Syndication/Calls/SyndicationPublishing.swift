internal import FeedDomain
internal import Groundwork

/// Marks and what is followed, which stay on this machine.
struct SyndicationPublishing: PublishingGateway {
  let connection: SyndicationConnection

  func send(_ change: Change, key: OutboxItem.ID) async throws(FeedError) -> Outcome {
    switch change {
    case .mark(let post, let mark, let isDone) where mark == .liked || mark == .bookmarked:
      guard let id = ItemID(post) else { throw .refused(nil) }
      let (item, teller) = try await connection.entry(id.post)
      try await connection.desk.mark(
        MarkedItems.Entry(
          subscription: id.subscription, name: teller.name, item: item, marks: [],
          markedAt: connection.desk.stage.world.now), mark, isDone)
      return .done
    case .follow(let person, let isFollowed):
      let id = Subscription.ID(person.rawValue)
      try await connection.desk.change { isFollowed ? $0.restore(id) : $0.remove(id) }
      return .person(try await SyndicationPeople(connection: connection).person(person))
    default: throw .refused(nil)
    }
  }
}

extension SyndicationDesk {
  /// Keeps a mark.
  func mark(
    _ entry: MarkedItems.Entry, _ mark: Post.OwnActions, _ isDone: Bool
  ) throws(FeedError) {
    do throws(SystemError) {
      try shelf.changeMarks { $0.mark(entry, mark, isDone) }
    } catch {
      stage.log.note(.storage, .error, "marks are not kept: \(error.step): \(error.reason)")
      throw .unreachable
    }
  }
}
