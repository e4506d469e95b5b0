internal import FeedDomain
internal import Groundwork

/// Marks, which stay on this machine.
extension SyndicationConnection: PublishingGateway {
  func send(_ change: Change, key: OutboxItem.ID) async throws(FeedError) -> Outcome {
    guard case .mark(let post, let mark, let isDone) = change,
      mark == .liked || mark == .bookmarked, let id = ItemID(post)
    else { throw .refused(nil) }
    let (item, teller) = try await entry(id.post)
    try await desk.mark(
      MarkedItems.Entry(
        subscription: id.subscription, name: teller.name, item: item, marks: [],
        markedAt: desk.stage.world.now), mark, isDone)
    return .done
  }
}

extension SyndicationDesk {
  /// Keeps a mark.
  func mark(
    _ entry: MarkedItems.Entry, _ mark: Post.OwnActions, _ isDone: Bool
  ) throws(FeedError) {
    var marks = shelf.marks
    marks.mark(entry, mark, isDone)
    do throws(SystemError) {
      try shelf.keep(marks)
    } catch {
      stage.log.note(.storage, .error, "marks are not kept: \(error.step): \(error.reason)")
      throw .unreachable
    }
  }
}
