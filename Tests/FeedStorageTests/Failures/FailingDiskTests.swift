import CFaults
import Doubles
import FeedDomain
import Glibc
import Testing

@testable import FeedStorage

/// A disk that fails under the outbox, once or for good.
struct FailingDiskTests {
  @Test(arguments: 0..<9)
  func `a failed sync is repeated, and all items are stored`(times: Int32) async throws {
    let directory = ScratchFolder()
    let outbox = try await SQLiteOutbox(.file(directory["outbox.db"]))
    cfaults_fail_sync(directory.path, times)

    for number in 0..<9 { try await outbox.enqueueItem(item(number)) }

    #expect(cfaults_failures(directory.path) == 1)
    await outbox.closeDatabase()
    let next = try await SQLiteOutbox(.file(directory["outbox.db"]))
    #expect(try await next.outboxItems(of: nil) == (0..<9).map(item))
    await next.closeDatabase()
  }

  @Test(arguments: [ENOSPC, EDQUOT])
  func `on a full disk an item is still stored in reserved space`(error: CInt) async throws {
    let directory = ScratchFolder()
    let outbox = try await SQLiteOutbox(.file(directory["outbox.db"]))
    cfaults_fill(directory.path, error)

    try await outbox.enqueueItem(item(1))

    #expect(try await outbox.outboxItems(of: nil) == [item(1)])
    await outbox.closeDatabase()
  }

  @Test(arguments: [ENOSPC, EDQUOT])
  func `on a full disk the outbox still opens and stores an item`(error: CInt) async throws {
    let directory = ScratchFolder()
    await (try SQLiteOutbox(.file(directory["outbox.db"]))).closeDatabase()
    cfaults_fill(directory.path, error)

    let outbox = try await SQLiteOutbox(.file(directory["outbox.db"]))
    try await outbox.enqueueItem(item(1))

    #expect(try await outbox.outboxItems(of: nil) == [item(1)])
    await outbox.closeDatabase()
  }

  private func item(_ number: Int) -> OutboxItem {
    OutboxItem(
      id: OutboxItem.ID("item-\(number)"), account: Samples.account,
      change: .mark(Post.ID("\(number)"), .liked, true),
      state: .queued(notBefore: nil, after: nil), createdAt: .noon)
  }
}
