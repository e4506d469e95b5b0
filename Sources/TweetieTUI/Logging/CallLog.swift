import FeedDomain

/// Notes calls to a service: what was asked, how it ended, and how long that took.
struct CallLog: Sendable {
  let log: any Log
  let world: any World

  /// Makes a call and notes it; failures where failures are logged, the rest on request.
  func note<Answer>(
    _ call: @autoclosure () -> String, answered: (Answer) -> String = { _ in "done" },
    _ work: () async throws(FeedError) -> Answer
  ) async throws(FeedError) -> Answer {
    let start = world.now
    do throws(FeedError) {
      let answer = try await work()
      log.note(.network, .info, "\(call()): \(answered(answer)), \(time(since: start))")
      return answer
    } catch {
      // A mistyped password is no failure, nor is a changed mind.
      let isFailure = error != .cancelled && error != .invalidCredentials
      let level: LogLevel = isFailure ? .error : .info
      log.note(.network, level, "\(call()): \(error.fact), \(time(since: start))")
      throw error
    }
  }

  private func time(since start: Timestamp) -> String {
    "\(world.now.milliseconds - start.milliseconds) ms"
  }
}
