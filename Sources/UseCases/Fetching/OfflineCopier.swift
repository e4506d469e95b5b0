package import FeedDomain

/// A copier of timelines, conversations, articles and pictures that are not stored yet, for offline
/// reading, within a budget and the service's rate limits. The first failure ends the requests; the
/// result counts everything that is stored.
@MainActor
package struct OfflineCopier {
  private let ledger: OfflineCopyProgressAndBudget
  private let plan: OfflineCopyPlan

  /// Creates a copier for offline reading; `came` is called with the copy so far.
  package init(
    _ session: AccountSession, _ plan: OfflineCopyPlan,
    came: @escaping @MainActor (OfflineCopyResult) -> Void = { _ in }
  ) {
    self.plan = plan
    ledger = OfflineCopyProgressAndBudget(session, plan.budget, changed: came)
  }

  package func copyForOfflineReading() async -> OfflineCopyResult {
    var posts: [Post] = []
    var known: Set<Post.ID> = []
    for feed in plan.feeds {
      let stream = OfflineFeedCopier(feed, startTime: plan.startTime, on: ledger)
      await stream.copyFeed()
      posts += await stream.postsInOfflineCopy().filter { known.insert($0.id).inserted }
      ledger.offlineCopy.posts = posts.count
    }
    await OfflineArticleCopier(ledger).copyArticles(for: posts, ofAllFeeds: plan.hasFullTexts)
    if plan.hasThreads {
      posts += await OfflineConversationCopier(ledger).copyConversationsReturningOtherPosts(
        for: posts)
    }
    if let screen = plan.screen {
      await OfflinePictureCopier(ledger).copyPictures(for: posts, filling: screen)
    }
    return ledger.offlineCopy
  }
}

package struct OfflineCopyPlan: Equatable, Sendable {
  package struct OfflineCopyBudget: Equatable, Sendable {
    package var posts = 200
    package var requests = 400
    /// Maximum total size of an offline copy's pictures in bytes, including cached ones.
    package var bytes = 100_000_000

    package init() {}
  }

  /// Maximum number of posts copied from each timeline if a start time is given.
  private static let mostPostsSince = 800
  /// The screen size assumed for an offline copy's pictures if it is unknown.
  package static let usualScreen = PhotoSize(width: 1080, height: 810)

  package let feeds: [Feed]
  /// The time from which an offline copy takes posts; nil to take the newest ones.
  package let startTime: Timestamp?
  package let hasThreads: Bool
  /// True if the full texts of all entries that are excerpts are copied, not only those of the web
  /// feeds whose settings ask for them.
  package let hasFullTexts: Bool
  /// The screen size that an offline copy's pictures fill; nil to copy no pictures.
  package let screen: PhotoSize?
  package var budget = OfflineCopyBudget()

  package init(
    _ feeds: [Feed], startTime: Timestamp? = nil, hasThreads: Bool = false,
    hasFullTexts: Bool = false,
    screen: PhotoSize? = nil
  ) {
    (self.feeds, self.startTime, self.hasFullTexts) = (feeds, startTime, hasFullTexts)
    (self.hasThreads, self.screen) = (hasThreads, screen)
    if startTime != nil { budget.posts = Self.mostPostsSince }
  }
}

/// A record of an offline copy's result so far and its remaining budget of requests, posts and
/// bytes of pictures.
@MainActor
final class OfflineCopyProgressAndBudget {
  /// The pause between two requests of an offline copy.
  private static let pace = Duration.milliseconds(250)

  let session: AccountSession
  let budget: OfflineCopyPlan.OfflineCopyBudget
  var offlineCopy = OfflineCopyResult() {
    didSet { if offlineCopy != oldValue { changed(offlineCopy) } }
  }
  private let changed: @MainActor (OfflineCopyResult) -> Void
  private var requests = 0

  init(
    _ session: AccountSession, _ budget: OfflineCopyPlan.OfflineCopyBudget,
    changed: @escaping @MainActor (OfflineCopyResult) -> Void
  ) {
    (self.session, self.budget, self.changed) = (session, budget, changed)
  }

  /// True while the offline copy goes on; false after a failure.
  var isOpen: Bool { offlineCopy.missingPart == nil }

  func countRequest() { requests += 1 }

  /// Sends a request within the offline copy's budget, and returns its result; nil after an error
  /// or a spent budget.
  @discardableResult
  func sendBudgetedRequest<Answer>(
    _ work: @MainActor () async throws(FetchFailure) -> Answer
  ) async -> Answer? {
    guard isOpen else { return nil }
    guard requests < budget.requests else {
      offlineCopy.missingPart = .budget
      return nil
    }
    do throws(FetchFailure) {
      if requests > 0 { try await session.world.pauseBetweenRequests(for: Self.pace) }
      return try await RequestPriority.automatic.runActionWithPriority(work)
    } catch {
      offlineCopy.missingPart = OfflineCopyResult.IncompleteCopyReason(error)
      return nil
    }
  }

  /// Reads from the store for an offline copy, and returns the result; nil after an error, which
  /// ends the copy.
  func readStoreForOfflineCopy<Value>(_ work: @MainActor () async throws(StoreError) -> Value) async
    -> Value?
  {
    do throws(StoreError) { return try await work() } catch {
      offlineCopy.missingPart = offlineCopy.missingPart ?? .store(error)
      return nil
    }
  }
}

extension OfflineCopyResult.IncompleteCopyReason {
  /// Creates the reason why an offline copy is incomplete; nil for a failure that leaves out
  /// nothing that could have been copied.
  fileprivate init?(_ failure: FetchFailure) {
    switch failure {
    case .service(.cancelled), .cancelledOrSignedOut: self = .calledOff
    case .service(let error): self = .service(error)
    case .refreshPostponed(let until): self = .service(.rateLimited(until: until))
    case .store(let error): self = .store(error)
    case .unfinished: return nil
    }
  }
}
