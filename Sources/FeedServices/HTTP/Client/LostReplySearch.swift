internal import FeedDomain

/// A search among the account's latest posts for a post that was sent, but whose reply was lost.
struct LostReplySearch: Sendable {
  enum PostSimilarity: Sendable {
    case exact
    /// A similarity of a post to a sent draft: the post may be the draft, if the service altered
    /// its text.
    case possible
    case different
  }

  /// The tolerance for differences of clocks: a found post may be this much older than the attempt
  /// to publish it, as times are stated in seconds.
  private static let clockError = Duration.seconds(1)
  /// Maximum time that a service takes to process an attempt to publish a post.
  private static let processing = Duration.seconds(60)
  /// Maximum time after an attempt to publish at which the post can appear.
  private static let window = Duration.seconds(300)
  /// The time for which services recognise an idempotency key again, at the least.
  private static let keyMemory = Duration.seconds(50 * 60)

  private let tries: EarlierAttempts
  private let now: Timestamp
  private let offset: Duration

  /// Creates the search for a post that was sent in earlier attempts; the times of the attempts are
  /// converted to the clock of the client's server.
  init(after tries: EarlierAttempts, by client: ServiceClient, now: Timestamp) async {
    (self.tries, self.now) = (tries, now)
    offset = await client.clockOffset
  }

  /// Returns the posts that can result from the attempts, of a list with the newest first. A post
  /// below one that was there before the attempts is older, and is left out.
  func candidatePosts(in posts: [Post]) -> [Post] {
    posts.prefix { !tries.known.contains($0.id) }.filter { !tries.taken.contains($0.id) }
  }

  /// Returns the posts that can result from the attempts, from a list in any order.
  func candidatePosts(inUnordered posts: [Post]) -> [Post] {
    posts.filter { !tries.known.contains($0.id) && !tries.taken.contains($0.id) }
  }

  /// Returns true if a post was written during the attempts, by the clock of the client's server.
  func isInTimeWindow(_ post: Post) -> Bool {
    guard post.isDated else { return false }
    let begin = tries.first.timeAdvanced(by: offset - Self.clockError)
    let end = tries.last.timeAdvanced(by: offset + Self.window)
    return post.createdAt >= begin && post.createdAt <= end
  }

  /// Returns whether the sent post is among the given posts; of several that match, the oldest
  /// counts. `isComplete` is true if the list of posts lacks none, `knowsKeys` if sending again
  /// with the same key is harmless.
  func searchResult(
    among posts: [Post], isComplete: Bool = true, knowsKeys: Bool = false,
    _ match: (Post) -> PostSimilarity
  ) -> DeliveryCheckResult {
    let exact = posts.filter { match($0) == .exact }
    let arrived = exact.filter(isInTimeWindow).min { $0.createdAt < $1.createdAt }
    if let arrived { return .arrived(.post(arrived)) }
    // Either the same text at another time, or another text at this time.
    guard exact.isEmpty, !posts.contains(where: { match($0) == .possible && isInTimeWindow($0) })
    else { return .unknown }
    // After the clock was set back, times cannot be compared.
    guard now >= tries.last else { return .unknown }
    guard now.elapsedTime(since: tries.last) >= Self.processing else { return .undecided }
    let isRemembered = now.elapsedTime(since: tries.first) < Self.keyMemory
    return knowsKeys && isComplete && isRemembered ? .repeatable : .unknown
  }
}

extension FeedError {
  var isPermanent: Bool {
    switch self {
    case .notFound, .refused, .limited, .misconfigured: true
    default: false
    }
  }
}

func treatingRefusalAsUnknown(
  _ ask: () async throws(FeedError) -> DeliveryCheckResult
) async throws(FeedError) -> DeliveryCheckResult {
  do throws(FeedError) {
    return try await ask()
  } catch {
    guard error.isPermanent else { throw error }
    return .unknown
  }
}
