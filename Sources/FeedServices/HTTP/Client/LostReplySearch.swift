internal import FeedDomain

/// A search for a published post whose reply was lost, among the account's latest posts.
struct LostReplySearch: Sendable {
  /// The similarity of a found post to the post that was sent.
  enum PostSimilarity: Sendable {
    case exact
    /// A post that may be the sent one, whose text the service may have altered.
    case possible
    case different
  }

  /// Posts from up to this long before an attempt may result from the attempt, as clocks are read
  /// in seconds.
  private static let clockError = Duration.seconds(1)
  /// The longest time that a service takes to process an attempt to publish a post.
  private static let processing = Duration.seconds(60)
  /// The longest time after an attempt to publish at which the post can appear.
  private static let window = Duration.seconds(300)
  /// The time for which every service recognises an idempotency key.
  private static let keyMemory = Duration.seconds(50 * 60)

  private let tries: EarlierTries
  private let now: Timestamp
  private let offset: Duration

  /// Creates the search for a post sent in earlier attempts, by the clock of the server that
  /// `client` asks.
  init(after tries: EarlierTries, by client: ServiceClient, now: Timestamp) async {
    (self.tries, self.now) = (tries, now)
    offset = await client.clockOffset
  }

  /// Returns the posts that may result from the attempt, from a list with the newest first: posts
  /// below a known one are older.
  func candidatePosts(in posts: [Post]) -> [Post] {
    posts.prefix { !tries.known.contains($0.id) }.filter { !tries.taken.contains($0.id) }
  }

  /// Returns the posts that may result from the attempt, from an unordered list.
  func candidatePosts(inUnordered posts: [Post]) -> [Post] {
    posts.filter { !tries.known.contains($0.id) && !tries.taken.contains($0.id) }
  }

  /// Returns true if a post was written during the attempt to send, by the service's clock.
  func isInTimeWindow(_ post: Post) -> Bool {
    guard post.isDated else { return false }
    let begin = tries.first.timeAdvanced(by: offset - Self.clockError)
    let end = tries.last.timeAdvanced(by: offset + Self.window)
    return post.createdAt >= begin && post.createdAt <= end
  }

  /// Returns the result of the search among candidates; the oldest of several. `isComplete` is true
  /// if the list is reliable, `knowsKeys` if a repeated request with the same key is harmless.
  func searchResult(
    among posts: [Post], isComplete: Bool = true, knowsKeys: Bool = false,
    _ match: (Post) -> PostSimilarity
  ) -> DeliveryCheck {
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
    case .notFound, .refused, .misconfigured: true
    default: false
    }
  }
}

func treatingRefusalAsUnknown(
  _ ask: () async throws(FeedError) -> DeliveryCheck
) async throws(FeedError) -> DeliveryCheck {
  do throws(FeedError) {
    return try await ask()
  } catch {
    guard error.isPermanent else { throw error }
    return .unknown
  }
}
