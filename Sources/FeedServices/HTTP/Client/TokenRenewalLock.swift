internal import FeedDomain
internal import Glibc
internal import Groundwork
internal import Threads

/// A lock file by which processes renew tokens one after another. The system releases the lock when
/// its process ends.
struct TokenRenewalLock: Sendable {
  private static let retry = Duration.milliseconds(100)
  private static let timeout = Duration.seconds(15)

  let path: String
  let world: any World

  /// Runs a closure while this process holds the lock for renewing tokens, and returns the
  /// closure's result; throws `unreachable` after 15 seconds of waiting, which is longer than a
  /// renewal takes.
  func withRenewalLock<Value: Sendable>(
    _ work: @Sendable () async throws(FeedError) -> Value
  ) async throws(FeedError) -> Value {
    // Without a lock, another process might renew the token at the same time.
    guard let file = try? OpenFile(path, O_RDWR | O_CREAT) else { throw .unreachable }
    try await lockFile(file)
    defer { file.unlockFile() }
    return try await work()
  }

  private func lockFile(_ file: OpenFile) async throws(FeedError) {
    let end = world.now.timeAdvanced(by: Self.timeout)
    while (try? file.tryLockFile()) != true {
      guard world.now < end else { throw .unreachable }
      // Waiting inside `flock` would block a thread and could not be cancelled.
      do throws(CancellationError) { try await world.sleep(for: Self.retry) } catch {
        throw .cancelled
      }
    }
  }
}

extension TokenRenewalLock? {
  func withRenewalLock<Value: Sendable>(
    _ work: @Sendable () async throws(FeedError) -> Value
  ) async throws(FeedError) -> Value {
    switch self {
    case nil: try await work()
    case let lock?: try await lock.withRenewalLock(work)
    }
  }
}
