import FeedDomain
import Testing

@testable import FeedStorage

/// What earlier versions kept of what a person wrote.
struct OutboxMigrationTests {
  @Test func `a draft of an earlier version is read again`() async throws {
    let directory = try TemporaryDirectory()
    let path = directory["outbox.db"]
    directory.write([], to: "outbox.db")
    do {
      let connection = try SQLiteConnection(path: path)
      try Schema(
        applicationID: Schema.outbox.applicationID,
        migrations: Array(Schema.outbox.migrations.prefix(4))
      ).migrate(connection)
      try connection.script(
        """
        INSERT INTO draft (id, account, text, warning, visibility, saved_at)
        VALUES ('d', '\(Samples.account.rawValue)', 'Rye', 'w', 'unlisted', 0);
        INSERT INTO attachment (draft, place, path, alt_text) VALUES (1, 0, '/a', 'A');
        """)
    }

    let outbox = try await SQLiteOutbox(.file(path))
    let drafts = try await SQLiteDraftStore(outbox).drafts(of: Samples.account)
    await outbox.close()

    #expect(
      drafts == [
        Draft(
          id: Draft.ID("d"), text: "Rye", warning: "w", visibility: .unlisted,
          attachments: [Draft.Attachment(path: "/a", altText: "A")])
      ])
  }
}
