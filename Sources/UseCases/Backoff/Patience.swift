internal import FeedDomain

extension World {
  /// Returns the result of a request, or `unreachable` after a timeout. A request that ignores its
  /// cancellation continues unobserved.
  @MainActor func wait(
    atMost patience: Duration, for work: @escaping @MainActor () async throws(FeedError) -> Void
  ) async -> Result<Void, FeedError> {
    let answer = FirstResult()
    let working = Task {
      do throws(FeedError) {
        try await work()
        answer.give(.success(()))
      } catch {
        answer.give(.failure(error))
      }
    }
    let waiting = Task {
      do throws(CancellationError) {
        try await sleep(for: patience)
        answer.give(.failure(.unreachable))
      } catch {
        // The answer was quicker.
      }
    }
    defer {
      working.cancel()
      waiting.cancel()
    }
    return await answer.value
  }
}

/// The first of several results.
@MainActor private final class FirstResult {
  private var answer: Result<Void, FeedError>?
  private var waiting: CheckedContinuation<Result<Void, FeedError>, Never>?

  func give(_ answer: Result<Void, FeedError>) {
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
