internal import FeedDomain

/// Finds a post whose reply was lost among the reader's posts.
struct LinkResolutionSearch: Sendable {
  /// How well a post matches what was sent.
  enum Fit: Sendable {
    case exact
    /// The service may have made it of what was sent.
    case possible
    case different
  }

  /// Posts from this long before a try may come of it, as clocks are read in seconds.
  private static let clockError = Duration.seconds(1)
  /// After this time the service no longer works on a try.
  private static let processing = Duration.seconds(60)
  /// After this time no post can come of a try.
  private static let window = Duration.seconds(300)
  /// How long a service that recognises keys does so for certain.
  private static let keyMemory = Duration.seconds(50 * 60)

  private let tries: EarlierTries
  private let now: Timestamp
  private let offset: Duration

  /// With the clock of the server that `client` asks.
  init(after tries: EarlierTries, by client: ServiceClient, now: Timestamp) async {
    (self.tries, self.now) = (tries, now)
    offset = await client.clockOffset
  }

  /// The candidates of a list, newest first: posts below a known one are older.
  func unknown(of posts: [Post]) -> [Post] {
    posts.prefix { !tries.known.contains($0.id) }.filter { !tries.taken.contains($0.id) }
  }

  /// The candidates of an unordered list.
  func unknown(ofUnordered posts: [Post]) -> [Post] {
    posts.filter { !tries.known.contains($0.id) && !tries.taken.contains($0.id) }
  }

  /// Whether a post was written while the try was being worked on, by the service's clock.
  func isTimely(_ post: Post) -> Bool {
    guard post.isDated else { return false }
    let begin = tries.first.advanced(by: offset - Self.clockError)
    let end = tries.last.advanced(by: offset + Self.window)
    return post.createdAt >= begin && post.createdAt <= end
  }

  /// The result among candidates; the oldest of several. `isComplete` says whether the list is
  /// reliable, and `knowsKeys` whether a repeat with the same key is harmless.
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
  /// Whether asking again would fail again.
  var isLasting: Bool {
    switch self {
    case .notFound, .refused, .misconfigured: true
    default: false
    }
  }
}

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
