internal import FeedDomain
internal import Groundwork

/// Marks and what is followed, which stay on this machine.
extension SyndicationConnection: PublishingGateway {
  func send(_ change: Change, key: OutboxItem.ID) async throws(FeedError) -> Outcome {
    switch change {
    case .mark(let post, let mark, let isDone) where mark == .liked || mark == .bookmarked:
      guard let id = ItemID(post) else { throw .refused(nil) }
      let (item, teller) = try await entry(id.post)
      try await desk.mark(
        MarkedItems.Entry(
          subscription: id.subscription, name: teller.name, item: item, marks: [],
          markedAt: desk.stage.world.now), mark, isDone)
      return .done
    case .follow(let person, let isFollowed):
      let id = Subscription.ID(person.rawValue)
      try await desk.change { isFollowed ? $0.restore(id) : $0.remove(id) }
      return .person(try await self.person(person))
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
