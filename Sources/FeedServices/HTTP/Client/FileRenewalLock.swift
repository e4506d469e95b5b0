internal import FeedDomain
internal import Glibc
internal import Groundwork

/// A lock between processes: a file that one of them at a time has locked. The system lets go of it
/// when its holder dies, however that happens.
struct FileRenewalLock: Sendable {
  private static let retry = Duration.milliseconds(100)
  private static let patience = Duration.seconds(15)

  let path: String
  let world: any World

  /// Does the work while nobody else does; `unreachable` where somebody holds the lock for 15
  /// seconds, which is longer than a renewal may take.
  func whileHeld<Value: Sendable>(
    _ work: @Sendable () async throws(FeedError) -> Value
  ) async throws(FeedError) -> Value {
    // Where there can be no lock, nobody can tell whether somebody else renews it.
    guard let file = try? OpenFile(path, O_RDWR | O_CREAT) else { throw .unreachable }
    try await lock(file)
    defer { file.unlock() }
    return try await work()
  }

  private func lock(_ file: OpenFile) async throws(FeedError) {
    let end = world.now.advanced(by: Self.patience)
    while (try? file.lockNow()) != true {
      guard world.now < end else { throw .unreachable }
      // To wait inside `flock` would hold a thread, and could not be called off.
      do throws(CancellationError) { try await world.sleep(for: Self.retry) } catch {
        throw .cancelled
      }
    }
  }
}

extension FileRenewalLock? {
  /// Does the work while nobody else does; at once, where there is nobody else.
  func whileHeld<Value: Sendable>(
    _ work: @Sendable () async throws(FeedError) -> Value
  ) async throws(FeedError) -> Value {
    switch self {
    case nil: try await work()
    case let lock?: try await lock.whileHeld(work)
    }
  }
}
