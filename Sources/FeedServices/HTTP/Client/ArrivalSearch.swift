internal import FeedDomain

/// Looks among what the reader said at a service for what came of a change whose reply was lost.
struct ArrivalSearch: Sendable {
  /// How well a post fits what was sent.
  enum Fit: Sendable {
    case exact
    /// It can be what the service made of it.
    case possible
    case different
  }

  /// What was said in so little time before a try, by a clock that is read in seconds, may have come
  /// of it.
  private static let clockError = Duration.seconds(1)
  /// For so long after a try the service may still be at work on it, and lists what it made of it late.
  private static let processing = Duration.seconds(60)
  /// For so long after a try something that was said may have come of it.
  private static let window = Duration.seconds(300)
  /// For so long a service that knows a key again is sure to.
  private static let keyMemory = Duration.seconds(50 * 60)

  private let tries: EarlierTries
  private let now: Timestamp
  /// The service's clock less this machine's.
  private let offset: Duration

  /// A search in what the client was just told, with the clock of whoever told it.
  init(after tries: EarlierTries, by client: ServiceClient, now: Timestamp) async {
    (self.tries, self.now) = (tries, now)
    offset = await client.clockOffset
  }

  /// The posts that can have come of it, of those that a service lists newest first: what is below one
  /// that was known before is older.
  func unknown(of posts: [Post]) -> [Post] {
    posts.prefix { !tries.known.contains($0.id) }.filter { !tries.taken.contains($0.id) }
  }

  /// The same of posts in any order.
  func unknown(ofUnordered posts: [Post]) -> [Post] {
    posts.filter { !tries.known.contains($0.id) && !tries.taken.contains($0.id) }
  }

  /// Whether a post was written while a try may have been worked on, by the service's clock.
  func isTimely(_ post: Post) -> Bool {
    guard post.isDated else { return false }
    let begin = tries.first.advanced(by: offset - Self.clockError)
    let end = tries.last.advanced(by: offset + Self.window)
    return post.createdAt >= begin && post.createdAt <= end
  }

  /// What came of it, among posts of the reader's that can have; the oldest of several. `isComplete`
  /// says whether the list can be believed, and `knowsKeys` whether a repeat under the same key has no
  /// second effect.
  func result(
    among posts: [Post], isComplete: Bool = true, knowsKeys: Bool = false, _ fit: (Post) -> Fit
  ) -> ReadBack {
    let exact = posts.filter { fit($0) == .exact }
    let arrived = exact.filter(isTimely).min { $0.createdAt < $1.createdAt }
    if let arrived { return .arrived(.post(arrived)) }
    // Its words, at another time; or other words, at its time.
    guard exact.isEmpty, !posts.contains(where: { fit($0) == .possible && isTimely($0) }) else {
      return .unknown
    }
    // By a clock that was set back nobody can tell.
    guard now >= tries.last else { return .unknown }
    guard now.since(tries.last) >= Self.processing else { return .undecided }
    let isRemembered = now.since(tries.first) < Self.keyMemory
    return knowsKeys && isComplete && isRemembered ? .repeatable : .unknown
  }
}

extension FeedError {
  /// Whether a question is answered so for good: what was asked for is not known then.
  var isLasting: Bool {
    switch self {
    case .notFound, .refused, .misconfigured: true
    default: false
    }
  }
}

/// Asks what came of something; where the service has no answer to that, nobody can tell.
func readingBack(
  _ ask: () async throws(FeedError) -> ReadBack
) async throws(FeedError) -> ReadBack {
  do throws(FeedError) {
    return try await ask()
  } catch {
    guard error.isLasting else { throw error }
    return .unknown
  }
}
