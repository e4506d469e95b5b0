import FeedDomain
import Testing

@testable import FeedStorage

// What is sent when.
extension OutboxTests {
  @Test func `items are claimed one at a time and in order`() async throws {
    let outbox = try await SQLiteOutbox(.memory)
    try await outbox.enqueueItem(item("1", like))
    try await outbox.enqueueItem(item("2", boost))
    try await outbox.enqueueItem(item("3", like, account: Account.ID("other")))

    let first = try await claim(outbox)

    #expect(first?.id == OutboxItem.ID("1"))
    #expect(first?.state == .sending && first?.attempts == 1)
    #expect(try await claim(outbox) == nil)
    #expect(try await outbox.claimNextItem(of: Account.ID("other"), now: .noon) != nil)
    try await outbox.setItemStateOrDelete(OutboxItem.ID("1"), as: nil)
    #expect(try await claim(outbox)?.id == OutboxItem.ID("2"))
  }

  @Test func `an item with a retry time lets others pass until the time is reached`() async throws {
    let outbox = try await SQLiteOutbox(.memory)
    let later = Timestamp.noon.timeAdvanced(by: .milliseconds(1))
    try await outbox.enqueueItem(
      item("1", like, state: .queued(notBefore: later, after: .serverFailed(500))))
    try await outbox.enqueueItem(item("2", boost))
    try await outbox.enqueueItem(item("3", .publish(draft("3"))))

    #expect(try await claim(outbox)?.id == OutboxItem.ID("2"))
    try await outbox.setItemStateOrDelete(OutboxItem.ID("2"), as: nil)
    #expect(
      try await outbox.claimNextItem(of: Samples.account, now: later)?.id == OutboxItem.ID("1"))
    try await outbox.setItemStateOrDelete(
      OutboxItem.ID("1"), as: .queued(notBefore: later, after: nil))
    #expect(try await claim(outbox)?.id == OutboxItem.ID("3"))
  }

  @Test func `posts are claimed in order, and a like passes a waiting post`() async throws {
    let outbox = try await SQLiteOutbox(.memory)
    let later = Timestamp.noon.timeAdvanced(by: .milliseconds(1))
    let held = OutboxItem.OutboxItemState.queued(notBefore: later, after: nil)
    try await outbox.enqueueItem(item("1", .publish(draft("1")), state: held))
    try await outbox.enqueueItem(item("2", .publish(draft("2"))))
    try await outbox.enqueueItem(item("3", like))

    #expect(try await claim(outbox)?.id == OutboxItem.ID("3"))
    try await outbox.setItemStateOrDelete(OutboxItem.ID("3"), as: nil)
    #expect(try await claim(outbox) == nil)
    #expect(
      try await outbox.claimNextItem(of: Samples.account, now: later)?.id == OutboxItem.ID("1"))
  }

  @Test(
    arguments: [
      (.serverFailed(500), true), (.badReply, true), (.outcomeUnknown, true),
      (.unreachable, false), (.rateLimited(until: nil), false),
    ] as [(FeedError, Bool)])
  func `a failed item lets others pass, except those of the same post or thread`(
    error: FeedError, passes: Bool
  ) async throws {
    let outbox = try await SQLiteOutbox(.memory)
    let later = Timestamp.noon.timeAdvanced(by: .milliseconds(1))
    func post(_ id: String, editing: String? = nil, answering: String? = nil) -> PendingChange {
      .publish(
        Draft(
          id: Draft.ID(id), text: "Hm", replyTo: answering.map { Post.ID($0) },
          editing: editing.map { Post.ID($0) }))
    }
    try await outbox.enqueueItem(
      item("edit", post("edit", editing: "9"), state: .queued(notBefore: later, after: error)))
    try await outbox.enqueueItem(item("answer", post("answer", answering: "9")))
    try await outbox.enqueueItem(item("mark", .mark(Post.ID("9"), .pinned, true)))
    try await outbox.enqueueItem(item("other", post("other", answering: "8")))
    try await outbox.enqueueItem(item("delete", .delete(Post.ID("9"))))

    var order: [String] = []
    while let next = try await claim(outbox) {
      order.append(next.id.rawValue)
      try await outbox.setItemStateOrDelete(next.id, as: nil)
    }

    #expect(order == (passes ? ["other", "delete"] : ["delete"]))
    // Nothing waits any more once the person is asked.
    try await outbox.setItemStateOrDelete(OutboxItem.ID("edit"), as: .refused(error))
    #expect(try await claim(outbox)?.id == OutboxItem.ID("answer"))
  }

  @Test func `a refused item stays, and lets others pass`() async throws {
    let outbox = try await SQLiteOutbox(.memory)
    try await outbox.enqueueItem(item("1", like))
    try await outbox.enqueueItem(item("2", boost))
    _ = try await claim(outbox)

    try await outbox.setItemStateOrDelete(OutboxItem.ID("1"), as: .refused(.refused("Never")))

    #expect(try await claim(outbox)?.id == OutboxItem.ID("2"))
    #expect(try await outbox.outboxItems(of: nil).first?.state == .refused(.refused("Never")))
  }

  @Test(
    arguments: [
      "DELETE FROM draft WHERE id = '1'", "UPDATE item SET kind = 'vote' WHERE id = '1'",
      "UPDATE item SET kind = 'mark', target = '9', marks = 'starred' WHERE id = '1'",
    ])
  func `an unreadable item lets others pass, and can be withdrawn`(_ damage: String) async throws {
    let outbox = try await SQLiteOutbox(.memory)
    try await outbox.enqueueItem(item("1", .publish(draft("1"))))
    try await outbox.enqueueItem(item("2", .publish(draft("2"))))
    try await outbox.database.runWriteTransaction { connection throws(SQLiteError) in
      try connection.executeSQL(damage)
    }

    #expect(try await claim(outbox)?.id == OutboxItem.ID("2"))
    #expect(try await outbox.outboxItems(of: nil).map(\.id) == [OutboxItem.ID("2")])
    #expect(try await outbox.unreadableItemIDs(of: Samples.account) == [OutboxItem.ID("1")])
    #expect(try await outbox.unreadableItemIDs(of: Account.ID("other")) == [])
    #expect(try await outbox.withdrawItem(OutboxItem.ID("1")))
    #expect(try await outbox.unreadableItemIDs(of: nil) == [])
  }

  @Test func `a redrafted post waits until the deletion of the old one is done or withdrawn`()
    async throws
  {
    let outbox = try await SQLiteOutbox(.memory)
    let later = Timestamp.noon.timeAdvanced(by: .milliseconds(1))
    let anew = changedCopy(draft("2")) { $0.replaces = Post.ID("9") }
    try await outbox.enqueueItem(
      item(
        "1", .delete(Post.ID("9")), state: .queued(notBefore: later, after: .serverFailed(500))))
    try await outbox.enqueueItem(item("2", .publish(anew)))
    try await outbox.enqueueItem(item("3", like))

    #expect(try await outbox.outboxItems(of: nil)[1].change == .publish(anew))
    #expect(try await claim(outbox)?.id == OutboxItem.ID("3"))
    try await outbox.setItemStateOrDelete(OutboxItem.ID("3"), as: nil)
    try await outbox.setItemStateOrDelete(OutboxItem.ID("1"), as: .refused(.refused("No.")))
    #expect(try await claim(outbox) == nil)
    #expect(try await outbox.withdrawItem(OutboxItem.ID("1")))
    #expect(try await claim(outbox)?.id == OutboxItem.ID("2"))
  }

  private func draft(_ id: String) -> Draft { Draft(id: Draft.ID(id), text: "Hm") }
}
