internal import FeedDomain

/// Brings streams, conversations and pictures here, within a budget and with what the service's limits
/// leave: streams first, then conversations, then pictures.
///
/// Nothing is asked for that is here. The first failure ends the asking, and what is here by then is
/// told all the same.
@MainActor package struct Fetching {
  private let ledger: FetchLedger
  private let plan: FetchPlan

  /// Fetches for a session; `came` hears whenever there is more.
  package init(
    _ session: Session, _ plan: FetchPlan,
    came: @escaping @MainActor (OfflineCopy) -> Void = { _ in }
  ) {
    self.plan = plan
    ledger = FetchLedger(session, plan.budget, changed: came)
  }

  /// Returns what is here once that is all, or no more is to be had.
  package func run() async -> OfflineCopy {
    var posts: [Post] = []
    var known: Set<Post.ID> = []
    for feed in plan.feeds {
      let stream = StreamFetching(feed, since: plan.since, on: ledger)
      await stream.run()
      posts += await stream.posts().filter { known.insert($0.id).inserted }
      ledger.offlineCopy.posts = posts.count
    }
    if plan.hasThreads { posts += await ConversationFetching(ledger).run(for: posts) }
    if let screen = plan.screen {
      await PictureFetching(ledger).run(for: posts, filling: screen)
    }
    return ledger.offlineCopy
  }
}
