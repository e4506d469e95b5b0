internal import FeedDomain

/// A schedule of the delays before repeating a failed request; delays grow with each failure and
/// are randomised, so that clients do not ask together.
struct Backoff: Sendable {
  /// The delays before repeating a request after its first failure, its second and so on; the last
  /// delay repeats.
  private let steps: [Duration]

  static let refresh = Backoff(steps: [5, 15, 60, 300])
  static let delivery = Backoff(steps: [5, 15, 60, 300, 900])
  static let upkeep = Backoff(steps: [60, 300, 900, 3600])
  /// The schedule of attempts to store renewed tokens; the delays are short, since unstored tokens
  /// are lost at the program's end.
  static let keeping = Backoff(steps: [5, 15, 60])
  /// The longest delay before repeating a request, even if a service asks for more or the clock is
  /// wrong.
  static let longest = Duration.seconds(15 * 60)

  /// Returns the delay before repeating a request that the service refused; `random` is in 0..<1.
  static func retryDelayAfterRefusal(random: Double) -> Duration { longest * (1 + 0.2 * random) }

  private init(steps seconds: [Int]) { steps = seconds.map { .seconds($0) } }

  /// Returns the delay before repeating a request after failures in a row; `random` is in 0..<1.
  func retryDelay(afterFailures failures: Int, random: Double) -> Duration {
    let step = steps[min(max(failures, 1), steps.count) - 1]
    return step * (0.8 + 0.4 * random)
  }

  /// Returns the time until which to wait after a rate limit: the end that the service named, but
  /// at least a second and at most the longest delay from now; without a named end, a minute from
  /// now.
  static func endOfRateLimit(_ until: Timestamp?, now: Timestamp) -> Timestamp {
    let asked = until ?? now.timeAdvanced(by: .seconds(60))
    return min(max(asked, now.timeAdvanced(by: .seconds(1))), now.timeAdvanced(by: longest))
  }
}

extension World {
  /// Returns the delay before repeating a request that failed a number of times in a row: until the
  /// end of a rate limit, or as for a refresh. The error is nil for an incomplete answer.
  func retryDelay(after error: FeedError?, failures: Int) -> Duration {
    if case .rateLimited(let until) = error {
      return Backoff.endOfRateLimit(until, now: now).elapsedTime(since: now)
    }
    return Backoff.refresh.retryDelay(afterFailures: failures, random: randomFraction())
  }

  /// Returns the result of a request, or the error `unreachable` after a timeout. A request that
  /// ignores its cancellation continues, and its result is dropped.
  @MainActor
  func requestResultWithTimeout(
    atMost patience: Duration, for work: @escaping @MainActor () async throws(FeedError) -> Void
  ) async -> Result<Void, FeedError> {
    let answer = RequestOrTimeoutResult()
    let working = Task {
      do throws(FeedError) {
        try await work()
        answer.setResultIfUnset(with: .success(()))
      } catch {
        answer.setResultIfUnset(with: .failure(error))
      }
    }
    let waiting = Task {
      do throws(CancellationError) {
        try await sleep(for: patience)
        answer.setResultIfUnset(with: .failure(.unreachable))
      } catch {
        // Cancelled, since the result came before the timeout.
      }
    }
    defer {
      working.cancel()
      waiting.cancel()
    }
    return await answer.value
  }
}

/// A holder of the result of a request with a timeout, which keeps only the first of two results:
/// the request's or the timeout's.
@MainActor
private final class RequestOrTimeoutResult {
  private var answer: Result<Void, FeedError>?
  private var waiting: CheckedContinuation<Result<Void, FeedError>, Never>?

  func setResultIfUnset(with answer: Result<Void, FeedError>) {
    guard self.answer == nil else { return }
    self.answer = answer
    waiting?.resume(returning: answer)
    waiting = nil
  }

  var value: Result<Void, FeedError> {
    get async {
      if let answer { return answer }
      return await withCheckedContinuation { waiting = $0 }
    }
  }
}
