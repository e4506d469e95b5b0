internal import FeedDomain

/// A search among the account's latest posts for a post that was sent, but whose reply was lost.
struct SentPostSearch: Sendable {
  enum PostSimilarity: Sendable {
    case exact
    /// A degree of similarity between a found post and a sent draft: the post may be the draft, if
    /// the service altered its text.
    case possible
    case different
  }

  /// The tolerance of the search for a sent post: a found post may be dated this much earlier than
  /// the first attempt to publish it, since services state times in whole seconds.
  private static let clockError = Duration.seconds(1)
  /// Maximum time that a service takes to process an attempt to publish a post.
  private static let processing = Duration.seconds(60)
  /// Maximum time between the last attempt to publish a post and the date of the published post.
  private static let window = Duration.seconds(300)
  /// The minimum time for which services recognise the idempotency key of a post.
  private static let minimumIdempotencyKeyLifetime = Duration.seconds(50 * 60)

  private let earlierAttempts: PossiblyArrivedSendAttempts
  private let now: Timestamp
  private let offset: Duration

  /// Creates the search for a post that was sent in earlier attempts, whose times are converted to
  /// the clock of the client's server.
  init(after earlierAttempts: PossiblyArrivedSendAttempts, by client: ServiceClient, now: Timestamp)
    async
  {
    (self.earlierAttempts, self.now) = (earlierAttempts, now)
    offset = await client.clockOffset
  }

  /// Returns those of an account's posts, the newest first, that can result from the attempts to
  /// publish a post: posts above the first one that was known before the attempts, and not
  /// published by other drafts.
  func candidatePosts(in posts: [Post]) -> [Post] {
    posts.prefix { !earlierAttempts.earlierPosts.contains($0.id) }.filter {
      !earlierAttempts.otherItemsPosts.contains($0.id)
    }
  }

  /// Returns those of an account's posts, in any order, that can result from the attempts to
  /// publish a post.
  func candidatePosts(inUnordered posts: [Post]) -> [Post] {
    posts.filter {
      !earlierAttempts.earlierPosts.contains($0.id)
        && !earlierAttempts.otherItemsPosts.contains($0.id)
    }
  }

  /// Returns true if the date of a post is within the time of the attempts to publish, by the clock
  /// of the client's server.
  func isDatedWithinAttempts(_ post: Post) -> Bool {
    guard post.isDated else { return false }
    let begin = earlierAttempts.firstAttempt.timeAdvanced(by: offset - Self.clockError)
    let end = earlierAttempts.lastAttempt.timeAdvanced(by: offset + Self.window)
    return post.createdAt >= begin && post.createdAt <= end
  }

  /// Returns the result of the search for a sent post among the given posts; of several that match,
  /// the oldest counts. `isComplete` is true if the list lacks none of the account's posts,
  /// `knowsKeys` if the service ignores a second attempt with an equal idempotency key.
  func deliveryCheckResult(
    among posts: [Post], isComplete: Bool = true, knowsKeys: Bool = false,
    _ match: (Post) -> PostSimilarity
  ) -> DeliveryCheckResult {
    let exact = posts.filter { match($0) == .exact }
    let arrived = exact.filter(isDatedWithinAttempts).min { $0.createdAt < $1.createdAt }
    if let arrived { return .arrived(.post(arrived)) }
    // A post with this text at another time, or with a similar text at this time, may be another.
    guard exact.isEmpty,
      !posts.contains(where: { match($0) == .possible && isDatedWithinAttempts($0) })
    else { return .unknown }
    // After the clock was set back, times cannot be compared.
    guard now >= earlierAttempts.lastAttempt else { return .unknown }
    guard now.elapsedTime(since: earlierAttempts.lastAttempt) >= Self.processing else {
      return .undecided
    }
    let isRemembered =
      now.elapsedTime(since: earlierAttempts.firstAttempt) < Self.minimumIdempotencyKeyLifetime
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

func treatingRefusedCheckAsUnknown(
  _ ask: () async throws(FeedError) -> DeliveryCheckResult
) async throws(FeedError) -> DeliveryCheckResult {
  do throws(FeedError) {
    return try await ask()
  } catch {
    guard error.isPermanent else { throw error }
    return .unknown
  }
}
