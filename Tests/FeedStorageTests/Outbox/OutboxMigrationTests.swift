import Doubles
import FeedDomain
import Testing

@testable import FeedStorage

/// What earlier versions kept of what a person wrote.
struct OutboxMigrationTests {
  @Test func `a migrated outbox keeps items with texts and numbers`()
    async throws
  {
    let directory = ScratchFolder()
    let path = try directory.writeDatabase("outbox.db", of: .outbox, migrations: 8) { connection in
      let account = Samples.account.rawValue
      try connection.executeSQLScript(
        """
        INSERT INTO item (id, account, kind, target, marks, is_done, subject, state, attempts,
          created_at) VALUES
          ('a', '\(account)', 'mark', '7', 'liked', 1, 'mark:1:7', 'queued', 0, 0),
          ('b', '\(account)', 'publish', NULL, NULL, NULL, NULL, 'queued', 0, 0),
          ('c', '\(account)', 'delete', '9', NULL, NULL, 'delete:9', 'queued', 0, 0);
        DELETE FROM item WHERE id = 'c';
        INSERT INTO draft (item, id, account, text, visibility, saved_at)
          VALUES (2, 'b', '\(account)', 'Rye', 'mentioned', 0);
        INSERT INTO draft (head, place, id, account, text, visibility, saved_at)
          VALUES (1, 1, 'b', '\(account)', 'Spelt', 'mentioned', 0);
        INSERT INTO attachment (draft, place, path, alt_text) VALUES (1, 0, '/a', 'A');
        """)
    }

    let outbox = try await SQLiteOutbox(.file(path))
    let report = OutboxItem(
      id: OutboxItem.ID("d"), account: Samples.account,
      change: .serviceAction(
        ServiceAction(.report, "7", detail: "x", answers: [.words: "Two\nlines", .reason: "spam"])),
      state: .queued(notBefore: nil, after: nil), createdAt: .noon)
    try await outbox.enqueueItem(report)
    let items = try await outbox.outboxItems(of: Samples.account)

    let draft = Draft(
      id: Draft.ID("b"), text: "Rye", visibility: .mentioned,
      attachments: [Draft.DraftAttachment(path: "/a", altText: "A")])
    #expect(
      items.map(\.change) == [
        .mark(Post.ID("7"), .liked, true),
        .publish(
          draft.with(\.following, [Draft(id: Draft.ID("b"), text: "Spelt", visibility: .mentioned)])
        ),
        report.change,
      ])
    let numbers = try await outbox.database.runWriteTransaction { connection throws(SQLiteError) in
      let last = try connection.queryNumber("SELECT max(number) FROM item")
      // What goes takes its words along, as before.
      try connection.executeSQL("DELETE FROM item WHERE id = 'b'")
      return [last, try connection.queryNumber("SELECT count(*) FROM draft")]
    }
    // The number of what was deleted is not given again.
    #expect(numbers == [4, 0])
    await outbox.closeDatabase()
  }

  @Test func `a post that an earlier version may have sent is migrated as ambiguous`() async throws
  {
    let directory = ScratchFolder()
    let path = try directory.writeDatabase("outbox.db", of: .outbox, migrations: 11) { connection in
      let account = Samples.account.rawValue
      try connection.executeSQLScript(
        """
        INSERT INTO item (id, account, kind, subject, state, attempts, created_at) VALUES
          ('a', '\(account)', 'publish', NULL, 'sending', 1, 5),
          ('b', '\(account)', 'publish', NULL, 'queued', 0, 5);
        INSERT INTO draft (item, id, account, text, visibility, saved_at) VALUES
          (1, 'a', '\(account)', 'Rye', 'mentioned', 0),
          (2, 'b', '\(account)', 'Spelt', 'mentioned', 0);
        """)
    }

    let outbox = try await SQLiteOutbox(.file(path))
    let items = try await outbox.outboxItems(of: Samples.account)
    await outbox.closeDatabase()

    let moment = Timestamp(milliseconds: 5)
    #expect(items.map(\.state) == [.ambiguous, .queued(notBefore: nil, after: nil)])
    #expect(
      items.map(\.earlierAttempts) == [
        PossiblyArrivedSendAttempts(firstAttempt: moment, lastAttempt: moment), nil,
      ])
  }

  @Test func `a draft of an earlier version is read`() async throws {
    let directory = ScratchFolder()
    let path = try directory.writeDatabase("outbox.db", of: .outbox, migrations: 4) { connection in
      try connection.executeSQLScript(
        """
        INSERT INTO draft (id, account, text, warning, visibility, saved_at)
        VALUES ('d', '\(Samples.account.rawValue)', 'Rye', 'w', 'unlisted', 0);
        INSERT INTO attachment (draft, place, path, alt_text) VALUES (1, 0, '/a', 'A');
        """)
    }

    let outbox = try await SQLiteOutbox(.file(path))
    let drafts = try await SQLiteDraftStore(outbox).drafts(of: Samples.account)
    await outbox.closeDatabase()

    #expect(
      drafts == [
        Draft(
          id: Draft.ID("d"), text: "Rye", warning: "w", visibility: .unlisted,
          attachments: [Draft.DraftAttachment(path: "/a", altText: "A")])
      ])
  }
}
