import Doubles
import FeedDomain
import Testing

@testable import FeedStorage

/// A thread in the outbox and among the drafts.
struct ThreadOutboxTests {
  private let thread = Draft(
    id: Draft.ID("t1"), text: "One",
    following: ["Two", "Three"].map { Draft(id: Draft.ID("t1"), text: $0) })
  private let rest = Draft(
    id: Draft.ID("t2"), text: "Two", replyTo: Post.ID("p1"),
    following: [Draft(id: Draft.ID("t2"), text: "Three")], preceding: 1)

  private func item(_ draft: Draft) -> OutboxItem {
    OutboxItem(
      id: OutboxItem.ID(draft.id.rawValue), account: Samples.account, change: .publish(draft),
      state: .queued(notBefore: nil, after: nil), createdAt: .noon)
  }

  private func claim(_ outbox: SQLiteOutbox) async throws -> OutboxItem? {
    try await outbox.claimNextItem(of: Samples.account, now: .noon)
  }

  @Test func `the rest of a thread takes the place of the sent post, before later items`()
    async throws
  {
    let outbox = try await SQLiteOutbox(.memory)
    try await outbox.enqueueItem(item(thread))
    try await outbox.enqueueItem(item(Draft(id: Draft.ID("later"), text: "Later")))
    _ = try await claim(outbox)

    try await outbox.replaceSentItemWithNextPost(OutboxItem.ID("t1"), with: item(rest))

    let items = try await outbox.outboxItems(of: Samples.account)
    #expect(items.map(\.id.rawValue) == ["t2", "later"])
    #expect(items.first == item(rest))
    #expect(try await claim(outbox)?.attempts == 1)
  }

  @Test func `the rest of a thread is not queued if its sent item is gone`() async throws {
    let outbox = try await SQLiteOutbox(.memory)

    try await outbox.replaceSentItemWithNextPost(OutboxItem.ID("t1"), with: item(rest))

    #expect(try await outbox.outboxItems(of: nil) == [])
  }

  @Test func `the rest of a thread that another window queued already is stored once`() async throws
  {
    let outbox = try await SQLiteOutbox(.memory)
    try await outbox.enqueueItem(item(rest))
    try await outbox.enqueueItem(item(thread))

    try await outbox.replaceSentItemWithNextPost(OutboxItem.ID("t1"), with: item(rest))

    #expect(try await outbox.outboxItems(of: nil) == [item(rest)])
  }

  @Test func `an uploaded picture of a later post in a thread keeps its service id`() async throws {
    let outbox = try await SQLiteOutbox(.memory)
    let picture = Draft.DraftAttachment(path: "/a", altText: "A")
    let two = rest.with(\.attachments, [picture])
    try await outbox.enqueueItem(item(thread))
    try await outbox.replaceSentItemWithNextPost(OutboxItem.ID("t1"), with: item(two))

    try await outbox.recordUploadedPicture("m1", forPicture: 0, of: OutboxItem.ID("t2"))

    let held = try await outbox.outboxItems(of: nil).first?.change
    #expect(
      held == .publish(two.with(\.attachments, [changedCopy(picture) { $0.uploaded = "m1" }])))
  }

  @Test func `a thread is one draft, compared and deleted as a whole`() async throws {
    let outbox = try await SQLiteOutbox(.memory)
    let drafts = SQLiteDraftStore(outbox)
    func save(_ draft: Draft, over known: Draft?) async throws -> Bool {
      try await drafts.saveDraftIfUnchanged(
        draft, over: known, account: Samples.account, now: .noon)
    }
    #expect(try await save(thread, over: nil))
    let shorter = thread.with(\.following, [])

    #expect(try await drafts.drafts(of: Samples.account) == [thread])
    #expect(try await !save(shorter, over: shorter))
    #expect(try await save(shorter, over: thread))
    #expect(try await drafts.drafts(of: Samples.account) == [shorter])
    #expect(try await save(thread, over: shorter))
    try await drafts.discardDraftIfUnchanged(thread)
    #expect(try await drafts.drafts(of: Samples.account) == [])
    // Nothing of what followed is left behind.
    let rows = try await outbox.database.runReadTransaction { connection throws(SQLiteError) in
      try connection.queryNumber("SELECT count(*) FROM draft")
    }
    #expect(rows == 0)
  }
}
