internal import FeedDomain

/// A stream that is brought here, to be read without a network, while its reader goes on.
@MainActor final class FetchAhead {
  private var task: Task<Void, Never>?

  var isRunning: Bool { task != nil }

  /// Begins, unless it goes on already; `tell` hears how far it is, and at the end what is here.
  func begin(
    _ sessions: [Session], _ plan: FetchPlan,
    telling tell: @escaping @MainActor (OfflineCopy, _ isOver: Bool) -> Void
  ) {
    guard task == nil else { return }
    task = Task { [weak self] in
      tell(OfflineCopy(), false)
      var offlineCopy = OfflineCopy()
      for session in sessions {
        let before = offlineCopy
        offlineCopy =
          before + (await OfflineCopier(session, plan) { tell(before + $0, false) }.run())
        if Task.isCancelled { break }
      }
      self?.task = nil
      tell(offlineCopy, true)
    }
  }

  /// Calls it off; what is here by then is told.
  func stop() { task?.cancel() }
}

extension OfflineCopy {
  /// What is here of several services; the first that lacks something says why.
  fileprivate static func + (left: OfflineCopy, right: OfflineCopy) -> OfflineCopy {
    var sum = left
    sum.posts += right.posts
    sum.conversations += right.conversations
    sum.pictures += right.pictures
    sum.bytes += right.bytes
    sum.missingPictures += right.missingPictures
    sum.missingPart = left.missingPart ?? right.missingPart
    return sum
  }
}
