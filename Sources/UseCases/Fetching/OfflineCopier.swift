internal import FeedDomain

/// Makes an offline copy: feeds, then conversations, then pictures, within a budget and the
/// service's limits.
/// Stored data is not fetched again. The first failure ends the requests, and the result lists what
/// is stored.
@MainActor package struct OfflineCopier {
  private let ledger: OfflineCopyProgress
  private let plan: FetchPlan

  /// `came` is called with each progress.
  package init(
    _ session: Session, _ plan: FetchPlan,
    came: @escaping @MainActor (OfflineCopy) -> Void = { _ in }
  ) {
    self.plan = plan
    ledger = OfflineCopyProgress(session, plan.budget, changed: came)
  }

  /// Makes the copy, and returns the result.
  package func run() async -> OfflineCopy {
    var posts: [Post] = []
    var known: Set<Post.ID> = []
    for feed in plan.feeds {
      let stream = OfflineFeedCopier(feed, since: plan.since, on: ledger)
      await stream.run()
      posts += await stream.posts().filter { known.insert($0.id).inserted }
      ledger.offlineCopy.posts = posts.count
    }
    if plan.hasThreads { posts += await OfflineConversationCopier(ledger).run(for: posts) }
    if let screen = plan.screen {
      await OfflinePictureCopier(ledger).run(for: posts, filling: screen)
    }
    return ledger.offlineCopy
  }
}
